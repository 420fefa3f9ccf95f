/** Tests runs with an address and one or two keys. Everything else is discovered, or named as missing. */
import { join } from 'node:path';
import { expect } from '#test';
import { systemClock } from '../harness/client/clock.ts';
import { accountsIn } from '../harness/client/ledger/accounts.ts';
import { mayBeDiscovered } from '../harness/config/needs.ts';
import { test } from '../fixtures/testing/spawned.ts';
import { statements, type StatementId } from '../contract/statements.ts';

const needsOf = (id: string) => statements[id as StatementId].needs ?? [];

const allowed = { GV_ALLOW: 'write,spend', GV_MAX_SPEND: '500 GBP', GV_MAX_RPS: '1000' };

test('a run with one key sends only GETs, and its gaps name remedies', async ({
  reference,
  conformance,
}) => {
  const methods = new Set<string>();
  const { settings } = await reference({ onRequest: ({ method }) => methods.add(method) });
  const { GV_BASE_URL = '', GV_API_KEY = '' } = settings;
  const run = await conformance({ GV_BASE_URL, GV_API_KEY, GV_MAX_RPS: '1000' });
  expect(run.code, run.stdout).toBe(0);
  expect([...methods]).toEqual(['GET']);
  const gaps = (run.result?.requirements ?? []).filter(each => each.verdict === 'not-exercised');
  expect(gaps.length).toBeGreaterThan(50);
  for (const { id, reason } of gaps)
    // A gap without needs in the catalogue depends on the responses of the target.
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

/** Returns the pounds that runs sent, from the ledger of a folder. */
const sentIn = (folder: string): number =>
  accountsIn(join(folder, 'state', 'gift-voucher-conformance'), systemClock).reduce(
    (sum, { sent }) => sum + (sent['GBP'] ?? 0),
    0,
  );

test('a run with an address and two keys discovers the rest, for the money that its plan states', async ({
  reference,
  conformance,
  cwd,
}) => {
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
  // Other requirements need other keys, countries, a failed order request, a synchronous target, or `exhaust`.
  expect(exercised.length).toBeGreaterThanOrEqual(111);
  const { GBP: stated = 0 } = run.result?.plan?.costs.money ?? {};
  expect(Math.abs(sentIn(cwd) - stated)).toBeLessThan(0.1 * stated);
  expect(run.result?.discovered.filter(({ value }) => value === undefined)).toEqual([]);
  expect(run.result?.doubts).toEqual([]);
  expect(webhooks).toBe(0);
});
