/** Tests that the runner's own reports show request and response of a failure, and no key. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JSONReport, JSONReportSuite, JSONReportTestResult } from '@playwright/test/reporter';
import { expect } from '#test';
import { keySettings } from '../harness/config/keys.ts';
import { faults } from '../reference/faults/index.ts';
import { ended, everythingAllowed, projectFile, start, test } from '../fixtures/testing/spawned.ts';
import { readResult } from '../reports/files.ts';
import { everythingIn } from '../fixtures/testing/left-files.ts';

interface Failures {
  /** Reads a report of the runner. */
  readonly text: string;
  readonly failed: readonly JSONReportTestResult[];
  readonly unexpected: number;
}

/** Reads what failed from a report of the runner's JSON reporter. */
function failuresIn(file: string): Failures {
  const text = readFileSync(file, 'utf8');
  const { suites, stats } = JSON.parse(text) as JSONReport;
  const resultsIn = ({ suites = [], specs }: JSONReportSuite): readonly JSONReportTestResult[] => [
    ...specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results)),
    ...suites.flatMap(resultsIn),
  ];
  const failed = suites.flatMap(resultsIn).filter(({ status }) => status === 'failed');
  return { text, failed, unexpected: stats.unexpected };
}

const stringBalance = faults.find(({ id }) => id === 'wallet-balance-as-text')!;
/** Repeats the key in the response that fails. */
const repeatsKey = {
  response(reply: { body: unknown }, { headers }: { headers: Record<string, unknown> }) {
    if (Array.isArray(reply.body))
      reply.body = (reply.body as object[]).map(each => ({ note: headers['x-api-key'], ...each }));
  },
};

/** Runs these checks with Playwright's command line, which can add its JSON reporter. */
async function runPlaywright(
  cwd: string,
  settings: Readonly<Record<string, string>>,
  ...ids: readonly string[]
) {
  const [file, out] = [join(cwd, 'report.json'), join(cwd, 'out')];
  const config = `--config=${projectFile('playwright.config.ts')}`;
  const args = ['test', config, '--add-reporter=json', `--grep=${ids.join('|')}`];
  const own = { GV_OUT: out, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const playwright = projectFile('node_modules/.bin/playwright');
  const { code } = await ended(start(playwright, args, { cwd, settings: { ...settings, ...own } }));
  return { code, out, ...failuresIn(file), result: readResult(join(out, 'conformance.json')) };
}

const keysIn = (text: string, settings: Readonly<Record<string, string>>): string[] =>
  Object.values(keySettings).filter(name => text.includes(settings[name] ?? ''));

test('failed cases and their exchanges are steps of the test', async ({ cwd, reference }) => {
  const { settings } = await reference({ patches: [stringBalance.patch, repeatsKey] });
  const used = { ...settings, ...everythingAllowed };
  const { text, failed, out } = await runPlaywright(cwd, used, 'wallet.fields');
  const [result] = failed;
  const check = result?.annotations.find(({ type }) => type === 'check');
  expect(check?.description).toMatch(/^contract\/wallet\/checks\.ts:\d+$/);
  expect(result?.steps?.map(({ title }) => title)).toEqual(['case balance']);
  const [step] = result?.steps ?? [];
  expect(step?.error?.message).toContain('balance: must be number');
  expect(step?.steps?.map(({ title }) => title)).toEqual([
    expect.stringMatching(/^GET \/wallet -> 200 in \d+ ms$/),
  ]);
  const bodies = (result?.attachments ?? [])
    .filter(({ name }) => name === 'exchange')
    .map(({ body = '' }) => Buffer.from(body, 'base64').toString());
  expect(bodies).toHaveLength(1);
  expect(bodies[0]).toContain("curl -i -X GET '");
  expect(bodies[0]).toContain('X-API-Key: ${GV_API_KEY}');
  expect(bodies[0]).toContain('"note":"${GV_API_KEY}"');
  expect(keysIn(text + bodies.join(), settings)).toEqual([]);
  const texts = [...everythingIn(out)];
  const html = texts.filter(([name]) => name.includes('html/index.html!'));
  expect(html.some(([, shown]) => /"GET \/wallet -> 200 in \d+ ms"/.test(shown))).toBe(true);
  for (const [name, shown] of texts) expect(keysIn(shown, settings), name).toEqual([]);
});

test('a check that fails costs a new worker, and no request', async ({ cwd, reference }) => {
  const missing = faults.find(({ id }) => id === 'auth-missing-key-text-full-stop')!;
  const patches = [stringBalance.patch, missing.patch];
  let got = 0;
  const { settings } = await reference({ patches, onRequest: () => got++ });
  const ids = ['auth.missing-key', 'tools.fields', 'wallet.fields'];
  const { code, failed, unexpected, result } = await runPlaywright(cwd, settings, ...ids);
  expect(failed.map(({ workerIndex }) => workerIndex)).toEqual([0, 1]);
  expect(unexpected).toBe(2);
  expect(code).toBe(1);
  expect(got).toBe(result.requests.sent);
  const ran = result.requirements.filter(({ cases }) => cases.length > 0);
  expect(Object.fromEntries(ran.map(({ id, verdict }) => [id, verdict]))).toEqual({
    'auth.missing-key': 'failed',
    'tools.fields': 'passed',
    'wallet.fields': 'failed',
  });
});
