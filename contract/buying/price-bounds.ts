/** Values at the price bounds of a product, and around them (§2.1). */
import type { Exchange } from '../../schemas/records/exchange.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { ifExercised, NotExercised } from '../../fixtures/verdict.ts';
import type { Purchase } from '../../fixtures/payloads/purchase.ts';
import {
  atValue,
  balancesBefore,
  fundedElsewhere,
  largeShare,
  offers,
  unfundedLast,
  type Offer,
} from '../shared/purchases.ts';
import { order, type Tried } from '../orders/ordering.ts';

/** A value that a product is sold for, and another one that shows that it is sold. */
export interface OnOffer {
  readonly at: Tried;
  readonly inside: Purchase | undefined;
}

/** A value at a bound of a product, and one inside. */
export interface Bound extends OnOffer {
  /** Just beyond it, and a whole unit beyond it, since amounts may be rounded or have no fraction. */
  readonly beyond: readonly Purchase[];
}

/** A product without fixed values, or with one at its bound, is sold there. */
const isSoldAt = ({ denominations }: Offer, value: number | undefined): value is number =>
  value !== undefined && (denominations.length === 0 || denominations.includes(value));

export const cents = (value: number): number => Math.round(value * 100) / 100;

export const boundNames = ['minPrice', 'maxPrice'] as const;
export type BoundName = (typeof boundNames)[number];

/**
 * The least or the greatest value of the product that costs least there, of those with a value beyond it if there are any.
 *
 * @throws NotExercised if no product is sold there, or the greatest value is more than a run may spend on it.
 */
export async function boundOf(context: Context, name: BoundName): Promise<Bound> {
  const found = (await offers(context)).filter(each => isSoldAt(each, each[name]));
  // Nothing can be ordered below a minPrice of a cent.
  const isLeast = (each: Offer) => Number(name === 'minPrice' && each[name]! <= 0.01);
  const [offer] = found.sort(
    (a, b) => unfundedLast(a, b) || isLeast(a) - isLeast(b) || a[name]! - b[name]!,
  );
  if (!offer) throw new NotExercised(`no product has a ${name} that its denominations include`);
  const { currency, denominations, [name]: value = 0, minPrice = value, maxPrice = value } = offer;
  if (name === 'maxPrice' && value > largeShare(context, currency))
    throw new NotExercised(
      `the lowest maxPrice is ${value} ${currency}, more than a quarter of GV_MAX_SPEND`,
    );
  const [outward, inside] =
    name === 'minPrice'
      ? [-1, denominations[1] ?? Math.min(minPrice + 1, maxPrice)]
      : [1, denominations.at(-2) ?? Math.max(maxPrice - 1, minPrice)];
  return {
    at: atValue(offer, value),
    inside: (value - inside) * outward > 0 ? atValue(offer, inside) : undefined,
    beyond: [0.01, 1]
      .map(step => cents(value + outward * step))
      .filter(each => each > 0)
      .map(each => atValue(offer, each)),
  };
}

/**
 * A fixed value, of what a run orders anyway if that has any, and another of the same product.
 *
 * @throws NotExercised if no product has any.
 */
export async function denomination(context: Context): Promise<OnOffer> {
  const all = await offers(context);
  const fixed = all.filter(({ denominations }) => denominations.length > 0);
  for (const name of boundNames) {
    const bound = await ifExercised(boundOf(context, name));
    if (fixed.some(({ productCode }) => productCode === bound?.at.productCode)) return bound!;
  }
  const [offer] = fixed;
  if (!offer) throw new NotExercised('no product has denominations');
  const [first = 0, second] = offer.denominations;
  return {
    at: atValue(offer, first),
    inside: second === undefined ? undefined : atValue(offer, second),
  };
}

/**
 * The second of three fixed values or more, of the product that costs least there, in another currency than most of a run
 * if the account has money in any; without a giftOrder, if the target makes such orders.
 */
export async function middleDenomination(context: Context): Promise<OnOffer> {
  const all = await offers(context);
  const fixed = all
    .filter(({ denominations }) => denominations.length > 2)
    .sort((a, b) => unfundedLast(a, b) || a.denominations[1]! - b.denominations[1]!);
  const offer = fixed.find(fundedElsewhere(all[0]!)) ?? fixed[0];
  if (!offer) throw new NotExercised('no product has three denominations');
  const [first = 0, second = 0] = offer.denominations;
  return { at: { ...atValue(offer, second), isPlain: true }, inside: atValue(offer, first) };
}

/** The cheapest other products: one in another currency first, since it is of another country too. */
export async function others(context: Context, than: Purchase): Promise<readonly Purchase[]> {
  const all = (await offers(context)).filter(({ productCode }) => productCode !== than.productCode);
  const foreign = all.find(({ currency }) => currency !== than.currency);
  const near = all.find(({ currency }) => currency === than.currency);
  return [foreign, near].flatMap(offer => (offer ? [atValue(offer, offer.value)] : []));
}

/**
 * Orders, once a run, what costs more than its wallet has; a quarter of what the run may spend at most, since credit may pay.
 *
 * @throws NotExercised if no listed product does.
 */
export async function orderBeyondBalance(context: Context): Promise<Exchange> {
  const balances = await balancesBefore(context);
  const dear = (await offers(context)).flatMap(offer => {
    const { currency, denominations, minPrice = 0, highest: most = 0 } = offer;
    const balance = balances.get(currency.toUpperCase()) ?? Infinity;
    const value =
      denominations.find(each => each > balance) ?? Math.max(Math.floor(balance) + 1, minPrice);
    const isSold = denominations.includes(value) || value <= most;
    return isSold && value <= largeShare(context, currency) ? [atValue(offer, value)] : [];
  });
  const [least] = dear.sort((a, b) => a.value - b.value);
  if (!least) throw new NotExercised('no product costs more than its wallet has');
  return order(context, least);
}
