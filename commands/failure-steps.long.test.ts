/** Tests that the runner's own reports show request and response of a failure, and no key. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JSONReport, JSONReportSuite, JSONReportTestResult } from '@playwright/test/reporter';
import { expect } from '#test';
import { keySettings } from '../harness/config/keys.ts';
import { faults } from '../reference/faults/index.ts';
import { ended, everythingAllowed, gv, start, test } from '../fixtures/testing/spawned.ts';
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

const keysIn = (text: string, settings: Readonly<Record<string, string>>): string[] =>
  Object.values(keySettings).filter(name => text.includes(settings[name] ?? ''));

test('failed cases and their exchanges are steps of the test', async ({
  cwd,
  reference,
  conformance,
}) => {
  const { settings } = await reference({ patches: [stringBalance.patch, repeatsKey] });
  const file = join(cwd, 'report.json');
  const { out } = await conformance(
    { ...settings, ...everythingAllowed, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    '--grep=wallet.fields',
    '--add-reporter=json',
  );
  const { text, failed } = failuresIn(file);
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
  const run = async (...ids: readonly string[]) => {
    const file = join(cwd, 'report.json');
    const out = join(cwd, 'out');
    const own = { GV_OUT: out, GV_RECHECK_AFTER: '0', PLAYWRIGHT_JSON_OUTPUT_NAME: file };
    const args = ['conformance', '--add-reporter=json', ...ids];
    got = 0;
    const { code } = await ended(start(gv, args, { cwd, settings: { ...settings, ...own } }));
    return { code, got, ...failuresIn(file), result: readResult(join(out, 'conformance.json')) };
  };
  const ids = ['auth.missing-key', 'tools.fields', 'wallet.fields'];
  const { code, failed, unexpected, result, got: sent } = await run(...ids);
  expect(failed.map(({ workerIndex }) => workerIndex)).toEqual([0, 1]);
  expect(unexpected).toBe(2);
  expect(code).toBe(1);
  expect(sent).toBe(result.requests.sent);
  const ran = result.requirements.filter(({ cases }) => cases.length > 0);
  expect(Object.fromEntries(ran.map(({ id, verdict }) => [id, verdict]))).toEqual({
    'auth.missing-key': 'failed',
    'tools.fields': 'passed',
    'wallet.fields': 'failed',
  });
});
