/** Defines the requests of a business client on an average day: routes, frequencies and parameters. */
import type { Target } from '../../harness/config/target.ts';
import { compose, type GuardedRequest, type Variant } from '../request.ts';
import { slots } from './user/pacing.ts';
import type { Values } from '../../harness/config/settings.ts';
import { route, type Route, type RouteName } from '../../schemas/routes.ts';

/** Request ready to send, without its key. */
export interface Prepared extends GuardedRequest {
  readonly name: string;
  readonly key: 'business' | 'automation';
  /** Requests with the same gate wait for the same `retry-after`. The gate is a limiter, or the route if it has no limiter. */
  readonly gate: string;
}

/** @throws SuiteError, NotExercised like the guard. */
export function prepare(
  target: Target,
  { name, route }: Pick<Part, 'name' | 'route'>,
  variant: Variant = {},
): Prepared {
  return {
    ...compose(target, route, variant),
    name,
    key: route.family === 'business' ? 'business' : 'automation',
    gate: route.limiter ?? name,
  };
}

/** Requests of a part that worked before the load. */
export interface ReadyPart {
  readonly weight: number;
  readonly requests: readonly Prepared[];
}

/** Requests, and a table of their indices, from which iterations pick by number. */
export interface Picks {
  readonly requests: readonly Prepared[];
  readonly table: readonly number[];
}

/** Spreads the parts evenly over the table by weight. The requests of a part take turns. */
export function spread(parts: readonly ReadyPart[]): Picks {
  const all = parts.reduce((sum, { weight }) => sum + weight, 0);
  const state = parts.map(({ weight, requests }) => ({ weight, requests, due: 0, turn: 0 }));
  const requests = parts.flatMap(each => each.requests);
  const table = Array.from({ length: slots }, () => {
    for (const each of state) each.due += each.weight;
    const next = state.reduce((a, b) => (b.due > a.due ? b : a));
    next.due -= all;
    return requests.indexOf(next.requests[next.turn++ % next.requests.length]!);
  });
  return { requests, table };
}

/** Facts about the target, learned before the load. */
export interface Known {
  readonly values: Values;
  readonly categories: readonly string[];
  readonly merchants: readonly string[];
  /** Number of pages of each list, by part. */
  readonly pages: Readonly<Record<string, number>>;
}

export interface Part {
  readonly name: RouteName;
  readonly route: Route;
  /** Share of the requests in percent if all parts are included. */
  readonly weight: number;
  /** Returns the variants, or none if the target provides too little data. */
  readonly variants: (known: Known) => readonly Variant[];
  /** Reason if there are no variants. */
  readonly missing?: string;
  /** True if each variant must work before the load. By default, only the first is tried. */
  readonly each?: true;
}

const part = (
  name: RouteName,
  weight: number,
  variants: Part['variants'],
  rest: Pick<Part, 'missing' | 'each'> = {},
): Part => ({ name, route: route[name], weight, variants, ...rest });

const plain = (): Variant[] => [{}];

const pageSize = 20;
const mostPages = 10;

/** Returns the first pages of a list in order. */
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

const balances = (): Variant[] =>
  [{}, { currency: 'GBP' }, { currency: 'EUR' }].map(body => ({ body }));

/** Reads of the day. Reads that provide data for others come first. */
export const mix: readonly Part[] = [
  part('filters', 6, plain),
  part('browse', 25, pages('browse')),
  part('orders', 14, pages('orders')),
  part('ledger', 8, ledger),
  part('search', 20, search),
  part('wallet', 9, plain),
  part('orderRequest', 7, orderRequests, {
    missing: 'GV_ORDER_REQUEST_SUCCEEDED is not set',
    each: true,
  }),
  part('getWalletBalance', 4, balances, { each: true }),
  part('getWalletTransactions', 3, () => [{ body: {} }, { body: { limit: 10 } }]),
  part('status', 2, plain),
  part('tool', 2, () => tools.map(toolName => ({ params: { toolName } }))),
];

/** Purchases of the day, if buying is permitted. */
export const purchases = {
  createOrder: { name: 'createOrder', route: route.createOrder },
  sendVoucher: { name: 'sendVoucher', route: route.sendVoucher },
} as const satisfies Record<string, Pick<Part, 'name' | 'route'>>;

/** Returns the success statuses of a part. For reads it is 200. */
export const successes = (name: string): readonly number[] =>
  name === 'createOrder' ? [202, 201] : [200];
