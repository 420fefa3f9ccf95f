/** One fault per area through the real command: the matrix judges in process. */
import { expect } from '#test';
import { ownK6 } from '../../load/k6/testing.ts';
import { faults } from '../../fixtures/reference/faults/index.ts';
import { areaOf, requirementIds } from '../../schemas/requirements/index.ts';
import { everythingAllowed, test } from '../../fixtures/testing/spawned.ts';

const faultOf: Readonly<Record<string, string>> = {
  service: 'service-status-content-type-application-javascript',
  format: 'format-last-order-id-empty',
  auth: 'auth-altered-key-text',
  isolation: 'isolation-order-request-shown-to-others',
  catalog: 'catalog-browse-shows-all-countries',
  search: 'catalog-search-shows-another-currency',
  sorting: 'catalog-sort-desc-ignored-on-products',
  paging: 'paging-limit-missing-on-ledger',
  orders: 'orders-accepted-with-200',
  'orders-made': 'orders-made-not-listed',
  buying: 'buying-below-minimum',
  wallet: 'wallet-balance-a-string',
  automation: 'automation-actions-in-capitals',
  status: 'status-business-missing',
  vouchers: 'vouchers-in-dollars-refused',
  'vouchers-bulk': 'bulk-campaign-of-101-accepted',
  transactions: 'transactions-dates-of-anything',
  balance: 'balance-always-in-pounds',
  tools: 'tools-description-missing-on-teenager',
  webhooks: 'webhooks-foreign-404',
  errors: 'errors-bad-query-under-message',
  limits: 'limits-refuse-in-html-on-webhooks',
};

test('every area has a fault here', () => {
  const areas = new Set(requirementIds.map(areaOf));
  expect(Object.keys(faultOf).toSorted()).toEqual([...areas].toSorted());
});

for (const [area, id] of Object.entries(faultOf))
  test(`${area}: ${id} ends the command with 1`, async ({ reference, conformance }) => {
    const probes = area === 'limits';
    const k6 = probes ? await ownK6() : undefined;
    const fault = faults.find(each => each.id === id);
    if (!fault) throw new Error(`there is no fault ${id}`);
    const { settings } = await reference({ patches: [fault.patch], asyncDelayMs: 20 });
    const { code, result } = await conformance(
      { ...settings, ...everythingAllowed, ...(k6 === undefined ? {} : { GV_K6: k6 }) },
      `--project=${probes ? 'load' : 'contract'}`,
      `--grep=${area}\\.`,
    );
    expect(areaOf(fault.breaks)).toBe(area);
    expect(result?.requirements.find(each => each.id === fault.breaks)?.verdict).toBe('failed');
    expect(result?.verdict).toBe('non-conformant');
    expect(code).toBe(1);
  });
