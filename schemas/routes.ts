/**
 * The routes of the API (§4, and those that §4.1 rule 9 and §5 to §7 only name): what the suite may call, with which key,
 * behind which limiter, and what a call does if it is accepted. Parameters and bodies are in operations.ts: k6 loads
 * this file without them.
 */
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
export type Family = 'business' | 'automation' | 'tool';

export const limiterNames = ['catalog', 'webhooks', 'wallet'] as const;
export type LimiterName = (typeof limiterNames)[number];

export const effects = ['read', 'write', 'spend'] as const;
/** The effect of a request if it is accepted; `spend` implies `write`. */
type Effect = (typeof effects)[number];
/** An effect that a run may have on a target; `exhaust`, driving a limiter to 429, implies neither of the others. */
export type Permission = Effect | 'exhaust';

/** Why something was not exercised that GV_ALLOW does not permit. */
export const notPermitted = (permission: Permission): string =>
  `GV_ALLOW does not permit to ${permission}`;

/** Returns the permission that such a reason names. */
export const permissionIn = (reason: string): string | undefined =>
  /GV_ALLOW does not permit to (\w+)/.exec(reason)?.[1];

/** Resources that a route reads or changes: a write makes the cached reads of its resources stale. */
export type Resource =
  | 'catalog'
  | 'orders'
  | 'order-requests'
  | 'wallet'
  | 'webhooks'
  | 'account'
  | 'integration'
  | 'tools';

export interface Route {
  /** Method and path below the family's prefix, `GET /products`. */
  readonly id: string;
  readonly method: Method;
  /** Path template below `{base_url}`; the target declares the bulk path. */
  readonly path: string;
  readonly family: Family;
  readonly resource: Resource;
  readonly effect: Effect;
  /** Other resources that an accepted request changes. */
  readonly touches?: readonly Resource[];
  readonly limiter?: LimiterName;
}

const prefixes: Readonly<Record<Family, string>> = {
  business: '/api/v1/business',
  automation: '/api/v1/automation',
  tool: '/api/v1/integrations/mcp',
};

const routeOf = (
  family: Family,
  id: string,
  rest: Pick<Route, 'resource' | 'effect' | 'touches' | 'limiter'>,
): Route => {
  const [method = '', path = ''] = id.split(' ');
  return { id, method: method as Method, path: prefixes[family] + path, family, ...rest };
};

const catalog = { resource: 'catalog', effect: 'read', limiter: 'catalog' } as const;
const orders = { resource: 'orders', effect: 'read' } as const;
const wallet = { resource: 'wallet', effect: 'read', limiter: 'wallet' } as const;
const webhook = {
  resource: 'webhooks',
  effect: 'write',
  touches: ['webhooks', 'integration'],
  limiter: 'webhooks',
} as const;
/** A new order changes no other order request: one that has ended stays as it is. */
const purchase = { resource: 'orders', effect: 'spend', touches: ['orders', 'wallet'] } as const;
const balance = { resource: 'wallet', effect: 'read' } as const;

/** Every route by a short name, in the order of the spec. */
export const route = {
  browse: routeOf('business', 'GET /products', catalog),
  search: routeOf('business', 'GET /products/search', catalog),
  filters: routeOf('business', 'GET /products/filters', catalog),
  orders: routeOf('business', 'GET /orders', orders),
  orderRequest: routeOf('business', 'GET /orders/order-requests/{id}', {
    resource: 'order-requests',
    effect: 'read',
  }),
  wallet: routeOf('business', 'GET /wallet', wallet),
  ledger: routeOf('business', 'GET /wallet/transactions', wallet),
  createOrder: routeOf('business', 'POST /orders', purchase),
  createBulkOrder: {
    ...routeOf('business', 'POST /{bulkPath}', purchase),
    id: 'POST bulk orders',
  },
  order: routeOf('business', 'GET /orders/{orderId}', orders),
  auth: routeOf('business', 'GET /auth', { resource: 'account', effect: 'read' }),
  walletBalance: routeOf('business', 'GET /wallet/balance', wallet),
  createWebhook: routeOf('business', 'POST /webhooks', webhook),
  updateWebhook: routeOf('business', 'PATCH /webhooks/{id}', webhook),
  deleteWebhook: routeOf('business', 'DELETE /webhooks/{id}', webhook),
  sendVoucher: routeOf('automation', 'POST /actions/send_voucher', purchase),
  sendBulkVouchers: routeOf('automation', 'POST /actions/send_bulk_vouchers', purchase),
  getWalletTransactions: routeOf('automation', 'POST /actions/get_wallet_transactions', balance),
  getWalletBalance: routeOf('automation', 'POST /actions/get_wallet_balance', balance),
  status: routeOf('automation', 'GET /status', { resource: 'integration', effect: 'read' }),
  tool: routeOf('tool', 'GET /tools/{toolName}', { resource: 'tools', effect: 'read' }),
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof route;

const all: readonly Route[] = Object.values(route);

/** The routes by key; `integration` are those that need one with integration permission (§5.4). */
export const routes = {
  all,
  business: all.filter(({ family }) => family === 'business'),
  integration: all.filter(({ family }) => family !== 'business'),
};

/** The route of an id, `GET /products`. */
export const routeById = (id: string): Route | undefined => all.find(each => each.id === id);
