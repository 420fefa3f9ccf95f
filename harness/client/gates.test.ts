import { expect, test } from '#test';
import { route, type Route } from '../../schemas/routes.ts';
import {
  answer,
  type Answer,
  apiOver,
  fakeClock,
  targetWith,
  thrownBy,
} from '../../fixtures/testing/fakes.ts';
import { NotExercised } from '../verdict.ts';
import { Stop } from './clock.ts';
import { createGates } from './gates.ts';
import { ExchangeLog } from './log.ts';
import { NoResponse } from './response.ts';

function gatesWith(maxWaitMs = 300_000, deadlineMs = 1e6) {
  const clock = fakeClock();
  const through = createGates({
    stop: new Stop(new ExchangeLog(), clock, { startedAt: clock.now(), deadlineMs }),
    maxWaitMs,
  });
  /** One request, whose first response is a 429 if a wait is given. */
  const request = (key: string, waitMs?: number, to: Route = route.wallet) => {
    const first = answer(429, {}, { 'retry-after': `${(waitMs ?? 0) / 1000}` });
    const answers = waitMs === undefined ? [] : [first];
    const once = () => Promise.resolve({ response: answers.shift() ?? answer(200) });
    return through(to, key, () => {}, once);
  };
  /** Closes a gate by a request that is given up after its 429. */
  const close = (key: string, waitMs: number) => {
    const response = answer(429, {}, { 'retry-after': `${waitMs / 1000}` });
    const giveUp = () => {
      throw new NotExercised('given up');
    };
    return thrownBy(() => through(route.wallet, key, giveUp, () => Promise.resolve({ response })));
  };
  return { through, clock, request, close };
}

test('a 429 holds back all routes of its limiter for its key, and no other requests', async () => {
  const { clock, request, close } = gatesWith();
  await close('business', 7000);
  await request('business', undefined, route.browse);
  await request('unknown');
  expect(clock.slept).toEqual([]);
  await request('business', undefined, route.ledger);
  expect(clock.slept).toEqual([7000]);
});

test('a run waits for limiters no longer than GV_MAX_WAIT', async () => {
  const { request, close } = gatesWith(10_000);
  await request('business', 7000);
  await close('business', 7000);
  expect(await thrownBy(() => request('business'))).toEqual(
    new NotExercised(
      'GET /wallet is rate limited: a wait of 7 s is more than GV_MAX_WAIT leaves (3 of 10 s)',
    ),
  );
});

test('a run does not wait for a limiter beyond its deadline', async () => {
  const { clock, request } = gatesWith(300_000, 100_000);
  await expect(request('business', 101_000)).rejects.toThrow(
    'GET /wallet is rate limited: a wait of 101 s is more than GV_DEADLINE leaves (100 s)',
  );
  expect(clock.slept).toEqual([]);
});

const broken = new NoResponse('no response: ECONNRESET');
const limited = answer(429, {}, { 'retry-after': '1' });

const over = (answers: Answer) => apiOver(answers, targetWith({ GV_MAX_REQUESTS: '2' }));

test('a run sends no more requests than GV_MAX_REQUESTS, and cached reads cost nothing', async () => {
  const { api, requests } = over(() => answer(200));
  await api.send(route.wallet);
  await api.send(route.orders);
  await api.send(route.wallet);
  expect(await thrownBy(() => api.send(route.filters))).toEqual(
    new NotExercised('the budget of 2 requests is spent (GV_MAX_REQUESTS)'),
  );
  expect(requests).toHaveLength(2);
});

for (const [what, step] of [
  ['a read without a response', broken],
  ['a 429', limited],
] as const)
  test(`${what} is not retried beyond the budget`, async () => {
    const { api, log } = over(() => {
      if (step instanceof Error) throw step;
      return step;
    });
    expect(await thrownBy(() => api.send(route.wallet))).toEqual(
      new NotExercised('the budget of 2 requests is spent (GV_MAX_REQUESTS)'),
    );
    expect(log.sent).toBe(2);
  });
