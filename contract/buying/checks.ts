/** §2.1 Prices and codes of the catalog, checked by buying. */
import type { Context } from '../../harness/run/context.ts';
import { requirement } from '../requirement.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { readWhole } from '../steps/lists.ts';
import {
  atValue,
  offers,
  smallShare,
  type Offer,
  fundedInOtherCurrency,
  largeShare,
  unfundedLast,
} from '../steps/purchases.ts';
import { createOrder, order } from '../steps/orders.ts';
import { outcomeOf } from '../steps/order-requests.ts';
import type { Purchase } from '../../fixtures/payloads/purchase.ts';
import { NotExercised } from '../../harness/verdict.ts';
import { lists } from '../../schemas/lists.ts';
import { at, has, isSuccess, type Exchange } from '../../schemas/records/exchange.ts';
import { errors } from '../../schemas/resources/errors.ts';

const cents = (value: number): number => Math.round(value * 100) / 100;

const isFixed = ({ denominations }: Offer): boolean => denominations.length > 0;

/** Picks a value of an offer to order, or undefined. */
type Pick = (offer: Offer) => number | undefined;

/**
 * Returns the cheapest purchase at a picked value.
 *
 * @throws NotExercised if no product has such a value, or if each costs more than a quarter of GV_MAX_SPEND.
 */
async function cheapestAt(context: Context, what: string, pick: Pick): Promise<Purchase> {
  const [found] = (await offers(context))
    .flatMap(offer => {
      const value = pick(offer);
      return value === undefined || value <= 0 ? [] : [{ offer, value }];
    })
    .filter(({ offer, value }) => value <= largeShare(context, offer.currency))
    .sort((a, b) => unfundedLast(a.offer, b.offer) || a.value - b.value);
  if (!found) throw new NotExercised(`no product to order ${what}, or GV_MAX_SPEND is too low`);
  return atValue(found.offer, cents(found.value));
}

/** Picks a price if the product has no denominations, or if the price is one of them. */
const soldAt =
  (name: 'minPrice' | 'maxPrice'): Pick =>
  offer => {
    const { denominations, [name]: price } = offer;
    return !isFixed(offer) || denominations.includes(price!) ? price : undefined;
  };

/**
 * Returns a purchase of a product with at least three denominations, for the second of them. Of these products, it returns the one
 * whose second denomination is lowest, in a currency other than the usual currency of the run if the account has money in one.
 *
 * @throws NotExercised if no product has three denominations.
 */
async function middleDenomination(context: Context): Promise<Purchase> {
  const all = await offers(context);
  const fixed = all
    .filter(({ denominations }) => denominations.length > 2)
    .sort((a, b) => unfundedLast(a, b) || a.denominations[1]! - b.denominations[1]!);
  const offer = fixed.find(fundedInOtherCurrency(all[0]!)) ?? fixed[0];
  if (!offer) throw new NotExercised('no product has three denominations');
  return atValue(offer, offer.denominations[1]!);
}

const shown = ({ productCode, value, currency }: Purchase) =>
  `an order of ${productCode} for ${value} ${currency}`;

/** Orders a product, and returns the response that shows the result of the order. */
const tried = async (
  context: Context,
  purchase: Purchase,
  options?: Parameters<typeof order>[2],
): Promise<Exchange> => outcomeOf(context, await order(context, purchase, options));

/** Returns true if an order was created, at once or by its order request. */
const isSold = (exchange: Exchange): boolean => isSuccess(exchange) && !has(exchange, 'error');

const readCatalog = async (context: Context, fresh = false): Promise<readonly unknown[]> =>
  (await readWhole(context, lists.browse, { fresh })).items;

/** Returns a product as the catalog lists it. */
const listed = async (context: Context, { productCode }: Purchase, fresh = false) =>
  (await readCatalog(context, fresh)).find(item => at(item, 'productCode') === productCode);

/** Selects one of the offers, which are sorted by price. */
type Select = (all: readonly Offer[], codes: readonly unknown[]) => Offer | undefined;

const inCurrency =
  (nth: number): Select =>
  all =>
    all.find(({ currency }) => currency === [...new Set(all.map(each => each.currency))][nth]);

