/** §2.2 to §2.6 Orders of the run, in every response that shows them. */
import { bulkOrderBody, orderBody } from '../steps/order-bodies.ts';
import type { CheckContext, Context } from '../../harness/run/context.ts';
import { requirement } from '../../harness/run/requirement.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { isSameTime } from '../../harness/run/expect/formats.ts';
import { NotDone, NotExercised, requireSome } from '../../harness/verdict.ts';
import { lists } from '../../schemas/lists.ts';
import { bulkIn, ordersIn } from '../../schemas/orders.ts';
import {
  arrayIn,
  bodyOf,
  dateOf,
  field,
  has,
  isAbsent,
  isObject,
  isSuccess,
  sentBody,
  sentId,
  type Exchange,
  type Item,
} from '../../schemas/records/exchange.ts';
import { giftFields } from '../../schemas/resources/orders.ts';
import { route } from '../../schemas/routes.ts';
import { cents, isSameAmount, isSameCurrency } from '../../schemas/schema.ts';
import type { Purchase } from '../../fixtures/payloads/purchase.ts';
import { isText, readWhole } from '../steps/lists.ts';
import { ledgerCurrencyParam } from '../steps/settings.ts';
import { again } from '../steps/again.ts';
import { giftsIn } from '../steps/order-bodies.ts';
import { endOf, requireEnd, outcomeOf, readable, readFirst } from '../steps/order-requests.ts';
import {
  acceptedOf,
  ownOrderCases,
  endedRequests,
  ordersOf,
  queuedId,
  queuedOrder,
  orderKindCases,
  requireFunds,
  requirePlaces,
  type OwnOrder,
  type OwnOrders,
} from '../steps/orders.ts';
import { unknownProduct, walletsBefore } from '../steps/purchases.ts';
import { receivedAt } from '../steps/order-requests.ts';
import { isPurchase } from '../wallet/ledger.ts';

type Made = OwnOrder & OwnOrders;

/** Judges each order of the run that was made. */
const onEach = (
  context: CheckContext,
  judge: (made: Made) => Promise<void> | void,
  cases: typeof ownOrderCases = ownOrderCases,
): Promise<void> =>
  context.each(cases, async ({ make }) => {
    const own = await make(context);
    await judge({ ...own, ...(await ordersOf(context, own)) });
  });

/** Returns the ordered fields of records, sorted independently of the response. */
const asOrdered = (records: readonly Item[], lines: readonly Purchase[]): Item[] =>
  records
    .map(({ productCode, currency, valuePurchased }) => ({
      productCode,
      currency,
      valuePurchased:
        lines.find(({ value }) => isSameAmount(value, valuePurchased))?.value ?? valuePurchased,
    }))
    .sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));

const templates = {
  single: { setting: 'GV_ORDER_BODY', bodyOf: orderBody },
  bulk: { setting: 'GV_BULK_ORDER_BODY', bodyOf: bulkOrderBody },
} as const;

requirement('orders-made.as-asked', async context => {
  await context.each(ownOrderCases, async ({ kind, make }) => {
    const { setting, bodyOf } = templates[kind];
    requirePlaces(setting, await bodyOf(context));
    const own = await make(context);
    const shownBy = await outcomeOf(context, acceptedOf(own));
    const good = own.lines.filter(({ productCode }) => productCode !== unknownProduct);
    const asked = asOrdered(
      good.map(({ value, ...rest }) => ({ ...rest, valuePurchased: value })),
      good,
    );
    const orders = ordersIn(shownBy);
    if (orders.length < good.length) requireFunds(own);
    if (orders.length === 0)
      throw new NotDone(`the orders ${JSON.stringify(asked)}`, shownBy.response.body, {
        doubt: 'A product may be out of stock, and a result may be any object (§2.3)',
      });
    const rejected = bulkIn(shownBy)?.rejected?.map(each => isObject(each) && each['productCode']);
    if (orders.length < good.length && rejected?.some(code => code === good[0]?.productCode))
      throw new NotExercised('a valid line was rejected: its price may have changed');
    expect(asOrdered(orders, good), 'orders', shownBy, own.creation).toEqual(asked);
    // rejectedOrders is not required (§2.4).
    if (rejected)
      expect(rejected, 'productCodes of rejectedOrders', shownBy, own.creation).toEqual(
        own.lines.filter(each => !good.includes(each)).map(({ productCode }) => productCode),
      );
  });
});

