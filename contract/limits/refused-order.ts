/** An order that is sent while the wallet's limiter refuses (§8), and the places that would show it if it was made. */
import { isDeepStrictEqual } from 'node:util';
import { route } from '../../schemas/routes.ts';
import { countedAs } from '../../fixtures/client/api.ts';
import { bodyOf, dateOf, isObject, type Exchange } from '../../schemas/records/exchange.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { endedOrder } from '../orders/order-requests.ts';
import { announcedWait, exhaustWallet, remember } from './wallet-limiter.ts';
import { lists } from '../../schemas/lists.ts';
import { cheapest, type Purchase } from '../shared/purchases.ts';
import { plainRequest } from '../shared/keys.ts';
import { readWhole } from '../shared/lists.ts';
import { NotApplicable, NotExercised } from '../../fixtures/verdict.ts';

type Item = Readonly<Record<string, unknown>>;

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
    const { items, large } = await readWhole(counted, of, { fresh: true });
    return { items: items.filter(isObject), total: large[0]?.total };
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
      Math.abs(lost - asked.value) < 0.005 &&
      fresh('the ledger').length === 0
    );
  },
};

const isSince = (time: unknown, refusal: Exchange): boolean => {
  const refusedAt = dateOf(refusal) ?? refusal.times.startedAt;
  return typeof time === 'string' && Date.parse(time) >= refusedAt - toleranceMs;
};
