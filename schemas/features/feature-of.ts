/** Returns the feature that a case belongs to: by the area of its requirement, and by what it names. */
import { areaOf } from '../../contract/statements.ts';
import { core, type Feature } from './names.ts';

export type Part = Feature | typeof core;

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

/** Cases of other areas, by the first that matches: they name routes, lists or settings. */
const named: readonly (readonly [RegExp, Part])[] = [
  [/another account|other-account/, 'isolation'],
  [/\bbulk\b|REQUEST_BULK/, 'bulk'],
  [/order-requests|_ORDER_REQUEST_|order of this run|the request of/, 'async'],
  [/\/products|a search/, 'catalog'],
  [/\/webhooks/, 'webhooks'],
  [/\/wallet/, 'wallet'],
  [/\/actions\/|\/status\b/, 'automation'],
  [/\/tools\/|^(find|get|list)_gift/, 'tools'],
  [/\/orders/, 'orders'],
];

/** Of the orders, what only shows where they are queued or made in bulk. */
const asynchronous = /^orders\.(queued|request-)/;
const inBulk = /^orders\.bulk-/;

const general = new Set(['auth', 'errors', 'format', 'service']);

/** True for what holds on every route, whether a deployment has a feature or not. */
export const isGeneral = (requirement: string): boolean => general.has(areaOf(requirement));

/** @returns `core` for what every certificate demands. */
export function featureOf(requirement: string, caseId: string): Part {
  const area = areaOf(requirement);
  const byArea = ofArea[area];
  if (byArea !== undefined) return byArea;
  if (inBulk.test(requirement)) return 'bulk';
  const byName = named.find(([pattern]) => pattern.test(caseId))?.[1];
  if (byName !== undefined) return byName;
  if (asynchronous.test(requirement)) return 'async';
  return area.startsWith('orders') ? 'orders' : core;
}

/** The cases that a certificate of a feature demands: `cases/<feature>.json`. */
export interface Demands {
  /** Requirement -> cases that passed, or do not apply, on every conformant deployment that was tried. */
  readonly demanded: Readonly<Record<string, readonly string[]>>;
  /** Requirement -> cases that hang on products, funds or settings of a deployment: named if they are not shown. */
  readonly optional: Readonly<Record<string, readonly string[]>>;
}
