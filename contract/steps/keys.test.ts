import { expect, test } from '#test';
import { route, type Route, routes } from '../../schemas/routes.ts';
import {
  answer,
  contextOver,
  type FakeContext,
  minimal,
  ourTarget,
  thrownBy,
  type Answer,
} from '../../fixtures/testing/fakes.ts';
import { NotExercised } from '../../harness/verdict.ts';
import { exchangeOn } from '../../fixtures/testing/exchange.ts';
import { answersGoodKey } from './live-routes.ts';
import { requireGoodKey, sendWithKey, harmlessRequest } from './keys.ts';
import type { Environment } from '../../harness/config/values.ts';
import { makeRecord } from '../../fixtures/testing/own.ts';
import { preparations } from '../setup/own.ts';
import { catalogOf, product } from '../../fixtures/testing/targets.ts';

const everything: Environment = {
  GV_BULK_ORDER_PATH: 'orders/bulk',
  GV_WEBHOOK_UNKNOWN: 'w0',
};

const context = (env: Environment = {}) => contextOver(() => catalogOf([product]), ourTarget(env));

/** Makes the path of bulk orders a record of the run. */
async function withBulkPath(of: FakeContext): Promise<FakeContext> {
  await makeRecord(preparations, 'GV_BULK_ORDER_PATH', of);
  return of;
}

/** Returns a target that shows only a catalog and rejects all writes. */
const refusing = () =>
  contextOver(({ method }) => (method === 'GET' ? catalogOf([product]) : answer(403)), ourTarget());

test('every route has a request without effect if the settings are complete', async () => {
  const complete = await withBulkPath(context(everything));
  for (const to of routes.all) {
    const { params = {}, costs = [] } = await harmlessRequest(complete, to);
    const names = [...to.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(params), to.id).toEqual(names);
    expect(costs, to.id).toEqual([]);
  }
});

test('keys are not tried on bulk orders if their path is unknown', async () => {
  const error = await thrownBy(async () =>
    harmlessRequest(await withBulkPath(refusing()), route.createBulkOrder),
  );
  expect(error).toBeInstanceOf(NotExercised);
  expect(String(error)).toContain('GV_BULK_ORDER_PATH is not set');
});

test('a request that tries a key buys, sends and registers nothing', async () => {
  const nothing = await withBulkPath(context({ GV_BULK_ORDER_PATH: 'orders/bulk' }));
  for (const to of [
    route.createOrder,
    route.createBulkOrder,
    route.sendVoucher,
    route.sendBulkVouchers,
  ])
    expect(await harmlessRequest(nothing, to), to.id).toMatchObject({ body: {}, costs: [] });
  expect(await harmlessRequest(nothing, route.createWebhook)).toEqual({ body: {} });
  expect(nothing.requests).toHaveLength(0);
});

const rejected = answer(401, { error: 'Missing API key' });
/** Rejects a request without the good key. */
const guarded: Answer = ({ headers }) =>
  headers['X-API-Key'] === minimal.GV_API_KEY ? answer(200) : rejected;

const over = (answers: Answer) => contextOver(answers, ourTarget({ GV_WEBHOOK_UNKNOWN: 'w0' }));
for (const [status, reason] of [
  [403, 'GET /orders rejects the good key too (status 403)'],
  [404, 'GET /orders answers the good key with 404, and may not have checked the key'],
] as const)
  test(`keys are not judged on a route that answers the good key with ${status}`, async () => {
    const context = over(() => answer(status, error('of the service')));
    expect(await thrownBy(() => requireGoodKey(context, route.orders))).toEqual(
      new NotExercised(reason),
    );
  });

const error = (text: string) => ({ error: text });
const answered: readonly [string, boolean, Route, number, unknown][] = [
  ['a success', true, route.orders, 200, {}],
  ['an unknown order', true, route.order, 404, error('Order not found')],
  ['an unknown route', false, route.order, 404, error('Not found')],
  ['a missing wallet', true, route.ledger, 404, error('Wallet not found')],
  ['a rejected body', true, route.createOrder, 400, error('Invalid request body')],
  ['a body that was not processed', true, route.createWebhook, 422, error('url is missing')],
  ['a page of a gateway', false, route.createWebhook, 400, '<html>'],
  ['a plan without webhooks', false, route.createWebhook, 404, error('Not in your plan')],
  ['a failure of the service', false, route.createOrder, 500, error('An error occurred')],
  ['a limiter', false, route.createOrder, 429, error('Slow down')],
  ['an unusual rejection by an action', true, route.sendVoucher, 422, '<html>'],
  ['a missing action', false, route.sendVoucher, 404, {}],
];
for (const [what, shown, to, status, body] of answered)
  test(`${what} on ${to.id} ${shown ? 'shows' : 'does not show'} that the key was checked`, () => {
    expect(answersGoodKey(to, exchangeOn(to, { status, body }))).toBe(shown);
  });

test('a revoked key that equals the good key is not exercised', async () => {
  const target = ourTarget({ GV_KEY_REVOKED: minimal.GV_API_KEY });
  const context = contextOver(() => answer(200), target);
  expect(await thrownBy(() => sendWithKey(context, route.orders, 'revoked'))).toEqual(
    new NotExercised('GV_KEY_REVOKED and GV_API_KEY have the same key'),
  );
  expect(context.requests).toHaveLength(0);
});

test('the good key is tried once per route, with a request without effect', async () => {
  const context = over(guarded);
  for (const key of ['unknown', 'suffixed', undefined] as const)
    await sendWithKey(context, route.createWebhook, key);
  const good = context.requests.filter(
    ({ headers }) => headers['X-API-Key'] === minimal.GV_API_KEY,
  );
  expect(good.map(({ body }) => String(body))).toEqual(['{}']);
  expect(context.requests).toHaveLength(4);
});
