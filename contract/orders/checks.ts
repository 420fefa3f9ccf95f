/** §2.2 to §2.4 Orders, §3 States, §4.1 the routes. */
import { fieldsOn, type Context } from '../../harness/run/context.ts';
import { observation, requirement } from '../requirement.ts';
import { partsOf } from '../judgements.ts';
import { expectSomewhere } from '../../harness/run/judgement.ts';
import { isToPoll } from './judgements.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { own } from '../../harness/run/own.ts';
import {
  acceptedOf,
  createdOf,
  endOf,
  orderKindCases,
  ordersOf,
  ownOrderCases,
  queuedOf,
  readable,
  requireEnd,
  requireFunds,
} from '../steps/orders.ts';
import { inWords } from '../setup/shop.ts';
import { orderRequests, requestsOfSettings } from '../steps/known-requests.ts';
import { exchangesOf, readWhole } from '../steps/lists.ts';
import { lists } from '../../schemas/lists.ts';
import { hasEnded, isQueued } from '../../schemas/orders.ts';
import {
  at,
  has,
  isObject,
  isSuccess,
  type Exchange,
  type Item,
} from '../../schemas/records/exchange.ts';
import { giftFields, listedOrder, usualInOrders } from '../../schemas/resources/orders.ts';
import { route, type Route } from '../../schemas/routes.ts';
import { askOrder, askRequest } from '../steps/settings.ts';
import { errors, isRow } from '../../schemas/resources/errors.ts';
import { again } from '../steps/again.ts';

requirement('orders.fields', async context => {
  const fields = fieldsOn(route.orders, Object.keys(listedOrder.properties));
  await context.each(fields, async ({ field: name }) => {
    const seen = await readWhole(context, lists.orders);
    const exchanges = exchangesOf(seen);
    if (usualInOrders.includes(name)) expectSomewhere(seen.items, name, exchanges);
    if (name === 'giftOrder') {
      const gifts = seen.items.map(item => at(item, name)).filter(isObject);
      for (const each of giftFields) expectSomewhere(gifts, each, exchanges, gift => each in gift);
    }
    context.judge(exchanges, name);
  });
});

requirement('orders.product-absent', async context =>
  context.judge(exchangesOf(await readWhole(context, lists.orders))),
);

requirement('orders.result-product-absent', async context => {
  const ended = orderRequests(context).filter(({ ended: how }) => how !== 'error');
  await context.each(ended, async ({ read }) => context.judge(readable(await read())));
});

const isTaken = (creation: Exchange): boolean => isSuccess(creation) || isToPoll(creation);

requirement('orders.accepted', async context => {
  await context.each(orderKindCases, ({ kind, use }) => {
    const order = own(context, use);
    if (!isTaken(order.creation)) requireFunds(order);
    expect(
      order.creation,
      `a ${kind} order of ${order.lines.map(inWords).join(' and ')}`,
    ).toSatisfy('a 2xx', isTaken);
  });
});

requirement('orders.accepted-status', async context => {
  await context.each(orderKindCases, ({ use }) => {
    const order = own(context, use);
    context.judge(isToPoll(order.creation) ? order.creation : acceptedOf(order));
  });
});

requirement('orders.queued', async context => {
  await context.each(orderKindCases, ({ use }) => context.judge(queuedOf(own(context, use))));
});

requirement('orders.request-readable', async context => {
  await context.each(requestsOfSettings(context), async ({ read }) =>
    expect(await read()).toHaveStatus(200),
  );
  await context.each(ownOrderCases, ({ use }) =>
    expect(endOf(own(context, use))).toHaveStatus(200),
  );
});

requirement('orders.request-ends', async context => {
  const seconds = context.target.asyncTimeoutMs / 1000;
  await context.each(ownOrderCases, ({ use }) => {
    const last = readable(endOf(own(context, use)));
    expect(last, `the order request after at most ${seconds} s`).toSatisfy(
      'a result or an error',
      hasEnded,
    );
  });
});

requirement('orders.created', async context => {
  const fields = fieldsOn(route.createOrder, partsOf('orders.created'));
  await context.each(fields, ({ field: name }) =>
    context.judge(createdOf(own(context, 'single order')), name),
  );
});

/** Returns true if an order request has `error` and no `result`. */
const hasFailed = (exchange: Exchange): boolean =>
  isSuccess(exchange) && has(exchange, 'error') && !has(exchange, 'result');

