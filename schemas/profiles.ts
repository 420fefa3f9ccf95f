/** The profiles of a run: which requirements each runs, and which it requires to be exercised. */
import { type RequirementId, type StatementId } from '../contract/statements.ts';

export const profiles = ['gate', 'certify', 'smoke'] as const;
export type Profile = (typeof profiles)[number];

/** Requirements that a nightly run against production checks: few reads, each of which serves several of them. */
const smoke: readonly RequirementId[] = [
  'service.routes',
  'format.timestamps',
  'auth.missing-key',
  'catalog.product-fields',
  'catalog.redemption',
  'catalog.country-code',
  'catalog.price-range',
  'catalog.denominations',
  'catalog.allowed-countries',
  'catalog.filter-fields',
  'catalog.filters-distinct',
  'paging.fields',
  'orders.fields',
  'wallet.fields',
  'wallet.one-per-currency',
  'wallet.transaction-fields',
  'wallet.ledger-fields',
  'wallet.purchase-order',
  'status.fields',
  'status.no-wrapper',
];

/** Why a requirement was not exercised that the profile leaves out. */
export const notInProfile = (profile: string): string => `the profile ${profile} does not run it`;

/** True if a profile runs the check of a statement at all. */
export const runsIn = (profile: string, id: StatementId): boolean =>
  profile !== 'smoke' || smoke.some(each => each === id);

/** Requirements that a gate demands without a baseline: the key checks and the reads of catalog and wallet. */
const gate: readonly RequirementId[] = [
  'auth.missing-key',
  'auth.unknown-key',
  'auth.altered-key',
  'catalog.product-fields',
  'catalog.filter-fields',
  'wallet.fields',
];

/** Requirements that a run of this profile must exercise to be complete. */
export function demands(profile: string): readonly RequirementId[] {
  return profile === 'smoke' ? ['service.routes', 'catalog.product-fields', 'wallet.fields'] : gate;
}
