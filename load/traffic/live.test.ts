import { expect, test } from '#test';
import { LoadProgress, type Observed } from './live.ts';

const observed = (
  samples: Readonly<Record<string, Readonly<Record<string, number>>>>,
): Observed => ({
  data: Object.entries(samples).map(([id, sample]) => ({ id, attributes: { sample } })),
});

const sent = (count: number, more: Parameters<typeof observed>[0] = {}) =>
  observed({
    http_reqs: { count: count + 12 },
    'http_reqs{part:load}': { count },
    'http_req_duration{part:load,status:200}': { 'p(95)': 4.56 },
    ...more,
  });

test('before the load, then the rate of the last second, p95 of all, what went wrong', () => {
  const progress = new LoadProgress(30_000);
  expect(progress.parts(observed({ http_reqs: { count: 9 } }), 0)[0]).toBe('before the load');
  progress.parts(sent(20), 1000);
  const wrong = {
    'http_req_failed{part:load}': { rate: 0.1 },
    'http_reqs{part:load,name:wallet,status:429}': { count: 7 },
    traffic_late: { count: 2 },
  };
  expect(progress.parts(sent(30, wrong), 3000)).toEqual([
    '2 of 30 s',
    '2 late',
    '7 limited',
    '30 requests',
    '5.0 a second',
    'p95 4.6 ms',
    '3 failed (10.0 %)',
  ]);
});
