/** Prices the vouchers that a run sends (§4.2), before it sends any. */
import { sumInCents } from '../../schemas/records/money.ts';
import { automationCurrencies } from '../../schemas/schema.ts';
import { areaOf, type Use } from '../../schemas/statement.ts';
import { byBounds } from '../steps/vouchers.ts';
import type { Bought, Buying } from './prices.ts';
import { nextUnevenAmount, offersIn, type Shop } from './shop.ts';

/**
 * Vouchers that a run sends in its usual currency: the number of vouchers of the cheapest value, and the sum of the others. `usually`
 * is measured on the reference, which accepts payloads that are combined. `atMost` is for a target that rejects them, so that the run
 * sends each alone, and again.
 */
const voucherCounts = {
  vouchers: {
    what: 'single vouchers',
    usually: { cheapest: 60, others: 6.4 },
    atMost: { cheapest: 110, others: 18 },
    unknown: 4,
  },
  'vouchers-bulk': {
    what: 'vouchers in bulk',
    usually: { cheapest: 296, others: 6.4 },
    atMost: { cheapest: 390, others: 18 },
    unknown: 5,
  },
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
    bounds.lowest *
    (voucherCounts.vouchers.usually.cheapest + voucherCounts['vouchers-bulk'].usually.cheapest),
  each: bounds.lowest * 100,
};

/** Returns the money for vouchers in one currency. @param value Value of a cheapest voucher. @param isMost True for a target that rejects what others accept. */
type Cost = (value: number, isMost: boolean) => number;

/** Returns the vouchers of a run with their prices: for the lowest value, and for the price of their product. */
export function pricedVouchers({ users, ids }: Buying, shop: Shop): readonly Bought[] {
  const [first] = offersIn(shop, automationCurrencies).toSorted(byBounds);
  if (!first) return [];
  const usual = first.currency.toUpperCase();
  const bought = (what: string, of: readonly string[], currency: string, cost: Cost): Bought => ({
    what,
    of,
    money: sumInCents([{ [currency]: cost(bounds.lowest, false) }]),
    most: sumInCents([{ [currency]: cost(bounds.lowest, true) }]),
    atPrices: sumInCents([{ [currency]: cost(first.value, true) }]),
  });
  const areas = (['vouchers', 'vouchers-bulk'] as const).filter(area =>
    [...ids].some(id => areaOf(id) === area),
  );
  const ofRecords = [...new Set(voucherRecords.flatMap(use => users.get(use) ?? []))];
  const records = voucherRecords.filter(use => users.has(use)).length;
  if (areas.length === 0 && records > 0)
    return [bought('vouchers', ofRecords, usual, value => mostOfRecord * records * value)];
  const others = automationCurrencies.filter(each => each !== usual);
  // Vouchers that must be rejected, and the highest value in a bulk, are in a currency that few other vouchers have.
  const second = offersIn(shop, others).toSorted(byBounds)[0]?.currency.toUpperCase();
  const payers = { vouchers: usual, 'vouchers-bulk': second };
  return areas.flatMap(area => {
    const { what, usually, atMost, unknown } = voucherCounts[area];
    const ofArea = [...new Set([...ofRecords, ...[...ids].filter(id => areaOf(id) === area)])];
    const ofCurrency = area === 'vouchers' ? 'vouchers.currency' : 'vouchers-bulk.voucher-shape';
    const inUsual: Cost = (value, isMost) => {
      const { cheapest, others: rest } = isMost ? atMost : usually;
      return cheapest * value + rest + nextUnevenAmount(first.value) * (isMost ? 2 : 1);
    };
    const inOther =
      (currency: string): Cost =>
      (value, isMost) => {
        // A voucher in an unknown currency counts in each currency.
        const rejected = (unknown + 1) * value;
        const [offer] = offersIn(shop, [currency]);
        const priced = offer?.value ?? 0;
        if (!automationCurrencies.some(each => each === currency))
          return rejected + (area === 'vouchers' ? priced : 0);
        const uneven = offer ? nextUnevenAmount(priced) : 0;
        const ofSecond = currency === second ? 0.2 + 3 * value : 0;
        return rejected + ofSecond + (isMost ? 2 * uneven + 3 * priced : uneven);
      };
    const named = new Set([...Object.keys(shop.limits ?? {}), ...(shop.limits ? [] : others)]);
    return [
      bought(what, ofArea, usual, inUsual),
      ...[...named]
        .filter(each => each !== usual)
        .map(each => bought(what, [ofCurrency], each, inOther(each))),
      ...highest(area, payers[area], shop, first.value),
    ];
  });
}

/** Returns the vouchers for the highest value and just beyond it, if GV_MAX_SPEND has room for one. */
function highest(
  area: keyof typeof voucherCounts,
  payer: string | undefined,
  shop: Shop,
  price: number,
): readonly Bought[] {
  if (payer === undefined) return [];
  const ofOne = bounds.highest + 100 * bounds.lowest;
  if ((shop.limits?.[payer] ?? Infinity) < ofOne) return [];
  const id = area === 'vouchers' ? 'vouchers.value-range' : 'vouchers-bulk.highest-value';
  return [
    {
      what: 'a voucher for 10,000',
      of: [10_000.01, 10_000].map(value => `${id} / valuePurchased: ${value}`),
      money: { [payer]: 2 * bounds.highest },
      // A target that sends only the prices on offer rejects the highest value, and gets it again.
      atPrices: { [payer]: 3 * bounds.highest },
      least: { [payer]: bounds.highest + 100 * price },
      isLarge: true,
    },
  ];
}