requirement('orders.unknown-product', context => {
  // A rejection is about the product only if another product can be ordered.
  acceptedOf(own(context, 'single order'));
  const order = own(context, 'order of an unknown product');
  if (!isQueued(order.creation)) return context.judge(order.creation);
  // §1: if orders are queued, creation answers 202, and the order request shows the result.
  const ended = endOf(order);
  if (isSuccess(ended)) requireEnd(ended);
  expect(ended, 'the order request').toSatisfy('an error, and no result', hasFailed);
});

observation('orders.mode', context => {
  for (const { kind, use } of orderKindCases) {
    const creation = acceptedOf(own(context, use));
    const { status } = creation.response;
    const mode = isQueued(creation) ? 'asynchronous' : 'synchronous';
    context.observe('orders.mode', { kind, mode, status });
  }
});

observation('orders.statuses', async context => {
  const { items } = await readWhole(context, lists.orders);
  context.observe('orders.statuses', [...new Set(items.map(item => at(item, 'status')))]);
});

observation('orders.free-fields', async context => {
  const { items } = await readWhole(context, lists.orders);
  for (const name of ['merchant', 'giftOrder']) {
    const objects = items.map(item => at(item, name)).filter(isObject);
    context.observe('orders.free-fields', { [name]: [...new Set(objects.flatMap(Object.keys))] });
  }
});

requirement('orders.request-invalid-id', async context => {
  const { each, judge } = context;
  const invalid = own(context, 'GV_ORDER_REQUEST_INVALID');
  const looks = [
    { id: 'asked once', route: route.orderRequest, fresh: false },
    { id: 'asked again', route: route.orderRequest, fresh: true },
  ];
  await each(looks, async ({ fresh }) => judge(await askRequest(context, invalid, { fresh })));
  const long = { id: `${invalid}${longSuffix}` };
  await each([{ id: 'a longer one', route: route.orderRequest }], () =>
    expectNoFailure(context, route.orderRequest, long),
  );
  await each([{ id: 'one of a known length', route: route.orderRequest }], async () => {
    const unknown = own(context, 'unknown request');
    const id = unknown.replaceAll(/[0-9a-z]/gi, 'z');
    await expectNoFailure(context, route.orderRequest, { id });
  });
});

/** Id suffix that is longer than a database column and has a letter of several bytes. */
const longSuffix = `-ö-${'0'.repeat(140)}`;

/** Expects that a read with an unusual id gets no 5xx. The id may only be known, unknown or malformed (§4.1 rule 2, §7). */
async function expectNoFailure(
  { api }: Context,
  to: Route,
  params: Readonly<Record<string, string>>,
): Promise<void> {
  const once = await api.send(to, { params });
  const exchange = once.response.status < 500 ? once : await api.send(to, { params, fresh: true });
  const { status } = exchange.response;
  expect(status, 'status', exchange).toSatisfy('below 500', each => each < 500);
}

requirement('orders.request-unknown', async context => {
  context.judge(await askRequest(context, own(context, 'unknown request')));
});

requirement('orders.unknown', async context => {
  const exchange = await askOrder(context, own(context, 'GV_ORDER_UNKNOWN'));
  await context.each([{ id: 'well-formed', route: route.order }], () => context.judge(exchange));
  await context.each([{ id: 'of an odd format', route: route.order }], () =>
    expectNoFailure(context, route.order, { orderId: `no-such-order${longSuffix}` }),
  );
});

/** Expects that an order of the account does not get the error of an unknown order. */
async function expectKnown({ api }: Context, orderId: string): Promise<void> {
  const exchange = await api.send(route.order, { params: { orderId }, fresh: true });
  expect(exchange, `order ${orderId} of the account`).toSatisfy(
    'anything but the error of an unknown order',
    each => !isRow(each, errors.unknownOrder),
  );
}

requirement('orders.known', async context => {
  const cases = [
    { id: 'the first in the list', of: (orders: Item[]) => orders[0] },
    { id: 'the last that is read', of: (orders: Item[]) => orders.at(-1) },
    {
      id: 'the first that is not active',
      of: (orders: Item[]) => orders.find(({ isActive }) => isActive === false),
    },
  ];
  await context.each(cases, ({ of }) =>
    again(async () => {
      const { items } = await readWhole(context, lists.orders);
      const order = of(items.filter(isObject));
      if (order) await expectKnown(context, String(order['_id']));
    }),
  );
  await context.each([{ id: 'of this run, read twice', route: route.order }], async () => {
    const [{ _id } = {}] = ordersOf(own(context, 'single order')).orders;
    for (let times = 0; times < 2; times++) await expectKnown(context, String(_id));
  });
});
