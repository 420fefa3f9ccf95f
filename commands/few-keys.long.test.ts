/** Few keys are set: one, which may serve for both, or two and nothing else. What is missing is found out, or named. */
import { expect } from '#test';
import { mayBeDiscovered } from '../fixtures/config/needs.ts';
import { countedBy, test, type Run } from '../fixtures/testing/spawned.ts';
import { everythingIn } from '../fixtures/testing/left-files.ts';
import { judgeAgain } from './replay.ts';
import { oneKey } from '../reference/variants/not-set.ts';
import { statements, type StatementId, areaOf } from '../contract/statements.ts';
import { loadTarget } from '../fixtures/config/load-target.ts';
import { fundsOf, planOf } from './doctor-plan.ts';
import { rehearse } from './doctor-rehearsal.ts';

const needsOf = (id: string) => statements[id as StatementId].needs ?? [];

const allowed = { GV_ALLOW: 'write,spend', GV_MAX_SPEND: '500 GBP', GV_MAX_RPS: '1000' };

const count = ({ result }: Run, verdict: string): number =>
  (result?.requirements ?? []).filter(each => each.verdict === verdict).length;
const isWrong = ({ verdict }: { verdict: string }) => ['failed', 'error'].includes(verdict);

const directions = [
  {
    name: 'GV_AUTOMATION_KEY',
    other: 'GV_API_KEY',
    serving: 'automation-key-alone',
    refused: 'automation-key-alone-invalid-on-business-routes',
    shown: [147, 34],
  },
  {
    name: 'GV_API_KEY',
    other: 'GV_AUTOMATION_KEY',
    serving: 'business-key-alone-with-permission',
    refused: 'business-key-alone-without-permission',
    shown: [147, 92],
  },
] as const;

for (const { name, other, serving, refused, shown } of directions)
  test(`${name} alone shows ${shown[0]}, or ${shown[1]}`, async ({ reference, conformance }) => {
    const run = async (id: string) => {
      const patches = oneKey.find(each => each.id === id)?.patches ?? [];
      const { settings } = await reference({ patches: [...patches] });
      const { GV_BASE_URL = '', [name]: key = '' } = settings;
      const ended = await conformance(
        { GV_BASE_URL, [name]: key, ...allowed },
        '--project=contract',
      );
      expect(ended.result?.requirements.filter(isWrong), ended.stdout).toEqual([]);
      expect(ended.result && (await judgeAgain(ended.result))).toEqual([]);
      const texts = everythingIn(ended.out).set('stdout', ended.stdout);
      expect([...texts].filter(([, text]) => text.includes(key)).map(([file]) => file)).toEqual([]);
      return ended;
    };
    const [both, one] = [await run(serving), await run(refused)];
    expect([count(both, 'passed'), count(one, 'passed')]).toEqual(shown);
    const found = ({ result }: Run) => result?.discovered.find(each => each.name === other);
    expect(found(both)?.value).toBe(`\${${name}}`);
    expect(both.stdout).toContain(`${other}=\${${name}}`);
    expect(found(one)).not.toHaveProperty('value');
    const gaps = one.result?.requirements.map(({ reason }) => reason ?? '') ?? [];
    expect(gaps.some(reason => reason.startsWith(`${other} is not set: `))).toBe(true);
  });

