/** What a business client asks on an average day: which routes, how often, and with which parameters. */
import type { Route } from '../../schemas/routes.ts';
import type { Values } from '../../fixtures/config/settings.ts';

/** Of a route of the contract, what a request takes; the contract itself would weigh on every virtual user. */
export type SlimRoute = Pick<Route, 'id' | 'method' | 'path' | 'family' | 'effect' | 'limiter'>;

/** One way to ask a route. */
export interface Variant {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: readonly (readonly [name: string, value: string | number])[];
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** What the requests before the load told of the target. */
export interface Known {
  readonly values: Values;
  readonly categories: readonly string[];
  readonly merchants: readonly string[];
  /** Number of pages of a list, by the name of its part. */
  readonly pages: Readonly<Record<string, number>>;
}

export interface Part {
  /** Short name, as in `route` of the contract. */
  readonly name: string;
  readonly route: SlimRoute;
  /** Share of the requests, in percent while all parts are in. */
  readonly weight: number;
  /** Empty where the target gives too little. */
  readonly variants: (known: Known) => readonly Variant[];
  /** Why there are no variants. */
  readonly missing?: string;
  /** Each variant has to work before the load; else the first stands for all. */
  readonly each?: true;
}

const business = (name: string, path: string, limiter?: 'catalog' | 'wallet') => ({
  name,
  route: {
    id: `GET ${path}`,
    method: 'GET',
    path: `/api/v1/business${path}`,
    family: 'business',
    effect: 'read',
    ...(limiter ? { limiter } : {}),
  } satisfies SlimRoute,
});

const action = (name: string, id: string, effect: 'read' | 'spend') => ({
  name,
  route: {
    id: `POST /actions/${id}`,
    method: 'POST',
    path: `/api/v1/automation/actions/${id}`,
    family: 'automation',
    effect,
  } satisfies SlimRoute,
});

const pageSize = 20;
const mostPages = 10;

/** The first pages of a list, the first of all first. */
const pages =
  (name: string) =>
  ({ pages: { [name]: last = 1 } }: Known): Variant[] =>
    Array.from({ length: Math.min(Math.max(last, 1), mostPages) }, (_, index) => ({
      query: [
        ['page', index + 1],
        ['limit', pageSize],
      ],
    }));

const search = ({ categories, merchants }: Known): Variant[] => [
  {},
  ...categories.slice(0, 5).map(category => ({ query: [['category', category] as const] })),
  ...merchants.slice(0, 5).map(merchant => ({ query: [['merchant', merchant] as const] })),
  ...(categories.length > 1
    ? [{ query: categories.slice(0, 2).map(category => ['category', category] as const) }]
    : []),
];

const ledger = (known: Known): Variant[] => {
  const name = known.values.GV_LEDGER_CURRENCY_PARAM;
  const filtered = name === undefined ? [] : [{ query: [[name, 'GBP'] as const] }];
  return [...pages('ledger')(known), ...filtered];
};

const orderRequests = ({ values }: Known): Variant[] =>
  [values.GV_ORDER_REQUEST_SUCCEEDED, values.GV_ORDER_REQUEST_BULK].flatMap(id =>
    id === undefined ? [] : [{ params: { id } }],
  );

const tools = ['find_gifts_for_runner', 'find_gifts_by_country', 'get_gift_details'];

/** The reads; those whose answers others build on come first. */
export const mix: readonly Part[] = [
  { ...business('filters', '/products/filters', 'catalog'), weight: 6, variants: () => [{}] },
  { ...business('browse', '/products', 'catalog'), weight: 25, variants: pages('browse') },
  { ...business('orders', '/orders'), weight: 14, variants: pages('orders') },
  { ...business('ledger', '/wallet/transactions', 'wallet'), weight: 8, variants: ledger },
  { ...business('search', '/products/search', 'catalog'), weight: 20, variants: search },
  { ...business('wallet', '/wallet', 'wallet'), weight: 9, variants: () => [{}] },
  {
    ...business('orderRequest', '/orders/order-requests/{id}'),
    weight: 7,
    variants: orderRequests,
    missing: 'GV_ORDER_REQUEST_SUCCEEDED is not set',
    each: true,
  },
  {
    ...action('getWalletBalance', 'get_wallet_balance', 'read'),
    weight: 4,
    variants: () => [{ body: {} }, { body: { currency: 'GBP' } }, { body: { currency: 'EUR' } }],
    each: true,
  },
  {
    ...action('getWalletTransactions', 'get_wallet_transactions', 'read'),
    weight: 3,
    variants: () => [{ body: {} }, { body: { limit: 10 } }],
  },
  {
    name: 'status',
    route: {
      id: 'GET /status',
      method: 'GET',
      path: '/api/v1/automation/status',
      family: 'automation',
      effect: 'read',
    },
    weight: 2,
    variants: () => [{}],
  },
  {
    name: 'tool',
    route: {
      id: 'GET /tools/{toolName}',
      method: 'GET',
      path: '/api/v1/integrations/mcp/tools/{toolName}',
      family: 'tool',
      effect: 'read',
    },
    weight: 2,
    variants: () => tools.map(toolName => ({ params: { toolName } })),
  },
];

/** What is bought where that is permitted. */
export const purchases = {
  createOrder: {
    name: 'createOrder',
    route: {
      id: 'POST /orders',
      method: 'POST',
      path: '/api/v1/business/orders',
      family: 'business',
      effect: 'spend',
    },
  },
  sendVoucher: action('sendVoucher', 'send_voucher', 'spend'),
} as const satisfies Record<string, Pick<Part, 'name' | 'route'>>;

/** Answers that are right, by the name of the part; for a read it is 200. */
export const successes = (name: string): readonly number[] =>
  name === 'createOrder' ? [202, 201] : [200];
