import { cents, type Product } from '../data/records.ts';
import { enqueue, isSoldAt } from '../routes/purchase.ts';
import type { Patch } from '../types.ts';
import type { World } from '../world.ts';
import { onOwnRequest, sync } from './orders.ts';
import {
  at,
  breaking,
  editSuccess,
  type Fault,
  instead,
  type Json,
  onError,
  onOwns,
  onRules,
  onSells,
  onSuccess,
} from '../patches.ts';

/** Changes the response to a synchronous creation of one order. */
const created = (change: (order: Json, world: World) => unknown): Patch => ({
  ...sync,
  ...editSuccess(at.createOrder, (order, _request, world) => change(order, world)),
});

/** Changes the order in the result of a single creation. */
const result = (change: (order: Json, world: World) => unknown): Patch =>
  onOwnRequest(({ type, result }, _reply, world) => {
    if (result && type === 'single') change(result, world);
  });

/** Hides orders created at run time from the order history. */
const unlisted = onOwns(({ orders }) => {
  const seeded = new Set<unknown>(orders);
  return (isOwn, record, { route }) => isOwn && (route !== at.orders || seeded.has(record));
});

const unknownProduct = (change: Parameters<typeof onError>[2]): Patch =>
  onError(at.createOrder, 404, (body, ...rest) =>
    /product/i.test(body.error) ? change(body, ...rest) : undefined,
  );

type Rule = (product: Product, value: number) => boolean;

/** Sells products at more values than they have. */
const alsoAt = (rule: Rule): Patch =>
  onRules(({ orders }) => {
    orders.sold = (product, value) => isSoldAt(product, value) || rule(product, value);
  });

/** Sells products at fewer values than they have. */
const onlyAt = (rule: Rule): Patch =>
  onRules(({ orders }) => {
    orders.sold = (product, value) => isSoldAt(product, value) && rule(product, value);
  });

/** Products that the catalog shows and orders do not find. */
const unknownWhenOrdered = (hidden: (product: Product) => boolean): Patch =>
  onSells((isSold, product, { route }) => isSold && !(hidden(product) && route === at.createOrder));

