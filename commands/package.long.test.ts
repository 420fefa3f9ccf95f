/** Tests the package as users have it: packed, installed without development packages, and used in another folder. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from '#test';
import {
  ended,
  projectFile,
  start,
  test,
  type Ended,
  projectFiles,
} from '../fixtures/testing/spawned.ts';
import { findK6 } from '../load/k6/k6.ts';
import { readResult } from '../reports/files.ts';

test.describe.configure({ mode: 'default' });

const name = 'gift-voucher-conformance';
let root: string;
let clone: string;
let user: string;
let packed: { readonly unpackedSize: number; readonly files: readonly { readonly path: string }[] };

type Settings = Readonly<Record<string, string>>;

const inFolder = (file: string, args: readonly string[], cwd: string, settings: Settings = {}) =>
  ended(start(file, args, { cwd, settings }));
const gv = (args: readonly string[], settings?: Settings): Promise<Ended> =>
  inFolder(join(user, 'node_modules', '.bin', name), args, user, settings);

async function succeed(running: Promise<Ended>): Promise<string> {
  const { code, stdout, stderr } = await running;
  expect(code, stdout + stderr).toBe(0);
  return stdout;
}

/** Copies the suite as `git clone` and `npm ci` do, with uncommitted files. */
function makeClone(folder: string): void {
  mkdirSync(folder);
  const tar = ['--null', '--files-from=-', '--create', '--file', join(folder, 'suite.tar')];
  execFileSync('tar', tar, { cwd: projectFile('.'), input: projectFiles().join('\0') });
  execFileSync('tar', ['--extract', '--file', 'suite.tar'], { cwd: folder });
  symlinkSync(projectFile('node_modules'), join(folder, 'node_modules'));
}

const written = (path: string) => readFileSync(join(user, path), 'utf8');

test.beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'gv-package-'));
  clone = join(root, 'clone');
  user = join(root, 'user');
  makeClone(clone);
  mkdirSync(user);
  await succeed(inFolder('npm', ['run', 'build'], clone));
  const json = await succeed(
    inFolder('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', root], clone),
  );
  [packed] = JSON.parse(json) as [typeof packed & { readonly filename: string }];
  const { version } = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8')) as {
    version: string;
  };
  const tarball = join(root, `${name}-${version}.tgz`);
  writeFileSync(join(user, 'package.json'), '{}');
  const options = ['--engine-strict', '--prefer-offline', '--ignore-scripts'];
  options.push('--omit=dev', '--no-audit', '--no-fund');
  await succeed(inFolder('npm', ['install', ...options, tarball], user));
});

test.afterAll(() => rmSync(root, { recursive: true, force: true }));

test('the package is small, has no sources, tests or faults, and needs no tsx', () => {
  expect(packed.unpackedSize).toBeLessThan(5_500_000);
  const paths = packed.files.map(({ path }) => path);
  const unwanted = /(?<!\.d)\.tsx?$|\.test\.|^dist\/(selftest|reference\/(faults|variants))\//;
  expect(paths.filter(path => unwanted.test(path))).toEqual([]);
  for (const each of ['reference/server.js.map', 'reference/server.d.ts', 'result.schema.json'])
    expect(paths).toContain(`dist/${each}`);
  for (const each of ['night/night.sh', 'Containerfile', 'github/gate.yml'])
    expect(paths).toContain(`recipes/${each}`);
  for (const each of ['tsx', 'typescript', 'esbuild'])
    expect(existsSync(join(user, 'node_modules', each)), each).toBe(false);
});

test('the package needs few packages, and each supports the oldest promised Node', () => {
  const { packages } = JSON.parse(written('node_modules/.package-lock.json')) as {
    packages: Readonly<Record<string, { readonly engines?: { readonly node?: string } }>>;
  };
  expect(Object.keys(packages).length).toBeLessThan(30);
  const oldest = Object.values(packages).flatMap(
    ({ engines: { node = '' } = {} }) => /\d+(?:\.\d+)*/.exec(node)?.[0] ?? [],
  );
  expect(oldest).toContain('20.19.0');
  const { compare } = new Intl.Collator('en', { numeric: true });
  expect(oldest.filter(version => compare(version, '20.19.0') > 0)).toEqual([]);
});

test('links in its pages lead to files in the package', () => {
  const paths = packed.files.map(({ path }) => path);
  const pages = paths.filter(path => path.endsWith('.md'));
  const links = pages.flatMap(page =>
    [...readFileSync(join(clone, page), 'utf8').matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)].map(
      ([, link = '']) => join(dirname(page), link),
    ),
  );
  expect(links).toContain('reports/pictures/report.png');
  expect(links.filter(link => !paths.includes(link))).toEqual([]);
});

test('init writes .env in the folder of the user, and doctor reads it', async ({ reference }) => {
  const { settings } = await reference();
  const { GV_BASE_URL = '', GV_API_KEY = '' } = settings;
  const made = await succeed(gv(['init'], { GV_BASE_URL, GV_API_KEY }));
  expect(made).toContain('npx gv conformance');
  expect(written('.env')).toContain(GV_BASE_URL);
  expect(await succeed(gv(['doctor']))).toContain('A run can start.');
  rmSync(join(user, '.env'));
});

test('npx runs the contract checks on the embedded reference', async () => {
  const args = ['--no-install', name, 'conformance', '--project', 'contract'];
  expect(await succeed(inFolder('npx', args, user))).toContain('reports/out/index.html');
  expect(readResult(join(user, 'reports/out/conformance.json')).verdict).toBe('passed');
  expect(written('reports/out/index.html')).toContain('<h1');
});

