/** §2.1 What the catalog states about prices and codes, seen when something is bought. */
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../fixtures/run/context.ts';
import { requirement } from '../../fixtures/run/requirement.ts';
import { lastDenomination } from '../orders/order-results.ts';
import { walletsIn } from '../wallet/judgements.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';
import { readWhole, type ListRead } from '../shared/lists.ts';
import { boundNames, boundOf, denomination, others, type OnOffer } from './price-bounds.ts';
import { buy, order } from '../orders/ordering.ts';
import type { Purchase } from '../../fixtures/payloads/purchase.ts';
import { ifExercised, NotExercised } from '../../fixtures/verdict.ts';
import { lists } from '../../schemas/lists.ts';
import { isObject, isSuccess, type Exchange, type Item } from '../../schemas/records/exchange.ts';
import { errors, isRow } from '../../schemas/resources/errors.ts';
import { route } from '../../schemas/routes.ts';

const bounds = boundNames.map(name => ({
  name,
  find: (context: Context) => boundOf(context, name),
}));

const shown = ({ productCode, value, currency }: Purchase) =>
  `an order of ${productCode} for ${value} ${currency}`;

/** True if an order is rejected because its product is unknown (§7). */
const isUnknownProduct = (exchange: Exchange): boolean => isRow(exchange, errors.unknownProduct);

requirement('buying.listed-product', async context => {
  await context.each(
    bounds.map(({ name, find }) => ({ id: `the product of the lowest ${name}`, find })),
    async ({ find }) => {
      const { at } = await find(context);
      const creation = await order(context, at);
      // Without any order that was accepted, GV_ORDER_BODY may put the code where it does not belong.
      if (isUnknownProduct(creation)) {
        if (!(await isAnySold(context, await others(context, at))))
          throw new NotExercised(
            'no product can be ordered: GV_ORDER_BODY may not put its code where it belongs',
          );
        const { items } = await readWhole(context, lists.browse, { fresh: true });
        if (!productIn(items, at.productCode))
          throw new NotExercised('the catalog does not list the product any more');
      } else if (!isSuccess(creation))
        throw new NotExercised(`the order is rejected with ${creation.response.status}`);
      expect(creation, shown(at)).toSatisfy(
        `anything but the error of an unknown product: the catalog lists ${at.productCode}`,
        each => !isUnknownProduct(each),
      );
    },
  );
});

async function isAnySold(context: Context, products: readonly Purchase[]): Promise<boolean> {
  for (const each of products) if ((await ifExercised(buy(context, each)))?.isSold) return true;
  return false;
}

const productIn = (items: readonly unknown[], code: string): Item | undefined =>
  items.filter(isObject).find(({ productCode }) => productCode === code);

/**
 * Prices may follow a rate: what contradicts them is looked at with those of now.
 *
 * @throws NotExercised if they changed since they were read.
 */
async function requireSamePrices(context: Context, { productCode }: Purchase): Promise<void> {
  const pricesOf = ({ items }: ListRead) => {
    const product = productIn(items, productCode);
    return [product?.['minPrice'], product?.['maxPrice'], product?.['denominations']];
  };
  const before = pricesOf(await readWhole(context, lists.browse));
  const after = pricesOf(await readWhole(context, lists.browse, { fresh: true }));
  if (!isDeepStrictEqual(before, after))
    throw new NotExercised(`the prices of ${productCode} changed while it was ordered`);
}

/** Judges an order at a bound: accepted is proof; rejected fails if the product is sold for another value. */
async function judgeSoldAt(context: Context, { at, inside }: OnOffer): Promise<void> {
  const { isSold, shownBy } = await buy(context, at);
  if (!isSold) {
    if (!inside || !(await buy(context, inside)).isSold)
      throw new NotExercised(`${shown(at)} is rejected, as is one for another value`);
    await requireFunds(context, at);
    await requireSamePrices(context, at);
  }
  expect(shownBy, shown(at)).toSatisfy('accepted', () => isSold);
}

/** @throws NotExercised if the wallet has less than a purchase costs: what is cheaper is sold all the same. */
async function requireFunds({ api }: Context, { currency, value }: Purchase): Promise<void> {
  const wallets = walletsIn(await api.send(route.wallet, { fresh: true })).filter(isObject);
  const balance = wallets.find(each => each['currency'] === currency)?.['balance'];
  if (typeof balance === 'number' && balance < value)
    throw new NotExercised(`the wallet has ${balance} ${currency}, and the order costs ${value}`);
}

requirement('buying.price-range', async context => {
  await context.each(
    bounds.map(({ name, find }) => ({ id: `for ${name}`, find })),
    async ({ find }) => judgeSoldAt(context, await find(context)),
  );
  await context.each(
    bounds.map(({ name, find }) => ({ id: `beyond ${name}`, find })),
    async ({ find }) => {
      const { at, beyond } = await find(context);
      if (!(await buy(context, at)).isSold)
        throw new NotExercised(`${shown(at)} is rejected too: another rejection shows nothing`);
      if (beyond.length === 0) throw new NotExercised('there is no value beyond it');
      for (const each of beyond) {
        const { isSold, shownBy } = await buy(context, each);
        if (isSold) await requireSamePrices(context, each);
        expect(shownBy, shown(each)).toSatisfy('rejected', () => !isSold);
      }
    },
  );
});

requirement('buying.denominations', async context =>
  context.each(
    [
      { id: 'one that is ordered anyway', find: denomination },
      { id: 'the second of three or more', find: lastDenomination },
    ],
    async ({ find }) => judgeSoldAt(context, await find(context)),
  ),
);
