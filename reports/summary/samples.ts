/** Results for tests: a requirement, and a result with parts of it given. */
import type { Exchange } from '../../schemas/records/exchange.ts';
import type {
  CaseResult,
  ConformanceResult,
  RequirementResult,
} from '../../schemas/records/result.ts';

export const requirement = (
  id: string,
  rest: Pick<RequirementResult, 'verdict'> & Partial<RequirementResult>,
): RequirementResult => ({ id, anchor: '§2.5', text: 'A fact', durationMs: 1, cases: [], ...rest });

/** A case that failed: on the exchange, by what came. */
export const failedCase = (id: string, exchange: string, actual: unknown): CaseResult => ({
  id,
  verdict: 'failed',
  expected: 'status 401',
  actual,
  message: `expected: status 401\nactual:   ${JSON.stringify(actual)}`,
  exchange,
  evidence: [exchange],
});

/** A failure that a team accepts. */
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

/** A case of any verdict. */
export const caseOf = (
  id: string,
  verdict: CaseResult['verdict'],
  rest: Partial<CaseResult> = {},
): CaseResult => ({ id, verdict, evidence: [], ...rest });

export const exchangesById = (...exchanges: readonly Exchange[]): ConformanceResult['exchanges'] =>
  Object.fromEntries(exchanges.map(({ id, ...rest }) => [id, rest]));

export const result = (rest: Partial<ConformanceResult>): ConformanceResult => ({
  schemaVersion: 1,
  target: { baseUrl: 'https://vouchers.example', origin: 'configured', keys: [], allow: [] },
  profile: 'gate',
  seed: 1,
  suite: { version: '0.1.0', spec: '1.0.0' },
  startedAt: '2026-01-01T00:00:00.000Z',
  durationMs: 12_340,
  verdict: 'conformant',
  requests: { sent: 7, limited: 0, generated: 0, probes: 0, byRoute: {} },
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
