/** Two results between which something of every kind changed, for tests. */
import type { LimiterResult } from '../../../schemas/records/limiter.ts';
import type { ConformanceResult } from '../../../schemas/records/result.ts';
import { failedCase, requirement, result } from '../../summary/samples.ts';
import { compare } from '../compare.ts';
import type { Drift } from '../change.ts';

const exchange = (route: string, body: unknown, durationMs = 10) => ({
  route,
  key: 'business',
  request: { method: 'GET', url: `https://vouchers.example/${route}`, headers: {} },
  response: { status: 200, headers: [], body: JSON.stringify(body) },
  times: { startedAt: 0, durationMs },
});

export const wallet = (
  count: number,
  body: unknown,
  durationMs?: number,
): ConformanceResult['exchanges'] =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`x${at}`, exchange('GET /wallet', body, durationMs)]),
  );

export const limiter = (limit: number, low = limit, high = limit): LimiterResult => ({
  name: 'catalog',
  driver: 'k6',
  limit: { value: limit, low, high },
  windowSeconds: { value: 60, low: 59, high: 61 },
  algorithm: { name: 'fixed-window', confidence: 'high', reason: '' },
  claims: [],
  observations: [],
  requests: 9,
  stopped: '',
  settings: { maxRequests: 9, maxWaitMs: 9 },
  startedAt: 0,
  notes: [],
});

export const seen = (id: string, value: unknown): ConformanceResult['observations'][number] => ({
  id,
  anchor: '§2',
  value,
  evidence: [],
});

const gap = (id: string, reason: string) => requirement(id, { verdict: 'not-exercised', reason });

/** @param said whatever the target sent in the second run. */
export function plantedDrift(said = '401 {"error":"Unauthorized"}'): Drift {
  const before = result({
    requirements: [
      ...['auth.missing-key', 'auth.empty-key', 'wallet.fields'].map(id =>
        requirement(id, { verdict: 'passed' }),
      ),
      requirement('service.json', { verdict: 'failed', cases: [failedCase('all', 'x1', said)] }),
      ...['a.a', 'a.b', 'a.c', 'b.a', 'b.b'].map(id => requirement(id, { verdict: 'passed' })),
    ],
    observations: [seen('orders.statuses', ['active']), seen('paging.cap', { cap: 100 })],
    limiters: [limiter(60)],
    exchanges: wallet(10, [{ balance: 1 }]),
  });
  const cases = ['GET /wallet', 'GET /orders'].map(id => {
    const failed = failedCase(`${id}, no key`, id, said);
    return { ...failed, judged: said, message: `judged:   ${said}\n${failed.message}` };
  });
  const after = result({
    verdict: 'non-conformant',
    target: { ...before.target, baseUrl: `https://vouchers.example/${said}` },
    profile: 'smoke',
    suite: { version: '0.2.0', spec: '1.0.0' },
    startedAt: '2026-01-02T00:00:00.000Z',
    requirements: [
      requirement('auth.missing-key', { verdict: 'failed', cases }),
      requirement('auth.empty-key', { verdict: 'failed', cases: cases.slice(0, 1) }),
      requirement('wallet.fields', {
        verdict: 'error',
        implied: '§2.5: a reason',
        reason: said,
        cases: [{ id: said, verdict: 'error', reason: said, evidence: [] }],
      }),
      requirement('service.json', { verdict: 'passed' }),
      ...['a.a', 'a.b', 'a.c', 'b.a', 'b.b'].map(id => gap(id, said)),
    ],
    observations: [seen('orders.statuses', ['active', said]), seen('paging.cap', { cap: 50 })],
    limiters: [limiter(30)],
    exchanges: wallet(10, [{ amount: 1, [said.slice(0, 5000)]: 1 }], 400),
  });
  return { before, after, changes: compare(before, after) };
}
