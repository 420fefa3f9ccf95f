/** One fault per area through the real command: the matrix judges in process. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { faults } from '../reference/faults/index.ts';
import { areaOf, requirementIds } from '../contract/statements.ts';
import { everythingAllowed, test, command } from '../fixtures/testing/spawned.ts';
import type { ReferenceOptions } from '../reference/types.ts';
import type { ConformanceResult } from '../schemas/records/result.ts';

/** Faults of one run. They leave each other alone: what one breaks, no other needs. */
const ofContract = [
  'service-status-content-type-application-javascript',
  'format-last-order-id-empty',
  'auth-altered-key-text-full-stop',
  'isolation-order-request-shown-to-others',
  'catalog-browse-shows-all-countries',
  'catalog-search-shows-another-currency',
  'catalog-sort-desc-ignored-on-products',
  'field-ledger-pagination-limit-dropped',
  'orders-accepted-with-200',
  'orders-made-not-listed',
  'buying-below-minimum',
  'field-wallet-balance-of-another-type',
  'automation-actions-in-capitals',
  'field-status-business-id-dropped',
  'vouchers-in-dollars-refused',
  'bulk-campaign-of-101-accepted',
  'transactions-dates-of-anything',
  'balance-always-in-pounds',
  'tools-description-missing-on-teenager',
  'webhooks-foreign-404-on-remove-webhook',
  'errors-bad-query-under-message',
];
const ofLimiters = ['limits-refuse-in-html-on-webhooks'];

const named = (ids: readonly string[]) =>
  ids.map(id => {
    const fault = faults.find(each => each.id === id);
    if (!fault) throw new Error(`there is no fault ${id}`);
    return fault;
  });

test('every area has a fault here', () => {
  const areas = new Set(requirementIds.map(areaOf));
  const broken = named([...ofContract, ...ofLimiters]).map(({ breaks }) => areaOf(breaks));
  expect(broken.toSorted()).toEqual([...areas].toSorted());
});

for (const [project, ids] of Object.entries({ contract: ofContract, load: ofLimiters }))
  test(`${project}: each fault is seen, and the command ends with 1`, async ({
    reference,
    conformance,
  }) => {
    const planted = named(ids);
    const { settings } = await reference({ patches: planted.map(({ patch }) => patch) });
    const { code, result } = await conformance(
      // One limiter shows it, and each costs its windows.
      { ...settings, ...everythingAllowed, GV_PROBE: 'webhooks' },
      `--project=${project}`,
      ...(project === 'load' ? ['--grep=limits\\.'] : []),
    );
    const failed = result?.requirements.filter(({ verdict }) => verdict === 'failed');
    expect(failed?.map(({ id }) => id)).toEqual(
      expect.arrayContaining(planted.map(({ breaks }) => breaks)),
    );
    expect(result?.verdict).toBe('non-conformant');
    expect(code).toBe(1);
  });

// A night sees the faults that reads can show, within its 60 requests.

/** A fault, and a requirement that turns red. */
const seen = {
  'auth-unknown-key-text-full-stop': 'auth.unknown-key',
  'auth-altered-key-admitted-on-ledger': 'auth.altered-key',
  'auth-key-compared-by-its-start': 'auth.altered-key',
  'catalog-category-ignored': 'search.category',
  'catalog-merchant-ignored': 'search.merchant',
  'catalog-sort-desc-ignored-on-products': 'sorting.order',
  'catalog-filters-merchants-of-all-countries': 'catalog.filters-merchants',
  'paging-page-two-is-page-one-on-search': 'paging.no-overlap',
  'paging-page-two-is-page-one-on-ledger': 'paging.no-overlap',
  'paging-limit-ignored-on-ledger': 'paging.limit',
  'paging-limit-ignored-on-orders': 'paging.limit',
  'paging-first-item-of-page-two-lost-on-products': 'paging.no-loss',
  'wallet-ledger-currency-ignored': 'wallet.ledger-currency',
  'tools-only-those-for-persons': 'tools.listed',
};

test('smoke turns red for what reads can show, and never sends more than it may', async ({
  cwd,
  reference,
}) => {
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
    const result = JSON.parse(
      readFileSync(join(out, 'conformance.json'), 'utf8'),
    ) as ConformanceResult;
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
      expect(red, id).toContain(requirement);
      expect(code, id).toBe(1);
    }),
  );
});