/** §2.2, §4.1 rule 7, §7: the created order, and an unknown product. */
export const buyingFaults: readonly Fault[] = [
  ...breaking('orders.created', {
    'orders-created-with-image': created(order => (order.imageUrl = order.product.imageUrl)),
    'orders-created-like-listed': created(order => {
      order.imageUrl = order.product.imageUrl;
      delete order.product;
    }),
    'orders-created-with-another-product': created(
      order => (order.product = { ...order.product, productCode: `OLD-${order.productCode}` }),
    ),
    'orders-created-with-an-empty-status': created(order => (order.status = '')),
    'orders-created-in-an-envelope': {
      ...sync,
      ...onSuccess(at.createOrder, order => ({ success: true, order })),
    },
  }),
  ...breaking('orders-made.as-asked', {
    'orders-created-value-in-pence': created(order => (order.valuePurchased *= 100)),
    'orders-created-a-penny-less': created(order => {
      order.valuePurchased = cents(order.valuePurchased - 0.01);
    }),
    'orders-created-currency-always-pounds-or-dollars': created(order => {
      order.currency = order.currency === 'GBP' ? 'USD' : 'GBP';
    }),
    'orders-created-product-of-another-code': created((order, { products }) => {
      order.product.productCode = products.find(
        p => p.productCode !== order.productCode,
      )!.productCode;
    }),
    'orders-created-code-of-another-product': created((order, { products }) => {
      order.productCode = products.find(p => p.productCode !== order.productCode)!.productCode;
    }),
    'orders-result-of-twice-the-value': result(order => (order.valuePurchased *= 2)),
    'orders-result-in-another-currency': result(order => {
      order.currency = order.currency === 'EUR' ? 'GBP' : 'EUR';
    }),
    'orders-result-of-another-product': result((order, { products }) => {
      order.productCode = products.findLast(p => p.productCode !== order.productCode)!.productCode;
    }),
    // An old order that is in the history too.
    'orders-result-stale': result((order, { orders, accounts }) => {
      const mine = orders.filter(({ accountId }) => accountId === accounts.main.id);
      const { accountId: _, ...old } = mine.findLast(
        other => other.valuePurchased !== order.valuePurchased,
      )!;
      Object.assign(order, old);
    }),
  }),
  ...breaking('orders-made.gift', {
    'orders-result-gift-message-null': result(({ giftOrder }) => (giftOrder.message = null)),
    'orders-result-gift-name-missing': result(({ giftOrder }) => delete giftOrder.recipientName),
    'orders-result-gift-name-and-email-swapped': result(({ giftOrder }) => {
      const { recipientEmail, recipientName } = giftOrder;
      Object.assign(giftOrder, { recipientEmail: recipientName, recipientName: recipientEmail });
    }),
    'orders-result-gift-email-empty': result(({ giftOrder }) => (giftOrder.recipientEmail = '')),
  }),
  ...breaking('orders-made.listed', {
    'orders-made-not-listed': unlisted,
    'orders-made-synchronously-not-listed': { ...sync, ...unlisted },
    'orders-result-names-transaction-for-order': result(order => (order._id = order.transactionId)),
    'orders-created-names-transaction-for-order': created(order => {
      order._id = order.transactionId;
    }),
  }),
  ...breaking('orders.unknown-product', {
    'orders-unknown-product-named-in-error': unknownProduct((_body, _reply, { body }) => ({
      error: `Product ${(body as Json).productCode} not found`,
    })),
    'orders-unknown-product-queued': unknownProduct((_body, reply, _request, { random }) => {
      reply.status = 202;
      return { orderRequestId: random.hex(24), status: 'queued' };
    }),
    'orders-unknown-product-queued-and-sold': unknownProduct((_body, reply, request, world) => {
      const run = () => ({ result: { message: 'Sold' } });
      const { orderRequestId } = enqueue(world, request.account!.id, 'single', run);
      reply.status = 202;
      return { orderRequestId, status: 'queued' };
    }),
    'orders-unknown-product-is-wallet-not-found': instead(
      at.createOrder,
      ({ body, headers }, { products, keys }) =>
        headers['x-api-key'] === keys.business.value &&
        !products.some(({ productCode }) => productCode === (body as Json)?.productCode),
      404,
      { error: 'Wallet not found' },
    ),
  }),

  // §2.1: what the catalog states, when something is bought.
  ...breaking('buying.price-range', {
    'buying-below-minimum': alsoAt(({ minPrice }, value) => value < minPrice),
    'buying-a-penny-below-minimum': alsoAt(
      ({ minPrice }, value) => value === cents(minPrice - 0.01),
    ),
    'buying-above-maximum-in-whole-amounts': alsoAt(
      ({ maxPrice }, value) => value > maxPrice && Number.isInteger(value),
    ),
    'buying-a-penny-above-maximum': alsoAt(
      ({ maxPrice }, value) => value === cents(maxPrice + 0.01),
    ),
    'buying-at-any-value-at-once': onRules(({ orders }) =>
      Object.assign(orders, { mode: 'sync', sold: () => true }),
    ),
  }),
  ...breaking('buying.price-bounds', {
    'buying-not-at-maximum': onlyAt(({ maxPrice }, value) => value < maxPrice),
    'buying-not-at-minimum': onlyAt(({ minPrice }, value) => value > minPrice),
    'buying-whole-amounts-only': onlyAt((_product, value) => Number.isInteger(value)),
  }),
  ...breaking('buying.denominations', {
    'buying-only-at-the-ends-of-denominations': onlyAt(
      ({ denominations: fixed }, value) =>
        fixed.length < 3 || value === fixed[0] || value === fixed.at(-1),
    ),
    'buying-not-at-the-first-denomination': onlyAt(
      ({ denominations }, value) => value !== denominations[0],
    ),
  }),
  ...breaking('buying.listed-product', {
    'buying-british-products-unknown': unknownWhenOrdered(({ country }) => country === 'GB'),
    'buying-products-in-euro-unknown': unknownWhenOrdered(({ currency }) => currency === 'EUR'),
    'buying-listed-products-unknown-in-a-bulk': onSells(
      (isSold, _product, { route }) => isSold && route !== at.createBulk,
    ),
    'buying-listed-products-unknown-when-processed': onOwnRequest(body => {
      if (body.type === 'single' && body.result)
        Object.assign(body, { result: undefined, error: 'Product not found' });
    }),
  }),
];
