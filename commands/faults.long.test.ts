/** Tests faults of limiters, and faults that a night can see, through the real command. The matrix judges in process. */
import { join } from 'node:path';
import { expect } from '#test';
import { faults } from '../reference/faults/index.ts';
import { everythingAllowed, test, command } from '../fixtures/testing/spawned.ts';
import type { ReferenceOptions } from '../reference/types.ts';
import { readResult } from '../reports/files.ts';

test('a faulty limiter ends the command with 1', async ({ reference, conformance }) => {
  const { patch, breaks } = faults.find(({ id }) => id === 'limits-refuse-in-html-on-webhooks')!;
  const { settings } = await reference({ patches: [patch] });
  const { code, result } = await conformance(
    // Probes one limiter, because each probe waits for its windows.
    { ...settings, ...everythingAllowed, GV_PROBE: 'webhooks' },
    '--project=load',
    '--grep=limits\\.',
  );
  const failed = result?.requirements.filter(({ verdict }) => verdict === 'failed');
  expect(failed?.map(({ id }) => id)).toContain(breaks);
  expect(result?.verdict).toBe('non-conformant');
  expect(code).toBe(1);
});

// These faults are seen by the 60 reads of a night.

/** Maps each fault to a requirement that it turns red. */
const seen = {
  'auth-missing-key-text-full-stop': 'auth.missing-key',
  'auth-key-compared-by-its-ends': 'auth.altered-key',
  'catalog-category-ignored': 'search.category',
  'catalog-sort-directions-swapped-on-products': 'sorting.order',
  'paging-page-two-is-page-one-on-search': 'paging.total',
  'paging-limit-ignored-on-ledger': 'paging.limit',
  'paging-first-item-of-page-two-lost-on-products': 'paging.limit',
  'wallet-ledger-currency-ignored': 'wallet.ledger-currency',
  'tools-only-those-for-persons': 'tools.listed',
};

test('smoke fails for faults that reads show, within 60 requests', async ({ cwd, reference }) => {
  test.setTimeout(600_000);
  const smoke = async (
    name: string,
    given: readonly string[] | undefined,
    options: ReferenceOptions,
  ) => {
    const { settings } = await reference(options);
    const known = Object.entries(settings).filter(([key]) => given?.includes(key) ?? true);
    const out = join(cwd, name);
    const { code } = await command('smoke', [], {
      cwd,
      settings: { ...Object.fromEntries(known), GV_OUT: out },
    });
    const result = readResult(join(out, 'conformance.json'));
    const red = result.requirements.filter(({ verdict }) => verdict === 'failed');
    expect(result.requests.sent, name).toBeLessThanOrEqual(60);
    return { code, red: red.map(({ id }) => id), result };
  };

  const [whole, few] = await Promise.all([
    smoke('all-settings', undefined, {}),
    smoke('key-alone', ['GV_BASE_URL', 'GV_API_KEY'], {}),
  ]);
  expect(whole).toMatchObject({ code: 0, red: [] });
  expect(few).toMatchObject({ code: 0, red: [] });
  const selected = whole.result.requirements.filter(
    ({ reason }) => reason !== 'the profile smoke does not run it',
  );
  expect(selected.filter(({ verdict }) => verdict === 'not-exercised')).toEqual([]);

  await Promise.all(
    Object.entries(seen).map(async ([id, requirement]) => {
      const fault = faults.find(each => each.id === id)!;
      const { patch, ...rest } = fault;
      const { code, red } = await smoke(id, undefined, { ...rest, patches: [patch] });
      expect.soft(red, id).toContain(requirement);
      expect.soft(code, id).toBe(1);
    }),
  );
});
