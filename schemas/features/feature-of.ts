/** Returns the feature that a case belongs to: by the area of its requirement, and by the route that it is about. */
import { areaOf, statements, type StatementId } from '../../contract/statements.ts';
import type { CaseAbout } from '../records/result.ts';
import { route, routeById, type Resource, type Route } from '../routes.ts';
import { core, type Feature } from './names.ts';

export type Part = Feature | typeof core;

/** Areas of which one feature has every case. */
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

/** Of business and tool routes. */
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

/** True for what holds on every route, whether a deployment has a feature or not. */
export const isGeneral = (requirement: string): boolean => general.has(areaOf(requirement));

/**
 * The name of a case decides nothing: one that is renamed keeps its feature.
 *
 * @returns `core` for what every certificate demands.
 */
export function featureOf(
  requirement: string,
  { route: id, kind }: Pick<CaseAbout, 'route' | 'kind'>,
): Part {
  const area = areaOf(requirement);
  const byArea = ofArea[area];
  if (byArea !== undefined) return byArea;
  if (kind === 'bulk' || id === route.createBulkOrder.id) return 'bulk';
  const declared = statements[requirement as StatementId]?.feature;
  if (declared !== undefined) return declared;
  const about = id === undefined ? undefined : routeById(id);
  if (about) return ofRoute(about);
  return area.startsWith('orders') ? 'orders' : core;
}

/** The cases that a certificate of a feature demands: `cases/<feature>.json`. */
export interface Demands {
  /** Requirement -> cases that passed, or do not apply, on every conformant deployment that was tried. */
  readonly demanded: Readonly<Record<string, readonly string[]>>;
  /** Requirement -> cases that hang on products, funds or settings of a deployment: named if they are not shown. */
  readonly optional: Readonly<Record<string, readonly string[]>>;
}
