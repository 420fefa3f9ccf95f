import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { command, projectFile, test, type Run } from '../fixtures/testing/spawned.ts';
import { everythingIn } from '../fixtures/testing/left-files.ts';
import { readResult } from '../reports/files.ts';

const example = (name: string) => projectFile(`fixtures/recordings/examples/${name}.har`);

async function judge(
  cwd: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<Run> {
  const out = join(cwd, 'judged');
  const run = await command('judge', args, { cwd, settings: { GV_OUT: out, ...settings } });
  const file = join(out, 'conformance.json');
  return { ...run, out, result: existsSync(file) ? readResult(file) : undefined };
}

const idsOf = ({ result }: Run, ...verdicts: readonly string[]) =>
  (result?.requirements ?? [])
    .filter(({ verdict }) => verdicts.includes(verdict))
    .map(({ id }) => id)
    .toSorted();

test('a recording of a healthy target ends with 0', async ({ cwd }) => {
  const run = await judge(cwd, [example('playwright-healthy')]);
  expect(run.code, run.stdout + run.stderr).toBe(0);
  expect(idsOf(run, 'failed', 'error')).toEqual([]);
  expect(idsOf(run, 'passed').length).toBeGreaterThan(35);
  expect(run.result?.requests.sent).toBe(0);
  expect(run.result?.recording).toMatchObject({ entries: 15, judged: 14 });
  expect(run.stdout).toContain('written by Playwright 1.65.1');
  expect(run.stdout).toMatch(/^PASSED {2}\d+ of \d+ requirements shown/m);
  expect(run.stdout).toContain('target: http://127.0.0.1:4010/gateway/v2, in ');
});

const broken = [
  'auth.missing-key',
  'balance.currency',
  'catalog.product-fields',
  'errors.business',
  'format.timestamps',
  'orders.request-id',
  'service.json',
  'status.fields',
  // The details of the tool are not JSON.
  'tools.fields',
  'tools.name',
  'wallet.fields',
];
for (const name of ['mitmproxy-faulty', 'chromium-faulty'])
  test(`a recording of a faulty target by ${name} ends with 1, and names the failed requirements`, async ({
    cwd,
  }) => {
    const run = await judge(cwd, [example(name)]);
    expect(run.code, run.stdout + run.stderr).toBe(1);
    expect(idsOf(run, 'failed', 'error')).toEqual(broken);
    for (const id of broken) expect(run.stdout).toContain(`failed ${id} (§`);
  });

const canary = (name: string) => `canary-${name}-7f3a`;

test('judge writes and prints no secret of the recording', async ({ cwd }) => {
  const har = JSON.parse(readFileSync(example('mitmproxy-faulty'), 'utf8')) as {
    log: { entries: { request: Message; response: Message & { content: { text: string } } }[] };
  };
  interface Message {
    headers: { name: string; value: string }[];
  }
  for (const { request, response } of har.log.entries) {
    request.headers = request.headers.map(({ name, value }) =>
      name === 'X-API-Key' ? { name, value: canary('key') } : { name, value },
    );
    request.headers.push({ name: 'Cookie', value: `sid=${canary('cookie')}` });
    request.headers.push({ name: 'Authorization', value: `Bearer ${canary('bearer')}` });
    response.headers.push({ name: 'Set-Cookie', value: `sid=${canary('set')}; Path=/` });
    const echoes = ['key', 'cookie', 'bearer', 'set'].map(canary).join(' ');
    response.content.text = response.content.text
      .replace(/"(message|error|description)":"/, `"$1":"${echoes}`)
      .replaceAll(/"(voucherCode|recipientEmail|recipientName)":"/g, '"$1":"CANARY');
  }
  const file = join(cwd, 'a.har');
  writeFileSync(file, JSON.stringify(har));
  const run = await judge(cwd, [file], { GV_API_KEY: canary('key') });
  expect(run.code, run.stderr).toBe(1);
  const texts = everythingIn(run.out).set('stdout', run.stdout).set('stderr', run.stderr);
  expect([...texts.keys()].some(name => name.endsWith('exchanges.jsonl'))).toBe(true);
  for (const [name, text] of texts) expect(text, name).not.toMatch(/canary/i);
  expect(run.stdout).toContain('${GV_API_KEY}');
});

test('the written exchanges can be judged again, with the same verdicts', async ({ cwd }) => {
  const first = await judge(cwd, [example('mitmproxy-faulty')]);
  copyFileSync(join(first.out, 'exchanges.jsonl'), join(cwd, 'exchanges.jsonl'));
  const again = await judge(cwd, [join(cwd, 'exchanges.jsonl')]);
  expect(again.code).toBe(1);
  expect(idsOf(again, 'passed')).toEqual(idsOf(first, 'passed'));
  expect(idsOf(again, 'failed')).toEqual(broken);
  expect(again.result?.target.baseUrl).toBe('http://127.0.0.1:4011/gateway/v2');
});

test('a recording of another API ends with 2', async ({ cwd }) => {
  const run = await judge(cwd, [example('playwright-healthy'), '--base-url=https://other.example']);
  expect(run.code).toBe(2);
  expect(run.result?.verdict).toBe('incomplete');
  expect(run.result?.reasons).toEqual(['nothing in the recording could be judged']);
  expect(run.stdout).toContain('of another base address');
});
