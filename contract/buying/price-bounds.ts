/** Orders of one product for a certain value, which show what it can be bought for (§2.1). */
import { bodyOf, has, isSuccess, type Exchange } from '../../schemas/records/exchange.ts';
import { errors, isRow } from '../../schemas/resources/errors.ts';
import { route } from '../../schemas/routes.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { isQueued } from '../orders/judgements.ts';
import { ifAnswered, NotExercised } from '../../fixtures/verdict.ts';
import type { Purchase } from '../../fixtures/payloads/purchase.ts';
import {
  atValue,
  balancesIn,
  fundedElsewhere,
  offers,
  unfundedLast,
  type Offer,
} from '../shared/purchases.ts';
import { orderBody, orderPlaces, purchaseOf, withoutGift } from '../shared/order-bodies.ts';
import { endOf } from '../orders/order-requests.ts';

/** The most that the order of a highest value may cost, as a share of GV_MAX_SPEND: other checks spend too. */
const share = 1 / 4;

/** A purchase that is ordered without a giftOrder, if the target makes such orders. */
export interface Tried extends Purchase {
  readonly isPlain?: boolean;
}

/** A value at a bound of a product, and one inside. */
export interface Bound {
  readonly at: Tried;
  readonly inside: Purchase | undefined;
  /** Just beyond it, and a whole unit beyond it, where amounts are rounded or have no fraction. */
  readonly beyond: readonly Purchase[];
}

/** A product without fixed values, or with one at its bound, is sold there. */
const isSoldAt = ({ denominations }: Offer, value: number | undefined): value is number =>
  value !== undefined && (denominations.length === 0 || denominations.includes(value));

export const cents = (value: number): number => Math.round(value * 100) / 100;

export type BoundName = 'minPrice' | 'maxPrice';

/**
 * The least or the greatest value of the product that costs least there.
 *
 * @throws NotExercised if no product is sold there, or the greatest value is more than a run may spend on it.
 */
export async function boundOf(context: Context, name: BoundName): Promise<Bound> {
  const found = (await offers(context)).filter(each => isSoldAt(each, each[name]));
  const [offer] = found.sort((a, b) => unfundedLast(a, b) || a[name]! - b[name]!);
  if (!offer) throw new NotExercised(`no product has a ${name} that its denominations include`);
  const { currency, denominations, [name]: value = 0, minPrice = value, maxPrice = value } = offer;
  const limit = context.target.values.GV_MAX_SPEND?.[currency.toUpperCase()] ?? Infinity;
  if (name === 'maxPrice' && value > limit * share)
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

/** A fixed value, of what a run orders anyway if that has any, and another of the same product. */
export async function denomination(context: Context): Promise<Pick<Bound, 'at' | 'inside'>> {
  const all = await offers(context);
  const ordered = await Promise.allSettled(
    (['minPrice', 'maxPrice'] as const).map(name => boundOf(context, name)),
  );
  const values = ordered.flatMap(each => (each.status === 'fulfilled' ? [each.value.at] : []));
  const fixed = all.filter(({ denominations }) => denominations.length > 0);
  const at =
    values.find(({ productCode, value }) =>
      fixed.some(each => each.productCode === productCode && each.denominations.includes(value)),
    ) ?? fixed[0];
  if (!at) throw new NotExercised('no product has denominations');
  const offer = fixed.find(({ productCode }) => productCode === at.productCode)!;
  const other = offer.denominations.find(value => value !== at.value);
  return {
    at: atValue(at, at.value),
    inside: other === undefined ? undefined : atValue(offer, other),
  };
}

/**
 * The second of three fixed values or more, of the product that costs least there, in another currency than most of a run
 * where the account has money in any; without a giftOrder, if the target makes such orders.
 */
export async function middleDenomination(context: Context): Promise<Pick<Bound, 'at' | 'inside'>> {
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
 * The response to an order, sent once a run; the run's own order serves where it is the same.
 *
 * @throws NotExercised if GV_ORDER_BODY has no place for product and value.
 */
export async function order(context: Context, purchase: Tried): Promise<Exchange> {
  const template = await orderBody(context);
  for (const place of orderPlaces)
    if (!JSON.stringify(template).includes(place))
      throw new NotExercised(`GV_ORDER_BODY has no ${place}`);
  const send = (body: unknown) => context.api.send(route.createOrder, purchaseOf(body, purchase));
  const plain = purchase.isPlain ? withoutGift(template) : undefined;
  if (plain === undefined) return send(template);
  const exchange = await send(plain);
  return (await isRejected(context, exchange)) ? send(template) : exchange;
}

/** True if an order was rejected for its body, at once or by its request: a target may demand that it is a gift. */
async function isRejected(context: Context, creation: Exchange): Promise<boolean> {
  if (!isSuccess(creation)) return [400, 422].includes(creation.response.status);
  if (!isQueued(creation)) return false;
  const ended = await ifAnswered(endOf(context, creation));
  return ended !== undefined && isSuccess(ended) && has(ended, 'error') && !has(ended, 'result');
}

/**
 * Orders, once a run, what costs more than its wallet has; a quarter of what the run may spend at most, since credit may pay.
 *
 * @throws NotExercised if no listed product does.
 */
export async function orderBeyondBalance(context: Context): Promise<Exchange> {
  const balances = balancesIn(bodyOf(await context.api.send(route.wallet, { earlier: true })));
  const limits = context.target.values.GV_MAX_SPEND;
  const dear = (await offers(context)).flatMap(offer => {
    const currency = offer.currency.toUpperCase();
    const balance = balances.get(currency) ?? Infinity;
    const { denominations, minPrice = 0, highest: most = 0 } = offer;
    const value =
      denominations.find(each => each > balance) ?? Math.max(Math.floor(balance) + 1, minPrice);
    const isSold = denominations.includes(value) || value <= most;
    const isAllowed = value <= (limits?.[currency] ?? Infinity) * share;
    return isSold && isAllowed ? [atValue(offer, value)] : [];
  });
  const [least] = dear.sort((a, b) => a.value - b.value);
  if (!least) throw new NotExercised('no product costs more than its wallet has');
  return order(context, least);
}

/**
 * Returns true if an order was accepted: made at once, or by the request that it became.
 *
 * @throws NotExercised if its response does not show it.
 */
export async function isSold(context: Context, purchase: Tried): Promise<boolean> {
  const creation = await order(context, purchase);
  const { status } = creation.response;
  if (!isSuccess(creation)) {
    if (status >= 500) throw new NotExercised(`the order gets ${status}`);
    return false;
  }
  if (!isQueued(creation)) return true;
  const ended = await endOf(context, creation);
  if (!isSuccess(ended))
    throw new NotExercised('the order request cannot be read', 'orders.request-ends');
  if (!has(ended, 'result') && !has(ended, 'error'))
    throw new NotExercised('the order request shows no result', 'orders.request-result');
  return !has(ended, 'error');
}

/** The response that shows whether it was: to the order, or to the request that it became. */
export async function outcomeOf(context: Context, purchase: Tried): Promise<Exchange> {
  const creation = await order(context, purchase);
  return isSuccess(creation) && isQueued(creation) ? endOf(context, creation) : creation;
}

/** True if an order is rejected because its product is unknown (§7). */
export const isUnknownProduct = (exchange: Exchange): boolean =>
  isRow(exchange, errors.unknownProduct);
