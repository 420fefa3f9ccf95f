/** §2.2 to §2.4 Orders, §3 States, §4.1 the order routes. */
import { bulkOrderCreated } from '../schemas/resources/bulk-order.ts';
import { errors } from '../schemas/resources/errors.ts';
import { createdOrder as createdOrderSchema, listedOrder } from '../schemas/resources/order.ts';
import { orderRequestStatus, queuedOrderRequest } from '../schemas/resources/order-request.ts';
import { route } from '../schemas/routes.ts';
import { bodyOf, field, isObject, type Exchange } from '../schemas/records/exchange.ts';
import { expect } from '../fixtures/matchers/expect.ts';
import { lists } from '../schemas/lists.ts';
import { given } from '../fixtures/config/needs.ts';
import {
  createdOrder,
  createOrder,
  endedOrder,
  orderKinds,
  orderUnknownProduct,
  orderRequests,
  queuedOrder,
} from '../fixtures/scenarios/order-requests.ts';
import { cheapest } from '../fixtures/scenarios/purchase.ts';
import { bulkResult, bulkResults, ok, ownOrder } from '../fixtures/scenarios/order-results.ts';
import { observation, requirement } from '../fixtures/engine/requirement.ts';
import { readWhole } from '../fixtures/scenarios/snapshot.ts';
import { NotExercised } from '../fixtures/verdict.ts';

requirement('orders.fields', async ({ api, target, each }) => {
  await each(Object.keys(listedOrder.properties), async name => {
    const { items } = await readWhole(api, target, lists.orders);
    expect(items).toHaveField(listedOrder, name);
  });
});

requirement('orders.product-absent', async ({ api, target }) => {
  const { items } = await readWhole(api, target, lists.orders);
  if (items.length === 0) throw new NotExercised('the account has no orders');
  const populated = items.filter(item => isObject(item) && isObject(item['product']));
  expect(populated, 'listed orders with a populated product').toEqual([]);
});

requirement('orders.accepted-status', async ({ each, ...parts }) => {
  await each(orderKinds, async kind => {
    expect(await createOrder(parts, kind)).toHaveStatus(201, 202);
  });
});

requirement('orders.queued', async ({ each, ...parts }) => {
  await each(orderKinds, async kind => {
    const exchange = await queuedOrder(parts, kind);
    expect(exchange).toKeep(queuedOrderRequest);
    expect(field(exchange, 'orderRequestId'), 'orderRequestId').not.toBe('');
  });
});

requirement('orders.request-ends', async ({ each, ...parts }) => {
  await each(orderKinds, async kind => {
    const exchange = await endedOrder(parts, kind);
    expect(exchange).toHaveStatus(200);
  });
});

requirement('orders.created', async ({ each, ...parts }) => {
  const names = Object.keys(createdOrderSchema.properties).concat('imageUrl');
  await each(names, async name => {
    const body = bodyOf(await createdOrder(parts, 'single'));
    if (name === 'imageUrl') expect(isObject(body) ? body[name] : body, name).toBeUndefined();
    else expect([body]).toHaveField(createdOrderSchema, name);
  });
});

requirement('orders.created-as-asked', async ({ each, ...parts }) => {
  const { productCode, currency, value } = await cheapest(parts.api, parts.target);
  const asked = { productCode, currency, valuePurchased: value };
  await each(['the populated product'], async () => {
    const body = bodyOf(await createdOrder(parts, 'single'));
    const product = isObject(body) ? body['product'] : undefined;
    if (!isObject(product)) throw new NotExercised('it has none; orders.created tells');
    expect(product['productCode'], 'productCode').toBe(productCode);
  });
  await each(['productCode', 'currency', 'valuePurchased'] as const, async name => {
    const template = JSON.stringify(given(parts.target, 'GV_ORDER_BODY'));
    const placeholder = name === 'valuePurchased' ? '{{value}}' : `{{${name}}}`;
    if (!template.includes(placeholder))
      throw new NotExercised(
        `GV_ORDER_BODY has no ${placeholder}, so what was ordered is not known`,
      );
    expect((await ownOrder(parts))[name], name).toEqual(asked[name]);
  });
});

requirement('orders.created-is-listed', async parts => {
  const order = await ownOrder(parts);
  const { items } = await readWhole(parts.api, parts.target, lists.orders, { fresh: true });
  const listed = items.some(item => isObject(item) && item['_id'] === order['_id']);
  if (!listed && items.length >= 100)
    throw new NotExercised('the order history is too long to look for one order in it');
  expect(listed ? 'listed' : `${String(order['_id'])} is not listed`, 'the order made').toBe(
    'listed',
  );
});

requirement('orders.request-fields', async ({ each, ...parts }) => {
  const names = Object.keys(orderRequestStatus.properties);
  const cases = orderRequests(parts).flatMap(request =>
    names.map(name => ({ id: `${request.id}: ${name}`, request, name })),
  );
  await each(cases, async ({ request, name }) => {
    const exchange = await request.look();
    expect(exchange).toHaveStatus(200);
    expect([bodyOf(exchange)]).toHaveField(orderRequestStatus, name);
  });
});

requirement('orders.request-id', async ({ each, ...parts }) => {
  await each(orderRequests(parts), async ({ look }) => {
    const exchange = await ok(look());
    const asked = decodeURIComponent(
      new URL(exchange.request.url).pathname.split('/').at(-1) ?? '',
    );
    expect(field(exchange, 'orderRequestId'), 'orderRequestId').toBe(asked);
  });
});

requirement('orders.request-type', async ({ each, ...parts }) => {
  await each(orderRequests(parts), async ({ look, kind }) => {
    const type = field(await ok(look()), 'type');
    if (kind) expect(type, 'type').toBe(kind);
    else expect(['single', 'bulk'], 'type').toContain(type);
  });
});