test('a key alone: nothing but GETs, gaps with remedies', async ({ reference, conformance }) => {
  const methods = new Set<string>();
  const { settings } = await reference({ onRequest: ({ method }) => methods.add(method) });
  const { GV_BASE_URL = '', GV_API_KEY = '' } = settings;
  const run = await conformance({ GV_BASE_URL, GV_API_KEY, GV_MAX_RPS: '1000' });
  expect(run.code, run.stdout).toBe(0);
  expect([...methods]).toEqual(['GET']);
  const gaps = (run.result?.requirements ?? []).filter(each => each.verdict === 'not-exercised');
  expect(gaps.length).toBeGreaterThan(50);
  for (const { id, reason } of gaps)
    // Without needs in the catalogue it depends on the target's responses.
    if (needsOf(id).length > 0) expect(reason, id).toMatch(/GV_[A-Z]+/);
    else expect(reason, id).toBeTruthy();
  for (const { id, verdict } of run.result?.requirements ?? [])
    if (needsOf(id).some(need => !mayBeDiscovered(need))) expect(verdict, id).toBe('not-exercised');
  const found = run.result?.discovered.filter(({ value }) => value !== undefined) ?? [];
  expect(found.map(({ name }) => name).toSorted()).toEqual([
    'GV_LEDGER_CURRENCY_PARAM',
    'GV_ORDER_REQUEST_INVALID',
    'GV_ORDER_UNKNOWN',
    'GV_SEARCH_LIMIT_PARAM',
    'GV_SEARCH_NUMBER_PARAMS',
    'GV_SEARCH_PAGE_PARAM',
    'GV_SORT_BY',
  ]);
});

test('an address and two keys: the rest is found out', async ({ reference, conformance }) => {
  let webhooks = 0;
  const { settings } = await reference({
    onRequest: ({ method, url, status }) => {
      if (!url.includes('/webhooks') || status >= 300) return;
      if (method === 'POST') webhooks++;
      if (method === 'DELETE') webhooks--;
    },
  });
  const { GV_BASE_URL = '', GV_API_KEY = '', GV_AUTOMATION_KEY = '' } = settings;
  const few = { GV_BASE_URL, GV_API_KEY, GV_AUTOMATION_KEY };
  const run = await conformance({ ...few, ...allowed }, '--project=contract');
  expect(run.code, run.stdout).toBe(0);
  const requirements = run.result?.requirements ?? [];
  const exercised = requirements.filter(({ verdict }) => verdict === 'passed');
  // The rest needs other keys, countries, a request that failed, a target that is synchronous, or `exhaust`.
  expect(exercised.length).toBeGreaterThanOrEqual(111);
  expect(run.result?.spend['GBP']).toBeLessThanOrEqual(500);
  expect(run.result?.discovered.filter(({ value }) => value === undefined)).toEqual([]);
  expect(run.result?.doubts).toEqual([]);
  expect(run.stdout).toContain('Found out in place of settings that are not there:');
  expect(webhooks).toBe(0);
});

// A plan predicts what a run with the same settings exercises, on the reference that it was rehearsed on.

test('a plan predicts what the run shows and sends', async ({ reference, conformance, cwd }) => {
  const { settings } = await reference();
  const names = ['GV_BASE_URL', 'GV_API_KEY', 'GV_AUTOMATION_KEY', 'GV_KEY_OTHER_ACCOUNT'];
  const env = {
    ...Object.fromEntries(names.map(name => [name, settings[name] ?? ''])),
    GV_ALLOW: 'spend',
    GV_MAX_SPEND: '400 GBP',
    GV_MAX_RPS: '1000',
  };
  const target = loadTarget({ ...env, GV_STATE: cwd, GV_OUT: cwd }, undefined);
  const plan = planOf(target, fundsOf(target).room, await rehearse(target));
  const { result, stdout } = await conformance(env, '--project=contract');
  const exercised = (result?.requirements ?? [])
    .filter(({ verdict, id }) => verdict !== 'not-exercised' && areaOf(id) !== 'limits')
    .map(({ id }) => id);
  const planned = plan.exercised.filter(id => areaOf(id as never) !== 'limits');
  expect(planned, stdout).toEqual(exercised);
  // Polls of what is queued differ in number with the pace of the machine: they are what no limiter counts.
  for (const name of ['catalog', 'webhooks', 'wallet'] as const) {
    const sent = countedBy(name, result);
    expect(sent, name).toBeGreaterThan(0);
    // Lists grow, and balances are read again, when what others buy is paid for in between.
    expect(Math.abs(plan.requests.byLimiter[name] - sent), name).toBeLessThanOrEqual(sent / 4);
  }
  expect(plan.spend['GBP']).toBe(result?.spend['GBP']);
});
