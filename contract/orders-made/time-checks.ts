/** §2.2, §2.3, §2.6 Times of the orders of the run. */
import { requirement } from '../requirement.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { isSameTime } from '../../harness/run/expect/formats.ts';
import { ordersIn } from '../../schemas/orders.ts';
import { dateOf, field } from '../../schemas/records/exchange.ts';
import { route } from '../../schemas/routes.ts';
import { again } from '../steps/again.ts';
import { endOf, readable, readFirst, receivedAt } from '../steps/order-requests.ts';
import { queuedId, queuedOrder, orderKindCases } from '../steps/orders.ts';
import { listedOf, judgeOrders, purchasesOf, type Made } from './made-orders.ts';

/** Expects two responses to state the same time. One of them may state whole seconds. */
const expectSameTime = (time: unknown, of: string, expected: unknown): void =>
  expect(time, `createdAt of ${of}`).toSatisfy(String(expected), () =>
    isSameTime(Date.parse(String(time)), Date.parse(String(expected))),
  );

const minuteMs = 60_000;

/** Expects a time within a minute of the call that created an order. Uses the Date headers of the target, or our clock if there are none. */
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
