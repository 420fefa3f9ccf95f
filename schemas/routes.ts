/**
 * Lists the routes of the API (§4; §4.1 rule 9 and §5 to §7 name some more), each with its key, its limiter and the effect of an accepted
 * request. Parameters and bodies are in operations.ts, because k6 needs only the routes.
 */
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
export type Family = 'business' | 'automation' | 'tool';

export const limiterNames = ['catalog', 'webhooks', 'wallet'] as const;
export type LimiterName = (typeof limiterNames)[number];

export const effects = ['read', 'write', 'spend'] as const;
/** Effect of an accepted request. `spend` implies `write`. */
type Effect = (typeof effects)[number];
/** Effect that a run may have on a target. `exhaust` (a limiter rejects with 429) does not imply `write` or `spend`. */
export type Permission = Effect | 'exhaust';

/** Returns the reason why a case without permission was not exercised. */
export const notPermitted = (permission: Permission): string =>
  `GV_ALLOW does not permit to ${permission}`;

/** Resource that a route reads or changes. A write makes the cached reads of its resources stale. */
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
  /** Path template below `{base_url}`. The settings declare the bulk path. */
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
/** Effects of an order. It does not change existing order requests. */
const purchase = { resource: 'orders', effect: 'spend', touches: ['orders', 'wallet'] } as const;
const balance = { resource: 'wallet', effect: 'read' } as const;

/** Routes by a short name, in the order of the spec. */
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

/** Routes by key. `integration` routes need a key with integration permission (§5.4). */
export const routes = {
  all,
  business: all.filter(({ family }) => family === 'business'),
  integration: all.filter(({ family }) => family !== 'business'),
};

/** Returns the route of an id, `GET /products`. */
export const routeById = (id: string): Route | undefined => all.find(each => each.id === id);
