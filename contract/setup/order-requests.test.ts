import { expect, test } from '#test';
import { bodyOf } from '../../schemas/records/exchange.ts';
import type { WireResponse } from '../../harness/client/transport.ts';
import type { Environment } from '../../harness/config/values.ts';
import { answer, contextOver, ourTarget } from '../../fixtures/testing/fakes.ts';
import { catalogOf, over, product } from '../../fixtures/testing/targets.ts';
import { orderRequests } from '../steps/known-requests.ts';
import { pollToEnd } from './order-requests.ts';
import { makeRecord } from '../../fixtures/testing/own.ts';
import { preparations } from './own.ts';

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
  test(`an order request ends with ${what}`, async () => {
    const context = polling(count => request(count > 3 ? last : {}));
    expect(bodyOf(await context.end())).toMatchObject(last);
    expect(context.polls()).toBe(4);
  });

test('an order request that does not end is polled seven times in 30 seconds', async () => {
  const context = polling(() => request());
  expect(bodyOf(await context.end())).toMatchObject({ status: 'queued' });
  expect(context.waited()).toBe(30_000);
  expect(context.polls()).toBe(7);
});

test('an order request with a success but no result is polled until the timeout', async () => {
  const context = polling(() => request({ status: 'succeeded' }));
  expect((await context.end()).response.body).toContain('succeeded');
  expect(context.waited()).toBe(30_000);
});

test('an order request that stays missing is judged after five seconds', async () => {
  const context = polling(() => missing);
  expect((await context.end()).response.status).toBe(404);
  expect(context.waited()).toBe(5000);
  expect(context.polls()).toBe(4);
});

test('a 500 to a poll is not taken for the end of the order request', async () => {
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

/** Returns a context whose target queues orders, and answers polls as given. */
const ordering = (poll: WireResponse, env: Environment = {}) =>
  over((path, { method }) => {
    if (method === 'POST') return answer(202, { orderRequestId: 'r1', status: 'queued' });
    return path.includes('/order-requests/') ? poll : catalogOf([{ ...product, maxPrice: 20 }]);
  }, env);

test('the order that discovers a body counts as the order of the run', async () => {
  const context = ordering(request({ result: {} }));
  const { creation } = await makeRecord(preparations, 'single order', context);
  expect(creation.response.status).toBe(202);
  expect(context.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('a bulk of one value that discovers the body is the bulk order', async () => {
  const bulks = async (one: object) => {
    const context = over(
      (path, { method }) => {
        if (method === 'POST') return answer(202, { orderRequestId: 'r1', status: 'queued' });
        return path.includes('/order-requests/') ? request({ result: {} }) : catalogOf([one]);
      },
      { GV_BULK_ORDER_PATH: 'bulk' },
    );
    await makeRecord(preparations, 'bulk order', context);
    return context.requests.filter(({ method, url }) => method === 'POST' && url.endsWith('/bulk'));
  };
  expect(await bulks({ ...product, maxPrice: product.minPrice, denominations: [] })).toHaveLength(
    1,
  );
  expect(await bulks({ ...product, maxPrice: 20 })).toHaveLength(2);
});

test('the wallets after an order are the wallets before the next order', async () => {
  const context = ordering(request({ result: {} }), {
    GV_BULK_ORDER_PATH: 'bulk',
    GV_BULK_ORDER_BODY: '{"orders":[{"productCode":"{{productCode}}","value":"{{value}}"}]}',
  });
  const one = await makeRecord(preparations, 'single order', context);
  const bulk = await makeRecord(preparations, 'bulk order', context);
  expect(one.after).toBeDefined();
  expect(bulk.before).toBe(one.after);
  expect(bulk.after).not.toBe(bulk.before);
});

test('an outdated order request from the settings is named', async () => {
  const failed = (poll: WireResponse) =>
    orderRequests(ordering(poll, { GV_ORDER_REQUEST_FAILED: 'r7' }))[1]?.read();
  expect((await failed(request({ error: 'No funds' })))?.request.url).toContain('/r7');
  await expect(failed(missing)).rejects.toThrow('GV_ORDER_REQUEST_FAILED gets 404: it is outdated');
});
