/** §2.2 to §2.4 Orders, §3 States, §4.1 the order routes. */
import { fieldsOn, type CheckContext, type Context } from '../../fixtures/run/context.ts';
import { observation, requirement } from '../../fixtures/run/requirement.ts';
import { partsOf, isAbout } from '../judgements.ts';
import { expectSomewhere } from '../../fixtures/run/judgement.ts';
import { isQueued, isToPoll, summaryOf, valueOf } from './judgements.ts';
import { walletsIn } from '../wallet/judgements.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';
import { askOrder, askRequest, known, orderIds } from '../steps/settings.ts';
import {
  createdOrder,
  createOrder,
  eachKind,
  endedOrder,
  orderKinds,
  orderRequests,
  queuedOrder,
  sendOrder,
  type KnownRequest,
  type OrderKind,
} from '../steps/order-requests.ts';
import { requireGoodKey } from '../steps/keys.ts';
import { bulkSources, failingRequests, rejectedForProduct } from '../steps/orders.ts';
import { endOf, hasEnded, hasFailed, readable } from '../steps/ordering.ts';
import { exchangesOf, readWhole } from '../steps/lists.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { lists } from '../../schemas/lists.ts';
import { field, has, isObject, isSuccess } from '../../schemas/records/exchange.ts';
import { errors, isRow } from '../../schemas/resources/errors.ts';
import {
  giftFields,
  listedOrder,
  orderRequestStatus,
  usualInOrders,
} from '../../schemas/resources/orders.ts';
import { route, type Route } from '../../schemas/routes.ts';
import { isSameToTheCent } from '../../schemas/schema.ts';
import { expectNone } from '../steps/again.ts';
import type { ObservationId } from '../statements.ts';

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
  await context.each(ended, async ({ read }) => {
    const exchange = await readable(read());
    if (!has(exchange, 'result')) throw new NotExercised('the order request shows no result');
    context.judge(exchange);
  });
});

requirement('orders.accepted-status', async context => {
  await context.each(eachKind, async ({ kind }) => {
    const sent = await sendOrder(context, kind);
    context.judge(isToPoll(sent) ? sent : await createOrder(context, kind));
  });
});

requirement('orders.queued', async context => {
  await context.each(eachKind, async ({ kind }) => context.judge(await queuedOrder(context, kind)));
});

requirement('orders.request-ends', async context => {
  await context.each(eachKind, async ({ kind }) =>
    expect(await endedOrder(context, kind)).toHaveStatus(200),
  );
});

requirement('orders.created', async context => {
  const fields = fieldsOn(route.createOrder, partsOf('orders.created'));
  await context.each(fields, async ({ field: name }) =>
    context.judge(await createdOrder(context, 'single'), name),
  );
});

requirement('orders.request-fields', async context => {
  const names = Object.keys(orderRequestStatus.properties);
  const cases = orderRequests(context).flatMap(request =>
    names.map(name => ({ ...request, id: `${request.id}: ${name}`, field: name })),
  );
  await context.each(cases, async ({ read, field: name }) => {
    const exchange = await read();
    expect(exchange).toHaveStatus(200);
    context.judge(exchange, name);
  });
});

requirement('orders.request-id', async context => {
  await context.each(orderRequests(context), async ({ read }) =>
    context.judge(await readable(read())),
  );
});

requirement('orders.request-type', async context => {
  await context.each(orderRequests(context), async ({ read, kind }) => {
    const exchange = await readable(read());
    context.judge(exchange);
    if (kind) expect(field(exchange, 'type'), 'type', exchange).toBe(kind);
  });
});

/** Judges the order requests that ended so, as the settings say or the response shows. */
async function judgeEnded(
  context: CheckContext,
  wanted: 'result' | 'error',
  requests: readonly KnownRequest[],
): Promise<void> {
  const id = wanted === 'result' ? 'orders.request-result' : 'orders.request-error';
  await context.each(requests, async ({ read, ended }) => {
    const exchange = await readable(read());
    const speaks = ended === undefined ? isAbout(id, exchange) : ended === wanted;
    if (!speaks) throw new NotExercised(`the order request did not end with ${wanted}`);
    context.judge(exchange);
  });
}

requirement('orders.request-result', context =>
  judgeEnded(context, 'result', orderRequests(context)),
);
requirement('orders.request-error', context =>
  judgeEnded(context, 'error', [...orderRequests(context), ...failingRequests(context)]),
);

/** Judges each part of the bulk results that a run can read. */
async function judgeBulkResults(
  context: CheckContext,
  id: 'orders.bulk-fields' | 'orders.bulk-summary',
): Promise<void> {
  const cases = bulkSources(context).flatMap(source =>
    partsOf(id).map(part => ({ ...source, id: `${source.id}: ${part}`, field: part })),
  );
  await context.each(cases, async ({ read, field: part }) => context.judge(await read(), part));
}

requirement('orders.bulk-fields', context => judgeBulkResults(context, 'orders.bulk-fields'));
requirement('orders.bulk-summary', context => judgeBulkResults(context, 'orders.bulk-summary'));

requirement('orders.request-invalid-id', async context => {
  const { each, judge } = context;
  const invalid = await known(context, 'GV_ORDER_REQUEST_INVALID');
  const looks = [
    { id: 'asked once', route: route.orderRequest, fresh: false },
    { id: 'asked again', route: route.orderRequest, fresh: true },
  ];
  await each(looks, async ({ fresh }) => judge(await askRequest(context, invalid, { fresh })));
  const long = { id: `${invalid}${oddEnd}` };
  await each([{ id: 'a longer one', route: route.orderRequest }], () =>
    expectNoFailure(context, route.orderRequest, long),
  );
  await each([{ id: 'one of a known length', route: route.orderRequest }], async () => {
    const unknown = await known(context, 'GV_ORDER_REQUEST_UNKNOWN');
    const id = unknown.replaceAll(/[0-9a-z]/gi, 'z');
    await expectNoFailure(context, route.orderRequest, { id });
  });
});

