/** §2.2 to §2.6 Orders of the run, in every response that shows them. */
import { endedRequests } from '../steps/known-requests.ts';
import { bulkOrderBody, orderBody, requirePlaces } from '../steps/order-bodies.ts';
import { requirement } from '../requirement.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { NotDone, NotExercised } from '../../harness/verdict.ts';
import { lists } from '../../schemas/lists.ts';
import { bulkIn, ordersIn } from '../../schemas/orders.ts';
import {
  at,
  has,
  isAbsent,
  isObject,
  sentBody,
  sentId,
  type Exchange,
  type Item,
  dateOf,
  field,
} from '../../schemas/records/exchange.ts';
import { giftFields } from '../../schemas/resources/orders.ts';
import { route } from '../../schemas/routes.ts';
import { cents, isSameAmount } from '../../schemas/schema.ts';
import type { Purchase } from '../../fixtures/payloads/purchase.ts';
import { isText, readWhole } from '../steps/lists.ts';
import { again } from '../steps/again.ts';
import {
  requireEnd,
  outcomeOf,
  readable,
  endOf,
  readFirst,
  receivedAt,
} from '../steps/order-requests.ts';
import {
  acceptedOf,
  ownOrderCases,
  requireFunds,
  type OwnOrder,
  queuedId,
  queuedOrder,
  orderKindCases,
} from '../steps/orders.ts';
import { unknownProduct } from '../setup/orders.ts';
import { boughtIn, listedOf, judgeOrders, purchasesOf, type Made } from './made-orders.ts';
import { isSameTime } from '../../harness/run/expect/formats.ts';

/** Returns the fields that an order line names, of each record. Sorts the records, because a response may have any order. */
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

/** Expects an order to carry the texts of a giftOrder. */
function expectGift(order: Item, given: Item, ...of: readonly Exchange[]): void {
  for (const name of giftFields.filter(each => !isAbsent(given[each])))
    expect(
      at(order, 'giftOrder', name),
      `${name} in giftOrder of order ${String(order['_id'])}`,
      ...of,
    ).toBe(given[name]);
}

/** Returns each giftOrder of a body, at any depth. */
function giftsIn(body: unknown): Item[] {
  if (Array.isArray(body)) return body.flatMap(giftsIn);
  if (!isObject(body)) return [];
  const { giftOrder, ...rest } = body;
  return isObject(giftOrder) ? [giftOrder] : giftsIn(Object.values(rest));
}

/** Returns the giftOrder that was sent with a line of an order. */
function giftFor({ creation, lines }: OwnOrder, order: Item): Item {
  const gifts = giftsIn(sentBody(creation));
  const line = lines.findIndex(
    ({ productCode, value }) =>
      productCode === order['productCode'] && value === cents(order['valuePurchased']),
  );
  const gift = gifts[line] ?? gifts[0];
  if (!gift) throw new NotExercised('the request has no giftOrder');
  return gift;
}

requirement('orders-made.gift', async context =>
  judgeOrders(context, async made => {
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
  judgeOrders(context, ({ orders, shownBy }) =>
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

requirement('orders-made.same-everywhere', async context =>
  judgeOrders(context, made =>
    again(async () => {
      for (const { returned, listed } of await listedOf(context, made))
        expect(boughtIn(listed), `order ${String(listed['_id'])} in the list`).toEqual(
          boughtIn(returned),
        );
    }),
  ),
);

requirement('orders-made.image', async context =>
  judgeOrders(context, made =>
    again(async () => {
      for (const { listed } of await listedOf(context, made))
        expect(
          listed['imageUrl'],
          `imageUrl of order ${String(listed['_id'])} in the list`,
        ).toSatisfy('a URL', isText);
    }),
  ),
);

/** Returns the fields of an order request that must not change after its end. */
const endIn = (exchange: Exchange) => ({
  result: has(exchange, 'result'),
  error: has(exchange, 'error'),
  orders: ordersIn(exchange)
    .map(order => ({
      _id: order['_id'],
      gift: giftFields.map(name => at(order, 'giftOrder', name)),
      ...boughtIn(order),
    }))
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

/** Expects two responses to state the same time. One of them may state whole seconds. */
const expectSameTime = (time: unknown, of: string, expected: unknown): void =>
  expect(time, `createdAt of ${of}`).toSatisfy(String(expected), () =>
    isSameTime(Date.parse(String(time)), Date.parse(String(expected))),
  );

const minuteMs = 60_000;

/** Expects a time within a minute of the call that created an order. Uses the Date headers of the target, or our clock without them. */
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
  await judgeOrders(context, async made => {
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
