/** The profiles of a run: which requirements each runs, and which it requires to be exercised. */
import { type RequirementId, type StatementId } from '../contract/statements.ts';
import type { CaseAbout, CaseResult } from './records/result.ts';
import { route, type Route } from './routes.ts';

export const profiles = ['gate', 'certify', 'smoke'] as const;
export type Profile = (typeof profiles)[number];

type Named = Pick<CaseResult, 'id'> & CaseAbout;

/** The cases of a check that a profile runs; `nth` of those that the check runs together. */
type Choice = (named: Named, nth: number) => boolean;

const all: Choice = () => true;
const on =
  (...routes: readonly Route[]): Choice =>
  ({ route: about }) =>
    routes.some(({ id }) => id === about);
/** The first of each kind, and nothing of later pages. */
const oneOfEach: Choice = ({ id }, nth) => nth === 0 && !id.endsWith('page as well');
/** The cases that need no pages but those that `paging.no-overlap` reads. */
const ofReadPages: Choice = ({ bound }) => bound === undefined || bound === 'every page';
/** One that `service.routes` reads, and another one. */
const twoTools: Choice = ({ id }) => id === 'get_gift_details' || id === 'find_gifts_by_country';

/** The requirements and cases of a nightly run against production: few reads, each of which serves several. */
const smoke: Partial<Record<RequirementId, Choice>> = {
  'service.routes': all,
  'format.timestamps': all,
  // A key is looked at first: one id that is not there is enough.
  'auth.missing-key': ({ bound }) => bound !== 'an unknown id',
  'auth.unknown-key': on(route.browse, route.ledger),
  'auth.altered-key': ({ key }) => key === 'suffixed' || key === 'middle-changed',
  'catalog.product-fields': all,
  'catalog.redemption': all,
  'catalog.country-code': all,
  'catalog.price-range': all,
  'catalog.denominations': all,
  'catalog.allowed-countries': all,
  'catalog.filter-fields': all,
  'catalog.filters-distinct': all,
  'catalog.filters-merchants': ({ key }) => key === 'business',
  'search.category': oneOfEach,
  'search.merchant': oneOfEach,
  'sorting.order': oneOfEach,
  // The fields of a page, and not of pages that are out of range.
  'paging.fields': about => about.field !== undefined,
  'paging.page': ofReadPages,
  'paging.limit': ofReadPages,
  'paging.total': ofReadPages,
  'paging.total-pages': ofReadPages,
  'paging.no-overlap': all,
  'paging.no-loss': all,
  'orders.fields': all,
  'wallet.fields': all,
  'wallet.one-per-currency': all,
  'wallet.transaction-fields': all,
  'wallet.ledger-fields': all,
  'wallet.ledger-currency': oneOfEach,
  'wallet.purchase-order': all,
  'status.fields': all,
  'status.no-wrapper': all,
  'tools.listed': twoTools,
  'tools.fields': twoTools,
};

const choiceOf = (profile: string, id: StatementId): Choice | undefined =>
  profile === 'smoke' ? smoke[id as RequirementId] : all;

/** Why a requirement, or a case of it, was not exercised that the profile leaves out. */
export const notInProfile = (profile: string): string => `the profile ${profile} does not run it`;

/** True for the reason of what a profile leaves out. */
export const isLeftOut = (reason: string | undefined): boolean =>
  profiles.some(profile => reason === notInProfile(profile));

/** True if a profile runs the check of a statement at all. */
export const runsIn = (profile: string, id: StatementId): boolean =>
  choiceOf(profile, id) !== undefined;

/** True if a profile runs a case of a statement, the `nth` of those that its check runs together. */
export const runsCase = (profile: string, id: StatementId, named: Named, nth: number): boolean =>
  choiceOf(profile, id)?.(named, nth) ?? false;

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
