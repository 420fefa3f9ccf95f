/** Finds, builds and starts k6 for the probes and the load. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { proxyOf } from '../../harness/config/proxies.ts';
import type { Values } from '../../harness/config/settings.ts';
import { caches, privateCache } from '../../harness/private-cache.ts';
import { moduleFile } from '../../harness/process.ts';
import { findOnPath, isProgram, whyForeign } from '../../harness/programs.ts';
import { trusted } from '../../harness/trust.ts';
import { SuiteError } from '../../harness/verdict.ts';
import { buildGo, run, whyNoGo } from './go.ts';

/** Version that `load/k6/go.mod` pins. */
export const k6Version = '2.2.0';

/** Value of `GV_K6` that forbids k6. */
export const noK6 = 'none';

const buildDir = fileURLToPath(new URL('.', import.meta.url));
const howToInstall =
  'install k6 (https://grafana.com/docs/k6/latest/set-up/install-k6/), name it in GV_K6, or install Go and run ./gv k6';

/** Says how to get k6, which a run of the checks does not build. */
export const howToBuild =
  './gv k6 builds it once, in about three minutes, for load tests and probes';

type K6 = { path: string; version: string } | { missing: string };

export interface FindK6Options {
  /** Value of `GV_K6`. If this k6 does not work, it is an error, and no other k6 is tried. */
  explicit?: string | undefined;
  /** Folder for builds, as `k6-<version>/k6`. Defaults to the cache of the installation. */
  cacheDir?: string;
  /** Set to true to build k6 if there is none. */
  build?: boolean;
  /** Gets a line about each k6 that is passed over, and lines about a build, which takes some minutes. */
  onProgress?: (line: string) => void;
}

/**
 * Finds a working k6: the one that GV_K6 names, or else the first on the PATH, or else the one that was built below the installation. The
 * working folder never matters. A k6 that another user could have put there is not run.
 */
export async function findK6({
  explicit,
  cacheDir = caches,
  build = false,
  onProgress = () => {},
}: FindK6Options): Promise<K6> {
  if (explicit === noK6)
    return { missing: `GV_K6=${noK6} forbids k6; unset GV_K6, or name a k6 in it` };
  if (explicit) {
    const isName = basename(explicit) === explicit;
    const path = (isName ? findOnPath(explicit) : undefined) ?? resolve(explicit);
    const { version, problem = 'does not run as k6' } = await inspect(path);
    return version
      ? { path, version }
      : { missing: `GV_K6 names ${explicit}, which ${problem}; ${howToInstall}` };
  }
  const built = `k6-${k6Version}`;
  const onPath = findOnPath('k6');
  for (const path of [...(onPath === undefined ? [] : [onPath]), join(cacheDir, built, 'k6')]) {
    const { version, problem } = await inspect(path);
    if (version) return { path, version };
    if (problem) onProgress(`${path} is passed over: it ${problem}`);
  }
  if (!build)
    return {
      missing: `k6 is neither on the PATH nor built: ${howToBuild}`,
    };
  const withoutGo = await whyNoGo();
  if (withoutGo !== undefined)
    return {
      missing: `k6 is neither on the PATH nor built, and ${withoutGo}; ${howToInstall}`,
    };
  onProgress(`building k6 ${k6Version}: once, about three minutes`);
  const path = join(privateCache(built, cacheDir), 'k6');
  const failure = await buildGo(path, {
    module: buildDir,
    target: 'go.k6.io/k6/v2',
    flags: ['-mod=mod'],
  });
  const { version, problem } = failure === undefined ? await inspect(path) : {};
  return version
    ? { path, version }
    : {
        missing: `k6 could not be built: ${failure ?? problem ?? 'the build does not run'}; ${howToInstall}`,
      };
}

/** Returns the version of k6 if the scripts run on it, or a `problem` if there is a program that is not suitable. */
async function inspect(path: string): Promise<{ version?: string; problem?: string }> {
  if (!isProgram(path)) return {};
  const why = whyForeign(path);
  if (why !== undefined)
    return { problem: `could run code of another user with your keys: ${why}` };
  // In its own folder, because another program could take `version` for a file of the working folder.
  const { ok, output } = await run(path, ['version'], { cwd: dirname(path) });
  if (!ok) return {};
  const [, version, major] = /^k6(?:\.exe)? v((\d+)\.\d+\.\d+\S*)/m.exec(output) ?? [];
  if (version === undefined) return { problem: 'prints no version of k6' };
  return Number(major) < 1
    ? { problem: `is k6 ${version}, and the scripts need 1.0 or later` }
    : { version };
}

type Settings = Readonly<Record<string, string | undefined>>;

export interface K6Options {
  /** Settings for the script. Keys are passed in the environment, because the process list shows arguments. */
  readonly env: Settings;
  /** More options for `k6 run`. */
  readonly args?: readonly string[];
  /** Time after which k6 is killed and its results are lost. */
  readonly timeoutMs?: number;
  /** TLS files (PEM). */
  readonly tls?: Pick<Values, 'GV_CA_FILE' | 'GV_CLIENT_CERT' | 'GV_CLIENT_KEY'>;
  /** Masks the keys in what k6 prints. */
  readonly mask?: (text: string) => string;
  /** Set to true if terminal signals must not reach k6. The caller must end it. */
  readonly ownGroup?: boolean;
  /** Returns true if it consumed a line of k6's log. Other lines may explain a failure. */
  readonly onLog?: (line: string) => boolean;
}

