/** Prices what a run buys, before it buys anything. */
import { isDeepStrictEqual } from 'node:util';
import { quantity, type Purchase } from '../../fixtures/payloads/purchase.ts';
import type { Values } from '../../harness/config/settings.ts';
import { sumInCents, type Money } from '../../schemas/records/money.ts';
import type { Prepared } from '../../schemas/records/plan.ts';
import { automationCurrencies } from '../../schemas/schema.ts';
import { areaOf, type Use } from '../../schemas/statement.ts';
import {
  aboveMaxPrice,
  belowMinPrice,
  denominations,
  listedProducts,
  withinPrices,
  type Wanted,
} from '../buying/purchases.ts';
import { orderBeyondBalance, orderLines, unknownProduct } from './order-lines.ts';
import { nextUnevenAmount, offersIn, type Shop } from './shop.ts';

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

/**
 * Vouchers that a run sends in its usual currency, as measured on the reference: the number of vouchers of the cheapest value, and the
 * sum of the others. In each currency it sends one more, for an amount with a fraction, and with enough money two at the upper bound.
 */
const voucherCounts = {
  vouchers: { what: 'single vouchers', cheapest: 60, others: 5.95 },
  'vouchers-bulk': { what: 'vouchers in bulk', cheapest: 296, others: 5.95 },
} as const;

/** Records with a voucher, which checks of other areas use, too. */
const voucherRecords: readonly Use[] = [
  'first voucher',
  'two vouchers',
  'full voucher',
  'full bulk',
];
/** Most vouchers that such a record sends. */
const mostOfRecord = 2;

/** Lowest and highest value of a voucher (§4.2). */
const bounds = { lowest: 0.01, highest: 10_000 };

/** Money for all vouchers and bulks of the lowest value, and for the largest bulk of them. */
export const ofCheapest = {
  money:
    bounds.lowest * (voucherCounts.vouchers.cheapest + voucherCounts['vouchers-bulk'].cheapest),
  each: bounds.lowest * 100,
};

/** Returns the vouchers of a run with their prices: for the lowest value, and for the price of their product. */
export function pricedVouchers({ uses, ids }: Buying, shop: Shop): readonly Bought[] {
  const [first] = offersIn(shop, automationCurrencies);
  if (!first) return [];
  const usual = first.currency.toUpperCase();
  const selected = new Set([...ids].map(areaOf));
  const areas = (['vouchers', 'vouchers-bulk'] as const).filter(area => selected.has(area));
  const of = (what: string, moneyFor: (cheapest: number) => Money): Bought => ({
    what,
    money: moneyFor(bounds.lowest),
    atPrices: moneyFor(first.value),
  });
  const used = voucherRecords.filter(use => uses.has(use)).length;
  if (areas.length === 0 && used > 0)
    return [of('vouchers', cheapest => ({ [usual]: mostOfRecord * used * cheapest }))];
  const uneven = automationCurrencies
    .flatMap(each => offersIn(shop, [each]).slice(0, 1))
    .map(({ currency, value }) => ({ [currency.toUpperCase()]: nextUnevenAmount(value) }));
  const others = automationCurrencies.filter(each => each !== usual);
  // A bulk pays the highest value from a balance that single vouchers do not use.
  const payers = {
    vouchers: usual,
    'vouchers-bulk': offersIn(shop, others)[0]?.currency.toUpperCase() ?? '',
  };
  return areas.map(area => {
    const { what, cheapest: count, others: rest } = voucherCounts[area];
    const payer = payers[area];
    // A target that sends only the prices on offer rejects the highest value, and gets it again.
    const highest = (cheapest: number): Money[] =>
      payer !== '' && (shop.limits?.[payer] ?? Infinity) >= bounds.highest + 100 * cheapest
        ? [{ [payer]: (cheapest === bounds.lowest ? 2 : 3) * bounds.highest }]
        : [];
    return of(what, cheapest =>
      sumInCents([{ [usual]: count * cheapest + rest }, ...highest(cheapest), ...uneven]),
    );
  });
}
