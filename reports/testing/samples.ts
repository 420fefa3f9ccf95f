/** Builds results and runs for tests, and a pair of results with every kind of change between them. */
import type { Exchange } from '../../schemas/records/exchange.ts';
import type {
  CaseResult,
  ConformanceResult,
  RequirementResult,
} from '../../schemas/records/result.ts';
import { recordedRun, type RecordedRun } from '../../schemas/records/recorded-run.ts';
import type { LimiterResult } from '../../schemas/records/limiter.ts';
import { compare } from '../drift/compare.ts';
import type { Drift } from '../drift/change.ts';

export const requirement = (
  id: string,
  rest: Pick<RequirementResult, 'verdict'> & Partial<RequirementResult>,
): RequirementResult => ({ id, anchor: '§2.5', text: 'A fact', durationMs: 1, cases: [], ...rest });

/** Builds a failed case with an exchange and an actual value. */
export const failedCase = (id: string, exchange: string, actual: unknown): CaseResult => ({
  id,
  verdict: 'failed',
  expected: 'status 401',
  actual,
  message: `expected: status 401\nactual:   ${JSON.stringify(actual)}`,
  exchange,
  evidence: [exchange],
});

/** Failure that a waiver accepts. */
export const accepted: RequirementResult = requirement('wallet.fields', {
  verdict: 'failed',
  cases: [failedCase('GET /wallet', 'x1', '401')],
  waived: {
    requirement: 'wallet.fields',
    reason: 'VGS-1',
    owner: 'ana',
    expires: '2027-01-31',
  },
});

/** Warning that no waiver accepts. */
export const doubtful: RequirementResult = requirement('search.agrees', {
  verdict: 'warning',
  doubt: 'An index may lag',
  cases: [
    {
      ...failedCase('page 2', 'x2', '402'),
      verdict: 'warning',
      doubt: 'An index may lag',
    },
  ],
});

/** Builds a case with any verdict. */
export const caseOf = (
  id: string,
  verdict: CaseResult['verdict'],
  rest: Partial<CaseResult> = {},
): CaseResult => ({ id, verdict, evidence: [], ...rest });

export const exchangesById = (...exchanges: readonly Exchange[]): ConformanceResult['exchanges'] =>
  Object.fromEntries(exchanges.map(({ id, ...rest }) => [id, rest]));

export const result = (rest: Partial<ConformanceResult>): ConformanceResult => ({
  schemaVersion: 2,
  target: { baseUrl: 'https://vouchers.example', origin: 'configured', keys: [], allow: [] },
  profile: 'gate',
  seed: 1,
  suite: { version: '0.1.0', spec: '1.0.0' },
  startedAt: '2026-01-01T00:00:00.000Z',
  durationMs: 12_340,
  verdict: 'conformant',
  requests: { sent: 7, limited: 0, generated: 0, byRoute: {} },
  spend: {},
  requirements: [],
  discovered: [],
  doubts: [],
  observations: [],
  limiters: [],
  exchanges: {},
  texts: {},
  ...rest,
});

/** Builds a run without a call. */
export const recorded = (rest: Partial<ConformanceResult> = {}): RecordedRun =>
  recordedRun(result({ replay: { settings: {}, nonce: '', stages: [], parts: {} }, ...rest }));

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
  request: { method: 'GET', url: 'https://vouchers.example/wallet' },
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

export const seen = (
  id: string,
  value: unknown,
  ...evidence: string[]
): ConformanceResult['observations'][number] => ({ id, anchor: '§2', value, evidence });

export const gap = (id: string, reason: string, lacks?: RequirementResult['lacks']) =>
  requirement(id, { verdict: 'not-exercised', reason, ...(lacks ? { lacks } : {}) });

/** @param said Text that the target sent in the second run. */
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
      ...['auth.empty-key', 'wallet.fields'].map(id =>
        requirement(id, {
          verdict: 'error',
          implied: '§2.5: a reason',
          reason: said,
          cases: [{ id: said, verdict: 'error', reason: said, evidence: [] }],
        }),
      ),
      requirement('service.json', { verdict: 'passed' }),
      ...['a.a', 'a.b', 'a.c', 'b.a', 'b.b'].map(id => gap(id, said)),
    ],
    observations: [seen('orders.statuses', ['active', said]), seen('paging.cap', { cap: 50 })],
    limiters: [limiter(30)],
    exchanges: wallet(10, [{ amount: 1, [said.slice(0, 5000)]: 1 }], 400),
  });
  return { before, after, changes: compare(before, after) };
}

/** Builds a result in which every text from the target is this text. */
export function resultWithText(said: string): ConformanceResult {
  const failed = caseOf(`GET /wallet ${said}`, 'failed', {
    message: `expected: a balance\nactual:   ${said}\n${said}\nrequest:  curl -i '${said}'`,
    actual: said,
    evidence: ['x1'],
  });
  const error = caseOf(said, 'error', { reason: said, evidence: ['x1'] });
  const waived = { requirement: 'wallet.fields', reason: said, owner: said, expires: '2027-01-31' };
  const ofWallet = exchange('GET /wallet', []);
  const headers: [string, string][] = [['X-Said', said]];
  return result({
    verdict: 'non-conformant',
    target: { baseUrl: said, origin: 'configured', keys: [said], allow: [] },
    given: { GV_ENV_FILE: said, GV_BASE_URL: said },
    spend: { [said]: 1 },
    reasons: [said],
    requirements: [
      requirement('wallet.fields', { verdict: 'failed', actual: said, cases: [failed] }),
      requirement('orders.created', { verdict: 'error', reason: said, cases: [error] }),
      requirement('catalog.price-range', { verdict: 'not-exercised', reason: said }),
      requirement('tools.fields', { verdict: 'not-applicable', reason: said }),
      { ...accepted, waived },
      requirement('search.agrees', {
        verdict: 'warning',
        doubt: 'An index may lag',
        cases: [{ ...failed, verdict: 'warning', doubt: 'An index may lag' }],
      }),
    ],
    observations: [
      { id: 'wallet.transaction-types', anchor: '§2.5', value: { said }, evidence: ['x1'] },
    ],
    discovered: [{ name: 'GV_ORDER_UNKNOWN', value: said, how: said }],
    doubts: [said],
    exchanges: { x1: { ...ofWallet, response: { status: 200, headers, body: said } } },
  });
}