/** Returns the form of a text, because names and addresses are masked in responses to requests that did not send them. */
const formOf = (text: unknown): string =>
  String(text)
    .replaceAll(/\p{Lu}/gu, 'A')
    .replaceAll(/\p{Ll}/gu, 'a')
    .replaceAll(/\p{Nd}/gu, '0');

const isGift = (name: string, shown: unknown, given: unknown): boolean =>
  name === 'message' ? shown === given : formOf(shown) === formOf(given);

/** Expects an order to carry the texts of a giftOrder. */
function expectGift(order: Item, given: Item, ...of: readonly Exchange[]): void {
  const shown = isObject(order['giftOrder']) ? order['giftOrder'] : {};
  for (const name of giftFields.filter(each => !isAbsent(given[each])))
    expect(shown[name], `${name} in giftOrder of order ${String(order['_id'])}`, ...of).toSatisfy(
      `${String(given[name])}${name === 'message' ? '' : ', or a masked text of this form'}`,
      text => isGift(name, text, given[name]),
    );
}

/** Returns the giftOrder that was sent with a line of an order. */
function giftFor({ creation, lines }: OwnOrder, order: Item): Item {
  const gifts = giftsIn(sentBody(creation));
  const line = lines.findIndex(
    ({ productCode, value }) =>
      productCode === order['productCode'] && value === cents(order['valuePurchased']),
  );
  const gift = gifts[line] ?? gifts[0];
  if (!gift) throw new NotExercised('the order gives no giftOrder');
  return gift;
}

requirement('orders-made.gift', async context =>
  onEach(context, async made => {
    for (const order of made.orders)
      expectGift(order, giftFor(made, order), made.shownBy, made.creation);
    await again(async () => {
      for (const { listed } of await listedOf(context, made))
        expectGift(listed, giftFor(made, listed));
    });
  }),
);

const idsOf = (records: readonly Item[]): string[] => records.map(({ _id }) => String(_id));

requirement('orders-made.listed', async context =>
  onEach(context, ({ orders, shownBy }) =>
    again(async () => {
      const { items, complete, pages } = await readWhole(context, lists.orders);
      const own = new Set(idsOf(orders));
      const found = idsOf(items.filter(isObject)).filter(id => own.has(id));
      if (found.length < own.size && !complete)
        throw new NotExercised('the order history is too long to look for one order in it');
      expect(
        found.sort(),
        'ids of the orders in the order history',
        ...pages.map(({ exchange }) => exchange),
        shownBy,
      ).toEqual([...own].sort());
    }),
  ),
);

/**
 * Returns the orders with their records in the order history.
 *
 * @throws NotExercised if the order history has none of the orders.
 */
async function listedOf(context: Context, { orders }: OwnOrders) {
  const { items } = await readWhole(context, lists.orders);
  const pairs = orders.flatMap(returned => {
    const listed = items.filter(isObject).find(({ _id }) => _id === returned['_id']);
    return listed ? [{ returned, listed }] : [];
  });
  requireSome(pairs, 'the order is not listed', 'orders-made.listed');
  return pairs;
}

/** Returns the product, currency, value and merchant of an order. */
const boughtIn = ({ productCode, currency, valuePurchased, merchant }: Item): Item => ({
  productCode,
  currency: String(currency).toUpperCase(),
  valuePurchased: cents(valuePurchased),
  merchant: isObject(merchant) && merchant['name'],
});

/** Expects two places to state one time. One of them may keep whole seconds. */
const expectSameTime = (time: unknown, of: string, expected: unknown): void =>
  expect(time, `createdAt of ${of}`).toSatisfy(String(expected), () =>
    isSameTime(Date.parse(String(time)), Date.parse(String(expected))),
  );

requirement('orders-made.same-everywhere', async context =>
  onEach(context, made =>
    again(async () => {
      for (const { returned, listed } of await listedOf(context, made))
        expect(boughtIn(listed), `order ${String(listed['_id'])} in the list`).toEqual(
          boughtIn(returned),
        );
    }),
  ),
);

