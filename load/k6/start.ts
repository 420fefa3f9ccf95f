/** The one place that starts k6. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { resolve } from 'node:path';
import type { Values } from '../../fixtures/config/settings.ts';
import { moduleFile } from '../../fixtures/process.ts';
import { SuiteError } from '../../fixtures/verdict.ts';

export interface K6Options {
  /** Settings of the script. Keys go by the environment: arguments are visible in the process list. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Further options of `k6 run`. */
  readonly args?: readonly string[];
  /** Ends it, and with it all that it would have found. */
  readonly timeoutMs?: number;
  /** Files of TLS (PEM). */
  readonly tls?: Pick<Values, 'GV_CA_FILE' | 'GV_CLIENT_CERT' | 'GV_CLIENT_KEY'>;
  /** Masks the keys in what k6 prints. */
  readonly mask?: (text: string) => string;
  /** Signals of the terminal do not reach it: who started it ends it, in order. */
  readonly ownGroup?: boolean;
  /** A line of k6's log; true if it was taken; otherwise it may explain a failure. */
  readonly onLog?: (line: string) => boolean;
}

interface K6Ended {
  /** 0, or 105 if it was asked to end, or 99 if a threshold is broken: verdicts, and no trouble of k6's own. */
  readonly code: number;
  /** Standard output, masked. */
  readonly stdout: string;
}

export interface K6Started {
  readonly child: ChildProcess;
  /** Rejects with a SuiteError, with the end of k6's log, if k6 ends with any other code. */
  readonly ended: Promise<K6Ended>;
}

/** A longer timer of Node fires at once. */
const longestTimerMs = 2 ** 31 - 1;
const fine = [0, 99];
/** It was asked to end, and has written its summary. */
const asked = 105;
/** Lines and characters of the log that a failure quotes. */
const mostLines = 50;
const mostCharacters = 1500;

export const scriptPath = (name: 'limiters' | 'traffic'): string =>
  moduleFile(`../${name}`, import.meta.url);

const proxyVariables = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'].flatMap(name => [
  name,
  name.toLowerCase(),
]);

const proxies = () =>
  Object.fromEntries(
    proxyVariables.flatMap(name => (process.env[name] ? [[name, process.env[name]]] : [])),
  );

/** Absolute: a script reads files relative to its own folder. */
const tlsVariables = ({
  GV_CA_FILE,
  GV_CLIENT_CERT,
  GV_CLIENT_KEY,
}: NonNullable<K6Options['tls']>) =>
  Object.fromEntries(
    Object.entries({ SSL_CERT_FILE: GV_CA_FILE, GV_CLIENT_CERT, GV_CLIENT_KEY }).flatMap(
      ([name, file]) => (file === undefined ? [] : [[name, resolve(file)]]),
    ),
  );

/** Runs a script in k6, with none of the surrounding variables but those of proxies. */
export function startK6(k6: string, script: string, options: K6Options): K6Started {
  const { env, args = [], timeoutMs, tls = {}, mask = text => text, onLog = () => false } = options;
  const { ownGroup: detached = false } = options;
  const { PATH, HOME } = process.env;
  const child = spawn(k6, ['run', '--quiet', '--no-usage-report', ...args, script], {
    env: { PATH, HOME, ...proxies(), ...tlsVariables(tls), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  });
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
  const ended = new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', (code, signal) => {
      unguard();
      killedBy = signal;
      resolve(code);
    }),
  ).then(code => {
    clearTimeout(timer);
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
 * k6 drives limiters for minutes, and writes nothing that would fail when nobody listens any more. A shell waits for the
 * end of this process, however it comes, and ends k6.
 *
 * @returns ends the shell.
 */
function endWithUs({ pid }: ChildProcess): () => void {
  if (pid === undefined || process.platform === 'win32') return () => {};
  const script = 'trap "" INT TERM HUP; read -r line; kill -9 "$0"';
  const guard = spawn('/bin/sh', ['-c', script, String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => {});
  guard.unref();
  (guard.stdin as unknown as { unref(): void }).unref();
  return () => void guard.kill('SIGKILL');
}
