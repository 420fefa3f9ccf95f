/** Prices the orders of a run, before it makes any. */
import { isDeepStrictEqual } from 'node:util';
import { quantity, type Purchase } from '../../fixtures/payloads/purchase.ts';
import type { Values } from '../../harness/config/settings.ts';
import { sumInCents, type Money } from '../../schemas/records/money.ts';
import type { Prepared } from '../../schemas/records/plan.ts';
import type { Use } from '../../schemas/statement.ts';
import {
  aboveMaxPrice,
  belowMinPrice,
  denominations,
  listedProducts,
  withinPrices,
  type Wanted,
} from '../buying/purchases.ts';
import { orderBeyondBalance, orderLines, unknownProduct } from './order-lines.ts';
import type { Shop } from './shop.ts';

/** Lists what a run buys: the records that its checks use, and the checks that buy by themselves. */
export interface Buying {
  readonly uses: ReadonlySet<Use>;
  readonly ids: ReadonlySet<string>;
}

/** Purchase of a run. Its money counts whether the target accepts it or not. */
export interface Bought extends Prepared {
  /** Money if no voucher may cost less than its product. Absent for an order. */
  readonly atPrices?: Money;
}

/** Purchases of single checks. */
const wantedBy: Readonly<Record<string, readonly Pick<Wanted, 'find'>[]>> = {
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
  'order beyond the balance': shop => [orderBeyondBalance(shop) ?? []].flat(),
};

/** Returns the orders of a run with their prices. The same order is sent once, except at the same moment. */
export function pricedOrders(
  { uses, ids }: Buying,
  shop: Shop,
  { GV_ORDER_BODY: body, GV_BULK_ORDER_BODY: bulkBody }: Values,
): readonly Prepared[] {
  const used = (name: Use, lines: readonly Purchase[]) => (uses.has(name) ? lines : []);
  const cheapest = orderLines.single(shop);
  const one = distinct([
    ...(body === undefined ? used('order body', cheapest) : []),
    ...Object.entries(singles).flatMap(([name, find]) => used(name as Use, find(shop))),
    ...Object.entries(wantedBy).flatMap(([id, wanted]) =>
      ids.has(id) ? wanted.flatMap(({ find }) => find(shop) ?? []) : [],
    ),
  ]);
  const together = used('two orders', [...cheapest, ...cheapest]);
  // The body of a bulk is discovered with a bulk of one line, which may be the bulk order.
  const discovering = bulkBody === undefined ? used('bulk body', cheapest) : [];
  const bulk = used('bulk order', orderLines.bulk(shop));
  const bulks = [
    discovering,
    isDeepStrictEqual(discovering, bulk) ? [] : bulk,
    used('bulk with an unknown product', orderLines.withUnknown(shop)),
  ].filter(({ length }) => length > 0);
  return [
    ...[...one, ...together].map(each => ({
      what: 'an order',
      money: moneyOf([each], body === undefined ? 1 : quantity(body)),
    })),
    ...bulks.map(lines => ({ what: 'a bulk order', money: moneyOf(lines) })),
  ];
}

const distinct = (purchases: readonly Purchase[]): Purchase[] => [
  ...new Map(
    purchases.map(each => [`${each.productCode} ${each.currency} ${each.value}`, each]),
  ).values(),
];

const moneyOf = (lines: readonly Purchase[], times = 1): Money =>
  sumInCents(lines.map(({ currency, value }) => ({ [currency.toUpperCase()]: value * times })));
