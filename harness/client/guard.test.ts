import { expect, test } from '#test';
import { route, type Route } from '../../schemas/routes.ts';
import type { Target } from '../config/target.ts';
import {
  answer,
  apiOver,
  ledgerOf,
  ourTarget,
  targetWith,
  thrownBy,
} from '../../fixtures/testing/fakes.ts';
import { readSource, sourceFiles } from '../../fixtures/testing/spawned.ts';
import { NotExercised, SuiteError } from '../verdict.ts';
import { boundsOf, clear, guard, guarded } from './guard.ts';
import type { Cost } from './ledger/money.ts';

const base = 'https://vouchers.example/gateway/v2';
const automation = { GV_AUTOMATION_KEY: 'automation-key' };
const spender = targetWith({ GV_ALLOW: 'spend', GV_MAX_SPEND: '250 GBP, 50 EUR' });

/** Returns a function that calls the guard of a target with a request of a route. */
const asks =
  (target: Target, to: Route, path: string, method: string = to.method) =>
  () =>
    guard(boundsOf(target), to, { method, url: path.startsWith('http') ? path : base + path });

const urls: Record<string, string> = {
  'another host': 'https://evil.example/gateway/v2/api/v1/business/products',
  'another scheme': 'http://vouchers.example/gateway/v2/api/v1/business/products',
  'another port': 'https://vouchers.example:8443/gateway/v2/api/v1/business/products',
  'a missing prefix': 'https://vouchers.example/api/v1/business/products',
  'a longer prefix': `${base}evil/api/v1/business/products`,
  'a .. in its path': `${base}/../v3/api/v1/business/products`,
  'another version': `${base}/api/v2/business/products`,
  'another route': `${base}/api/v1/business/orders`,
};
for (const [name, url] of Object.entries(urls))
  test(`a URL with ${name} is not sent`, () => {
    for (const target of [targetWith(), ourTarget()]) {
      const act = asks(target, route.browse, url);
      expect(act).toThrow(SuiteError);
      expect(act).toThrow(/refused to leave the target/);
    }
  });

test('permitted requests are sent', () => {
  asks(targetWith(), route.browse, '/api/v1/business/products?page=1')();
  const bare = targetWith({ GV_BASE_URL: 'https://a.example' });
  asks(bare, route.wallet, 'https://a.example/api/v1/business/wallet')();
  asks(spender, route.createBulkOrder, '/api/v1/business/orders/bulk')();
});

test('the method and the path decide which permission a request needs', () => {
  const harmless: Route = { ...route.createOrder, effect: 'read' };
  expect(asks(targetWith(), harmless, '/api/v1/business/orders')).toThrow(/would spend/);
  const bulk: Route = { ...route.createBulkOrder, effect: 'write' };
  const writer = targetWith({ GV_ALLOW: 'write' });
  expect(asks(writer, bulk, '/api/v1/business/anything')).toThrow(/would spend/);
  for (const method of ['DELETE', 'HEAD', 'PUT'])
    expect(asks(spender, route.orders, '/api/v1/business/orders', method)).toThrow(/leave/);
});

test('a probe of a limiter needs the permission to exhaust', () => {
  const url = `${base}/api/v1/business/wallet`;
  const drive = (target: Target) => () =>
    guard(boundsOf(target), route.wallet, { method: 'GET', url }, true);
  expect(drive(spender)).toThrow('GET /wallet would exhaust: GV_ALLOW does not permit to exhaust');
  expect(drive(targetWith({ GV_ALLOW: 'exhaust', GV_PROFILE: 'smoke' }))).toThrow('only reads');
  drive(targetWith({ GV_ALLOW: 'exhaust' }))();
});

const parameters: readonly [Route, Record<string, string>][] = [
  [route.orderRequest, { id: '..' }],
  [route.deleteWebhook, { id: '.' }],
  [route.deleteWebhook, { id: '' }],
  [route.createBulkOrder, { bulkPath: '../automation/actions/send_voucher' }],
  [route.createBulkOrder, { bulkPath: '../../../../../v3' }],
];
for (const [to, params] of parameters)
  test(`${to.id} with ${JSON.stringify(params)} is not sent`, async () => {
    const { api, requests } = apiOver(() => answer(200), spender);
    expect(await thrownBy(() => api.send(to, { params }))).toBeInstanceOf(SuiteError);
    expect(requests).toEqual([]);
  });

async function refusal(target: Target, to: Route, costs: readonly Cost[] = []): Promise<string> {
  const { api, requests } = apiOver(() => answer(200), target);
  const error = await thrownBy(() => api.send(to, { body: {}, costs }));
  expect(error).toBeInstanceOf(NotExercised);
  expect(requests).toEqual([]);
  return (error as Error).message;
}

test('a request that is not permitted is not sent, and the reason names the permission', async () => {
  expect(await refusal(targetWith(), route.createWebhook)).toBe(
    'POST /webhooks would write: GV_ALLOW does not permit to write',
  );
  expect(await refusal(targetWith({ ...automation, GV_ALLOW: 'write' }), route.sendVoucher)).toBe(
    'POST /actions/send_voucher would spend: GV_ALLOW does not permit to spend',
  );
  const smoke = { GV_PROFILE: 'smoke', GV_ALLOW: 'write' };
  expect(await refusal(targetWith(smoke), route.createWebhook)).toBe(
    'the profile smoke only reads, and POST /webhooks would write',
  );
});

const asked = {
  method: 'GET',
  url: `${base}/api/v1/business/wallet`,
  headers: {},
  timeoutMs: 1000,
};

function wire() {
  let sent = 0;
  const send = guarded(async () => answer((sent += 1) && 200));
  return { send, sent: () => sent };
}

test('a request that was not cleared, or that was changed afterwards, is not sent', async () => {
  const { send, sent } = wire();
  const cleared = clear(targetWith(), route.wallet, asked);
  for (const request of [
    asked,
    { ...asked, clearance: {} },
    { ...cleared, url: `${base}/api/v1/business/orders` },
    { ...cleared, method: 'DELETE' },
  ])
    await expect(send(request)).rejects.toThrow('was not cleared');
  expect(sent()).toBe(0);
  await send({ ...cleared, ownConnection: true });
  expect(sent()).toBe(1);
});

test('a purchase is sent only while its costs are recorded', async () => {
  const target = targetWith({ GV_ALLOW: 'spend', GV_MAX_SPEND: '5 GBP' });
  const order = { ...asked, method: 'POST', url: `${base}/api/v1/business/orders` };
  expect(() => clear(target, route.createOrder, order)).toThrow('must be recorded');
  const { send, sent } = wire();
  const reservation = ledgerOf(target).reserve(route.createOrder, [{ currency: 'GBP', value: 5 }]);
  const cleared = clear(target, route.createOrder, order, { reservation });
  await send(cleared);
  reservation.release();
  await expect(send(cleared)).rejects.toThrow('was not cleared');
  expect(sent()).toBe(1);
});

/** Functions that send, and the only files that may import them, besides tests. */
const senders: readonly (readonly [what: RegExp, files: readonly string[]])[] = [
  [/from 'k6\/http'/, ['load/wire.ts', 'selftest/bench.ts']],
  [/from 'undici'/, ['harness/client/transport.ts']],
];

test('no file sends requests past the guard', () => {
  const files = sourceFiles().filter(file => !file.includes('testing'));
  expect(files.length).toBeGreaterThan(300);
  for (const [what, allowed] of senders)
    expect(files.filter(file => what.test(readSource(file)) && !allowed.includes(file))).toEqual(
      [],
    );
});