const listedProducts: readonly { readonly id: string; readonly select: Select }[] = [
  { id: 'the cheapest with denominations', select: all => all.find(isFixed) },
  { id: 'the cheapest without denominations', select: all => all.find(each => !isFixed(each)) },
  { id: 'the cheapest in a second currency', select: inCurrency(1) },
  { id: 'the cheapest in a third currency', select: inCurrency(2) },
  {
    id: 'the first that is listed',
    select: (all, codes) => all.find(each => each.productCode === codes[0]),
  },
  {
    id: 'the last that is listed',
    select: (all, codes) => all.find(each => each.productCode === codes.at(-1)),
  },
];

const unknown = JSON.stringify(errors.unknownProduct.error);

/** Returns true if an order, or a line of a bulk, is rejected because its product is unknown (§7). */
const isUnknown = ({ response }: Exchange): boolean => response.body.includes(unknown);

const expectKnown = (exchange: Exchange, what: string): void =>
  expect(exchange, what).toSatisfy(
    `any response but ${unknown}, because the catalog lists the product`,
    each => !isUnknown(each),
  );

requirement('buying.listed-product', async context => {
  await context.each(listedProducts, async ({ select }) => {
    const codes = (await readCatalog(context)).map(item => at(item, 'productCode'));
    const offer = select(await offers(context), codes);
    if (!offer || offer.value > smallShare(context, offer.currency))
      throw new NotExercised('the catalog has no such product, or GV_MAX_SPEND is too low');
    const purchase = atValue(offer, offer.value);
    const exchange = await tried(context, purchase);
    if (isUnknown(exchange) && !(await listed(context, purchase, true)))
      throw new NotExercised('the catalog no longer lists the product');
    expectKnown(exchange, shown(purchase));
  });
  await context.each(['the lines of a bulk'], async () =>
    expectKnown(
      await outcomeOf(context, await createOrder(context, 'bulk')),
      'a bulk order of listed products',
    ),
  );
});

/** Distances from a price. The whole unit is for targets that reject all fractions. */
const steps = [
  { step: 0.01, by: 'a cent' },
  { step: 1, by: 'a unit' },
];

const outside: readonly { readonly id: string; readonly pick: (step: number) => Pick }[] = [
  {
    id: 'below the minPrice of a product with denominations',
    pick: step => each => (isFixed(each) ? each.minPrice! - step : undefined),
  },
  {
    id: 'below the minPrice of a product without denominations',
    pick: step => each => (isFixed(each) ? undefined : each.minPrice! - step),
  },
  { id: 'above the maxPrice', pick: step => each => each.maxPrice && each.maxPrice + step },
];

const isOutside = (product: unknown, value: number): boolean =>
  value < Number(at(product, 'minPrice')) || value > Number(at(product, 'maxPrice'));

requirement('buying.price-range', async context => {
  const cases = outside.flatMap(({ id, pick }) =>
    steps.map(({ step, by }) => ({ id: `${by} ${id}`, pick: pick(step), where: id })),
  );
  await context.each(cases, async ({ pick, where }) => {
    const purchase = await cheapestAt(context, where, pick);
    const exchange = await tried(context, purchase, { unordered: true });
    if (isSold(exchange) && !isOutside(await listed(context, purchase, true), purchase.value))
      throw new NotExercised('the prices of the product changed while it was ordered');
    expect(exchange, shown(purchase)).toSatisfy(`rejected: ${where}`, each => !isSold(each));
  });
});

const within: readonly { readonly id: string; readonly pick: Pick }[] = [
  { id: 'for minPrice', pick: soldAt('minPrice') },
  { id: 'for maxPrice', pick: soldAt('maxPrice') },
  {
    id: 'for a fraction above minPrice',
    pick: ({ highest, value }) => (value + 0.25 <= (highest ?? 0) ? value + 0.25 : undefined),
  },
];

requirement('buying.price-bounds', async context => {
  await context.each(within, async ({ id, pick }) => {
    const purchase = await cheapestAt(context, id, pick);
    expect(await tried(context, purchase), shown(purchase)).toSatisfy('accepted', isSold);
  });
});

const inDenominations = (pick: Pick) => (context: Context) =>
  cheapestAt(context, 'for a denomination', pick);

const denominations = [
  { id: 'the first', find: inDenominations(each => each.denominations[0]) },
  { id: 'the last', find: inDenominations(each => each.denominations.at(-1)) },
  { id: 'the second of three or more', find: middleDenomination },
];

requirement('buying.denominations', async context => {
  await context.each(denominations, async ({ find }) => {
    const purchase = await find(context);
    expect(await tried(context, purchase), shown(purchase)).toSatisfy('accepted', isSold);
  });
});
