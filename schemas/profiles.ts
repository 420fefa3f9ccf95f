/** Defines the profiles of a run: the requirements that each profile runs, and the requirements that it demands. */
import type { CaseAbout, CaseResult } from './records/result.ts';
import { route, type Route } from './routes.ts';

export const profiles = ['gate', 'certify', 'smoke'] as const;
export type Profile = (typeof profiles)[number];

type Named = Pick<CaseResult, 'id'> & CaseAbout;

/** Selects the cases of a check that a profile runs. `nth` is the position of the case in the check. */
type Choice = (named: Named, nth: number) => boolean;

const all: Choice = () => true;
const on =
  (...routes: readonly Route[]): Choice =>
  ({ route: about }) =>
    routes.some(({ id }) => id === about);
/** Selects the first case. */
const first: Choice = (_, nth) => nth === 0;
/** Selects the cases that need only the pages that `paging.no-overlap` reads. */
const ofReadPages: Choice = ({ bound }) => bound === undefined || bound === 'every page';
/** Selects the tool that `service.routes` reads, and a second tool. */
const twoTools: Choice = ({ id }) => id === 'get_gift_details' || id === 'find_gifts_by_country';

/** Lists the requirements and cases of a night against production. A night sends few reads, and each read serves several requirements. */
const smoke: Partial<Record<string, Choice>> = {
  'service.routes': all,
  'format.timestamps': all,
  // The routes that other checks read anyway. The rest of the 60 requests is for second looks.
  'auth.missing-key': on(
    route.browse,
    route.search,
    route.filters,
    route.orders,
    route.wallet,
    route.ledger,
  ),
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
  'search.category': first,
  'search.merchant': first,
  'sorting.order': first,
  // Judges the fields of a page, but not pages out of range.
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
  'wallet.ledger-currency': first,
  'wallet.purchase-order': all,
  'wallet.paid-orders': all,
  'status.fields': all,
  'status.no-wrapper': all,
  'tools.listed': twoTools,
  'tools.fields': twoTools,
};

const choiceOf = (profile: string, id: string): Choice | undefined =>
  profile === 'smoke' ? smoke[id] : all;

/** Returns the reason for a requirement or case that the profile leaves out. */
export const notInProfile = (profile: string): string => `the profile ${profile} does not run it`;

/** Returns true if a profile runs the check of a statement. */
export const runsIn = (profile: string, id: string): boolean => choiceOf(profile, id) !== undefined;

/** Returns true if a profile runs case number `nth` of the check of a statement. */
export const runsCase = (profile: string, id: string, named: Named, nth: number): boolean =>
  choiceOf(profile, id)?.(named, nth) ?? false;

/** Requirements that a gate demands without a baseline: the key checks and the reads of catalog and wallet. */
const gate: readonly string[] = [
  'auth.missing-key',
  'auth.unknown-key',
  'auth.altered-key',
  'catalog.product-fields',
  'catalog.filter-fields',
  'wallet.fields',
];

/** Requirements that a run of this profile must exercise to be complete. */
export function demands(profile: string): readonly string[] {
  return profile === 'smoke' ? ['service.routes', 'catalog.product-fields', 'wallet.fields'] : gate;
}