interface K6Ended {
  /** 0, 105 if k6 was asked to end, or 99 if a threshold was crossed. These are verdicts, not problems of k6. */
  readonly code: number;
  /** Standard output, masked. */
  readonly stdout: string;
}

export interface K6Started {
  readonly child: ChildProcess;
  /** Rejects with a SuiteError and the end of k6's log if k6 ends with another code. */
  readonly ended: Promise<K6Ended>;
}

/** Limits timers, because Node fires a longer one at once. */
const longestTimerMs = 2 ** 31 - 1;
const fine = [0, 99];
/** Exit code after k6 was asked to end and has written its summary. */
const asked = 105;
/** Limits for the log that a failure quotes, in lines and characters. */
const mostLines = 50;
const mostCharacters = 1500;

/** Returns the path of a script, in the sources or in the package. */
export const scriptPath = (name: 'limiters' | 'traffic'): string =>
  moduleFile(`../${name}`, import.meta.url);

/** Replaces the user's configuration, which may send results elsewhere, by an empty one. */
const configuration = fileURLToPath(new URL('config.json', import.meta.url));

/** Returns the variables of the proxy that the checks take as well: Go would read NO_PROXY in another way. */
function proxyTo(url: string | undefined): Settings {
  const proxy = url === undefined ? '' : proxyOf(url);
  return proxy === '' ? {} : { HTTP_PROXY: proxy, HTTPS_PROXY: proxy };
}

/** Makes a path absolute, because a script reads files relative to its own folder. */
const absolute = (file: string | undefined) => file && resolve(file);

const clientCertificate = (files: NonNullable<K6Options['tls']>) => ({
  GV_CLIENT_CERT: absolute(files.GV_CLIENT_CERT),
  GV_CLIENT_KEY: absolute(files.GV_CLIENT_KEY),
});

/** Writes the authorities that the checks trust. @returns the file, in a folder of its own. */
function authorities({ GV_CA_FILE: file }: NonNullable<K6Options['tls']>): string {
  const path = join(mkdtempSync(join(tmpdir(), 'gv-')), 'authorities.pem');
  writeFileSync(path, trusted(file).join('\n'));
  return path;
}

/** Runs a script in k6, with none of the surrounding variables but the proxy of its target (GV_BASE_URL). */
export function startK6(k6: string, script: string, options: K6Options): K6Started {
  const { env, args = [], timeoutMs, tls = {}, mask = text => text, onLog = () => false } = options;
  const { ownGroup: detached = false } = options;
  const { PATH, HOME } = process.env;
  const SSL_CERT_FILE = authorities(tls);
  const child = spawn(
    k6,
    ['run', `--config=${configuration}`, '--quiet', '--no-usage-report', ...args, script],
    {
      env: {
        PATH,
        HOME,
        SSL_CERT_FILE,
        ...proxyTo(env['GV_BASE_URL']),
        ...clientCertificate(tls),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached,
    },
  );
  let late = false;
  const timer = setTimeout(
    () => {
      late = true;
      child.kill('SIGKILL');
    },
    Math.min(timeoutMs ?? Infinity, longestTimerMs),
  );
  const unguard = endWithUs(child);
  let stdout = '';
  const log: string[] = [];
  let killedBy: NodeJS.Signals | null = null;
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  createInterface({ input: child.stderr }).on('line', line => {
    if (!onLog(line) && log.length < mostLines) log.push(line);
  });
  const closed = new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', (code, signal) => {
      unguard();
      killedBy = signal;
      resolve(code);
    }),
  ).finally(() => {
    clearTimeout(timer);
    rmSync(dirname(SSL_CERT_FILE), { recursive: true, force: true });
  });
  const ended = closed.then(code => {
    if (late) throw new SuiteError(`k6 was ended: the run has no more time (GV_DEADLINE)`);
    const isFine = code !== null && (fine.includes(code) || (detached && code === asked));
    if (isFine) return { code, stdout: mask(stdout) };
    if (killedBy !== null) throw new SuiteError(`k6 was ended by ${killedBy} before it was done`);
    const complaint = mask(log.join('\n').trim() || stdout.trim());
    throw new SuiteError(`k6 ended with ${code}: ${complaint.slice(-mostCharacters)}`);
  });
  return { child, ended };
}

/**
 * Starts a shell that kills k6 when this process ends in any way. k6 would not notice, and drive limiters for minutes.
 *
 * @returns a function that ends the shell.
 */
function endWithUs({ pid }: ChildProcess): () => void {
  if (pid === undefined || process.platform === 'win32') return () => {};
  const script = 'trap "" INT TERM HUP; read -r line; kill -9 "$0"';
  const guard = spawn('/bin/sh', ['-c', script, String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
  });
  guard.on('error', () => {});
  guard.unref();
  (guard.stdin as unknown as { unref(): void }).unref();
  return () => void guard.kill('SIGKILL');
}
