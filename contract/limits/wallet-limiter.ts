/** The wallet's limiter, driven to its 429 by reads (§8), and an order that it refuses. */
import { isDeepStrictEqual } from 'node:util';
import { isSameToTheCent } from '../../schemas/schema.ts';
import {
  dateOf,
  header,
  type Exchange,
  bodyOf,
  isObject,
  type Item,
} from '../../schemas/records/exchange.ts';
import { retryAfterSeconds } from '../../schemas/rejection.ts';
import { route } from '../../schemas/routes.ts';
import { countedAs } from '../../fixtures/client/api.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { addEvidence } from '../../fixtures/run/expect/expect.ts';
import { NotExercised, NotApplicable } from '../../fixtures/verdict.ts';
import { endedOrder } from '../orders/order-requests.ts';
import { lists } from '../../schemas/lists.ts';
import type { Purchase } from '../../fixtures/payloads/purchase.ts';
import { cheapest } from '../shared/purchases.ts';
import { plainRequest } from '../steps/keys.ts';
import { readWhole } from '../shared/lists.ts';

interface Seen {
  readonly refusals: Exchange[];
  /** Reason for which it was not exhausted: what was tried in vain costs hundreds of requests, and no other check tries it again. */
  inVain?: NotExercised;
}

/** The responses of the limiter that this run has seen over the wire. */
const seenIn = ({ memo }: Context): Promise<Seen> =>
  memo('what was seen of the wallet limiter', () => ({ refusals: [] }));

/** Reads after which their pace is known. */
const paceAfter = 10;

/**
 * Reads until the limiter refuses.
 *
 * @returns the 429.
 * @throws NotExercised if its limit is not known, is not reached by as many reads as this run may send, or comes back
 *   as fast as they do.
 */
export async function exhaustWallet(context: Context): Promise<Exchange> {
  const { target, clock } = context;
  const seen = await seenIn(context);
  if (seen.inVain) throw seen.inVain;
  const { most, perSecond } = await knownLimit(context);
  const sustained = `the wallet limiter sustains ${perSecond.toFixed(1)} requests a second`;
  if (target.maxRps < perSecond)
    throw new NotExercised(`${sustained}: GV_MAX_RPS (${target.maxRps}) is too slow to exhaust it`);
  const { api } = countedAs('probe', context);
  const startedAt = clock.now();
  for (let sent = 0; sent < Math.min(2 * most, target.probe.maxRequests); sent++) {
    const pace = (1000 * sent) / (clock.now() - startedAt);
    if (sent >= Math.max(paceAfter, most / 4) && pace < perSecond)
      throw new NotExercised(
        `${sustained}: one read after the other, ${pace.toFixed(1)} a second, does not exhaust it`,
      );
    const options = { query: { limit: 1 }, fresh: true, patience: false } as const;
    const exchange = await api.send(route.ledger, options);
    if (exchange.response.status === 429) return remember(context, exchange);
  }
  seen.inVain = new NotExercised(
    `one read after the other did not exhaust the wallet limiter; GV_MAX_RPS (${target.maxRps}) and GV_PROBE_MAX_REQUESTS (${target.probe.maxRequests}) bound them`,
  );
  throw seen.inVain;
}

/** Keeps a 429 of this limiter for `walletRefusals`. */
async function remember(context: Context, refusal: Exchange): Promise<Exchange> {
  (await seenIn(context)).refusals.push(refusal);
  return refusal;
}

/** The 429s of this limiter that this run has seen over the wire, or one of an exhaustion made for it. */
export async function walletRefusals(context: Context): Promise<readonly Exchange[]> {
  const { refusals } = await seenIn(context);
  if (refusals.length === 0) await context.memo('wallet limiter', () => exhaustWallet(context));
  refusals.forEach(addEvidence);
  return refusals;
}

/** Returns the wait that a 429 asks for, in milliseconds; a second if it states none. */
export function announcedWait(refusal: Exchange): number {
  const { startedAt, durationMs } = refusal.times;
  const now = dateOf(refusal) ?? startedAt + durationMs;
  return 1000 * (retryAfterSeconds(header(refusal, 'retry-after'), now) ?? 1);
}

/**
 * @returns the most that the limiter may admit at once, and the fewest a second that come back.
 * @throws NotExercised if its limit is not known, or is beyond what may be sent.
 */
async function knownLimit({ target, limiters }: Context) {
  const wallet = (await limiters()).find(({ name }) => name === 'wallet');
  if (!wallet || 'skipped' in wallet)
    throw new NotExercised(wallet?.skipped ?? 'the wallet limiter was not probed');
  const { limit, windowSeconds } = wallet.findings;
  if ('inconclusive' in limit)
    throw new NotExercised('the limit of the wallet limiter was not found');
  const { low, high } = limit;
  if (high > target.probe.maxRequests)
    throw new NotExercised(`the wallet limiter admits ${high} (GV_PROBE_MAX_REQUESTS)`);
  const longest = 'inconclusive' in windowSeconds ? Infinity : windowSeconds.high;
  return { most: high, perSecond: low / longest };
}

// An order that is sent while the limiter refuses (§8), and the places that would show it if it was made.

/** The records of a place when it was read. */
interface Held {
  readonly items: readonly Item[];
  readonly total: number | undefined;
}

