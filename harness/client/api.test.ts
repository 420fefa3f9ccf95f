import { expect, test } from '#test';
import { route } from '../../schemas/routes.ts';
import {
  answer,
  apiOver,
  fakeClock,
  ledgerOf,
  memoryFiles,
  ourTarget,
  targetWith,
  thrownBy,
  withWallet,
} from '../../fixtures/testing/fakes.ts';
import { NotExercised } from '../verdict.ts';
import { createApi } from './api.ts';
import { meeting, systemClock } from './clock.ts';
import { guarded } from './guard.ts';
import { ExchangeLog } from './log.ts';
import { NoResponse } from './response.ts';
import type { WireRequest, WireResponse } from './transport.ts';

const ours = ourTarget();

test('a log on disk continues with its cache, ids, budget and money', async () => {
  const file = test.info().outputPath('exchanges.jsonl');
  const target = targetWith({
    GV_ALLOW: 'spend',
    GV_MAX_SPEND: '100 GBP',
    GV_MAX_REQUESTS: '5',
  });
  const costs = [{ currency: 'GBP', value: 60 }];
  const files = memoryFiles();
  const first = apiOver(
    withWallet(() => answer(201)),
    target,
    new ExchangeLog(file),
    files,
  );
  const read = await first.api.send(route.browse);
  await first.api.send(route.createOrder, { body: {}, costs });
  const second = apiOver(
    withWallet(() => answer(201)),
    target,
    new ExchangeLog(file),
    files,
  );
  expect(await second.api.send(route.browse)).toEqual(read);
  await second.api.send(route.createOrder, { body: {}, costs });
  expect(second.requests).toEqual([]);
  await expect(second.api.send(route.createOrder, { body: { more: 1 }, costs })).rejects.toThrow(
    'GV_MAX_SPEND leaves 40',
  );
  // Each api looks at the wallet before it spends.
  expect((await second.api.send(route.wallet)).id).toBe('x5');
  await expect(second.api.send(route.orders)).rejects.toThrow('the budget');
  expect(new ExchangeLog(file).sent).toBe(5);
});

test('a retried request has the times of its last attempt, and states the wait separately', async () => {
  const { api, clock, log } = apiOver((_, count) => {
    void clock.sleep(40);
    if (count === 1) return answer(503);
    return count === 2 ? answer(429, {}, { 'retry-after': '7' }) : answer(200);
  }, ours);
  const startedAt = clock.now();
  await api.send(route.wallet);
  expect(log.exchanges.map(({ times }) => times)).toEqual([
    { startedAt: startedAt + 40 + 500, durationMs: 40, waitedMs: 540 },
    { startedAt: startedAt + 580 + 7000, durationMs: 40, waitedMs: 7000 },
  ]);
});

test('a write is not repeated after a missing response, even with a log on disk', async () => {
  const file = test.info().outputPath('exchanges.jsonl');
  const costs = [{ currency: 'GBP', value: 60 }];
  const silent = () => {
    throw new NoResponse('no response within 10000 ms');
  };
  const sendTo = ({ api }: ReturnType<typeof apiOver>) =>
    thrownBy(() => api.send(route.createOrder, { body: {}, costs }));
  const first = apiOver(silent, ours, new ExchangeLog(file));
  expect(String(await sendTo(first))).toContain('no response within 10000 ms; whether');
  const second = apiOver(silent, ours, new ExchangeLog(file));
  for (const each of [first, second])
    expect(await sendTo(each)).toEqual(
      new NotExercised(
        'POST /orders is sent once a run, and failed: no response within 10000 ms; whether it took effect is not known, and it is not sent again',
      ),
    );
  expect([first.requests.length, second.requests.length]).toEqual([1, 0]);
});

// Requests that are under way at the same time.

/** Returns an api whose responses come when the test says so. */
function held(target = ourTarget()) {
  const underWay: { request: WireRequest; respond: (response: WireResponse) => void }[] = [];
  const transport = guarded(request =>
    target.values.GV_MAX_SPEND && request.method === 'GET'
      ? Promise.resolve(answer(200, [{ currency: 'GBP', balance: 1000 }]))
      : new Promise<WireResponse>(respond => void underWay.push({ request, respond })),
  );
  const log = new ExchangeLog();
  const [clock, ledger] = [fakeClock(), ledgerOf(target)];
  const api = createApi({ target, transport, log, clock, ledger, secret: 'secret' });
  const respond = async (at: number, status = 200) => {
    underWay[at]?.respond(answer(status, { error: 'x' }));
    await new Promise(setImmediate);
  };
  return { api, log, underWay, respond };
}

