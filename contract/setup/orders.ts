/**
 * Makes the orders of a run (§2.2 to §2.4, §4.1 rules 7 and 8). They come one after the other, and before any check buys, because balances
 * do not show a price while another order is queued.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Purchase } from '../../fixtures/payloads/purchase.ts';
import { meeting } from '../../harness/client/clock.ts';
import type { Context } from '../../harness/run/context.ts';
import { ifOwn, own, type Preparation } from '../../harness/run/own.ts';
import { NotExercised, requireSome } from '../../harness/verdict.ts';
import { lists } from '../../schemas/lists.ts';
import { isQueued } from '../../schemas/orders.ts';
import type { Use } from '../../schemas/statement.ts';
import type { SettingName } from '../../harness/config/settings.ts';
import { bodyOf, has, isSuccess, type Exchange } from '../../schemas/records/exchange.ts';
import { errors } from '../../schemas/resources/errors.ts';
import { route } from '../../schemas/routes.ts';
import { discover, unknownId } from '../steps/discovery.ts';
import { readWhole } from '../steps/lists.ts';
import { askRequest } from '../steps/settings.ts';
import {
  bulkOf,
  findBulkBody,
  findOrderBody,
  purchaseOf,
  requirePlaces,
  withOtherMessage,
} from './order-bodies.ts';
import { orderBeyondBalance, orderLines, unknownProduct } from './order-lines.ts';
import {
  follow,
  type OwnOrder,
  placeOrder,
  readWalletsAfter,
  readWalletsBefore,
  requestIdIn,
} from './order-requests.ts';
import { balancesIn, shopOf, type Shop } from './shop.ts';

/** Reads what the run may buy, by the catalog and the wallets before its first purchase. Buys also if the wallets cannot be read. */
async function openShop(context: Context): Promise<Shop> {
  const { items } = await readWhole(context, lists.browse);
  const wallets = ifOwn(context, 'wallets');
  const balances = balancesIn(wallets && bodyOf(wallets));
  const shop = shopOf(items, balances, context.target.values.GV_MAX_SPEND);
  requireSome(shop.offers, 'the catalog offers nothing in any currency that GV_MAX_SPEND permits');
  return shop;
}

/** Orders the cheapest product. An order that discovered the body is this order. */
async function orderSingle(context: Context): Promise<OwnOrder> {
  const { template, order } = own(context, 'order body');
  return order ?? orderBy(context, template, orderLines.single(own(context, 'shop')));
}

const orderBy = (context: Context, template: unknown, lines: readonly Purchase[]) =>
  placeOrder(context, route.createOrder, lines, purchaseOf(template, lines[0]!));

/**
 * Orders one product for two values, or in a single line if the body has no array of lines. An order that discovered the body is this
 * order, if the product has only one value.
 */
async function orderBulk(context: Context): Promise<OwnOrder> {
  const { template, order: discovered } = own(context, 'bulk body');
  const lines = orderLines.bulk(own(context, 'shop'));
  if (discovered && isDeepStrictEqual(discovered.lines, lines)) return discovered;
  const order = await bulkOf(context, template, lines);
  if (order) return placeOrder(context, route.createBulkOrder, lines, order);
  const one = lines.slice(0, 1);
  return placeOrder(context, route.createBulkOrder, one, purchaseOf(template, one[0]!));
}

/** @throws NotExercised if the account has no money in a second currency. */
async function orderInSecondCurrency(context: Context): Promise<OwnOrder> {
  const lines = orderLines.secondCurrency(own(context, 'shop'));
  requireSome(lines, 'the account has no money in a second currency');
  return orderBy(context, own(context, 'order body').template, lines);
}

/**
 * Orders an unknown product and up to two cheap products in a bulk.
 *
 * @throws NotExercised if GV_BULK_ORDER_BODY has no array of lines.
 */
async function orderWithUnknown(context: Context): Promise<OwnOrder> {
  const lines = orderLines.withUnknown(own(context, 'shop'));
  const order = await bulkOf(context, own(context, 'bulk body').template, lines);
  if (!order) throw new NotExercised('GV_BULK_ORDER_BODY has no array of lines');
  return placeOrder(context, route.createBulkOrder, lines, order);
}

/** Orders the cheapest product twice at the same moment, with two messages, and reads the wallets before and after both. */
async function orderTwice(context: Context): Promise<readonly OwnOrder[]> {
  const { api, clock } = context;
  const lines = orderLines.single(own(context, 'shop'));
  const { template } = own(context, 'order body');
  const departs = meeting(2, clock);
  const before = await readWalletsBefore(context);
  const creations = await Promise.all(
    [template, withOtherMessage(template)].map(body =>
      api.send(route.createOrder, { ...purchaseOf(body, lines[0]!), departs, fresh: true }),
    ),
  );
  // A replay serves equal requests in the order of their exchanges.
  const inOrder = creations.toSorted((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }));
  const followed = await Promise.all(
    inOrder.map(async creation => ({ creation, ...(await follow(context, creation)) })),
  );
  const after = await readWalletsAfter(context);
  return followed.map(each => ({ lines, ...each, before, after }));
}

