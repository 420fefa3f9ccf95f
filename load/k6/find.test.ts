import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test, expect } from '#test';
import { findK6, K6_VERSION } from './k6.ts';

const realPath = process.env['PATH'];
test.afterEach(() => {
  process.env['PATH'] = realPath;
});

async function fake(path: string, output: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `#!/bin/sh\necho "${output}"\n`);
  await chmod(path, 0o755);
  return path;
}

const folder = () => mkdtemp(join(tmpdir(), 'find-k6-'));

test('an explicit k6 is used', async () => {
  const path = await fake(join(await folder(), 'my-k6'), 'k6 v9.8.7 (go1.26, linux/amd64)');
  expect(await findK6({ explicit: path, cacheDir: await folder() })).toEqual({
    path,
    version: '9.8.7',
  });
});

test('an explicit k6 that does not run is reported and not passed over', async () => {
  const dir = await folder();
  await fake(join(dir, `k6-${K6_VERSION}`, 'k6'), `k6 v${K6_VERSION} (go)`);
  for (const explicit of [join(dir, 'absent'), await fake(join(dir, 'other'), 'something else')]) {
    const found = await findK6({ explicit, cacheDir: dir });
    expect(found).toEqual({ missing: expect.stringContaining(`GV_K6 names ${explicit}`) });
  }
});

test('k6 on the PATH comes before the cached one, which comes before a build', async () => {
  const dir = await folder();
  const cached = await fake(join(dir, `k6-${K6_VERSION}`, 'k6'), `k6 v${K6_VERSION} (go)`);
  const bin = dirname(await fake(join(await folder(), 'k6'), 'k6 v1.2.3 (go)'));
  process.env['PATH'] = `${bin}:/bin:/usr/bin`;
  expect(await findK6({ cacheDir: dir })).toEqual({ path: 'k6', version: '1.2.3' });
  process.env['PATH'] = '/nowhere:/bin';
  expect(await findK6({ cacheDir: dir })).toEqual({ path: cached, version: K6_VERSION });
});

test('a k6 that is too old, or prints no version, is passed over and reported', async () => {
  const dir = await folder();
  const cached = await fake(join(dir, `k6-${K6_VERSION}`, 'k6'), `k6 v${K6_VERSION} (go)`);
  for (const printed of ['k6 v0.57.0 (go1.24)', 'k6 (devel)']) {
    const old = await fake(join(await folder(), 'k6'), printed);
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
  await writeFile(join(dir, 'go'), `#!/bin/sh\n${script}\n`);
  await chmod(join(dir, 'go'), 0o755);
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
    `${dirname(await fake(join(await folder(), 'go'), 'go version go1.26'))}:/bin`;
  const found = await findK6({ cacheDir: await folder(), build: false });
  expect(found).toEqual({ missing: expect.stringContaining('builds'), buildable: true });
});
