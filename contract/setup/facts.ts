/** Reads what the plan of a run depends on: prices, balances, and windows of limiters. */
import { readIfAnswered } from '../../harness/client/api.ts';
import type { Context } from '../../harness/run/context.ts';
import { ifAnswered } from '../../harness/verdict.ts';
import { lists } from '../../schemas/lists.ts';
import {
  dateOf,
  header,
  isSuccess,
  bodyOf,
  type Exchange,
} from '../../schemas/records/exchange.ts';
import type { Money } from '../../schemas/records/money.ts';
import { route, routeById, type LimiterName } from '../../schemas/routes.ts';
import { readWhole } from '../steps/lists.ts';
import { balancesIn, type Balances } from './shop.ts';

export interface Facts {
  /** Products of the catalog, or undefined if it was not read. */
  readonly products?: readonly unknown[] | undefined;
  /** Balances by currency. */
  readonly balances?: Balances;
  /** Money that GV_MAX_SPEND leaves, by currency. */
  readonly room?: Money;
  /** Seconds of the windows of limiters, as far as headers show them. */
  readonly windows?: Readonly<Partial<Record<LimiterName, number>>>;
  /** Requests that limiters admit in a window, as far as headers show them. */
  readonly limits?: Readonly<Partial<Record<LimiterName, number>>>;
  /** Seconds from a request to its response, or undefined if nothing was read. */
  readonly latency?: number;
}

/** Reads the catalog and the wallets, as the checks do. A run serves its checks from these reads. */
export async function readShopFacts(
  context: Context,
): Promise<Pick<Facts, 'products' | 'balances'>> {
  const [read, wallets] = await Promise.all([
    ifAnswered(readWhole(context, lists.browse)),
    readIfAnswered(context.api, route.wallet),
  ]);
  return { products: read?.items, balances: balancesIn(wallets && bodyOf(wallets)) };
}

/** Returns the seconds of the fastest response, because slower responses show also the work of the target. */
export const latencyIn = (exchanges: readonly Exchange[]): Pick<Facts, 'latency'> =>
  exchanges.length === 0
    ? {}
    : { latency: Math.min(...exchanges.map(({ times }) => times.durationMs)) / 1000 };

/** Returns the windows that the RateLimit headers of responses show (§8). */
export function windowsIn(exchanges: readonly Exchange[]): NonNullable<Facts['windows']> {
  const windows: Partial<Record<LimiterName, number>> = {};
  for (const exchange of exchanges) {
    const limiter = routeById(exchange.route)?.limiter;
    const reset = Number(header(exchange, 'ratelimit-reset'));
    // Reset is a whole second that is rounded up.
    const seconds = Math.floor(reset - sentAt(exchange) / 1000);
    if (limiter && isSuccess(exchange) && seconds > 0 && seconds < longestWindow)
      windows[limiter] = Math.max(windows[limiter] ?? 0, seconds);
  }
  return windows;
}

/** Returns the limits that the RateLimit headers of responses show (§8). */
export function limitsIn(exchanges: readonly Exchange[]): NonNullable<Facts['limits']> {
  const limits: Partial<Record<LimiterName, number>> = {};
  for (const exchange of exchanges) {
    const limiter = routeById(exchange.route)?.limiter;
    const limit = Number(header(exchange, 'ratelimit-limit'));
    if (limiter && isSuccess(exchange) && limit > 0) limits[limiter] = limit;
  }
  return limits;
}

/** Returns when a request was sent, by our clock, or by the Date of the response if the clocks differ. */
function sentAt(exchange: Exchange): number {
  const { startedAt } = exchange.times;
  const date = dateOf(exchange) ?? startedAt;
  return Math.abs(date - startedAt) < 5000 ? startedAt : date;
}

/** Limits a window. A longer time is no window, but perhaps a time in milliseconds. */
const longestWindow = 86_400;
