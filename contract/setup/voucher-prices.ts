/** Prices the vouchers that a run sends (§4.2), before it sends any. */
import { sumInCents, type Money } from '../../schemas/records/money.ts';
import { automationCurrencies } from '../../schemas/schema.ts';
import { areaOf, type Use } from '../../schemas/statement.ts';
import type { Bought, Buying } from './prices.ts';
import { nextUnevenAmount, offersIn, type Shop } from './shop.ts';

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
