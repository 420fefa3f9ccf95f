import { expect, test } from '#test';
import { type Decision, fixedWindow } from '../../fixtures/testing/simulated-limiters.ts';
import type { ClaimId, PlanSettings } from '../../schemas/records/limiter.ts';
import {
  probeAllSimulated,
  probeSimulated,
  type Lie,
  type SimulatedTarget,
} from './testing/simulated.ts';

type Value = (decision: Decision, now: number, honest: string) => string | undefined;

/** Rewrites a header of every response, or drops it. */
const always =
  (name: string, value: Value): Lie =>
  (response, decision, now) => {
    const { [name]: honest = '', ...headers } = response.headers;
    const lie = value(decision, now, honest);
    return { ...response, headers: { ...headers, ...(lie === undefined ? {} : { [name]: lie }) } };
  };

/** Changes only rejections. */
const on429 =
  (lie: Lie): Lie =>
  (response, decision, now) =>
    decision.admitted ? response : lie(response, decision, now);

const retryAfter = (value: Value) => on429(always('Retry-After', value));
const everyReset = (value: Value) => always('RateLimit-Reset', value);
const remaining = (value: Value) => always('RateLimit-Remaining', value);

const frozen = Math.ceil((1_700_000_000_123 + 3_600_000) / 1000);
/** Settings with which a number of milliseconds is too long to wait. */
const impatient = { maxWaitMs: 6000 };

/** Faults in the responses of a limiter that the faults of the reference leave out. */
const lies: readonly (readonly [ClaimId, fault: string, Lie, Partial<PlanSettings>?])[] = [
  [
    'retry-after-integer',
    'it is in milliseconds',
    retryAfter(d => `${Math.ceil(d.retryAt - d.resetAt + 5000)}`),
    impatient,
  ],
  [
    'ratelimit-reset',
    'it is in milliseconds',
    everyReset(d => `${Math.round(d.resetAt)}`),
    impatient,
  ],
  ['ratelimit-reset', 'it is frozen', everyReset(() => `${frozen}`)],
  [
    'ratelimit-reset',
    'it is missing on the 429 only',
    on429(always('RateLimit-Reset', () => undefined)),
  ],
  ['remaining-zero', 'it is negative on a 429', on429(remaining(() => '-1'))],
  [
    'remaining-falls',
    'it falls in steps of eight',
    remaining(d => `${d.remaining === d.limit - 1 ? d.remaining : d.remaining & ~7}`),
  ],
  ['remaining-falls', 'it stands still', remaining(d => `${d.admitted ? d.limit - 1 : 0}`)],
  [
    'remaining-falls',
    'it and Limit are more than a window admits',
    (response, d, now) => {
      const stated = always('RateLimit-Limit', () => `${d.limit + 5}`)(response, d, now);
      return remaining(() => `${d.remaining + (d.admitted ? 5 : 0)}`)(stated, d, now);
    },
  ],
  ['rejection-status', 'it is 403', on429(response => ({ ...response, status: 403 }))],
];

for (const [claim, fault, lie, settings = {}] of lies)
  test(`the claim ${claim} fails if ${fault}`, async () => {
    const limiter = fixedWindow(20, 5000, false);
    const { claims, stopped } = await probeSimulated({ limiter, lie, settings });
    const failed = claims.filter(({ verdict }) => verdict === 'failed');
    expect(
      failed.map(({ claim: id }) => id),
      stopped,
    ).toContain(claim);
    for (const { expected, actual, evidence } of failed) {
      expect(expected && actual).toBeTruthy();
      expect(evidence.length).toBeGreaterThan(0);
      expect(Math.min(...evidence)).toBeGreaterThanOrEqual(0);
    }
  });

const windowOf20 = () => fixedWindow(20, 10_000, false);
const windows = () => ({ catalog: windowOf20(), webhooks: windowOf20(), wallet: windowOf20() });

/** Probes all limiters, and returns the failed claims and the observations with the name of the limiter. */
async function seenOn(target: SimulatedTarget) {
  const probes = (await probeAllSimulated(target)).filter(probe => 'findings' in probe);
  return {
    failed: probes.flatMap(({ name, findings: { claims } }) =>
      claims.flatMap(({ claim, verdict }) => (verdict === 'failed' ? [`${name} ${claim}`] : [])),
    ),
    observed: probes.flatMap(({ name, findings }) =>
      findings.observations.map(each => [name, each]),
    ),
  };
}

test('a route that rejects with another status and no remaining requests fails', async () => {
  const rejections = { 'GET /products': { status: 403 } };
  const { failed } = await seenOn({ limiters: windows(), rejections });
  expect(failed).toEqual(['catalog rejection-status']);
});

test('a route that its limiter does not count is observed, and nothing fails', async () => {
  const moved = { 'GET /wallet/balance': 'elsewhere' } as never;
  const limiters = { ...windows(), elsewhere: fixedWindow(1000, 10_000, false) };
  const value = 'GET /wallet/balance';
  expect(await seenOn({ limiters, moved })).toEqual({
    failed: [],
    observed: [['wallet', { id: 'routes-admitted-meanwhile', value, marked: true }]],
  });
});

test('two limiters that share a large limit fail, also if the budget ends the measurement', async () => {
  const shared = fixedWindow(400, 10_000, true);
  const { failed } = await seenOn({ limiters: { ...windows(), catalog: shared, wallet: shared } });
  expect(failed).toEqual(['catalog separate', 'wallet separate']);
});

test('a slow burst that runs into the next window is no broken promise', async () => {
  for (const [limit, window, latency] of [
    [5, 1000, 600],
    [10, 2000, 400],
    [10, 3000, 900],
  ] as const) {
    const limiter = fixedWindow(limit, window, true);
    const { claims } = await probeSimulated({ limiter, latency: () => latency });
    const end = claims.find(({ claim }) => claim === 'retry-after-end');
    expect(end?.verdict, `a window of ${window} ms, ${latency} ms a request`).not.toBe('failed');
  }
});
