import { expect, test } from '#test';
import { toDistribution, trendStats } from './distribution.ts';
import { combineTraffic } from './combine.ts';
import type { TrafficSummary } from '../../../schemas/records/traffic.ts';

/** So many responses, all after the same time. */
const after = (ms: number, count: number) =>
  toDistribution({ ...Object.fromEntries(trendStats.map(name => [name, ms])), count });

const p95 = { metric: 'http_req_duration{part:load,status:200}', condition: 'p(95)<=100' };
const errorRate = { metric: 'http_req_failed{part:load}', condition: 'rate<=0.1' };
const exceptions = { metric: 'traffic_exceptions', condition: 'count<1' };
const some = { metric: 'http_reqs{part:load}', condition: 'count>0' };

function part(options: {
  segment?: string;
  ms: number;
  count: number;
  failed?: number;
  thresholds?: TrafficSummary['thresholds'];
}): TrafficSummary {
  const { segment, ms, count, failed = 0, thresholds = [] } = options;
  const counts = { sent: count, limited: 0, failed };
  return {
    schemaVersion: 1,
    profile: 'average',
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 1000,
    ...(segment === undefined ? {} : { segment }),
    requests: { ...counts, skipped: 1, dropped: 2, late: 3, before: 4 },
    byRoute: { 'GET /wallet': { ...counts, durations: after(ms, count) } },
    unfinished: 0,
    virtualUsers: 5,
    thresholds,
    notExercised: { status: 'GV_AUTOMATION_KEY is not set' },
    notes: [],
  };
}

test('counts add up, and what one machine alone exercised is exercised', () => {
  const { summary, problems } = combineTraffic([
    part({ segment: '0:1/2', ms: 10, count: 30 }),
    { ...part({ segment: '1/2:1', ms: 20, count: 70 }), notExercised: {} },
  ]);
  expect(problems).toEqual([]);
  expect(summary).toMatchObject({
    durationMs: 1000,
    requests: { sent: 100, limited: 0, failed: 0, skipped: 2, dropped: 4, late: 6, before: 8 },
    byRoute: { 'GET /wallet': { sent: 100, durations: { count: 100, min: 10, max: 20 } } },
    virtualUsers: 10,
    notExercised: {},
    notes: ['merged from 2 machines'],
  });
  expect(summary.segment).toBeUndefined();
});

for (const [what, segments] of [
  ['a segment is missing', ['0:1/4', '1/4:2/4', '3/4:1']],
  ['a segment is there twice', ['0:1/2', '0:1/2']],
  ['each put on the whole load', [undefined, undefined]],
] as const)
  test(`${what}: the parts are not one whole`, () => {
    const [first, ...others] = segments.map(segment =>
      part({ ms: 10, count: 1, ...(segment === undefined ? {} : { segment }) }),
    );
    if (!first) throw new Error('no parts');
    expect(combineTraffic([first, ...others]).problems.join()).toContain('not one whole');
  });

test('thresholds are compared with all samples, not with those of each machine', () => {
  const ok = (...oks: readonly boolean[]) =>
    [p95, errorRate, exceptions, some].map((each, at) => ({ ...each, ok: oks[at] ?? true }));
  const quick = part({
    segment: '0:1/2',
    ms: 10,
    count: 990,
    thresholds: ok(true, true, true, true),
  });
  const slow = part({
    segment: '1/2:1',
    ms: 500,
    count: 10,
    failed: 9,
    thresholds: ok(false, false, false, false),
  });
  const { thresholds } = combineTraffic([quick, slow]).summary;
  expect(thresholds.map(each => each.ok)).toEqual([true, true, false, true]);
  const slower = { ...slow, byRoute: part({ ms: 500, count: 400, failed: 300 }).byRoute };
  const again = combineTraffic([quick, slower]).summary.thresholds;
  expect(again.map(each => each.ok)).toEqual([false, false, false, true]);
});
