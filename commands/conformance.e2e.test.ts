import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { faults } from '../reference/faults/index.ts';
import type { Patch } from '../reference/types.ts';
import { keySettings } from '../harness/config/keys.ts';
import { resultSchema } from '../schemas/records/result.ts';
import { problemIn } from '../harness/output/files.ts';
import { areaOf, requirementIds, statements } from '../contract/statements.ts';
import {
  everythingAllowed,
  projectFile,
  ended,
  start,
  test,
  countedBy,
  type Run,
} from '../fixtures/testing/spawned.ts';
import { everythingIn } from '../fixtures/testing/left-files.ts';

/** Expects that no written file and no output contains a key, in any form. */
function expectNoKeys({ out, stdout, stderr }: Run, settings: Readonly<Record<string, string>>) {
  const texts = everythingIn(out).set('stdout', stdout).set('stderr', stderr);
  const inReport = [...texts].filter(([file]) => file.includes('index.html!'));
  expect(inReport.some(([, text]) => text.includes('wallet.fields'))).toBe(true);
  for (const name of Object.values(keySettings)) {
    const key = settings[name] ?? '';
    expect(key, name).toMatch(/.{8}/);
    const bytes = Buffer.from(key);
    const encoded = (['base64', 'base64url', 'hex'] as const).map(each => bytes.toString(each));
    for (const form of [key, ...encoded, encoded[0]!.replaceAll('=', '')])
      expect([...texts].filter(([, text]) => text.includes(form)).map(([file]) => file)).toEqual(
        [],
      );
  }
}

test('a run below a prefix exercises every area, is cheap, and writes no key', async ({
  reference,
  conformance,
}) => {
  const { settings } = await reference({ prefix: '/gateway/v2' });
  const run = await conformance({ ...settings, ...everythingAllowed }, '--project=contract');
  expect(run.code, run.stdout).toBe(0);
  const { result } = run;
  const areasShown = (result?.requirements ?? []).flatMap(({ id, verdict }) =>
    verdict === 'passed' ? [areaOf(id)] : [],
  );
  // The other project probes the limiters.
  expect([...new Set([...areasShown, 'limits'])].toSorted()).toEqual(
    [...new Set(requirementIds.map(areaOf))].toSorted(),
  );
  expect(result?.target).toMatchObject({
    baseUrl: settings['GV_BASE_URL'],
    origin: 'configured',
  });
  expect(problemIn(result, resultSchema)).toBeUndefined();
  expectNoKeys(run, settings);
  expectCheap(run);
  expect(statSync(join(run.out, 'index.html')).size).toBeLessThan(2_000_000);
});

/** Expects no more requests than a gate may cost, excluding the payloads at bounds. */
function expectCheap({ result }: Run) {
  const { sent = 0, generated = 0 } = result?.requests ?? {};
  expect(sent - generated).toBeGreaterThan(100);
  expect(sent - generated).toBeLessThanOrEqual(560);
  for (const name of ['catalog', 'webhooks', 'wallet'] as const) {
    const sum = countedBy(name, result);
    expect(sum, name).toBeGreaterThan(0);
    expect(sum, name).toBeLessThanOrEqual(110);
  }
}

/** Repeats the key in the list that fails. */
const repeatsKey: Patch = {
  response(reply, { headers }) {
    if (Array.isArray(reply.body))
      reply.body = (reply.body as object[]).map(each => ({ note: headers['x-api-key'], ...each }));
  },
};

const judgedIn = ({ result }: Run) =>
  (result?.requirements ?? []).filter(({ cases }) => cases.length > 0);