test('a certificate is valid in the package, and in the clone that it was built from', async () => {
  const key = join(root, 'key.pem');
  await succeed(gv(['signing-key', key]));
  const certify = ['certify', '--features', 'tools', '--signing-key', key, '--out', 'certified'];
  expect(await succeed(gv(certify))).toContain('CERTIFIED  tools');
  const verify = ['verify', join(user, 'certified/certificate'), '--key', `${key}.pub`];
  verify.push('--reference');
  expect(await succeed(gv(verify))).toMatch(/^VALID/);
  expect(await succeed(inFolder(join(clone, 'gv'), verify, user))).toMatch(/^VALID/);
});

test('smoke and judge work', async () => {
  await succeed(gv(['smoke', '--out', 'smoked']));
  const har = projectFile('fixtures/recordings/examples/playwright-healthy.har');
  expect(await succeed(gv(['judge', har, '--out', 'judged']))).toContain('judged/index.html');
});

test('traffic runs in k6, or says that k6 is missing', async () => {
  const k6 = await findK6({});
  const settings = { GV_LOAD_DURATION: '3' };
  if ('path' in k6)
    expect(await succeed(gv(['traffic'], { ...settings, GV_K6: k6.path }))).toContain('all met');
  else
    expect(await gv(['traffic'], { ...settings, GV_K6: join(root, 'none') })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('install k6'),
    });
});

test('commands and faults of a clone are refused', async () => {
  expect(await gv(['matrix'])).toMatchObject({ code: 3, stdout: '' });
  const faulty = await gv(['reference', '--fault', 'auth-missing-key-text-full-stop']);
  expect(faulty).toMatchObject({ code: 3, stderr: expect.stringContaining('a clone') });
});

test('every documented export can be imported', async () => {
  const har = projectFile('fixtures/recordings/examples/mitmproxy-faulty.har');
  const code = `
    import { readFileSync } from 'node:fs';
    import { resultSchema } from '${name}/result';
    import { judgeRecording } from '${name}/judge';
    import { startReference } from '${name}/reference';
    import { createClient } from '${name}/client';
    import suite from '${name}/playwright';
    const read = file => JSON.parse(readFileSync(new URL(import.meta.resolve('${name}/' + file))));
    const { baseUrl, settings, close } = await startReference();
    const wallets = await createClient({ baseUrl, apiKey: settings.GV_API_KEY }).wallets();
    await close();
    const failed = async har =>
      (await judgeRecording(har)).outcomes.filter(each => each.verdict === 'failed').length;
    console.log(JSON.stringify([
      wallets.length > 0,
      await failed(${JSON.stringify(har)}) > 0,
      await failed(JSON.parse(readFileSync(${JSON.stringify(har)}))) > 0,
      suite.projects.map(each => each.name),
      read('openapi.json').openapi,
      read('result.schema.json').title === resultSchema.title,
    ]));`;
  writeFileSync(join(user, 'entries.mjs'), code);
  const printed = await succeed(inFolder('node', ['entries.mjs'], user));
  expect(JSON.parse(printed)).toEqual([true, true, true, ['contract', 'load'], '3.1.0', true]);
});

test('a Playwright configuration can extend the configuration of the package', async () => {
  writeFileSync(
    join(user, 'playwright.config.ts'),
    `import { defineConfig } from '@playwright/test';
     import suite from '${name}/playwright';
     export default defineConfig(suite, { reporter: 'list' });`,
  );
  const listed = await succeed(inFolder('npx', ['playwright', 'test', '--list'], user));
  expect(listed).toMatch(/\[contract\] › contract\.spec\.js:\d+:\d+ › auth\.missing-key /);
  expect(listed).toMatch(/\[load\] › contract\.spec\.js/);
});

test('a program of the user can use the types', async () => {
  const types = join(user, 'types');
  mkdirSync(types);
  writeFileSync(
    join(types, 'user.mts'),
    `import type { ConformanceResult } from '${name}/result';
     import { judgeRecording } from '${name}/judge';
     import { startReference, type Reference } from '${name}/reference';
     import { createClient } from '${name}/client';
     import type { BrowsedProduct, CreatedOrder, ListedOrder, Wallet } from '${name}/contract';
     import suite from '${name}/playwright';
     export const verdictOf = ({ verdict }: ConformanceResult): string => verdict;
     const reference: Reference = await startReference({ asyncDelayMs: 1 });
     const client = createClient({ baseUrl: reference.baseUrl, apiKey: '' });
     export type Others = BrowsedProduct | CreatedOrder | ListedOrder;
     export const wallets: Wallet[] = await client.wallets();
     export const verdicts: string[] = (await judgeRecording({})).outcomes.map(each => each.verdict);
     // @ts-expect-error -- it is a number
     export const workers: boolean = suite.workers;`,
  );
  const [, example = ''] =
    /^```ts\n(.*?)^```/ms.exec(readFileSync(projectFile('recipes/client/README.md'), 'utf8')) ?? [];
  expect(example).toContain(`'${name}/reference'`);
  writeFileSync(join(types, 'readme.mts'), example);
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2023'];
  options.push('--typeRoots', projectFile('node_modules/@types'), '--types', 'node');
  await succeed(
    inFolder(projectFile('node_modules/.bin/tsc'), [...options, 'user.mts', 'readme.mts'], types),
  );
});
