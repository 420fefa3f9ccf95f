import { expect, test } from '#test';
import {
  fixedWindow,
  type Limiter,
  slidingLog,
  tokenBucket,
} from '../../fixtures/testing/simulated-limiters.ts';
import { probeAllSimulated, type SimulatedTarget } from './testing/simulated.ts';

const each = (make: () => Limiter) => ({ catalog: make(), webhooks: make(), wallet: make() });
const windows = each(() => fixedWindow(20, 10_000, false));

/** Returns the failed claims as `<limiter> <claim>`. */
async function failures(target: SimulatedTarget): Promise<string[]> {
  const probes = await probeAllSimulated(target);
  return probes.flatMap(probe =>
    'skipped' in probe
      ? []
      : probe.findings.claims
          .filter(({ verdict }) => verdict === 'failed')
          .map(({ claim }) => `${probe.name} ${claim}`),
  );
}

test('the 429 of every route of a limiter is judged', async () => {
  const rejections = {
    'GET /products/search': { headers: {} },
    'GET /wallet/transactions': { body: '<h1>Too many requests</h1>' },
    'PATCH /webhooks/{id}': {
      headers: {
        'retry-after': '7',
        'ratelimit-limit': '20',
        'ratelimit-remaining': '3',
        'ratelimit-reset': '1700000100',
      },
    },
  };
  expect(await failures({ limiters: windows, rejections })).toEqual([
    'catalog retry-after-integer',
    'webhooks remaining-zero',
    'wallet rejection-body',
  ]);
});

test('a route that rejects with another status and no remaining requests fails', async () => {
  const rejections = { 'GET /products': { status: 403 } };
  expect(await failures({ limiters: windows, rejections })).toEqual(['catalog rejection-status']);
});

test('a route that its limiter does not count is observed, and nothing fails', async () => {
  const moved = { 'GET /wallet/balance': 'elsewhere' } as never;
  const limiters = { ...windows, elsewhere: fixedWindow(1000, 10_000, false) };
  expect(await failures({ limiters, moved })).toEqual([]);
  const seen = (await probeAllSimulated({ limiters, moved })).flatMap(probe =>
    'skipped' in probe ? [] : probe.findings.observations.map(each => [probe.name, each]),
  );
  const value = 'GET /wallet/balance';
  expect(seen).toEqual([['wallet', { id: 'routes-admitted-meanwhile', value, marked: true }]]);
});

const limit = 5;
const window = 10_000;
const kinds = {
  'fixed windows': () => fixedWindow(limit, window, false),
  'aligned windows': () => fixedWindow(limit, window, true),
  'sliding windows': () => slidingLog(limit, window),
  'token buckets': () => tokenBucket(limit, window),
} satisfies Record<string, () => Limiter>;

/** Returns the verdict on `separate` of each limiter, after it was exhausted. */
async function verdicts(target: SimulatedTarget) {
  const probes = await probeAllSimulated(target);
  return probes.map(probe => {
    const claims = 'skipped' in probe ? [] : probe.findings.claims;
    return claims.find(({ claim }) => claim === 'separate')?.verdict;
  });
}

for (const [title, make] of Object.entries(kinds))
  for (const rateLimitHeaders of [true, false])
    test(`three separate limiters pass with ${title} ${rateLimitHeaders ? 'and' : 'without'} headers`, async () => {
      const found = await verdicts({ limiters: each(make), rateLimitHeaders });
      expect(found).toEqual(['passed', 'passed', 'passed']);
    });
