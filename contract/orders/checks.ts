/** §2.2 to §2.4 Orders, §3 States, §4.1 the routes. */
import { fieldsOn } from '../../harness/run/context.ts';
import { observation, requirement } from '../requirement.ts';
import { partsOf } from '../judgements.ts';
import { expectSomewhere } from '../../harness/run/judgement.ts';
import { isToPoll } from './judgements.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { hasEnded, requireEnd, hasFailed, endOf, readable } from '../steps/order-requests.ts';
import {
  createdOrder,
  createOrder,
  acceptedOf,
  orderKindCases,
  ownOrderCases,
  orderUnknownProduct,
  queuedOrder,
  requireQueued,
  requireFunds,
} from '../steps/orders.ts';
import { orderRequests } from '../steps/known-requests.ts';
import { exchangesOf, readWhole } from '../steps/lists.ts';
import { NotDone } from '../../harness/verdict.ts';
import { lists } from '../../schemas/lists.ts';
import { isQueued } from '../../schemas/orders.ts';
import { field, isObject, isSuccess } from '../../schemas/records/exchange.ts';
import { giftFields, listedOrder, usualInOrders } from '../../schemas/resources/orders.ts';
import { route } from '../../schemas/routes.ts';

requirement('orders.fields', async context => {
  const fields = fieldsOn(route.orders, Object.keys(listedOrder.properties));
  await context.each(fields, async ({ field: name }) => {
    const seen = await readWhole(context, lists.orders);
    const exchanges = exchangesOf(seen);
    if (usualInOrders.includes(name)) expectSomewhere(seen.items, name, exchanges);
    if (name === 'giftOrder') {
      const gifts = seen.items.map(item => isObject(item) && item[name]).filter(isObject);
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
  await context.each(ended, async ({ read }) => context.judge(await readable(read())));
});

requirement('orders.accepted-status', async context => {
  await context.each(orderKindCases, async ({ kind, make }) => {
    const own = await make(context);
    const { creation } = own;
    if (!isSuccess(creation) && !isToPoll(creation)) {
      requireFunds(own);
      const asked = own.lines.map(line => `${line.value} ${line.currency} of ${line.productCode}`);
      throw new NotDone(
        `a ${kind} order of ${asked.join(' and ')}`,
        `${creation.response.status} ${creation.response.body}`,
        {
          doubt:
            'A product may be out of stock, or GV_ORDER_BODY may lack a field that the target requires',
        },
      );
    }
    context.judge(creation);
  });
});

requirement('orders.queued', async context => {
  await context.each(orderKindCases, async ({ kind }) =>
    context.judge(await queuedOrder(context, kind)),
  );
});

requirement('orders.request-ends', async context => {
  await context.each(ownOrderCases, async ({ kind, make }) => {
    const creation = acceptedOf(await make(context));
    requireQueued(creation);
    const exchange = await endOf(context, creation);
    expect(exchange).toHaveStatus(200);
    if (!hasEnded(exchange))
      throw new NotDone(
        `the result or the error of a ${kind} order`,
        `status ${JSON.stringify(field(exchange, 'status'))} after ${context.target.asyncTimeoutMs / 1000} s`,
        { doubt: 'A queue may take longer than GV_ASYNC_TIMEOUT' },
      );
  });
});

requirement('orders.created', async context => {
  const fields = fieldsOn(route.createOrder, partsOf('orders.created'));
  await context.each(fields, async ({ field: name }) =>
    context.judge(await createdOrder(context, 'single'), name),
  );
});

requirement('orders.unknown-product', async context => {
  // A rejection is about the product only if another product can be ordered.
  await createOrder(context, 'single');
  const exchange = await orderUnknownProduct(context);
  if (!isQueued(exchange)) return context.judge(exchange);
  // §1: if orders are queued, creation answers 202, and the order request shows the result.
  const ended = await endOf(context, exchange);
  if (isSuccess(ended)) requireEnd(ended);
  expect(ended, 'the order request').toSatisfy('an error, and no result', hasFailed);
});

observation('orders.mode', async context => {
  for (const { kind } of orderKindCases) {
    const creation = await createOrder(context, kind);
    const { status } = creation.response;
    const mode = isQueued(creation) ? 'asynchronous' : 'synchronous';
    context.observe('orders.mode', { kind, mode, status });
  }
});

observation('orders.statuses', async context => {
  const { items } = await readWhole(context, lists.orders);
  const statuses = items.map(item => (isObject(item) ? item['status'] : undefined));
  context.observe('orders.statuses', [...new Set(statuses)]);
});

observation('orders.free-fields', async context => {
  const { items } = await readWhole(context, lists.orders);
  for (const name of ['merchant', 'giftOrder']) {
    const objects = items.map(item => (isObject(item) ? item[name] : undefined)).filter(isObject);
    context.observe('orders.free-fields', { [name]: [...new Set(objects.flatMap(Object.keys))] });
  }
});
