import { expect, test } from '#test';
import { nightOf } from './nights.ts';
import { latencySeries, limiterSeries } from './series.ts';
import { sampleNights, startOf } from './testing/sample.ts';

const nights = sampleNights()
  .slice(0, 9)
  .map((each, at) => nightOf(each, `${at}.json`));

test('a line of p95 for each route that responded; a night without responses interrupts it', () => {
  const [wallet, ...others] = latencySeries(nights);
  expect(others).toEqual([]);
  expect(wallet?.name).toBe('GET /wallet');
  expect(wallet?.points.map(({ value }) => value)).toEqual([10, 11, 400, 13, 14, NaN, 16, 17, 18]);
  expect(wallet?.points.map(({ at }) => new Date(at).toISOString())).toEqual(
    nights.map((_, at) => startOf(at)),
  );
});

test('limit and window of each limiter that was measured, with what the measurement leaves open', () => {
  const [limit, window, ...others] = limiterSeries(nights);
  expect(others).toEqual([]);
  expect([limit?.name, window?.name]).toEqual(['catalog: limit', 'catalog: window']);
  expect(limit?.points.at(-1)).toMatchObject({ value: 30, low: 29, high: 30 });
  expect(window?.points[0]).toMatchObject({ value: 60, low: 59, high: 61 });
});

test('what was inconclusive or not probed has no value', () => {
  const [first, second] = nights;
  const unclear = { inconclusive: true, reason: 'too few' } as const;
  const limiters = [{ name: 'catalog', limit: unclear, windowSeconds: unclear }];
  const [limit] = limiterSeries([first!, { ...second!, limiters }, { ...second!, limiters: [] }]);
  expect(limit?.points.map(({ value }) => value)).toEqual([60, NaN, NaN]);
  expect(limiterSeries([{ ...second!, limiters: [] }])).toEqual([]);
});
