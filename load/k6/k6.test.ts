import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { expect, test } from '#test';
import { findK6, k6Version, startK6 } from './k6.ts';

const environment = { ...process.env };
test.afterEach(() => {
  process.env = { ...environment };
});

/** Creates a folder that the next test run removes. */
async function folder(): Promise<string> {
  const ofTest = test.info().outputDir;
  await mkdir(ofTest, { recursive: true });
  return mkdtemp(join(ofTest, 'k6-'));
}

/** Creates a fake program. */
async function fake(script: string, path?: string): Promise<string> {
  const file = path ?? join(await folder(), 'k6');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  return file;
}

const printing = (text: string, path?: string) => fake(`echo "${text}"`, path);
const pinned = `k6 v${k6Version} (go)`;
/** Creates a fake k6 in the cache of a folder. */
const inCache = (dir: string) => printing(pinned, join(dir, `k6-${k6Version}`, 'k6'));

test('the k6 from GV_K6 is used, and no other k6 if it does not run', async () => {
  const cacheDir = await folder();
  await inCache(cacheDir);
  const path = await printing('k6 v9.8.7 (go1.26, linux/amd64)');
  expect(await findK6({ explicit: path, cacheDir })).toEqual({ path, version: '9.8.7' });
  for (const explicit of [join(cacheDir, 'absent'), await printing('something else')])
    expect(await findK6({ explicit, cacheDir })).toEqual({
      missing: expect.stringContaining(`GV_K6 names ${explicit}`),
    });
});

test('GV_K6=none forbids k6, and the message says so', async () => {
  const missing = expect.stringContaining('GV_K6=none forbids k6');
  expect(await findK6({ explicit: 'none' })).toEqual({ missing });
});

test('k6 is taken from the PATH, or else from the cache', async () => {
  const dir = await folder();
  const cached = await inCache(dir);
  const bin = dirname(await printing('k6 v1.2.3 (go)'));
  process.env['PATH'] = `${bin}:/bin:/usr/bin`;
  expect(await findK6({ cacheDir: dir })).toEqual({ path: join(bin, 'k6'), version: '1.2.3' });
  process.env['PATH'] = '/nowhere:/bin';
  expect(await findK6({ cacheDir: dir })).toEqual({ path: cached, version: k6Version });
});

test('a k6 that is too old or prints no version is skipped and reported', async () => {
  const dir = await folder();
  const cached = await inCache(dir);
  for (const printed of ['k6 v0.57.0 (go1.24)', 'k6 (devel)']) {
    const old = await printing(printed);
    process.env['PATH'] = `${dirname(old)}:/bin:/usr/bin`;
    const progress: string[] = [];
    const found = await findK6({ cacheDir: dir, onProgress: line => progress.push(line) });
    expect(found).toEqual({ path: cached, version: k6Version });
    expect(progress).toEqual([expect.stringContaining('k6 is passed over')]);
    expect(await findK6({ explicit: old, cacheDir: dir })).toHaveProperty('missing');
  }
});

test('a failed build of k6 leaves nothing behind and says why', async () => {
  const dir = await folder();
  const script = 'if [ "$1" = version ]; then exit 0; fi; echo boom >&2; exit 1';
  await fake(script, join(dir, 'go'));
  process.env['PATH'] = `${dir}:/bin`;
  const progress: string[] = [];
  const cacheDir = await folder();
  const found = await findK6({ cacheDir, build: true, onProgress: line => progress.push(line) });
  expect(found).toEqual({ missing: expect.stringContaining('boom') });
  expect(progress[0]).toContain(k6Version);
  await expect(readFile(join(cacheDir, `k6-${k6Version}`, 'k6'))).rejects.toThrow();
});

test('the printed version of k6 is the pinned version', async () => {
  const mod = await readFile(new URL('./go.mod', import.meta.url), 'utf8');
  expect(mod).toContain(`go.k6.io/k6/v2 v${k6Version}`);
});

test('k6 is not built without Go or for a mere look, and the message says what to install', async () => {
  const cacheDir = await folder();
  const go = await printing('go version go1.26', join(await folder(), 'go'));
  process.env['PATH'] = `${dirname(go)}:/bin`;
  const missing = expect.stringContaining('./gv k6 builds it');
  expect(await findK6({ cacheDir })).toEqual({ missing });
  process.env['PATH'] = '/nowhere';
  const withoutGo = expect.stringContaining('there is no Go; install k6');
  expect(await findK6({ cacheDir, build: true })).toEqual({ missing: withoutGo });
});

test('the working folder does not decide which k6 runs', async () => {
  const [cwd, cacheDir] = [await folder(), await folder()];
  await inCache(join(cwd, '.cache'));
  await printing(pinned, join(cwd, 'k6'));
  const before = process.cwd();
  process.env['PATH'] = '.:';
  process.chdir(cwd);
  try {
    expect(await findK6({ cacheDir })).toHaveProperty('missing');
    // The default is below the installation.
    const found = await findK6({});
    if ('path' in found) expect(found.path).not.toContain(cwd);
  } finally {
    process.chdir(before);
  }
});

