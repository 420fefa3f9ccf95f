/** §4.1 rule 2, §7 Reads of orders and order requests by unknown, malformed and known ids. */
import { type Context } from '../../harness/run/context.ts';
import { requirement } from '../requirement.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import {
  askOrder,
  askRequest,
  invalidRequest,
  unknownOrder,
  unknownRequest,
} from '../steps/settings.ts';
import { ownOrder } from '../steps/orders.ts';
import { readWhole } from '../steps/lists.ts';
import { NotExercised } from '../../harness/verdict.ts';
import { lists } from '../../schemas/lists.ts';
import { isObject, type Item } from '../../schemas/records/exchange.ts';
import { errors, isRow } from '../../schemas/resources/errors.ts';
import { route, type Route } from '../../schemas/routes.ts';
import { again } from '../steps/again.ts';

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

/** Expects that a read with an unusual id gets no 5xx. The id may only be known, unknown or malformed (§4.1 rule 2, §7). */
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
      if (!order) throw new NotExercised('the account lists no such order');
      await expectKnown(context, String(order['_id']));
    }),
  );
  await context.each([{ id: 'of this run, read twice', route: route.order }], async () => {
    const { _id } = await ownOrder(context);
    for (let times = 0; times < 2; times++) await expectKnown(context, String(_id));
  });
});
