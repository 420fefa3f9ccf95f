/** Returns the feature of a case, by the area of its requirement and by its route. */
import type { CaseAbout } from '../records/result.ts';
import { areaOf, type Need } from '../statement.ts';
import { route, routeById, type Resource, type Route } from '../routes.ts';

/** Features that a certificate can name. A feature is a part of the service that a deployment or an account may lack. */
export const features = {
  catalog: 'the product catalog: browsing, search, filters',
  orders: 'the order history, and single orders',
  async: 'queued orders, and their order requests',
  bulk: 'bulk orders',
  wallet: 'wallets and their ledger',
  automation: 'the actions and the status of the automation integration',
  tools: 'the details of the listed tools',
  webhooks: 'the registration of webhooks',
  limits: 'the rate limiters',
  isolation: 'the isolation of accounts from each other',
} as const;
export type Feature = keyof typeof features;
export const featureNames = Object.keys(features) as Feature[];

/** Part that every certificate demands: keys, errors, and the form of all responses. */
export const core = 'core';

/** Days for which a certificate is valid, by default and at most. */
export const certificateDays = { usual: 90, most: 366 } as const;

export type Part = Feature | typeof core;

/** Features of areas whose cases all have the same feature. */
const ofArea: Readonly<Record<string, Part>> = {
  automation: 'automation',
  balance: 'automation',
  buying: 'orders',
  catalog: 'catalog',
  isolation: 'isolation',
  limits: 'limits',
  search: 'catalog',
  status: 'automation',
  tools: 'tools',
  transactions: 'automation',
  vouchers: 'automation',
  'vouchers-bulk': 'automation',
  wallet: 'wallet',
  webhooks: 'webhooks',
};

/** Features of business and tool routes. */
const ofResource: Readonly<Record<Resource, Part>> = {
  catalog: 'catalog',
  orders: 'orders',
  'order-requests': 'async',
  wallet: 'wallet',
  webhooks: 'webhooks',
  account: core,
  integration: 'automation',
  tools: 'tools',
};

const ofRoute = ({ family, resource }: Route): Part =>
  family === 'automation' ? 'automation' : ofResource[resource];

const general = new Set(['auth', 'errors', 'format', 'service']);

/** Returns true for requirements that hold on every route, with any features. */
export const isGeneral = (requirement: string): boolean => general.has(areaOf(requirement));

/**
 * Returns the feature of a case. The name of the case does not matter, so a renamed case keeps its feature.
 *
 * @param declared The `feature` of the statement.
 * @returns `core` for cases that every certificate demands.
 */
export function featureOf(
  requirement: string,
  { route: id, kind }: Pick<CaseAbout, 'route' | 'kind'>,
  declared?: Feature,
): Part {
  const area = areaOf(requirement);
  const byArea = ofArea[area];
  if (byArea !== undefined) return byArea;
  if (kind === 'bulk' || id === route.createBulkOrder.id) return 'bulk';
  if (declared !== undefined) return declared;
  const about = id === undefined ? undefined : routeById(id);
  if (about) return ofRoute(about);
  return area.startsWith('orders') ? 'orders' : core;
}

const ofData = new Set([
  'search.merchant',
  'search.category',
  'search.categories',
  'search.all-found',
  'search.last-page',
  'search.filter-values',
  'search.special-values',
  'sorting.order',
  'sorting.text-order',
  'sorting.pages',
  'sorting.same-items',
  // What can be read of a long ledger may have no entry in a currency.
  'wallet.ledger-currency-all',
]);
const byMerchant = new Set(['search.accepted']);

/** Returns true for a case named by a merchant, a category, a currency or a field of the data. Other deployments and other days have other cases. */
export const isOfData = (requirement: string, { field }: Pick<CaseAbout, 'field'>): boolean =>
  ofData.has(requirement) || (byMerchant.has(requirement) && field === 'merchant');

/** Cases that a certificate of a feature demands: an entry of `cases.json`. */
export interface Demands {
  /** By requirement, cases that passed or do not apply on every conformant deployment that was tried. */
  readonly demanded: Readonly<Record<string, readonly string[]>>;
  /**
   * By requirement, cases that depend on products, funds or settings of a deployment. A certificate names the cases that were
   * not shown.
   */
  readonly optional: Readonly<Record<string, readonly string[]>>;
  /** Settings and permissions without which a deployment like the reference shows less than the demanded cases. */
  readonly needs: readonly Need[];
  /** Currencies that GV_MAX_SPEND must name. */
  readonly currencies: readonly string[];
}