const settle = () => new Promise(setImmediate);
const voucher = { body: {}, costs: [{ currency: 'GBP', value: 60 }] };

test('a read is not reused if a write was accepted during it', async () => {
  const { api, underWay, respond } = held();
  const read = api.send(route.wallet);
  const write = api.send(route.sendVoucher, voucher);
  await settle();
  await respond(1);
  await write;
  await respond(0);
  await read;
  void api.send(route.wallet);
  await settle();
  expect(underWay).toHaveLength(3);
});

test('purchases in turn are sent one after the other, and other writes at once', async () => {
  const { api, underWay, respond } = held();
  const writes = [
    api.send(route.sendVoucher, { ...voucher, departs: 'in turn' }),
    api.send(route.createOrder, { ...voucher, departs: 'in turn' }),
    api.send(route.createOrder, { ...voucher, body: { refused: true } }),
  ];
  await settle();
  expect(underWay).toHaveLength(2);
  for (const at of [0, 1, 2]) await respond(at, 400);
  expect(await Promise.all(writes)).toHaveLength(3);
});

test('two checks that need the same purchase at the same time share it', async () => {
  const { api, underWay, respond } = held();
  const order = { body: {}, costs: [] };
  const first = api.send(route.createOrder, order);
  const second = api.send(route.createOrder, order);
  await settle();
  await respond(0, 201);
  expect(await second).toBe(await first);
  expect(underWay).toHaveLength(1);
});

test('purchases of a meeting are sent at the same moment', async () => {
  const { api, underWay, respond } = held();
  const departs = meeting(2, systemClock);
  const order = () => api.send(route.createOrder, { ...voucher, departs, fresh: true });
  const first = order();
  await settle();
  expect(underWay).toHaveLength(0);
  const second = order();
  await settle();
  expect(underWay).toHaveLength(2);
  await respond(0, 201);
  await respond(1, 201);
  expect((await first).id).not.toBe((await second).id);
});

test('a purchase that fails does not stop the next', async () => {
  const target = targetWith({ GV_ALLOW: 'spend', GV_MAX_SPEND: '100 GBP' });
  const { api, respond } = held(target);
  const inTurn = (costs: typeof voucher.costs) =>
    api.send(route.createOrder, { ...voucher, body: costs, costs, departs: 'in turn' });
  const writes = [thrownBy(() => inTurn([{ currency: 'EUR', value: 1 }])), inTurn(voucher.costs)];
  await settle();
  await respond(0, 201);
  expect(String((await Promise.all(writes))[0])).toContain('GV_MAX_SPEND does not name');
});

test('the second purchase waits until the first was answered', async () => {
  const target = targetWith({ GV_ALLOW: 'spend', GV_MAX_SPEND: '100 GBP' });
  const { api, underWay, respond } = held(target);
  const order = () =>
    api.send(route.createOrder, {
      body: {},
      costs: [{ currency: 'GBP', value: 1 }],
      key: 'unknown',
      fresh: true,
    });
  const first = order();
  void order();
  await settle();
  expect(underWay).toHaveLength(1);
  await respond(0, 401);
  await first;
  await settle();
  expect(underWay).toHaveLength(2);
});

test('a purchase that is under way counts against the money', async () => {
  const target = targetWith({ GV_ALLOW: 'spend', GV_MAX_SPEND: '100 GBP' });
  const { api, underWay, respond } = held(target);
  const order = (value: number) => {
    const costs = [{ currency: 'GBP', value }];
    return api.send(route.createOrder, { body: {}, costs, key: 'unknown', fresh: true });
  };
  const first = order(10);
  await settle();
  await respond(0);
  await first;
  void order(60);
  await settle();
  expect(String(await thrownBy(() => order(60)))).toContain('leaves 30');
  expect(underWay).toHaveLength(2);
});

test('a request that is under way counts against the budget', async () => {
  const { api, underWay } = held(targetWith({ GV_MAX_REQUESTS: '1' }));
  void api.send(route.wallet);
  await settle();
  await expect(api.send(route.orders)).rejects.toThrow('GV_MAX_REQUESTS');
  expect(underWay).toHaveLength(1);
});
