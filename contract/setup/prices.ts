/** Prices the orders of a run, before it makes any. */
import { isDeepStrictEqual } from 'node:util';
import { quantity, type Purchase } from '../../fixtures/payloads/purchase.ts';
import type { Values } from '../../harness/config/settings.ts';
import { sumInCents, type Money } from '../../schemas/records/money.ts';
import type { Prepared } from '../../schemas/records/plan.ts';
import { group } from '../../schemas/group.ts';
import type { Use } from '../../schemas/statement.ts';
import {
  aboveMaxPrice,
  belowMinPrice,
  denominations,
  listedProducts,
  withinPrices,
  type Wanted,
} from '../buying/purchases.ts';
import { mostTried } from './order-bodies.ts';
import { orderBeyondBalance, orderLines, unknownProduct } from './order-lines.ts';
import { shares, type Shop } from './shop.ts';

/** Says what a run buys: the records that its checks use, and the checks that buy by themselves. */
export interface Buying {
  /** Checks that use a record, by record. */
  readonly users: ReadonlyMap<Use, readonly string[]>;
  readonly ids: ReadonlySet<string>;
}

/** Purchase of a run. Its money counts whether the target accepts it or not. */
export interface Bought extends Prepared {
  /** Requirements that use it, or their cases, as `requirement / case`. */
  readonly of: readonly string[];
  /** Most money for it, if the target rejects bodies that others accept. Absent if that costs no more. */
  readonly most?: Money;
  /** Most money for it if the target sends no voucher for less than the price of a product. Absent for an order. */
  readonly atPrices?: Money;
  /** Lowest GV_MAX_SPEND with which a run buys it, if the price alone does not decide. */
  readonly least?: Money;
  /** Set if it costs far more than the rest of the run, so that no certificate demands it. */
  readonly isLarge?: true;
}

/** Purchases of single checks. */
const wantedBy: Readonly<Record<string, readonly Wanted[]>> = {
  'buying.listed-product': listedProducts,
  'buying.min-price': belowMinPrice,
  'buying.max-price': aboveMaxPrice,
  'buying.price-bounds': withinPrices,
  'buying.denominations': denominations,
};

/** Purchases of the records that order one product. */
const singles: Readonly<Partial<Record<Use, (shop: Shop) => readonly Purchase[]>>> = {
  'single order': orderLines.single,
  'order in a second currency': orderLines.secondCurrency,
  'order of an unknown product': shop =>
    orderLines.single(shop).map(line => ({ ...line, productCode: unknownProduct })),
};

/** Order of one product, as a run makes it. */
interface Single extends Pick<Bought, 'of' | 'isLarge'> {
  readonly purchase: Purchase;
  /** Number of such orders that GV_MAX_SPEND must have room for. */
  readonly room?: number;
  /** Number of orders that the run makes at most, one body after the other. */
  readonly tries?: number;
}

/** Returns the orders of a run with their prices. The same order is sent once, except at the same moment. */
export function pricedOrders(
  { users, ids }: Buying,
  shop: Shop,
  { GV_ORDER_BODY: body, GV_BULK_ORDER_BODY: bulkBody }: Values,
): readonly Bought[] {
  const used = (name: Use, lines: readonly Purchase[]) => (users.has(name) ? lines : []);
  const of = (name: Use): readonly string[] => users.get(name) ?? [];
  const cheapest = orderLines.single(shop);
  const ofRecord = (name: Use, lines: readonly Purchase[], more: Partial<Single> = {}): Single[] =>
    used(name, lines).map(purchase => ({ purchase, of: of(name), ...more }));
  const one = distinct([
    ...(body === undefined ? ofRecord('order body', cheapest, { tries: mostTried.single }) : []),
    ...Object.entries(singles).flatMap(([name, find]) => ofRecord(name as Use, find(shop))),
    ...ofRecord('order beyond the balance', [orderBeyondBalance(shop) ?? []].flat(), {
      isLarge: true,
      room: shares.large,
    }),
    ...Object.entries(wantedBy).flatMap(([id, wanted]) =>
      wanted.flatMap(({ id: name, find }): Single[] => {
        const purchase = ids.has(id) ? find(shop) : undefined;
        const room = wanted === listedProducts ? shares.small : shares.large;
        return purchase ? [{ purchase, of: [`${id} / ${name}`], room }] : [];
      }),
    ),
  ]);
  const both = ofRecord('two orders', [...cheapest, ...cheapest]);
  // The body of a bulk is discovered with a bulk of one line, which may be the bulk order.
  const discovering = bulkBody === undefined ? used('bulk body', cheapest) : [];
  const bulk = used('bulk order', orderLines.bulk(shop));
  const bulks = [
    { lines: discovering, of: of('bulk body'), tries: mostTried.bulk },
    { lines: isDeepStrictEqual(discovering, bulk) ? [] : bulk, of: of('bulk order') },
    {
      lines: used('bulk with an unknown product', orderLines.withUnknown(shop)),
      of: of('bulk with an unknown product'),
    },
  ].filter(({ lines }) => lines.length > 0);
  const times = body === undefined ? 1 : quantity(body);
  return [
    ...[...one, ...both].map(({ purchase, of, tries, room, isLarge }) => ({
      what: isLarge ? 'an order beyond the balance' : 'an order',
      of,
      money: moneyOf([purchase], times),
      ...(tries === undefined ? {} : { most: moneyOf([purchase], times * tries) }),
      ...(room === undefined ? {} : { least: moneyOf([purchase], room) }),
      ...(isLarge ? { isLarge } : {}),
    })),
    ...bulks.map(({ lines, of, tries }) => ({
      what: 'a bulk order',
      of,
      money: moneyOf(lines),
      ...(tries === undefined ? {} : { most: moneyOf(lines, tries) }),
    })),
  ];
}

/** Returns each order once, for all that use it. */
const distinct = (all: readonly Single[]): readonly Single[] =>
  [
    ...group(all, ({ purchase: { productCode, currency, value } }) =>
      [productCode, currency, value].join(' '),
    ).values(),
  ].map(same => {
    const [first] = same;
    const { room, isLarge, ...rest } = first;
    const tries = same.find(each => each.tries)?.tries;
    const isAlways = same.some(each => each.room === undefined);
    return {
      ...rest,
      of: [...new Set(same.flatMap(each => each.of))],
      ...(tries === undefined ? {} : { tries }),
      ...(isAlways ? {} : { room: Math.min(...same.map(each => each.room!)) }),
      ...(same.every(each => each.isLarge) ? { isLarge: true } : {}),
    };
  });

const moneyOf = (lines: readonly Purchase[], times = 1): Money =>
  sumInCents(lines.map(({ currency, value }) => ({ [currency.toUpperCase()]: value * times })));
