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
import { createGates, type Wait } from './gates.ts';
import { ExchangeLog } from './log.ts';
import { NoResponse } from './response.ts';

function gatesWith(maxWaitMs = 300_000, deadlineMs = 1e6) {
  const clock = fakeClock();
  const waits: Wait[] = [];
  const through = createGates({
    stop: new Stop(new ExchangeLog(), clock, { startedAt: clock.now(), deadlineMs }),
    maxWaitMs,
    onWait: wait => waits.push(wait),
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
  return { through, clock, waits, request, close };
}

test('a wait holds for all routes of the limiter, and for no other limiter', async () => {
  const { clock, request, close } = gatesWith();
  await close('business', 7000);
  await request('business', undefined, route.browse);
  expect(clock.slept).toEqual([]);
  await request('business', undefined, route.ledger);
  expect(clock.slept).toEqual([7000]);
});

test('the wait of one key is not the wait of another', async () => {
  const { clock, request, close } = gatesWith();
  await close('business', 7000);
  await request('unknown');
  expect(clock.slept).toEqual([]);
});

test('requests that wait for the same time wait once', async () => {
  const { waits, request, close } = gatesWith(8000);
  await close('business', 7000);
  await Promise.all([request('business'), request('business'), request('business')]);
  expect(waits).toEqual([{ limiter: 'wallet', ms: 7000 }]);
});

test('a limiter that answered with 429 gets one request at a time', async () => {
  const { through, close } = gatesWith();
  await close('business', 1000);
  let [underWay, most] = [0, 0];
  const once = async () => {
    most = Math.max(most, (underWay += 1));
    await new Promise(setImmediate);
    underWay -= 1;
    return { response: answer(200) };
  };
  await Promise.all([1, 2, 3].map(() => through(route.wallet, 'business', () => {}, once)));
  expect(most).toBe(1);
});

test('the sum of waits is bounded', async () => {
  const { request, close } = gatesWith(10_000);
  await request('business', 7000);
  await close('business', 7000);
  expect(await thrownBy(() => request('business'))).toEqual(
    new NotExercised(
      'GET /wallet is rate limited: a wait of 7 s is more than GV_MAX_WAIT leaves (3 of 10 s)',
    ),
  );
});

test('a limiter that asks to wait beyond the deadline is not waited for', async () => {
  const { clock, request } = gatesWith(300_000, 100_000);
  await expect(request('business', 101_000)).rejects.toThrow(
    'GET /wallet is rate limited: a wait of 101 s is more than GV_DEADLINE leaves (100 s)',
  );
  expect(clock.slept).toEqual([]);
});

// The request budget: what counts as sent, and that nothing is sent beyond GV_MAX_REQUESTS.

const broken = new NoResponse('no response: ECONNRESET');
const limited = answer(429, {}, { 'retry-after': '1' });

function over(answers: Answer, budget = 100) {
  const target = targetWith({ GV_ALLOW: 'write', GV_MAX_REQUESTS: String(budget) });
  return apiOver(answers, target);
}

test('the budget bounds what goes over the wire; what is at hand costs nothing', async () => {
  const { api, requests } = over(() => answer(200), 2);
  await api.send(route.wallet);
  await api.send(route.orders);
  await api.send(route.wallet);
  expect(await thrownBy(() => api.send(route.filters))).toEqual(
    new NotExercised('the budget of 2 requests is spent (GV_MAX_REQUESTS)'),
  );
  expect(requests).toHaveLength(2);
});

for (const [what, step] of [
  ['a read without a response is not sent again', broken],
  ['a 429 is not sent again', limited],
] as const)
  test(`${what} where the budget ends`, async () => {
    const { api, log } = over(() => {
      if (step instanceof Error) throw step;
      return step;
    }, 2);
    expect(await thrownBy(() => api.send(route.wallet))).toEqual(
      new NotExercised('the budget of 2 requests is spent (GV_MAX_REQUESTS)'),
    );
    expect(log.sent).toBe(2);
  });
