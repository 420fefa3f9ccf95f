import fc from 'fast-check';
import { test, expect } from '#test';
import {
  inPhase,
  isAdmitted,
  type Note,
  type PlanSettings,
  type ProbeResponse,
} from '../../schemas/records/limiter.ts';
import { findingsOf } from './findings.ts';
import { next } from './plan.ts';
import { drive } from './run.ts';
import { probeOne } from './probe.ts';
import { fixedWindow } from '../../fixtures/testing/simulated-limiters.ts';
import { probeSimulated } from './testing/simulated.ts';

const response = (status: number, headers: Record<string, string> = {}): ProbeResponse => ({
  sentAt: 0,
  receivedAt: 1,
  status,
  headers,
  body: '',
});

test('no target can make a probe exceed its limits or run for ever', async () => {
  const status = fc.constantFrom(0, 200, 401, 404, 429, 429, 500, 503);
  const retryAfter = fc.constantFrom(undefined, '0', '1', '59', '61', '873', '99999999', 'soon');
  const target = fc.infiniteStream(fc.tuple(status, retryAfter));
  const bounds = fc.record({
    maxRequests: fc.integer({ min: 1, max: 300 }),
    maxWaitMs: fc.integer({ min: 100, max: 60_000 }),
  });
  await fc.assert(
    fc.asyncProperty(target, bounds, async (responses, { maxRequests, maxWaitMs }) => {
      let time = 0;
      let sent = 0;
      const waits: number[] = [];
      const settings = { maxRequests, maxWaitMs, others: ['wallet'] };
      const clock = {
        now: () => time,
        sleep: async (ms: number) => {
          waits.push(ms);
          time += ms;
        },
      };
      const notes = await drive(
        probeOne('catalog', settings, to => to, clock.now),
        async () => {
          sent++;
          const [code, after] = responses.next().value ?? [0, undefined];
          const headers = after === undefined ? {} : { 'retry-after': after };
          return { ...response(code, headers), sentAt: time, receivedAt: (time += 1) };
        },
        clock,
      );
      expect(notes).toHaveLength(sent);
      expect(sent).toBeLessThanOrEqual(maxRequests);
      expect(waits.filter(ms => ms <= 0 || ms > maxWaitMs + 100)).toEqual([]);
      expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(12 * maxWaitMs + 1000);
    }),
    { numRuns: 400, seed: 8 },
  );
});

test('a probe exhausts a limiter with at most one and a half times its limit', async () => {
  for (const limit of [1, 7, 20, 100, 400]) {
    const notes: Note[] = [];
    const settings = { maxRequests: 5000, maxWaitMs: 1000 };
    const limiter = fixedWindow(limit, 60_000, false);
    for (;;) {
      const step = next(notes, settings, 10);
      if (!('to' in step)) break;
      for (let i = 0; i < step.to.length; i++) {
        const admitted = limiter(10).admitted;
        const given = admitted ? response(200) : response(429, { 'retry-after': '60' });
        notes.push({ ...given, phase: step.phase });
      }
    }
    expect(inPhase(notes, 'warm', 'burst').filter(isAdmitted)).toHaveLength(limit);
    expect(notes.length).toBeLessThanOrEqual(1.5 * limit + 8);
  }
});

test('a probe ends after few requests if the target rejects the key, fails or does not answer', () => {
  const settings: PlanSettings = { maxRequests: 1000, maxWaitMs: 1000 };
  for (const status of [0, 401, 403, 500]) {
    const notes: readonly Note[] = [{ ...response(status), phase: 'warm' }];
    expect(next(notes, settings, 5)).toHaveProperty('done');
    const { claims } = findingsOf(notes, settings);
    expect(new Set(claims.map(claim => claim.verdict))).toEqual(new Set(['not-exercised']));
  }
});

test('without a 429 within GV_PROBE_MAX_REQUESTS nothing is exercised', async () => {
  const findings = await probeSimulated({
    limiter: fixedWindow(500, 60_000, true),
    settings: { maxRequests: 100 },
  });
  expect(findings.requests).toBe(100);
  for (const claim of findings.claims)
    expect(claim).toMatchObject({
      verdict: 'not-exercised',
      reason: 'no 429 within 100 requests (GV_PROBE_MAX_REQUESTS)',
    });
});

test('a window that the budget does not let open twice is not measured, and the reason names the budget', async () => {
  const { limit, windowSeconds, algorithm } = await probeSimulated({
    limiter: fixedWindow(400, 10_000, true),
    settings: { maxRequests: 1000 },
  });
  const reason = 'the budget of 1000 requests is used up (GV_PROBE_MAX_REQUESTS)';
  expect(limit).toMatchObject({ value: 400 });
  expect(windowSeconds).toEqual({ inconclusive: true, reason });
  expect(algorithm).toEqual({ name: 'inconclusive', confidence: 'none', reason });
});

test('a limiter with a wait beyond GV_PROBE_MAX_WAIT is judged by its responses', async () => {
  const findings = await probeSimulated({ limiter: fixedWindow(20, 900_000, false) });
  // A single limiter shows nothing about others.
  const undecided = findings.claims.filter(
    ({ claim, verdict }) => verdict !== 'passed' && claim !== 'separate',
  );
  expect(undecided.map(({ claim }) => claim)).toEqual(['retry-after-kept']);
  for (const { verdict, reason } of undecided) {
    expect(verdict).toBe('not-exercised');
    expect(reason).toContain('longer than the probe may wait');
    expect(reason).toContain('GV_PROBE_MAX_WAIT');
  }
  expect(findings.limit).toMatchObject({ value: 20 });
  expect(findings.stopped).toContain('longer than the probe may wait');
});