test('a k6 that another user could have put there does not run', async () => {
  test.skip(process.platform === 'win32', 'owners and modes exist only on POSIX');
  process.env['PATH'] = '/bin:/usr/bin';
  const cacheDir = await folder();
  const ran = join(await folder(), 'ran');
  const k6 = await fake(`touch ${ran}; echo "${pinned}"`, join(cacheDir, `k6-${k6Version}`, 'k6'));
  const expectRefused = async (why: string) => {
    const progress: string[] = [];
    const found = await findK6({ cacheDir, onProgress: line => progress.push(line) });
    expect(found).toHaveProperty('missing');
    expect(progress).toEqual([expect.stringContaining(why)]);
    const named = { missing: expect.stringContaining(why) };
    expect(await findK6({ explicit: k6 })).toEqual(named);
    expect(existsSync(ran)).toBe(false);
  };
  await chmod(k6, 0o757);
  await expectRefused(`others can write to ${k6} (mode 757)`);
  await chmod(k6, 0o755);
  await chmod(dirname(k6), 0o777);
  await expectRefused(`others can write to ${dirname(k6)} (mode 777)`);
  await chmod(dirname(k6), 0o755);
  if (process.geteuid?.() === 0) {
    await chown(k6, 65534, 65534);
    await expectRefused(`${k6} belongs to another user (uid 65534)`);
    await chown(k6, 0, 0);
  }
  expect(await findK6({ cacheDir })).toHaveProperty('path', k6);
});

test('k6 version and go get no variables that they do not need', async () => {
  Object.assign(process.env, { GV_API_KEY: 'secret', NPM_TOKEN: 'secret', GOPROXY: 'off' });
  const dir = await folder();
  const seen = join(dir, 'seen');
  await fake(`echo "$1" >> ${seen}; env >> ${seen}; [ "$1" = version ]`, join(dir, 'go'));
  const k6 = await fake(`env >> ${seen}; echo "${pinned}"`);
  process.env['PATH'] = `${dir}:/bin:/usr/bin`;
  await findK6({ explicit: k6 });
  await findK6({ cacheDir: await folder(), build: true });
  const text = await readFile(seen, 'utf8');
  expect(text).toContain('PATH=');
  expect(text).toMatch(/^build\n[^]*GOPROXY=off/m);
  expect(text).toContain('GOWORK=off');
  expect(text).not.toContain('secret');
});

test('k6 gets only the settings of the run, not the surrounding variables', async () => {
  Object.assign(process.env, { GV_SURROUNDING: 'x', K6_VUS: '9' });
  const k6 = await fake('env; echo "$@"');
  const { code, stdout } = await startK6(k6, 'a.ts', { env: { GV_API_KEY: 'k' } }).ended;
  expect(code).toBe(0);
  for (const line of [
    'GV_API_KEY=k',
    `run --config=${fileURLToPath(new URL('config.json', import.meta.url))} --quiet --no-usage-report a.ts`,
  ])
    expect(stdout.split('\n')).toContain(line);
  for (const name of ['GV_SURROUNDING', 'K6_VUS']) expect(stdout).not.toContain(name);
});

test('k6 uses the same proxy as the checks', async () => {
  Object.assign(process.env, {
    HTTPS_PROXY: 'http://proxy.example:3128',
    NO_PROXY: '.example.com',
  });
  const k6 = await fake('env');
  const environmentFor = async (GV_BASE_URL: string) =>
    (await startK6(k6, 'a.ts', { env: { GV_BASE_URL } }).ended).stdout;
  const behind = await environmentFor('https://vouchers.example');
  expect(behind).toContain('HTTPS_PROXY=http://proxy.example:3128');
  expect(behind).not.toContain('NO_PROXY');
  for (const direct of ['https://example.com', 'http://vouchers.example'])
    expect(await environmentFor(direct)).not.toContain('PROXY');
});

test('k6 trusts the same certificate authorities as the checks', async () => {
  const cwd = await folder();
  const [GV_CA_FILE = '', NODE_EXTRA_CA_CERTS = ''] = ['ours', 'extra'].map(each =>
    join(cwd, each),
  );
  for (const file of [GV_CA_FILE, NODE_EXTRA_CA_CERTS]) await writeFile(file, `from ${file}`);
  process.env['NODE_EXTRA_CA_CERTS'] = NODE_EXTRA_CA_CERTS;
  const k6 = await fake('echo "$SSL_CERT_FILE"; cat "$SSL_CERT_FILE"');
  const { stdout } = await startK6(k6, 'a.ts', { env: {}, tls: { GV_CA_FILE } }).ended;
  for (const each of [`from ${GV_CA_FILE}`, `from ${NODE_EXTRA_CA_CERTS}`, rootCertificates[0]])
    expect(stdout).toContain(each);
  expect(existsSync(stdout.split('\n')[0]!)).toBe(false);

  process.env['NODE_EXTRA_CA_CERTS'] = join(cwd, 'gone');
  const without = await startK6(k6, 'a.ts', { env: {} }).ended;
  expect(without.stdout).toContain(rootCertificates[0]);
});

test('an exit code of k6 other than a crossed threshold is reported without keys', async () => {
  const mask = (text: string) => text.replaceAll('secret', '(key)');
  const broken = startK6(await fake('exit 99'), 'a.ts', { env: {}, mask });
  expect(await broken.ended).toEqual({ code: 99, stdout: '' });
  const failed = startK6(await fake('echo taken >&2; echo no secret >&2; exit 107'), 'a.ts', {
    env: {},
    mask,
    onLog: line => line === 'taken',
  });
  await expect(failed.ended).rejects.toThrow(/^k6 ended with 107: no \(key\)$/);
});

test('k6 ends when the process that started it is killed', async () => {
  test.skip(process.platform === 'win32', 'a shell waits for the end');
  const k6 = await fake('echo $$; exec sleep 600');
  const module = JSON.stringify(new URL('k6.ts', import.meta.url).href);
  const code = `const { startK6 } = await import(${module}); startK6(${JSON.stringify(k6)}, 'a.ts', { env: {} }).child.stdout.on('data', text => process.stdout.write(text));`;
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', code],
    { cwd: fileURLToPath(new URL('../..', import.meta.url)), stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  const pid = Number(printed.toString());
  child.kill('SIGKILL');
  await expect.poll(() => isRunning(pid)).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    // A process that ended without a wait is a zombie.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
