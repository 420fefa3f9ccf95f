/** §2.2 to §2.4 Orders, §3 States, §4.1 the order routes. */
import { fieldsOn, type CheckContext, type Context } from '../../harness/run/context.ts';
import { observation, requirement } from '../../harness/run/requirement.ts';
import { isAbout, judgements, partsOf } from '../judgements.ts';
import { expectSomewhere } from '../../harness/run/judgement.ts';
import { isToPoll } from './judgements.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import {
  askOrder,
  askRequest,
  invalidRequest,
  unknownOrder,
  unknownRequest,
} from '../steps/settings.ts';
import {
  hasEnded,
  requireEnd,
  hasFailed,
  endOf,
  outcomeOf,
  readable,
} from '../steps/order-requests.ts';
import {
  createdOrder,
  createOrder,
  acceptedOf,
  orderKindCases,
  ownOrderCases,
  order,
  orderRequests,
  orderUnknownProduct,
  ownOrder,
  queuedOrder,
  requireQueued,
  requireFunds,
  type KnownRequest,
  type OrderKind,
} from '../steps/orders.ts';
import { atValue, balancesBefore, largeShare, nextValue, offers } from '../steps/purchases.ts';
import { exchangesOf, readWhole } from '../steps/lists.ts';
import { NotApplicable, NotDone, NotExercised } from '../../harness/verdict.ts';
import { lists } from '../../schemas/lists.ts';
import { isQueued } from '../../schemas/orders.ts';
import {
  field,
  isObject,
  isSuccess,
  type Exchange,
  type Item,
} from '../../schemas/records/exchange.ts';
import { errors, isRow } from '../../schemas/resources/errors.ts';
import {
  giftFields,
  listedOrder,
  orderRequestStatus,
  usualInOrders,
} from '../../schemas/resources/orders.ts';
import { route, type Route } from '../../schemas/routes.ts';
import { again } from '../steps/again.ts';
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
          doubt: 'A product may be out of stock, and GV_ORDER_BODY may lack what a target requires',
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

/** Judges the order requests that ended with this result, according to the settings or the response. */
const judgeEnded = (
  context: CheckContext,
  id: 'orders.request-result' | 'orders.request-error',
  requests: readonly Omit<KnownRequest, 'kind'>[],
): Promise<void> => {
  const wanted = id === 'orders.request-result' ? 'result' : 'error';
  const cases = requests.filter(({ ended = wanted }) => ended === wanted);
  return context.each(cases, async ({ read, ended }) => {
    const exchange = await readable(read());
    if (ended === undefined && !isAbout(id, exchange))
      throw new NotExercised(`the order request did not end with ${wanted}`);
    context.judge(exchange);
  });
};

/**
 * Orders a product that costs more than its wallet has, but at most a quarter of the spending limit, because the account may
 * have credit.
 *
 * @throws NotExercised if no listed product costs as much.
 */
async function orderBeyondBalance(context: Context): Promise<Exchange> {
  const balances = await balancesBefore(context);
  const dear = (await offers(context)).flatMap(offer => {
    const balance = balances.get(offer.currency.toUpperCase()) ?? Infinity;
    const value = nextValue(offer, Math.max(Math.floor(balance) + 1, offer.value), balance);
    return value !== undefined && value <= largeShare(context, offer.currency)
      ? [atValue(offer, value)]
      : [];
  });
  const [least] = dear.sort((a, b) => a.value - b.value);
  if (!least) throw new NotExercised('no product costs more than its wallet has');
  return order(context, least);
}

/** Returns the requests of orders that are likely to fail, if they are queued before they are looked at. */
const failingRequests = (context: Context) =>
  [
    { id: 'an order of an unknown product', send: orderUnknownProduct },
    { id: 'an order beyond the balance of its wallet', send: orderBeyondBalance },
  ].map(({ id, send }) => ({
    id,
    route: route.orderRequest,
    ended: undefined,
    read: async () => {
      const creation = await send(context);
      if (isQueued(creation)) return endOf(context, creation);
      throw new NotApplicable(`the order is not queued: status ${creation.response.status}`);
    },
  }));

requirement('orders.request-result', context =>
  judgeEnded(context, 'orders.request-result', orderRequests(context)),
);
requirement('orders.request-error', context =>
  judgeEnded(context, 'orders.request-error', [
    ...orderRequests(context),
    ...failingRequests(context),
  ]),
);

/** Judges each part of the bulk results that a run can read: of order requests, and of bulks that the run makes. */
async function judgeBulkResults(
  context: CheckContext,
  id: 'orders.bulk-fields' | 'orders.bulk-summary' | 'orders.bulk-total',
): Promise<void> {
  const read = orderRequests(context)
    .filter(({ kind }) => kind === 'bulk')
    .map(request => ({ ...request, read: () => readable(request.read()) }));
  const made = ownOrderCases
    .filter(({ kind }) => kind === 'bulk')
    .map(({ make, ...about }) => ({
      ...about,
      read: async () => outcomeOf(context, acceptedOf(await make(context))),
    }));
  const parts = judgements[id]?.parts ?? [undefined];
  const cases = [...read, ...made].flatMap(source =>
    parts.map(part => ({
      ...source,
      id: [source.id, ...(part === undefined ? [] : [part])].join(': '),
      field: part,
    })),
  );
  await context.each(cases, async ({ read: result, field: part }) =>
    context.judge(await result(), part),
  );
}

requirement('orders.bulk-fields', context => judgeBulkResults(context, 'orders.bulk-fields'));
requirement('orders.bulk-summary', context => judgeBulkResults(context, 'orders.bulk-summary'));
requirement('orders.bulk-total', context => judgeBulkResults(context, 'orders.bulk-total'));

requirement('orders.request-invalid-id', async context => {
  const { each, judge } = context;
  const invalid = await invalidRequest(context);
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
    const unknown = await unknownRequest(context);
    const id = unknown.replaceAll(/[0-9a-z]/gi, 'z');
    await expectNoFailure(context, route.orderRequest, { id });
  });
});

/** Id suffix that is longer than a database column and has a letter of several bytes. */
const longSuffix = `-ö-${'0'.repeat(140)}`;

/** Expects that a read with an odd id does not make the service fail. Any id is known, unknown or malformed (§4.1 rule 2, §7). */
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
  context.judge(await askRequest(context, await unknownRequest(context)));
});

requirement('orders.unknown', async context => {
  const exchange = await askOrder(context, await unknownOrder(context));
  await context.each([{ id: 'well-formed', route: route.order }], () => context.judge(exchange));
  await context.each([{ id: 'of an odd format', route: route.order }], () =>
    expectNoFailure(context, route.order, { orderId: `no-such-order${longSuffix}` }),
  );
});

/** Expects that an order of the account is not answered as unknown. */
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
      if (!order) throw new NotExercised('the account lists no such order');
      await expectKnown(context, String(order['_id']));
    }),
  );
  await context.each([{ id: 'of this run, read twice', route: route.order }], async () => {
    const { _id } = await ownOrder(context);
    for (let times = 0; times < 2; times++) await expectKnown(context, String(_id));
  });
});

requirement('orders.unknown-product', async context => {
  // Only if another product can be ordered does a rejection show something about the product.
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

/** Records the statuses of ended order requests, or of order requests that have not ended. */
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
