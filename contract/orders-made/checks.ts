/** §2.2 to §2.6 Orders of the run, in every response that shows them. */
import { endedRequests } from '../steps/known-requests.ts';
import { own } from '../../harness/run/own.ts';
import { requirePlaces } from '../setup/order-bodies.ts';
import type { Context } from '../../harness/run/context.ts';
import { requirement } from '../requirement.ts';
import { expect } from '../../harness/run/expect/expect.ts';
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
  field,
} from '../../schemas/records/exchange.ts';
import { giftFields } from '../../schemas/resources/orders.ts';
import { route } from '../../schemas/routes.ts';
import { cents, isSameAmount } from '../../schemas/schema.ts';
import type { Purchase } from '../../fixtures/payloads/purchase.ts';
import { again } from '../steps/again.ts';
import { exchangesOf, requireWhole } from '../steps/lists.ts';
import { askRequest } from '../steps/settings.ts';
import type { OwnOrder } from '../setup/order-requests.ts';
import {
  endOf,
  firstReadOf,
  orderKindCases,
  ordersOf,
  outcomeOf,
  ownOrderCases,
  pairCases,
  queuedOf,
  readable,
  requireEnd,
  requireFunds,
} from '../steps/orders.ts';
import { unknownProduct } from '../setup/order-lines.ts';
import { inWords } from '../setup/shop.ts';
import {
  boughtIn,
  listedOf,
  judgeOrders,
  purchasesOf,
  readSince,
  type Made,
} from './made-orders.ts';
import { expectWithin, spanOf } from '../../harness/run/expect/call-times.ts';
import { isSameTime } from '../../harness/run/expect/formats.ts';

const isKnown = ({ productCode }: Purchase): boolean => productCode !== unknownProduct;

requirement('orders-made.shown', async context => {
  await context.each(ownOrderCases, ({ use }) => {
    const order = own(context, use);
    const shownBy = outcomeOf(order);
    const good = order.lines.filter(isKnown);
    const showsAll = (exchange: Exchange): boolean => ordersIn(exchange).length >= good.length;
    if (!showsAll(shownBy)) requireFunds(order);
    expect(shownBy, 'the result').toSatisfy(
      `orders of ${good.map(inWords).join(' and ')}`,
      showsAll,
    );
  });
});

const templates = {
  single: { setting: 'GV_ORDER_BODY', body: 'order body' },
  bulk: { setting: 'GV_BULK_ORDER_BODY', body: 'bulk body' },
} as const;

type Line = Readonly<Record<'productCode' | 'currency' | 'value', unknown>>;

/** Returns an order as its line. A value that differs from the line only in its binary fraction is the value of the line. */
const orderAsLine = (
  { productCode, currency, valuePurchased }: Item,
  lines: readonly Purchase[],
): Line => ({
  productCode,
  currency,
  value: lines.find(({ value }) => isSameAmount(value, valuePurchased))?.value ?? valuePurchased,
});

