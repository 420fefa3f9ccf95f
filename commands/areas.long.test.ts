/** One fault per area through the real command: the matrix judges in process. */
import { expect } from '#test';
import { faults } from '../reference/faults/index.ts';
import { areaOf, requirementIds } from '../contract/statements.ts';
import { everythingAllowed, test } from '../fixtures/testing/spawned.ts';

/** Faults of one run. They leave each other alone: what one breaks, no other needs. */
const ofContract = [
  'service-status-content-type-application-javascript',
  'format-last-order-id-empty',
  'auth-altered-key-text',
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
  'webhooks-foreign-404',
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