const saysSucceeded = (exchange: Exchange): boolean => field(exchange, 'status') === 'succeeded';
const isAbsent = (exchange: Exchange, name: string): boolean =>
  (field(exchange, name) ?? undefined) === undefined;

requirement('orders.request-result', async ({ each, ...parts }) => {
  await each(orderRequests(parts), async ({ look, ended }) => {
    const exchange = await ok(look());
    if (ended === 'error' || (!ended && isAbsent(exchange, 'result') && !saysSucceeded(exchange)))
      throw new NotExercised('it has not succeeded');
    expect(exchange).toKeep({
      title: 'A succeeded request',
      type: 'object',
      required: ['result'],
      properties: { result: { type: 'object' }, error: { type: 'null' } },
    });
  });
});

requirement('orders.request-error', async ({ each, ...parts }) => {
  await each(orderRequests(parts), async ({ look, ended }) => {
    const exchange = await ok(look());
    if (ended === 'result' || (!ended && isAbsent(exchange, 'error')))
      throw new NotExercised('it has not failed');
    expect(exchange).toKeep({
      title: 'A failed request',
      type: 'object',
      required: ['error'],
      properties: { error: { type: 'string' }, result: { type: 'null' } },
    });
  });
});

requirement('orders.bulk-fields', async ({ each, ...parts }) => {
  const cases = bulkResults(parts).flatMap(({ id, look }) =>
    Object.keys(bulkOrderCreated.properties).map(name => ({ id: `${id}: ${name}`, look, name })),
  );
  await each(cases, async ({ look, name }) =>
    expect([await bulkResult(look)]).toHaveField(bulkOrderCreated, name),
  );
});

requirement('orders.bulk-summary', async ({ each, ...parts }) => {
  const laws = ['totalOrders', 'totalValue', 'currency'] as const;
  const cases = bulkResults(parts).flatMap(({ id, look }) =>
    laws.map(law => ({ id: `${id}: ${law}`, look, law })),
  );
  await each(cases, async ({ look, law }) => {
    const { orders, summary, rejectedOrders } = await bulkResult(look);
    if (!Array.isArray(orders) || !isObject(summary))
      throw new NotExercised('it has no orders or no summary; orders.bulk-fields tells');
    const made = orders.filter(isObject);
    const rejected = Array.isArray(rejectedOrders) ? rejectedOrders.length : 0;
    if (law === 'totalOrders')
      // Whether the rejected ones count is not told.
      expect([made.length, made.length + rejected], 'orders').toContain(summary[law]);
    else if (law === 'totalValue') {
      if (rejected > 0)
        throw new NotExercised('some were rejected, and their values are not known');
      const sum = made.reduce((total, order) => total + Number(order['valuePurchased']), 0);
      expect(Number(summary[law]), 'the sum of the values').toBeCloseTo(sum, 2);
    } else {
      if (made.length === 0) throw new NotExercised('it has no orders');
      expect([...new Set(made.map(order => order['currency']))], 'currencies').toEqual([
        summary[law],
      ]);
    }
  });
});

requirement('orders.request-invalid-id', async ({ api, target }) => {
  const { status, error } = errors.invalidOrderRequestId;
  const params = { id: given(target, 'GV_ORDER_REQUEST_INVALID') };
  expect(await api.send(route.orderRequest, { params })).toBeError(status, error);
});

requirement('orders.request-unknown', async ({ api, target }) => {
  const { status, error } = errors.unknownOrderRequest;
  const params = { id: given(target, 'GV_ORDER_REQUEST_UNKNOWN') };
  expect(await api.send(route.orderRequest, { params })).toBeError(status, error);
});

requirement('orders.unknown', async ({ api, target }) => {
  const { status, error, schema } = errors.unknownOrder;
  const params = { orderId: given(target, 'GV_ORDER_UNKNOWN') };
  const exchange = await api.send(route.order, { params });
  expect(exchange).toBeError(status, error);
  expect(exchange).toKeep(schema);
});

requirement('orders.unknown-product', async ({ api, target }) => {
  const { status, error } = errors.unknownProduct;
  expect(await orderUnknownProduct(api, target)).toBeError(status, error);
});

observation('orders.mode', async ({ observe, ...parts }) => {
  for (const kind of orderKinds) {
    const { status } = (await createOrder(parts, kind)).response;
    observe('orders.mode', { kind, mode: status === 202 ? 'asynchronous' : 'synchronous', status });
  }
});

for (const [id, kind] of [
  ['orders.single-result', 'single'],
  ['orders.bulk-result', 'bulk'],
] as const)
  observation(id, async ({ observe, ...parts }) => {
    for (const request of orderRequests(parts).filter(each => each.kind === kind)) {
      const result = field(await request.look(), 'result');
      observe(id, { of: request.id, fields: isObject(result) ? Object.keys(result) : [] });
    }
  });

observation('orders.statuses', async ({ api, target, observe }) => {
  const { items } = await readWhole(api, target, lists.orders);
  const statuses = items.map(item => (isObject(item) ? item['status'] : undefined));
  observe('orders.statuses', [...new Set(statuses)]);
});

observation('orders.request-statuses', async ({ observe, ...parts }) => {
  for (const request of orderRequests(parts))
    observe('orders.request-statuses', {
      of: request.id,
      status: field(await request.look(), 'status'),
    });
});

observation('orders.free-fields', async ({ api, target, observe }) => {
  const { items } = await readWhole(api, target, lists.orders);
  for (const name of ['merchant', 'giftOrder']) {
    const objects = items.map(item => (isObject(item) ? item[name] : undefined)).filter(isObject);
    observe('orders.free-fields', { [name]: [...new Set(objects.flatMap(Object.keys))] });
  }
});