/** Makes an id longer than a column, with a letter of more than one byte. */
const oddEnd = `-ö-${'0'.repeat(140)}`;

/** Any id is known, unknown or of an invalid format; none is a failure of the service (§4.1 rule 2, §7). */
async function expectNoFailure(
  { api }: Context,
  to: Route,
  params: Readonly<Record<string, string>>,
): Promise<void> {
  const once = await api.send(to, { params });
  const exchange = once.response.status < 500 ? once : await api.send(to, { params, fresh: true });
  const { status } = exchange.response;
  expect(status, 'status', exchange).toSatisfy('below 500', () => status < 500);
}

requirement('orders.request-unknown', async context => {
  context.judge(await askRequest(context, await known(context, 'GV_ORDER_REQUEST_UNKNOWN')));
});

requirement('orders.unknown', async context => {
  const exchange = await askOrder(context, await known(context, 'GV_ORDER_UNKNOWN'));
  await context.each([{ id: 'well-formed', route: route.order }], () => context.judge(exchange));
  await context.each([{ id: 'of an odd format', route: route.order }], () =>
    expectNoFailure(context, route.order, { orderId: `no-such-order${oddEnd}` }),
  );
});

requirement('orders.known', async context => {
  const cases = [
    { id: 'the first that is listed', of: 0 },
    { id: 'the last that is read', of: -1 },
  ];
  await context.each(cases, ({ of }) =>
    expectNone('orders that are listed, and unknown when they are read', async () => {
      const orderId = (await orderIds(context)).at(of);
      if (orderId === undefined) throw new NotExercised('the account lists no order with an _id');
      const exchange = await context.api.send(route.order, { params: { orderId } });
      if (isRow(exchange, errors.unknownOrder)) return [orderId];
      if (isSuccess(exchange)) return [];
      const { status } = exchange.response;
      throw new NotExercised(`${route.order.id} answers a listed order with ${status}`);
    }),
  );
});

requirement('orders.unknown-product', async context => {
  const exchange = await rejectedForProduct(context);
  if (!isQueued(exchange)) return context.judge(exchange);
  // §1: where orders are queued, creation answers 202, and the request shows what became of it.
  const ended = await endOf(context, exchange);
  if (ended.response.status >= 500) throw new NotExercised('its order request cannot be read');
  expect(ended.response.body.slice(0, 200), 'its order request', ended).toSatisfy(
    'one with an error, and no result',
    () => hasFailed(ended),
  );
});

observation('orders.mode', async context => {
  for (const kind of orderKinds) {
    const creation = await createOrder(context, kind);
    const { status } = creation.response;
    const mode = isQueued(creation) ? 'asynchronous' : 'synchronous';
    context.observe('orders.mode', { kind, mode, status });
  }
});

observation('orders.bulk-total', async context => {
  await context.each(bulkSources(context), async ({ id, read }) => {
    const { summary, made } = summaryOf(await read());
    const { totalValue, currency } = summary;
    context.observe(
      'orders.bulk-total',
      { of: id, totalValue, currency, sumOfValues: valueOf(made) },
      { marked: !isSameToTheCent(Number(totalValue), valueOf(made)) },
    );
  });
});

observation('orders.remaining-balance', async context => {
  await context.each(bulkSources(context), async ({ id, read }) => {
    const { remainingBalance, currency } = summaryOf(await read()).summary;
    const wallets = walletsIn(await requireGoodKey(context, route.wallet)).filter(isObject);
    const wallet = wallets.find(each => each['currency'] === currency)?.['balance'];
    context.observe(
      'orders.remaining-balance',
      { of: id, remainingBalance, currency, wallet },
      { marked: Number(remainingBalance) < 0 },
    );
  });
});

observation('orders.statuses', async context => {
  const { items } = await readWhole(context, lists.orders);
  const statuses = items.map(item => (isObject(item) ? item['status'] : undefined));
  context.observe('orders.statuses', [...new Set(statuses)]);
});

/** Records the fields of the results of the order requests of a kind. */
const observeResults = (context: CheckContext, id: ObservationId, of: OrderKind): Promise<void> =>
  context.each(orderRequests(context), async ({ id: request, read, kind }) => {
    const result = field(await read(), 'result');
    if (kind === of && isObject(result))
      context.observe(id, { of: request, fields: Object.keys(result) });
  });

observation('orders.single-result', context =>
  observeResults(context, 'orders.single-result', 'single'),
);
observation('orders.bulk-result', context => observeResults(context, 'orders.bulk-result', 'bulk'));

/** Records the statuses of order requests that have ended, or of those that have not. */
const observeStatuses = (context: CheckContext, id: ObservationId, atEnd: boolean): Promise<void> =>
  context.each(orderRequests(context), async ({ id: of, read }) => {
    const exchange = await read();
    if (hasEnded(exchange) === atEnd)
      context.observe(id, { of, status: field(exchange, 'status') });
  });

observation('orders.request-statuses', context =>
  observeStatuses(context, 'orders.request-statuses', true),
);
observation('orders.request-statuses-before', context =>
  observeStatuses(context, 'orders.request-statuses-before', false),
);

observation('orders.free-fields', async context => {
  const { items } = await readWhole(context, lists.orders);
  for (const name of ['merchant', 'giftOrder']) {
    const objects = items.map(item => (isObject(item) ? item[name] : undefined)).filter(isObject);
    context.observe('orders.free-fields', { [name]: [...new Set(objects.flatMap(Object.keys))] });
  }
});
