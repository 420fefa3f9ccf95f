import { expect, test } from '#test';
import { bodyOf } from '../../schemas/records/exchange.ts';
import type { WireResponse } from '../../harness/client/transport.ts';
import {
  answer,
  contextOver,
  exchangeOf,
  ourTarget,
  thrownBy,
} from '../../fixtures/testing/fakes.ts';
import { NotExercised } from '../../harness/verdict.ts';
import { route } from '../../schemas/routes.ts';
import { outcomeOf, pollToEnd, readable, sendOrder } from './order-requests.ts';

const request = (changes: object = {}) =>
  answer(200, { orderRequestId: 'r1', status: 'queued', type: 'single', ...changes });
const missing = answer(404, { error: 'Order request not found or access denied' });

/** Returns a context whose target answers poll number `count`, from 1, with `poll(count)`. */
function polling(poll: (count: number) => WireResponse, asyncTimeout = '30') {
  const context = contextOver(
    (_request, count) => poll(count),
    ourTarget({ GV_ASYNC_TIMEOUT: asyncTimeout }),
  );
  const since = context.clock.now();
  return {
    ...context,
    end: () => pollToEnd(context, 'r1', since),
    polls: () => context.requests.length,
    waited: () => context.clock.now() - since,
  };
}

for (const [what, last] of [
  ['a result with any status', { status: 'queued', result: {} }],
  ['an error', { error: 'No funds' }],
] as const)
  test(`a request ends with ${what}`, async () => {
    const context = polling(count => request(count > 3 ? last : {}));
    expect(bodyOf(await context.end())).toMatchObject(last);
    expect(context.polls()).toBe(4);
  });

test('waits between polls double, up to ten seconds', async () => {
  const context = polling(count => request(count > 7 ? { result: {} } : {}), '60');
  await context.end();
  expect(context.clock.slept).toEqual([350, 700, 1400, 2800, 5600, 10_000, 10_000, 10_000]);
});

test('a request that does not end is returned after GV_ASYNC_TIMEOUT, and costs few polls', async () => {
  const context = polling(() => request());
  expect(bodyOf(await context.end())).toMatchObject({ status: 'queued' });
  expect(context.waited()).toBe(30_000);
  expect(context.polls()).toBe(7);
});

test('another worker continues, and does not repeat reads in the log', async () => {
  const context = polling(count => request(count > 1 ? { result: {} } : {}));
  await context.end();
  const again = contextOver(() => missing, ourTarget(), { log: context.log });
  expect((await pollToEnd(again, 'r1', context.clock.now())).response.status).toBe(200);
  expect(again.requests).toEqual([]);
});

test('a request that states success without a result has ended at the timeout', async () => {
  const context = polling(() => request({ status: 'succeeded' }));
  expect((await context.end()).response.body).toContain('succeeded');
  expect(context.waited()).toBe(30_000);
});

test('a request that stays missing is judged after five seconds', async () => {
  const context = polling(() => missing);
  expect((await context.end()).response.status).toBe(404);
  expect(context.waited()).toBe(5000);
  expect(context.polls()).toBe(4);
});

test('a read is retried after a failure of the target, even if it looks like the error of the request', async () => {
  const context = polling(count =>
    count === 2
      ? answer(500, { error: 'An error occurred' })
      : request(count > 3 ? { result: {} } : {}),
  );
  expect((await context.end()).response.status).toBe(200);
  const failing = polling(() => answer(500, { error: 'An error occurred' }));
  expect((await failing.end()).response.status).toBe(500);
  expect(failing.waited()).toBe(5500);
});

test('a missing request is not exercised, and another requirement reports it', async () => {
  expect(await thrownBy(() => readable(Promise.resolve(exchangeOf(404, {}))))).toMatchObject({
    message: 'the order request answers 404',
    reportedBy: 'orders.request-ends',
  });
});

const queued = exchangeOf(202, { orderRequestId: 'r1', status: 'queued' });

test('an order whose request did not end is not exercised, and another requirement reports it', async () => {
  const context = polling(() => request(), '1');
  expect(await thrownBy(() => outcomeOf(context, queued))).toEqual(
    new NotExercised('the order request did not end', 'orders.request-ends'),
  );
});

test('an order is sent once a run, between two reads of the wallets', async () => {
  const context = contextOver(
    ({ method, url }) => {
      if (method === 'POST') return answer(202, { orderRequestId: 'r1', status: 'queued' });
      return url.includes('/order-requests/') ? request({ result: {} }) : answer(200, []);
    },
    ourTarget({ GV_ASYNC_TIMEOUT: '1' }),
  );
  const order = { body: {}, costs: [{ currency: 'GBP', value: 5 }], once: 'an order' };
  const sent = await sendOrder(context, route.createOrder, order);
  expect(await sendOrder(context, route.createOrder, order)).toBe(sent);
  const paths = context.requests.map(({ method, url }) => `${method} ${url.split('/').at(-1)}`);
  expect(paths).toEqual(['GET wallet', 'POST orders', 'GET r1', 'GET r1', 'GET wallet']);
  expect(context.log.spent).toEqual({ GBP: 5 });
});
