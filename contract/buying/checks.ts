/** §2.1 Prices and codes of the catalog, checked by buying. */
import type { CheckContext, Context } from '../../harness/run/context.ts';
import { requirement } from '../requirement.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { own } from '../../harness/run/own.ts';
import { purchaseOf, requirePlaces } from '../setup/order-bodies.ts';
import { follow, type OwnOrder } from '../setup/order-requests.ts';
import { balancesIn, inWords } from '../setup/shop.ts';
import { acceptedOf, endOf, outcomeOf, requireEnd } from '../steps/orders.ts';
import {
  aboveMaxPrice,
  belowMinPrice,
  denominations,
  listedProducts,
  withinPrices,
  type Wanted,
} from './purchases.ts';
import type { Purchase } from '../../fixtures/payloads/purchase.ts';
import { NotExercised } from '../../harness/verdict.ts';
import { isQueued, ordersIn } from '../../schemas/orders.ts';
import { bodyOf, has, isSuccess, type Exchange } from '../../schemas/records/exchange.ts';
import { route } from '../../schemas/routes.ts';
import { cents } from '../../schemas/schema.ts';
import { errors } from '../../schemas/resources/errors.ts';

/**
 * Returns the purchase of a case.
 *
 * @throws NotExercised if no product of the catalog suits, or if it costs too much of GV_MAX_SPEND.
 */
function found(context: Context, { id, find }: Wanted): Purchase {
  const purchase = find(own(context, 'shop'));
  if (!purchase) throw new NotExercised(`no product to order (${id}), or GV_MAX_SPEND is too low`);
  return purchase;
}

/** Orders a product, and returns the response that shows the result of the order. */
async function tried(context: Context, purchase: Purchase): Promise<Exchange> {
  const { template } = own(context, 'order body');
  requirePlaces('GV_ORDER_BODY', template);
  const creation = await context.api.send(route.createOrder, purchaseOf(template, purchase));
  const rest = { lines: [purchase], before: undefined, after: undefined };
  if (!isQueued(creation)) return creation;
  return requireEnd(endOf({ creation, ...rest, ...(await follow(context, creation)) }));
}

/** Returns true if an order was created, at once or by its order request. */
const isSold = (exchange: Exchange): boolean => isSuccess(exchange) && !has(exchange, 'error');

const unknown = JSON.stringify(errors.unknownProduct.error);

/** Returns true if an order, or a line of a bulk, is rejected because its product is unknown (§7). */
const isUnknown = ({ response }: Exchange): boolean => response.body.includes(unknown);

const expectKnown = (exchange: Exchange, what: string): void =>
  expect(exchange, what).toSatisfy(
    `any response but ${unknown}, because the catalog lists the product`,
    each => !isUnknown(each),
  );

requirement('buying.listed-product', async context => {
  await context.each(listedProducts, async wanted => {
    const purchase = found(context, wanted);
    expectKnown(await tried(context, purchase), inWords(purchase));
  });
  await context.each(['the lines of a bulk'], () =>
    expectKnown(outcomeOf(own(context, 'bulk order')), 'a bulk order of listed products'),
  );
});

/** Returns a check that orders outside the prices of a product, which must be rejected. */
const rejects =
  (purchases: readonly Wanted[]) =>
  (context: CheckContext): Promise<void> =>
    context.each(purchases, async wanted => {
      const purchase = found(context, wanted);
      const exchange = await tried(context, purchase);
      // A rejection is about the price only if another order is accepted.
      if (!isSold(exchange)) acceptedOf(own(context, 'single order'));
      expect(exchange, inWords(purchase)).toSatisfy(
        `rejected: ${wanted.id}`,
        each => !isSold(each),
      );
    });

requirement('buying.min-price', rejects(belowMinPrice));
requirement('buying.max-price', rejects(aboveMaxPrice));

/** Returns a check that orders at prices of a product, which must be accepted. */
const sells =
  (purchases: readonly Wanted[]) =>
  (context: CheckContext): Promise<void> =>
    context.each(purchases, async wanted => {
      const purchase = found(context, wanted);
      expect(await tried(context, purchase), inWords(purchase)).toSatisfy('accepted', isSold);
    });

requirement('buying.price-bounds', sells(withinPrices));
requirement('buying.denominations', sells(denominations));

/** Returns by how much the balance in a currency fell after an order, or NaN if it cannot be read. */
const fallAfter = ({ before, after }: OwnOrder, currency: string): number => {
  const [had, has] = [before, after].map(
    each => each && balancesIn(bodyOf(each)).get(currency.toUpperCase()),
  );
  return cents(Number(had) - Number(has));
};

requirement('buying.both-paid', context => {
  const alone = own(context, 'single order');
  const both = own(context, 'two orders');
  // A service may take the second request for a repetition of the first.
  const ids = new Set(
    both.flatMap(({ creation, end }) => ordersIn(end ?? creation)).map(({ _id }) => _id),
  );
  const [{ currency }] = alone.lines as [Purchase];
  const price = fallAfter(alone, currency);
  const [first] = both as [OwnOrder];
  const fell = fallAfter(first, currency);
  if (!(ids.size * price > 0) || Number.isNaN(fell))
    throw new NotExercised('no second order was accepted, or an order alone is not paid');
  const what = `fall of the balance in ${currency} after ${ids.size} of 2 orders at the same moment`;
  expect(fell, what, first.before!, first.after!).toBe(cents(ids.size * price));
});
