import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '#test';
import { findK6, K6_VERSION, startK6 } from './k6.ts';

const realPath = process.env['PATH'];
test.afterEach(() => {
  process.env['PATH'] = realPath;
});

const folder = () => mkdtemp(join(tmpdir(), 'k6-'));

/** A program in place of another one. */
async function fake(script: string, path?: string): Promise<string> {
  const file = path ?? join(await folder(), 'k6');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  return file;
}

const printing = (text: string, path?: string) => fake(`echo "${text}"`, path);
const pinned = `k6 v${K6_VERSION} (go)`;
/** The cached one of a folder. */
const inCache = (dir: string) => printing(pinned, join(dir, `k6-${K6_VERSION}`, 'k6'));

test('an explicit k6 is used', async () => {
  const path = await printing('k6 v9.8.7 (go1.26, linux/amd64)');
  expect(await findK6({ explicit: path, cacheDir: await folder() })).toEqual({
    path,
    version: '9.8.7',
  });
});

test('an explicit k6 that does not run is reported and not passed over', async () => {
  const dir = await folder();
  await inCache(dir);
  for (const explicit of [join(dir, 'absent'), await printing('something else')]) {
    const found = await findK6({ explicit, cacheDir: dir });
    expect(found).toEqual({ missing: expect.stringContaining(`GV_K6 names ${explicit}`) });
  }
});

test('k6 on the PATH comes before the cached one, which comes before a build', async () => {
  const dir = await folder();
  const cached = await inCache(dir);
  const bin = dirname(await printing('k6 v1.2.3 (go)'));
  process.env['PATH'] = `${bin}:/bin:/usr/bin`;
  expect(await findK6({ cacheDir: dir })).toEqual({ path: 'k6', version: '1.2.3' });
  process.env['PATH'] = '/nowhere:/bin';
  expect(await findK6({ cacheDir: dir })).toEqual({ path: cached, version: K6_VERSION });
});

test('a k6 that is too old, or prints no version, is passed over and reported', async () => {
  const dir = await folder();
  const cached = await inCache(dir);
  for (const printed of ['k6 v0.57.0 (go1.24)', 'k6 (devel)']) {
    const old = await printing(printed);
    process.env['PATH'] = `${dirname(old)}:/bin:/usr/bin`;
    const progress: string[] = [];
    const found = await findK6({ cacheDir: dir, onProgress: line => progress.push(line) });
    expect(found).toEqual({ path: cached, version: K6_VERSION });
    expect(progress).toEqual([expect.stringContaining('k6 is passed over')]);
    expect(await findK6({ explicit: old, cacheDir: dir })).toHaveProperty('missing');
  }
});

test('without k6 and Go the result says how to get k6', async () => {
  process.env['PATH'] = '/nowhere';
  const found = await findK6({ cacheDir: await folder() });
  expect(found).toEqual({ missing: expect.stringContaining('install k6') });
});

test('a failed build leaves no k6 behind and says why', async () => {
  const dir = await folder();
  const script = 'if [ "$1" = version ]; then exit 0; fi; echo boom >&2; exit 1';
  await fake(script, join(dir, 'go'));
  process.env['PATH'] = `${dir}:/bin`;
  const progress: string[] = [];
  const cacheDir = await folder();
  const found = await findK6({ cacheDir, onProgress: line => progress.push(line) });
  expect(found).toEqual({ missing: expect.stringContaining('boom') });
  expect(progress[0]).toContain(K6_VERSION);
  await expect(readFile(join(cacheDir, `k6-${K6_VERSION}`, 'k6'))).rejects.toThrow();
});

test('the version named is the one that is pinned', async () => {
  const mod = await readFile(new URL('./go.mod', import.meta.url), 'utf8');
  expect(mod).toContain(`go.k6.io/k6/v2 v${K6_VERSION}`);
});

test('whoever only looks for k6 builds none', async () => {
  process.env['PATH'] =
    `${dirname(await printing('go version go1.26', join(await folder(), 'go')))}:/bin`;
  const found = await findK6({ cacheDir: await folder(), build: false });
  expect(found).toEqual({ missing: expect.stringContaining('builds'), buildable: true });
});

test('k6 gets its settings and none of the surrounding variables', async () => {
  process.env['GV_SURROUNDING'] = 'x';
  try {
    const k6 = await fake('env; echo "$@"');
    const { ended } = startK6(k6, 'a.ts', {
      env: { GV_API_KEY: 'k' },
      tls: { GV_CA_FILE: 'ca.pem' },
    });
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    expect(stdout).toContain('GV_API_KEY=k');
    expect(stdout).toContain(`SSL_CERT_FILE=${resolve('ca.pem')}`);
    expect(stdout).toContain('run --quiet --no-usage-report a.ts');
    expect(stdout).not.toContain('GV_SURROUNDING');
  } finally {
    delete process.env['GV_SURROUNDING'];
  }
});

test('k6 is sent through the same proxies', async () => {
  const before = process.env['HTTPS_PROXY'];
  process.env['HTTPS_PROXY'] = 'http://proxy.example:3128';
  try {
    const { stdout } = await startK6(await fake('env'), 'a.ts', { env: {} }).ended;
    expect(stdout).toContain('HTTPS_PROXY=http://proxy.example:3128');
  } finally {
    if (before === undefined) delete process.env['HTTPS_PROXY'];
    else process.env['HTTPS_PROXY'] = before;
  }
});

test('a broken threshold is no failure of k6; any other code is one, quoted without keys', async () => {
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

test('k6 ends with the process that started it, however that ends', async () => {
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
    // One that ended and that nobody has asked about is a zombie.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
