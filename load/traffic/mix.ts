/** Requests of a business client on an average day: routes, frequencies and parameters. */
import type { Target } from '../../harness/config/target.ts';
import { compose, type GuardedRequest, type Variant } from '../request.ts';
import { slots } from './user/pacing.ts';
import type { Values } from '../../harness/config/settings.ts';
import { route, type Route, type RouteName } from '../../schemas/routes.ts';

/** A request as it is sent, without its key. */
export interface Prepared extends GuardedRequest {
  readonly name: string;
  readonly key: 'business' | 'automation';
  /** Requests of one gate wait for the same `retry-after`: those of a limiter, or of the route itself. */
  readonly gate: string;
}

/** @throws SuiteError, NotExercised as the guard does. */
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

/** Requests of one part that worked before the load. */
export interface ReadyPart {
  readonly weight: number;
  readonly requests: readonly Prepared[];
}

/** Requests, and a table of their indices to pick from by number. */
export interface Picks {
  readonly requests: readonly Prepared[];
  readonly table: readonly number[];
}

/**
 * Every part has slots by its weight, spread evenly, and its requests take turns.
 */
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

/** Facts of the target from the requests before the load. */
export interface Known {
  readonly values: Values;
  readonly categories: readonly string[];
  readonly merchants: readonly string[];
  /** Number of pages of a list, by the name of its part. */
  readonly pages: Readonly<Record<string, number>>;
}

export interface Part {
  readonly name: RouteName;
  readonly route: Route;
  /** Share of the requests, in percent while all parts are in. */
  readonly weight: number;
  /** Empty if the target gives too little. */
  readonly variants: (known: Known) => readonly Variant[];
  /** Reason for which there are no variants. */
  readonly missing?: string;
  /** Each variant has to work before the load; else the first stands for all. */
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

const balances = (): Variant[] =>
  [{}, { currency: 'GBP' }, { currency: 'EUR' }].map(body => ({ body }));

/** The reads; those whose responses others build on come first. */
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

/** Purchases, if buying is permitted. */
export const purchases = {
  createOrder: { name: 'createOrder', route: route.createOrder },
  sendVoucher: { name: 'sendVoucher', route: route.sendVoucher },
} as const satisfies Record<string, Pick<Part, 'name' | 'route'>>;

/** Statuses of a success, by the name of the part; for a read it is 200. */
export const successes = (name: string): readonly number[] =>
  name === 'createOrder' ? [202, 201] : [200];