/** Returns a function that orders a product that is likely to be rejected. */
const ordering =
  (find: (shop: Shop) => Purchase | undefined, reason: string) =>
  async (context: Context): Promise<OwnOrder> => {
    const { template } = own(context, 'order body');
    requirePlaces('GV_ORDER_BODY', template);
    const purchase = find(own(context, 'shop'));
    if (!purchase) throw new NotExercised(reason);
    const creation = await context.api.send(route.createOrder, purchaseOf(template, purchase));
    const rest = { before: undefined, after: undefined };
    return { lines: [purchase], creation, ...(await follow(context, creation)), ...rest };
  };

const orderUnknown = ordering(
  shop => orderLines.single(shop).map(line => ({ ...line, productCode: unknownProduct }))[0],
  'there is no product',
);

const orderTooMuch = ordering(orderBeyondBalance, 'no product costs more than its wallet has');

/** Finds a succeeded order request: the request of the single order of this run. */
async function findSucceeded(context: Context): Promise<string> {
  const { GV_ORDER_REQUEST_SUCCEEDED: given } = context.target.values;
  if (given !== undefined) return given;
  const { value } = await discover(context, 'GV_ORDER_REQUEST_SUCCEEDED', async () => {
    const id = ownRequest(context);
    const { end } = own(context, 'single order');
    if (!end || !has(end, 'result'))
      throw new NotExercised('the order of this run did not end with a result');
    return { value: id, how: 'the order request of this run, which ended with a result' };
  });
  return value;
}

/** Returns the id of the order request of the single order of this run. */
function ownRequest(context: Context): string {
  const { creation } = own(context, 'single order');
  if (!isSuccess(creation)) throw rejectionOf(creation);
  if (isQueued(creation)) return requestIdIn(creation);
  throw new NotExercised('orders are created synchronously here, so no order request is known');
}

/** Returns the error of checks that need an order that was rejected. */
export const rejectionOf = ({ route: to, response: { status, body } }: Exchange): NotExercised =>
  new NotExercised(
    `${to} answers the order with ${status}: ${body.slice(0, 200)}`,
    'orders.accepted',
  );

/** Finds an unknown order request id with the form of a known id. */
async function findUnknownRequest(context: Context): Promise<string> {
  const { values } = context.target;
  if (values.GV_ORDER_REQUEST_UNKNOWN !== undefined) return values.GV_ORDER_REQUEST_UNKNOWN;
  const { value } = await discover(context, 'GV_ORDER_REQUEST_UNKNOWN', async () => {
    const given = values.GV_ORDER_REQUEST_SUCCEEDED ?? values.GV_ORDER_REQUEST_BULK;
    const known = given ?? ownRequest(context);
    return unknownId(context, known, id => askRequest(context, id), errors.unknownOrderRequest);
  });
  return value;
}

const record = (
  name: Use,
  make: Preparation['make'],
  uses: readonly Use[],
  unless: readonly SettingName[] = [],
): Preparation => ({ name, stage: 'orders', needs: ['spend'], uses, unless, make });

/** Reads the wallets and the products before the first purchase. */
export const shopping: readonly Preparation[] = [
  record('wallets', ({ api }) => api.send(route.wallet, { fresh: true }), []),
  record('shop', openShop, ['wallets']),
];

/** Orders of a run, and what they are made of, in the order in which they are made. */
export const orders: readonly Preparation[] = [
  record('order body', findOrderBody, ['shop'], ['GV_ORDER_BODY']),
  record('single order', orderSingle, ['shop', 'order body']),
  record('bulk body', findBulkBody, ['shop', 'GV_BULK_ORDER_PATH'], ['GV_BULK_ORDER_BODY']),
  record('bulk order', orderBulk, ['shop', 'bulk body', 'GV_BULK_ORDER_PATH']),
  record('order in a second currency', orderInSecondCurrency, ['shop', 'order body']),
  record('bulk with an unknown product', orderWithUnknown, [
    'shop',
    'bulk body',
    'GV_BULK_ORDER_PATH',
  ]),
  record('two orders', orderTwice, ['shop', 'order body']),
  record('order of an unknown product', orderUnknown, ['shop', 'order body']),
  record('order beyond the balance', orderTooMuch, ['shop', 'order body']),
  record('succeeded request', findSucceeded, ['single order'], ['GV_ORDER_REQUEST_SUCCEEDED']),
  record(
    'unknown request',
    findUnknownRequest,
    ['single order'],
    ['GV_ORDER_REQUEST_UNKNOWN', 'GV_ORDER_REQUEST_SUCCEEDED', 'GV_ORDER_REQUEST_BULK'],
  ),
];
