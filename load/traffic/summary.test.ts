import { expect, test } from '#test';
import { exitCodeOf } from './run.ts';
import { describe, summarize, type SummaryData } from './summary.ts';
import { droppedPurchases, ofLoad, planLoad, submetrics } from './plan.ts';
import { metrics } from './user/pacing.ts';

const plan = planLoad({ GV_LOAD_P95: 300 }, new Set(['read']), 20);
const missed = `http_req_duration{${ofLoad},status:200}`;

/** Summarizes a load of 200 requests of which the given numbers were dropped or late. */
const summaryOf = (dropped: number, late: number, virtualUsers = 20, by = plan, purchases = 0) => {
  const found: SummaryData['metrics'] = {
    [`http_reqs{${ofLoad}}`]: { values: { count: 200 } },
    dropped_iterations: { values: { count: dropped } },
    [droppedPurchases]: { values: { count: purchases } },
    vus_max: { values: { max: virtualUsers } },
    [metrics.late]: { values: { count: late } },
    [submetrics.failed('wallet')]: { values: { passes: 0, fails: 200 } },
    [submetrics.durations('wallet', 200)]: { values: { count: 200, 'p(95)': 400 } },
    [missed]: { values: {}, thresholds: { 'p(95)<=300': { ok: false } } },
  };
  const data = { metrics: found, state: { testRunDurationMs: 20_000 } };
  return summarize(data, by, { startedAt: '2026-01-05T09:00:00.000Z', leftOut: {} });
};

test('response times are stated if the load went out as planned', () => {
  const summary = summaryOf(0, 2);
  expect(summary.byRoute['GET /wallet']?.durations?.p95).toBe(400);
  expect(exitCodeOf(summary, [{ verdict: 'passed' }])).toBe(1);
});

for (const [dropped, late, says] of [
  [3, 0, '3 requests were not sent'],
  [0, 3, '3 requests began late'],
] as const)
  test(`if ${says}, response times are withheld, and a missed threshold accuses nobody`, () => {
    const summary = summaryOf(dropped, late);
    expect(summary.byRoute['GET /wallet']).not.toHaveProperty('durations');
    expect(describe(summary)).toContain(`note: ${says}, so response times are withheld`);
    expect(describe(summary)).toMatch(/GET \/wallet +200 succeeded/);
    expect(exitCodeOf(summary, [{ verdict: 'passed' }])).toBe(3);
  });

test('more virtual users are advised only if all of them were busy', () => {
  const advice = 'use a lower GV_LOAD_RATE, more GV_LOAD_MAX_VUS, or an idle machine';
  expect(describe(summaryOf(3, 0, 100))).toContain(
    'all virtual users that GV_LOAD_MAX_VUS permits were busy',
  );
  expect(summaryOf(3, 0, 100).withheld).toContain(advice);
  expect(describe(summaryOf(3, 0))).toContain('because this machine was busy');
  expect(summaryOf(3, 0).withheld).not.toContain('GV_LOAD_MAX_VUS');
});

test('if orders take long, purchases wait for their own virtual users, and reads are judged', () => {
  const buying = planLoad(
    { GV_LOAD_PROFILE: 'average', GV_LOAD_RATE: 20 },
    new Set(['read', 'spend', 'exhaust']),
    20,
  );
  const summary = summaryOf(4, 0, 100, buying, 4);
  expect(summary.withheld).toBeUndefined();
  expect(summary.requests.dropped).toBe(4);
  expect(describe(summary)).toContain(
    '4 purchases were not sent, because all 20 virtual users for purchases waited',
  );
  expect(describe(summary)).not.toContain('GV_LOAD_MAX_VUS');
  // 80 users read, and 20 buy.
  expect(summaryOf(4, 0, 100, buying).withheld).not.toContain('GV_LOAD_MAX_VUS');
  expect(summaryOf(4, 0, 120, buying).withheld).toContain('GV_LOAD_MAX_VUS');
});
