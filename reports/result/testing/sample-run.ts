/** Provides the files of a run, and builds the result from them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Findings, Note } from '../../../schemas/records/limiter.ts';
import type { ConformanceResult, Outcome } from '../../../schemas/records/result.ts';
import { caseOf } from '../../testing/samples.ts';
import { buildResult } from '../build-result.ts';

export const entry = (id: string, route: string, rest: object = {}) => ({
  exchange: {
    id,
    route,
    key: 'business',
    request: { method: 'GET', url: 'https://vouchers.example/x', headers: { A: 'b' }, body: '{}' },
    response: { status: 200, headers: [['Content-Type', 'application/json']], body: '{}' },
    times: { startedAt: 1_767_225_600_000, durationMs: 3 },
  },
  resource: 'wallet',
  attempts: 1,
  limited: 0,
  ...rest,
});

export const findings: Findings = {
  limit: { value: 10, low: 10, high: 10 },
  windowSeconds: { value: 60, low: 59, high: 61 },
  algorithm: { name: 'fixed-window', confidence: 'high', reason: 'it admits all at once' },
  claims: [{ claim: 'burst', verdict: 'passed', expected: 'at most 10', evidence: [0, 1] }],
  observations: [{ id: 'retry-after-zero', value: '0 s', marked: false }],
  requests: 24,
  stopped: 'the plan was complete',
};

export const settings = { maxRequests: 500, maxWaitMs: 60_000 };
const request = { method: 'GET', url: 'https://vouchers.example/wallet' };
export const rejection = '{"error":"Too many requests"}';
export const notes: Note[] = [
  { phase: 'burst', sentAt: 1000, receivedAt: 1020, status: 200, headers: {}, body: '' },
  { phase: 'burst', sentAt: 1021, receivedAt: 1030, status: 429, headers: {}, body: rejection },
  { phase: 'after', sentAt: 3000, receivedAt: 3010, status: 429, headers: {}, body: rejection },
];

export const files = {
  'run.json': {
    target: {
      baseUrl: 'https://vouchers.example',
      origin: 'configured',
      keys: ['business'],
      allow: ['read', 'spend'],
    },
    profile: 'gate',
    seed: 7,
  },
  'exchanges.jsonl': [
    entry('x1', 'GET /wallet'),
    entry('x3', 'GET /wallet', { attempts: 2, limited: 1 }),
    entry('x4', 'POST /orders', { spent: { GBP: 0.1 } }),
    entry('x5', 'POST /orders', { spent: { GBP: 0.2, EUR: 5 } }),
    entry('x6', 'GET /orders', { generated: true }),
    { resource: 'orders', attempts: 2, limited: 0, spent: { EUR: 1 } },
    ...['not yet', undefined].map((why, index) => ({
      discovered: {
        name: 'GV_ORDER_UNKNOWN',
        how: why ?? 'seen',
        ...(index > 0 ? { value: 'o1' } : {}),
      },
      resource: 'once',
      attempts: 0,
      limited: 0,
    })),
  ],
  'limiters.json': [
    { name: 'catalog', skipped: 'GV_ALLOW does not permit to exhaust' },
    { name: 'wallet', driver: 'node', request, settings, notes, findings },
  ],
};

export const outcomes: Outcome[] = [
  {
    id: 'wallet.fields',
    verdict: 'failed',
    cases: [
      caseOf('_id', 'passed', { evidence: ['x1'] }),
      caseOf('balance', 'failed', {
        expected: 'a number',
        actual: { balance: '1' },
        message: 'expected: a number',
        evidence: ['x3'],
      }),
      caseOf('currency', 'not-exercised', {
        reason: 'there is no wallet',
        reportedBy: 'service.json',
      }),
    ],
    observations: [],
    durationMs: 12,
  },
  {
    id: 'orders.statuses',
    verdict: 'passed',
    cases: [caseOf('all', 'passed', { evidence: ['x6'] })],
    observations: [
      { id: 'orders.statuses', anchor: '§3', value: ['active'], marked: true, evidence: ['x6'] },
    ],
    durationMs: 2,
  },
];

const started = {
  at: new Date('2026-01-01T00:00:00.000Z'),
  durationMs: 1234.5,
  version: '0.1.0',
  problems: [],
};

/** Builds the result of a run that left these files. */
export function build(
  given: Readonly<Record<string, unknown>> = files,
  judged: readonly Outcome[] = outcomes,
): ConformanceResult {
  const out = mkdtempSync(join(tmpdir(), 'build-'));
  try {
    for (const [name, content] of Object.entries(given)) {
      const lines = name.endsWith('.jsonl') ? (content as unknown[]) : [content];
      writeFileSync(join(out, name), lines.map(line => `${JSON.stringify(line)}\n`).join(''));
    }
    return buildResult(out, judged, started);
  } finally {
    rmSync(out, { recursive: true });
  }
}