requirement('orders-made.as-asked', async context => {
  await context.each(ownOrderCases, ({ kind, use }) => {
    const { setting, body } = templates[kind];
    requirePlaces(setting, own(context, body).template);
    const order = own(context, use);
    const { lines, creation } = order;
    const { orders, shownBy } = ordersOf(order);
    const left = lines.filter(isKnown);
    for (const each of orders) {
      const line = orderAsLine(each, lines);
      expect(line, `order ${String(each['_id'])}`, shownBy, creation).toSatisfy(
        `one of ${left.map(inWords).join(', ')}`,
        value => left.some(each => inWords(each) === inWords(value)),
      );
      left.splice(
        left.findIndex(each => inWords(each) === inWords(line)),
        1,
      );
    }
    // rejectedOrders is not required (§2.4).
    const rejected = bulkIn(shownBy)?.rejected?.flatMap(each => at(each, 'productCode') ?? []);
    const others = lines.filter(line => !isKnown(line) || left.includes(line));
    if (rejected)
      expect(
        rejected.map(String).sort(),
        'productCodes of rejectedOrders',
        shownBy,
        creation,
      ).toEqual(others.map(({ productCode }) => productCode).sort());
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

/** Returns the giftOrder that was sent with a line of an order. Without a giftOrder in the request, it has no texts. */
function giftFor({ creation, lines }: OwnOrder, order: Item): Item {
  const gifts = giftsIn(sentBody(creation));
  const line = lines.findIndex(
    ({ productCode, value }) =>
      productCode === order['productCode'] && value === cents(order['valuePurchased']),
  );
  return gifts[line] ?? gifts[0] ?? {};
}

requirement('orders-made.gift', async context =>
  judgeOrders(
    context,
    made => {
      for (const order of made.orders)
        expectGift(order, giftFor(made, order), made.shownBy, made.creation);
    },
    [...ownOrderCases, ...pairCases],
  ),
);

requirement('orders-made.gift-listed', async context =>
  judgeOrders(
    context,
    made =>
      again(async () => {
        for (const { listed } of await listedOf(context, made))
          expectGift(listed, giftFor(made, listed));
      }),
    [...ownOrderCases, ...pairCases],
  ),
);

const idsOf = (records: readonly Item[]): string[] => records.map(({ _id }) => String(_id));

requirement('orders-made.listed', async context =>
  judgeOrders(
    context,
    ({ orders, shownBy }) =>
      again(async () => {
        const listed = await readSince(context, orders[0]!, 'orders');
        const own = new Set(idsOf(orders));
        const found = idsOf(listed.items.filter(isObject)).filter(id => own.has(id));
        if (found.length < own.size) requireWhole(listed);
        expect(
          found.sort(),
          'ids of the orders in the order history',
          ...exchangesOf(listed),
          shownBy,
        ).toEqual([...own].sort());
      }),
    [...ownOrderCases, ...pairCases],
  ),
);

/** Expects two responses to state the same time. One of them may state whole seconds. */
const expectSameTime = (
  time: unknown,
  of: string,
  expected: unknown,
  ...exchanges: readonly Exchange[]
): void =>
  expect(time, `createdAt of ${of}`, ...exchanges).toSatisfy(String(expected), each =>
    isSameTime(Date.parse(String(each)), Date.parse(String(expected))),
  );

requirement('orders-made.same-everywhere', async context =>
  judgeOrders(context, made =>
    again(async () => {
      for (const { returned, listed } of await listedOf(context, made)) {
        const of = `order ${String(listed['_id'])} in the list`;
        // A result may be any object (§2.3), so it may lack a field.
        const stated = (name: string): boolean => !isAbsent(returned[name]);
        for (const [name, value] of Object.entries(boughtIn(returned)).filter(([name]) =>
          stated(name),
        ))
          expect(boughtIn(listed)[name], `${name} of ${of}`).toEqual(value);
        if (stated('createdAt')) expectSameTime(listed['createdAt'], of, returned['createdAt']);
      }
    }),
  ),
);

/** Polls an order request that has ended once more. The header makes it another request, which no check has sent before. */
const pollAgain = (context: Context, ended: Exchange): Promise<Exchange> =>
  askRequest(context, sentId(ended));

requirement('orders-made.request-kept', async context => {
  await context.each(endedRequests(context), async ({ read }) => {
    const before = requireEnd(readable(await read()));
    expect(await pollAgain(context, before)).toHaveStatus(200);
  });
});

/** Returns the fields of an order request that must not change after its end. */
const endIn = (exchange: Exchange) => ({
  createdAt: field(exchange, 'createdAt'),
  result: has(exchange, 'result'),
  error: has(exchange, 'error'),
  orders: ordersIn(exchange)
    .map(order => ({
      _id: order['_id'],
      createdAt: order['createdAt'],
      gift: giftFields.map(name => at(order, 'giftOrder', name)),
      ...boughtIn(order),
    }))
    .sort((a, b) => String(a._id).localeCompare(String(b._id))),
});

/** Order requests of the run that are polled while they are queued, as cases. */
const queuedCases = orderKindCases.map(({ kind, use }) => ({
  id: `the request of a ${kind} order`,
  route: route.orderRequest,
  kind,
  use,
}));

requirement('orders-made.request-same', async context => {
  await context.each(endedRequests(context), async ({ read }) => {
    const before = requireEnd(readable(await read()));
    const after = readable(await pollAgain(context, before), 'orders-made.request-kept');
    expect(endIn(after), 'second read of the order request', after, before).toEqual(endIn(before));
  });
  await context.each(queuedCases, ({ use }) => {
    const order = own(context, use);
    const [first, last] = [readable(firstReadOf(order)), readable(endOf(order))];
    const created = field(first, 'createdAt');
    expectSameTime(field(last, 'createdAt'), 'the order request', created, last, first);
  });
});

/** Expects a time within a minute of the call that created an order. */
const expectOfCall = (
  time: unknown,
  of: string,
  { creation, shownBy }: Pick<Made, 'creation' | 'shownBy'>,
): void => expectWithin(time, spanOf(creation, shownBy), of, shownBy, creation);

requirement('orders-made.created-at', async context => {
  await judgeOrders(context, async made => {
    for (const { _id, createdAt } of made.orders)
      expectOfCall(createdAt, `createdAt of order ${String(_id)}`, made);
    await again(async () => {
      for (const { timestamp } of await purchasesOf(context, made.orders[0]!))
        expectOfCall(timestamp, 'timestamp of the purchase', made);
    });
  });
  await context.each(queuedCases, ({ use }) => {
    const order = own(context, use);
    const creation = queuedOf(order);
    const shownBy = readable(endOf(order));
    const created = field(shownBy, 'createdAt');
    expectOfCall(created, 'createdAt of the order request', { creation, shownBy });
  });
});