requirement('orders-made.image', async context =>
  onEach(context, made =>
    again(async () => {
      for (const { listed } of await listedOf(context, made))
        expect(
          listed['imageUrl'],
          `imageUrl of order ${String(listed['_id'])} in the list`,
        ).toSatisfy('a URL', isText);
    }),
  ),
);

const minuteMs = 60_000;

/** Expects a time to be of the call that made an order, by the Date headers of the target or else by our clock. */
function expectOfCall(
  time: unknown,
  of: string,
  { creation, shownBy }: Pick<Made, 'creation' | 'shownBy'>,
): void {
  const from = (dateOf(creation) ?? creation.times.startedAt) - minuteMs;
  const to = (dateOf(shownBy) ?? receivedAt(shownBy)) + minuteMs;
  expect(time, of, shownBy, creation).toSatisfy(
    `from ${new Date(from).toISOString()} to ${new Date(to).toISOString()}`,
    each => Date.parse(String(each)) >= from && Date.parse(String(each)) <= to,
  );
}

requirement('orders-made.created-at', async context => {
  await onEach(context, async made => {
    for (const { _id, createdAt } of made.orders)
      expectOfCall(createdAt, `createdAt of order ${String(_id)}`, made);
    await again(async () => {
      for (const { returned, listed } of await listedOf(context, made))
        expectSameTime(listed['createdAt'], 'the listed order', returned['createdAt']);
      for (const { timestamp } of await purchasesOf(context, made.orders[0]!))
        expectOfCall(timestamp, 'timestamp of the purchase', made);
    });
  });
  const requests = orderKindCases.map(({ kind }) => ({
    id: `the request of a ${kind} order`,
    route: route.orderRequest,
    kind,
  }));
  await context.each(requests, async ({ kind }) => {
    const creation = await queuedOrder(context, kind);
    const params = { id: await queuedId(context, kind) };
    const first = await readable(readFirst(context, params.id));
    const shownBy = await readable(endOf(context, creation));
    const again = await context.api.send(route.orderRequest, { params, fresh: true });
    expectOfCall(field(first, 'createdAt'), 'createdAt of the order request', {
      creation,
      shownBy,
    });
    for (const read of [shownBy, again])
      expectSameTime(field(read, 'createdAt'), 'the order request', field(first, 'createdAt'));
    for (const [n, { _id, createdAt }] of ordersIn(again).entries())
      expectSameTime(createdAt, `order ${String(_id)}`, ordersIn(shownBy)[n]?.['createdAt']);
  });
});

const giftIn = ({ giftOrder }: Item) =>
  giftFields.map(name => (isObject(giftOrder) ? formOf(giftOrder[name]) : undefined));

/** Returns the fields of an order request that must not change after its end. */
const endIn = (exchange: Exchange) => ({
  result: has(exchange, 'result'),
  error: has(exchange, 'error'),
  orders: ordersIn(exchange)
    .map(order => ({ _id: order['_id'], gift: giftIn(order), ...boughtIn(order) }))
    .sort((a, b) => String(a._id).localeCompare(String(b._id))),
});

requirement('orders-made.request-kept', async context => {
  await context.each(endedRequests(context), async ({ read }) => {
    const before = await readable(read());
    requireEnd(before);
    const params = { id: sentId(before) };
    const after = await context.api.send(route.orderRequest, { params, fresh: true });
    expect(after).toHaveStatus(200);
    expect(endIn(after), 'second read of the order request', after, before).toEqual(endIn(before));
  });
});

/**
 * Returns the wallets of a response by currency.
 *
 * @throws NotExercised if the response has no wallets.
 */
function walletsIn(exchange: Exchange | undefined): ReadonlyMap<string, Item> {
  const found = exchange && isSuccess(exchange) ? arrayIn(bodyOf(exchange)).filter(isObject) : [];
  requireSome(found, 'the wallets cannot be read', 'service.routes');
  return new Map(found.map(wallet => [String(wallet['currency']).toUpperCase(), wallet]));
}

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value);

/** Returns the types of the fields of a wallet that are present in `like`. */
const typesOf = (wallet: Item | undefined, like: Item): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.keys(like)
      .filter(name => !isAbsent(like[name]))
      .map(name => [name, isAbsent(wallet?.[name]) ? 'absent' : kindOf(wallet?.[name])]),
  );