const places = ['the order history', 'the ledger', 'the wallets'] as const;
type Place = (typeof places)[number];
/** A place that could not be read is reported by what judges it. */
type Look = Readonly<Record<Place, Held | NotExercised>>;

export interface RefusedOrder {
  readonly id: Place;
  /**
   * Returns the new records there that look like the order: of its product, value and time.
   *
   * @throws NotExercised if the place could not be read.
   */
  readonly made: () => readonly Item[];
  /** True if nothing else happened there meanwhile. */
  readonly stoodStill: () => boolean;
}

/** Clocks of several machines behind one target. */
const toleranceMs = 5000;
/** The time after the refusal that an order which was queued in spite of it may take to show. */
const lateMs = 3000;

/**
 * Sends the order between two looks.
 *
 * @throws NotExercised if it was not refused by the limiter.
 */
export async function orderWhileRefused(context: Context): Promise<readonly RefusedOrder[]> {
  const { target, clock } = context;
  const asked = await cheapest(context);
  const order = await plainRequest(context, route.createOrder);
  await untilFoundOut(context);
  const before = await look(context);
  await exhaustWallet(context);
  const { api } = countedAs('probe', context);
  const refusal = await api.send(route.createOrder, { ...order, patience: false });
  if (refusal.response.status !== 429)
    throw new NotExercised(
      `the order was answered ${refusal.response.status} while the wallet limiter refused reads: another limiter covers it or none, or it opened in between`,
    );
  await remember(context, refusal);
  const opensMs = Math.min(announcedWait(refusal), target.probe.maxWaitMs);
  await clock.sleep(Math.max(opensMs, Math.min(target.asyncTimeoutMs, lateMs)));
  const after = await look(context);
  const fresh = (place: Place) => news(held(before[place]), held(after[place]));
  return places.map(id => ({
    id,
    made: () => fresh(id).filter(item => isOurs[id](item, { asked, refusal, before, fresh })),
    stoodStill: () => isDeepStrictEqual(before[id], after[id]),
  }));
}

/** The order that showed how orders are made must not pass for the one that is refused. */
async function untilFoundOut(context: Context): Promise<void> {
  if (!context.facts.found('GV_ORDER_BODY')) return;
  await endedOrder(context, 'single').catch((error: unknown) => {
    if (!(error instanceof NotExercised || error instanceof NotApplicable)) throw error;
  });
}

async function look(context: Context): Promise<Look> {
  const counted = countedAs('probe', context);
  const list = async (of: typeof lists.orders | typeof lists.ledger) => {
    const { items, total } = await readWhole(counted, of, { fresh: true });
    return { items: items.filter(isObject), total };
  };
  const wallets = async () => {
    const body = bodyOf(await counted.api.send(route.wallet, { fresh: true }));
    if (!Array.isArray(body)) throw new NotExercised('there is no list of wallets');
    const items = body.filter(isObject).map(({ currency, balance }) => ({ currency, balance }));
    return { items, total: items.length };
  };
  return {
    'the order history': await unlessMissing(list(lists.orders)),
    'the ledger': await unlessMissing(list(lists.ledger)),
    'the wallets': await unlessMissing(wallets()),
  };
}

const unlessMissing = (read: Promise<Held>): Promise<Held | NotExercised> =>
  read.catch((error: unknown) => {
    if (error instanceof NotExercised) return error;
    throw error;
  });

function held(seen: Held | NotExercised): Held {
  if (seen instanceof NotExercised) throw seen;
  return seen;
}

/** Orders are known by their id, everything else by what it says. */
function news(before: Held, after: Held): Item[] {
  const key = (item: Item) => item['_id'] ?? JSON.stringify(item);
  const known = new Set(before.items.map(key));
  return after.items.filter(item => !known.has(key(item)));
}

interface Clues {
  readonly asked: Purchase;
  readonly refusal: Exchange;
  readonly before: Look;
  readonly fresh: (place: Place) => Item[];
}

/** Another client's order of another product or value explains its own entry, and its own loss of balance. */
const isOurs: Readonly<Record<Place, (item: Item, clues: Clues) => boolean>> = {
  'the order history': ({ productCode, valuePurchased, createdAt }, { asked, refusal }) =>
    productCode === asked.productCode &&
    valuePurchased === asked.value &&
    isSince(createdAt, refusal),
  'the ledger': (entry, clues) => {
    const { asked, refusal, fresh } = clues;
    const orders = fresh('the order history');
    const order = orders.find(({ _id }) => _id !== undefined && _id === entry['orderID']);
    return (
      entry['transactionType'] !== 'funding' &&
      Math.abs(Number(entry['transactionValue'])) === asked.value &&
      entry['currency'] === asked.currency &&
      isSince(entry['timestamp'], refusal) &&
      (order === undefined || isOurs['the order history'](order, clues))
    );
  },
  'the wallets': ({ currency, balance }, { asked, before, fresh }) => {
    const then = held(before['the wallets']).items.find(each => each['currency'] === currency);
    const lost = Number(then?.['balance']) - Number(balance);
    return (
      currency === asked.currency &&
      isSameToTheCent(lost, asked.value) &&
      fresh('the ledger').length === 0
    );
  },
};

const isSince = (time: unknown, refusal: Exchange): boolean => {
  const refusedAt = dateOf(refusal) ?? refusal.times.startedAt;
  return typeof time === 'string' && Date.parse(time) >= refusedAt - toleranceMs;
};