test('a failure ends with 1, shows its exchange, and costs no request', async ({
  reference,
  conformance,
}) => {
  const patches = ['wallet-balance-as-text', 'auth-missing-key-text-full-stop'].map(
    id => faults.find(each => each.id === id)!.patch,
  );
  let got = 0;
  const { settings, baseUrl } = await reference({
    patches: [...patches, repeatsKey],
    onRequest: () => got++,
  });
  const given = { ...settings, GV_MAX_RPS: '1000' };
  const run = await conformance(given, 'auth.missing-key', 'tools.fields', 'wallet.fields');
  expect(run.code).toBe(1);
  expect(Object.fromEntries(judgedIn(run).map(({ id, verdict }) => [id, verdict]))).toEqual({
    'auth.missing-key': 'failed',
    'tools.fields': 'passed',
    'wallet.fields': 'failed',
  });
  // A failed check costs a new worker of the runner, which repeats nothing.
  expect(got).toBe(run.result?.requests.sent);

  const { anchor, text } = statements['wallet.fields'];
  const shown = run.stdout.slice(run.stdout.indexOf('failed wallet.fields'));
  expect(shown).toContain(`failed wallet.fields (${anchor}) ${text}\n`);
  expect(shown).toMatch(/^ {2}case balance$/m);
  expect(shown).toMatch(/^ {4}expected: .*balance: must be number/m);
  expect(shown).toMatch(/^ {4}actual: +.*balance is /m);
  expect(shown).toContain(`curl -i -X GET '${baseUrl}/api/v1/business/wallet'`);
  expect(shown).toContain('-H "X-API-Key: ${GV_API_KEY}"');
  // The report of the runner has the failed cases.
  const report = [...everythingIn(run.out)]
    .filter(([file]) => file.includes('html/index.html!'))
    .map(([, each]) => each)
    .join('\n');
  for (const part of ['case balance', 'must be number', '"contract/wallet"'])
    expect(report).toContain(part);
  expectNoKeys(run, settings);
});

test('many failures are five failed tests, the page comes first, and --last-failed repeats all of them', async ({
  reference,
  conformance,
}) => {
  const response: Patch['response'] = reply => {
    if (reply.status >= 400) reply.body = { message: 'no' };
  };
  const { settings } = await reference({ patches: [{ response }] });
  const given = { ...settings, GV_MAX_RPS: '1000' };
  const run = await conformance(given, 'auth', 'errors', 'isolation');
  expect(run.code).toBe(1);
  const failed = judgedIn(run).filter(({ verdict }) => verdict === 'failed');
  expect(failed.length).toBeGreaterThan(10);
  expect(run.stderr).toMatch(/^\d+ failed tests still to be reported to Playwright/m);
  const last = readFileSync(join(run.out, 'artifacts', '.last-run.json'), 'utf8');
  expect((JSON.parse(last) as { failedTests: unknown[] }).failedTests).toHaveLength(5);
  const writtenAt = (file: string) => statSync(join(run.out, file)).mtimeMs;
  expect(writtenAt('index.html')).toBeLessThan(writtenAt('html/index.html'));

  const again = await conformance({ ...given, GV_OUT: run.out }, '--last-failed', '--list');
  for (const { id } of failed) expect(again.stdout).toContain(`${id} `);
  expect(again.stdout).toContain(`planned: ${failed.length} requirements`);
});

test('one id runs alone, changes no foreign folder, and leaves no module in the temporary directory', async ({
  cwd,
  conformance,
}) => {
  const [theirs, TMPDIR] = [join(cwd, 'theirs'), join(cwd, 'tmp')];
  for (const folder of [theirs, TMPDIR]) mkdirSync(folder);
  writeFileSync(join(theirs, 'report.txt'), 'keep');
  const settings = { PLAYWRIGHT_HTML_OUTPUT_DIR: theirs, TMPDIR };
  const run = await conformance(settings, '--grep=auth.missing-key');
  const { code, result, out } = run;
  const ran = judgedIn(run).map(({ id, verdict }) => [id, verdict]);
  expect(ran).toEqual([['auth.missing-key', 'passed']]);
  expect([result?.verdict, code]).toEqual(['passed', 0]);
  expect(readdirSync(theirs)).toEqual(['report.txt']);
  expect(readdirSync(out)).toContain('html');
  const modules = /^(tsx|playwright-transform-cache)/;
  expect(readdirSync(TMPDIR).filter(name => modules.test(name))).toEqual([]);
});

test('--list names the checks, and keeps the result of the last run', async ({ cwd }) => {
  const out = mkdtempSync(join(cwd, 'out-'));
  const kept = join(out, 'conformance.json');
  writeFileSync(kept, 'kept');
  const config = `--config=${projectFile('playwright.config.ts')}`;
  const args = ['test', '--list', config, '--grep=auth.missing-key'];
  const child = start(projectFile('node_modules/.bin/playwright'), args, {
    cwd,
    settings: { GV_OUT: out },
  });
  const { code, stdout } = await ended(child);
  expect(stdout).toMatch(/\[contract\] › contract\.spec\.ts:\d+:\d+ › auth\.missing-key /);
  expect(stdout).toContain('Total: 1 test in 1 file');
  expect(code).toBe(0);
  expect(readFileSync(kept, 'utf8')).toBe('kept');
  // The next run would refuse a folder with other files.
  expect(readdirSync(out)).toEqual(['conformance.json']);
});
