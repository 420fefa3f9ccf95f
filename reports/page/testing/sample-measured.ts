/** Measurements of the sample result: a probed limiter, one that was not probed, a load run. */
import type { ConformanceResult, LoadResult } from '../../../schemas/records/result.ts';

type Limiters = ConformanceResult['limiters'];
type Notes = Extract<Limiters[number], { notes: unknown }>['notes'];

/** Ten are admitted in each window of two seconds, the eleventh is rejected. */
const notes: Notes = [0, 2000].flatMap(start =>
  Array.from({ length: 11 }, (_, at): Notes[number] => ({
    phase: 'burst',
    at: start + at * 20,
    took: 8,
    status: at < 10 ? 200 : 429,
    headers: {
      'ratelimit-remaining': String(Math.max(9 - at, 0)),
      ...(at < 10 ? {} : { 'retry-after': '2' }),
    },
    body: '',
  })),
);

export const sampleLimiters: Limiters = [
  {
    name: 'catalog',
    driver: 'k6',
    limit: { value: 10, low: 10, high: 10 },
    windowSeconds: { value: 2, low: 1.9, high: 2.1 },
    algorithm: { name: 'fixed-window', confidence: 'high', reason: 'ten were admitted twice' },
    claims: [],
    observations: [],
    requests: notes.length,
    stopped: 'the plan is complete',
    settings: { maxRequests: 1000, maxWaitMs: 60_000 },
    startedAt: 0,
    notes,
  },
  { name: 'wallet', skipped: 'GV_ALLOW does not permit to exhaust' },
];

export const sampleLoad: LoadResult = {
  summary: {
    schemaVersion: 1,
    profile: 'average',
    startedAt: '2026-01-05T09:01:00.000Z',
    durationMs: 60_000,
    requests: { sent: 600, limited: 12, failed: 3, skipped: 0, dropped: 0, late: 1, before: 4 },
    byRoute: {},
    unfinished: 0,
    virtualUsers: 8,
    thresholds: [{ metric: 'traffic_failed', condition: 'rate<0.01', ok: true }],
    notExercised: { ledger: 'it answered 404 before the load' },
    notes: [],
  },
  samples: 40,
  outcomes: [],
};
