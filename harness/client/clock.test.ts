import { expect, test } from '#test';
import { fakeClock, thrownBy } from '../../fixtures/testing/fakes.ts';
import { NotExercised } from '../verdict.ts';
import { meeting, Stop, systemClock } from './clock.ts';
import { pace } from './gates.ts';
import { ExchangeLog } from './log.ts';

for (const [what, perSecond, tookMs, waits] of [
  ['requests are sent at the permitted rate, the first at once', 4, [0, 0, 0], [0, 250, 250]],
  ['the time that a response took counts', 4, [100, 300, 0], [0, 150, 0]],
  [
    'the unused turns of a pause follow at once, up to half a second',
    4,
    [5000, 0, 0, 0, 0],
    [0, 0, 0, 0, 250],
  ],
  ['at one request a second, at most half a turn is made up for', 1, [60_000, 0, 0], [0, 0, 500]],
] as const)
  test(what, async () => {
    const clock = fakeClock();
    const turn = pace(perSecond, clock);
    const waited: number[] = [];
    for (const ms of tookMs) {
      const askedAt = clock.now();
      await turn();
      waited.push(clock.now() - askedAt);
      await clock.sleep(ms);
    }
    expect(waited).toEqual(waits);
  });

test('a request that others wait for goes before the requests that wait already', async () => {
  const turn = pace(4, systemClock);
  const order: string[] = [];
  const asked = (name: string, isAwaited?: true) => turn(isAwaited).then(() => order.push(name));
  await Promise.all([asked('first'), asked('read'), asked('other read'), asked('order', true)]);
  expect(order).toEqual(['first', 'order', 'read', 'other read']);
});

test('the requests of a meeting wait for each other, and a request that is alone is sent later', async () => {
  const clock = fakeClock();
  const order: string[] = [];
  const departs = meeting(2, {
    ...clock,
    sleep: (_, signal) => new Promise(go => signal!.addEventListener('abort', () => go())),
  });
  const first = departs().then(() => order.push('first'));
  await new Promise(setImmediate);
  expect(order).toEqual([]);
  await Promise.all([first, departs().then(() => order.push('second'))]);
  expect(order.toSorted()).toEqual(['first', 'second']);
  await meeting(2, clock)();
  expect(clock.slept).toEqual([1000]);
});

test('a wait ends at the deadline, and nothing is sent after it', async () => {
  const clock = fakeClock();
  const stop = new Stop(new ExchangeLog(), clock, { startedAt: clock.now(), deadlineMs: 600_000 });
  await stop.clock.sleep(500_000);
  expect(stop.leftMs).toBe(100_000);
  await stop.clock.sleep(500_000);
  await stop.clock.sleep(500_000);
  expect(clock.slept).toEqual([500_000, 100_000]);
  expect(await thrownBy(() => stop.check())).toEqual(
    new NotExercised('the run has taken the 600 s of GV_DEADLINE'),
  );
});

test('if the run stops, waits end at once, and the first reason stays', async () => {
  const stop = new Stop(new ExchangeLog(), systemClock);
  const sleeping = stop.clock.sleep(60_000);
  stop.now('the target stopped answering');
  await sleeping;
  stop.now('another reason');
  expect(stop.reason).toBe('the target stopped answering');
});

test('the requests of a meeting wait for each other by the clock of a run, too', async () => {
  const { clock } = new Stop(new ExchangeLog(), {
    ...systemClock,
    sleep: (_, signal) => new Promise(go => signal!.addEventListener('abort', () => go())),
  });
  const departs = meeting(2, clock);
  await Promise.all([departs(), departs()]);
});
