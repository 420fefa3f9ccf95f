import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '#test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { requirementIds, statements } from '../../schemas/requirements/index.ts';
import type { Findings, Note } from '../../schemas/records/limiter.ts';
import { resultSchema } from '../../schemas/records/result-schema.ts';
import type { ConformanceResult, Outcome } from '../../schemas/records/result.ts';
import { exchangesOf, notesOf } from '../../schemas/records/texts.ts';
import { buildResult } from './build-result.ts';

const entry = (id: string, route: string, rest: object = {}) => ({
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

const findings: Findings = {
  limit: { value: 10, low: 10, high: 10 },
  windowSeconds: { value: 60, low: 59, high: 61 },
  algorithm: { name: 'fixed-window', confidence: 'high', reason: 'it admits all at once' },
  claims: [{ claim: 'burst', verdict: 'passed', expected: 'at most 10', evidence: [0, 1] }],
  observations: [{ id: 'retry-after-zero', value: '0 s', marked: false }],
  requests: 24,
  stopped: 'the plan was complete',
};

const settings = { maxRequests: 500, maxWaitMs: 60_000 };
const rejection = '{"error":"Too many requests"}';
const notes: Note[] = [
  { phase: 'burst', sentAt: 1000, receivedAt: 1020, status: 200, headers: {}, body: '' },
  { phase: 'burst', sentAt: 1021, receivedAt: 1030, status: 429, headers: {}, body: rejection },
  { phase: 'after', sentAt: 3000, receivedAt: 3010, status: 429, headers: {}, body: rejection },
];

const files = {
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
    entry('x3', 'GET /wallet', { attempts: 2, limited: 1, purpose: 'probe' }),
    entry('x4', 'POST /orders', { spent: { GBP: 0.1 } }),
    entry('x5', 'POST /orders', { spent: { GBP: 0.2, EUR: 5 } }),
    entry('x6', 'GET /orders', { purpose: 'generated' }),
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
    {
      name: 'wallet',
      settings,
      notes,
      findings,
    },
  ],
};

const outcomes: Outcome[] = [
  {
    id: 'wallet.fields',
    verdict: 'failed',
    cases: [
      { id: '_id', verdict: 'passed', evidence: ['x1'] },
      {
        id: 'balance',
        verdict: 'failed',
        expected: 'a number',
        actual: { balance: '1' },
        message: 'expected: a number',
        evidence: ['x3'],
      },
      {
        id: 'currency',
        verdict: 'not-exercised',
        reason: 'there is no wallet',
        reportedBy: 'service.json',
        evidence: [],
      },
    ],
    observations: [],
    durationMs: 12,
  },
  {
    id: 'orders.statuses',
    verdict: 'passed',
    cases: [{ id: 'all', verdict: 'passed', evidence: ['x6'] }],
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

function build(
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

const ajv = new Ajv2020({ allErrors: true });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
const validate = ajv.compile(resultSchema);
function expectValid(result: ConformanceResult): void {
  validate(JSON.parse(JSON.stringify(result)));
  expect(validate.errors ?? []).toEqual([]);
}

test('what was found out is listed once, with the value that some machine found', () => {
  const [found] = build().discovered;
  expect(build().discovered).toHaveLength(1);
  expect(found).toEqual({ name: 'GV_ORDER_UNKNOWN', how: 'seen', value: 'o1' });
});

test('a result keeps its schema', () => {
  const result = build();
  expectValid(result);
  expect(JSON.stringify(result)).toContain('"reportedBy":"service.json"');
});

test('a result of a run without any files keeps its schema too, and is not conformant', () => {
  const result = build({});
  expectValid(result);
  expect(result.verdict).toBe('non-conformant');
  expect(result.requests).toEqual({
    sent: 0,
    limited: 0,
    generated: 0,
    probes: 0,
    byRoute: {},
  });
});

test('every requirement is listed in the order of the catalogue, with a reason if it did not run', () => {
  const { requirements } = build();
  expect(requirements.map(({ id }) => id)).toEqual(requirementIds);
  for (const each of requirements.filter(({ id }) => id !== 'wallet.fields'))
    expect(each).toMatchObject({
      verdict: 'not-exercised',
      reason: 'not selected in this run',
      cases: [],
    });
});

test('a requirement has the reason and values of its first case with its verdict', () => {
  const wallet = build().requirements.find(({ id }) => id === 'wallet.fields');
  expect(wallet).toMatchObject({
    anchor: statements['wallet.fields'].anchor,
    text: statements['wallet.fields'].text,
    verdict: 'failed',
    expected: 'a number',
    actual: { balance: '1' },
  });
  expect(wallet?.cases).toHaveLength(3);
  expect(wallet).not.toHaveProperty('reason');
});

test('only exchanges that are evidence of a case or an observation are in the result', () => {
  const { exchanges, observations } = build();
  expect(Object.keys(exchanges)).toEqual(['x1', 'x3', 'x6']);
  expect(exchanges['x1']).not.toHaveProperty('id');
  expect(observations).toHaveLength(1);
});

test('requests include those that were rate limited or sent again; money is summed to the cent', () => {
  const { requests, spend } = build();
  expect(requests).toEqual({
    sent: 8,
    limited: 1,
    generated: 1,
    probes: 1,
    byRoute: {
      'GET /wallet': { business: 3 },
      'POST /orders': { business: 2 },
      'GET /orders': { business: 1 },
      'no response': { unknown: 2 },
    },
  });
  expect(spend).toEqual({ GBP: 0.3, EUR: 6 });
});

test('limiters have their findings and the notes that show them, or the reason why there are none', () => {
  const { limiters, texts } = build();
  const [skipped, probed] = limiters;
  expect(skipped).toEqual({ name: 'catalog', skipped: 'GV_ALLOW does not permit to exhaust' });
  expect(probed).toMatchObject({ name: 'wallet', ...findings, settings });
  expect(notesOf(probed!, texts)).toEqual(notes);
  expect(Object.values(texts).filter(each => each === rejection)).toHaveLength(1);
});

test('a long body is kept in pieces, each of them once, and is whole again', () => {
  const product = (at: number) => JSON.stringify({ _id: at, description: 'x'.repeat(300) });
  const bodies = [
    `[${product(1)},${product(2)},${product(3)}]`,
    `[${product(3)},${product(2)},${product(1)}]`,
  ];
  const entries = bodies.map((body, at) => {
    const { exchange, ...rest } = entry(`x${at}`, 'GET /wallet');
    return { ...rest, exchange: { ...exchange, response: { ...exchange.response, body } } };
  });
  const [first] = outcomes;
  const given = { ...files, 'exchanges.jsonl': entries };
  const seen = [
    { ...first!, cases: [{ id: 'all', verdict: 'passed', evidence: ['x0', 'x1'] }] },
  ] as const;
  const result = build(given, seen);
  expect([...exchangesOf(result).values()].map(({ response }) => response.body)).toEqual(bodies);
  expect(JSON.stringify(result.texts).match(/x{300}/g)).toHaveLength(5);
  expectValid(result);
  expect(() => exchangesOf({ ...result, texts: {} })).toThrow(
    /the result lacks the text [0-9a-f]{12}/,
  );
});

test('the result describes the run', () => {
  expect(build()).toMatchObject({
    schemaVersion: 1,
    profile: 'gate',
    seed: 7,
    target: files['run.json'].target,
    suite: { version: '0.1.0', spec: '1.0.0' },
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 1235,
    verdict: 'non-conformant',
  });
});