requirement('orders-made.wallet', async context =>
  onEach(context, async ({ after }) => {
    const before = await walletsBefore(context);
    if (!before || !after) throw new NotExercised('the wallets cannot be read', 'wallet.fields');
    expect(after, 'the wallets after the order').toHaveStatus(200);
    const now = walletsIn(after);
    for (const [currency, wallet] of walletsIn(before))
      expect(
        typesOf(now.get(currency), wallet),
        `the wallet in ${currency}`,
        after,
        before,
      ).toEqual(typesOf(wallet, wallet));
  }),
);

requirement('orders-made.balances', async context =>
  onEach(context, ({ orders, before, after }) => {
    const now = walletsIn(after);
    for (const [currency, { balance }] of walletsIn(before)) {
      const paid = orders.filter(each => isSameCurrency(each['currency'], currency));
      const sum = paid.reduce((total, each) => total + Number(each['valuePurchased']), 0);
      expect(
        cents(now.get(currency)?.['balance']),
        `balance in ${currency} after orders for ${cents(sum)} ${currency}, ${String(balance)} before`,
        after!,
        before!,
      ).toBe(cents(Number(balance) - sum));
    }
  }),
);

requirement('orders-made.remaining-balance', async context =>
  onEach(
    context,
    ({ shownBy, after }) => {
      const { summary } = bulkIn(shownBy) ?? {};
      const wallet = walletsIn(after).get(String(summary?.['currency']).toUpperCase());
      if (!wallet) throw new NotExercised('there is no wallet in the currency of the bulk');
      expect(cents(summary?.['remainingBalance']), 'remainingBalance', shownBy, after!).toBe(
        cents(wallet['balance']),
      );
    },
    ownOrderCases.filter(({ kind }) => kind === 'bulk'),
  ),
);

/**
 * Returns the purchases in the ledger that have the id of an order.
 *
 * @throws NotExercised if a long ledger was not read to its end, and the part that was read has none.
 */
async function purchasesOf(context: Context, order: Item): Promise<Item[]> {
  const { items, complete } = await readWhole(context, lists.ledger);
  const found = items
    .filter(isObject)
    .filter(each => isPurchase(each) && each['orderID'] === order['_id']);
  if (found.length === 0 && !complete)
    throw new NotExercised('the ledger is too long to look for one purchase in it');
  return found;
}

const paidIn = ({ transactionValue }: Item): unknown =>
  typeof transactionValue === 'number' ? cents(Math.abs(transactionValue)) : transactionValue;

requirement('orders-made.in-ledger', async context =>
  onEach(context, ({ orders }) =>
    again(async () => {
      for (const order of orders)
        expect(
          (await purchasesOf(context, order)).map(paidIn),
          `transactionValue of the purchases with orderID ${String(order['_id'])}`,
        ).toEqual([cents(order['valuePurchased'])]);
    }),
  ),
);

requirement('orders-made.in-filtered-ledger', async context => {
  const name = await ledgerCurrencyParam(context);
  await onEach(context, ({ orders }) =>
    again(async () => {
      for (const order of orders) {
        const purchases = await purchasesOf(context, order);
        requireSome(purchases, 'no purchase has the id of the order', 'orders-made.in-ledger');
        const query = { [name]: String(order['currency']).toUpperCase() };
        const { items } = await readWhole(context, lists.ledger, { query });
        expect(
          items.filter(each => isObject(each) && each['orderID'] === order['_id']).length,
          `number of purchases with orderID ${String(order['_id'])} for ${JSON.stringify(query)}`,
        ).toBe(purchases.length);
      }
    }),
  );
});

requirement('orders-made.second-currency', async context =>
  onEach(
    context,
    ({ orders: [order = {}] }) =>
      again(async () => {
        const purchases = await purchasesOf(context, order);
        expect(
          purchases.map(each => ({ value: paidIn(each), currency: each['currency'] })),
          `purchases with orderID ${String(order['_id'])} in the ledger`,
        ).toEqual([{ value: cents(order['valuePurchased']), currency: order['currency'] }]);
      }),
    ownOrderCases.filter(({ kind }) => kind === 'single'),
  ),
);
