import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '#test';
import { asRecord, writeWhole } from '../../harness/output/files.ts';
import { requirementIds, statements } from '../../contract/statements.ts';
import {
  resultSchema,
  type ConformanceResult,
  type Outcome,
} from '../../schemas/records/result.ts';
import { exchangesOf, notesOf } from '../../schemas/records/texts.ts';
import { caseOf } from '../testing/samples.ts';
import { buildResult, missingRecords, withLoad } from './build-result.ts';
import { exchangeOn, logEntry } from '../../fixtures/testing/exchange.ts';
import type { Findings, Note } from '../../schemas/records/limiter.ts';
import type { LogEntry } from '../../schemas/records/log-entry.ts';
import { route } from '../../schemas/routes.ts';

const entry = (id: string, to = route.wallet, rest: Partial<LogEntry> = {}) =>
  logEntry({ exchange: exchangeOn(to, { id }), ...rest });

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
const request = { method: 'GET', url: 'https://vouchers.example/wallet' };
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
    entry('x1'),
    entry('x3', route.wallet, { attempts: 2, limited: 1 }),
    entry('x4', route.createOrder, { spent: { GBP: 0.1 } }),
    entry('x5', route.createOrder, { spent: { GBP: 0.2, EUR: 5 } }),
    entry('x6', route.orders),
    logEntry({ attempts: 2, spent: { EUR: 1 } }),
    ...[{ how: 'not yet' }, { how: 'seen', value: 'o1' }].map(found =>
      logEntry({ discovered: { name: 'GV_ORDER_UNKNOWN', ...found }, attempts: 0 }),
    ),
  ],
  'limiters.json': [
    { name: 'catalog', skipped: 'GV_ALLOW does not permit to exhaust' },
    { name: 'wallet', driver: 'node', request, settings, notes, findings },
  ],
};

const outcomes: Outcome[] = [
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
        elsewhere: 'service.json',
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

const expectValid = (result: ConformanceResult) =>
  asRecord(JSON.parse(JSON.stringify(result)), resultSchema, 'the result');

test('a discovery is listed once, with the value that one machine found', () => {
  const [found] = build().discovered;
  expect(build().discovered).toHaveLength(1);
  expect(found).toEqual({ name: 'GV_ORDER_UNKNOWN', how: 'seen', value: 'o1' });
});

test('a result matches its schema, also without files, and is then not conformant', () => {
  expectValid(build());
  const { verdict, requests, ...rest } = build({});
  expectValid({ verdict, requests, ...rest });
  expect(verdict).toBe('non-conformant');
  expect(requests).toMatchObject({ sent: 0, byRoute: {} });
});

test('a run lacks its records if its folder was replaced, or an exchange is missing', () => {
  const whole = test.info().outputPath('whole');
  writeWhole(join(whole, 'run.json'), '{}');
  writeWhole(join(whole, 'exchanges.jsonl'), '');
  expect(missingRecords(whole, [], [])).toBeUndefined();
  const [first] = outcomes;
  const named = { ...first!, cases: [caseOf('one', 'passed', { evidence: ['x404'] })] };
  expect(missingRecords(whole, [named], [])).toContain(
    'an exchange that checks name as evidence is gone',
  );
  rmSync(join(whole, 'run.json'));
  expect(missingRecords(whole, [], [])).toContain('run.json is gone');
});

test('every requirement is listed in the order of the catalogue, with its decisive case or a reason', () => {
  const { requirements } = build();
  expect(requirements.map(({ id }) => id)).toEqual(requirementIds);
  const others = requirements.filter(({ id }) => id !== 'wallet.fields');
  expect(new Set(others.map(({ verdict, reason }) => `${verdict}: ${reason}`))).toEqual(
    new Set(['not-exercised: not selected in this run']),
  );
  const wallet = requirements.find(({ id }) => id === 'wallet.fields');
  const { anchor, text } = statements['wallet.fields'];
  const decisive = { expected: 'a number', actual: { balance: '1' } };
  expect(wallet).toMatchObject({ anchor, text, verdict: 'failed', ...decisive });
  expect(wallet?.cases[2]).toMatchObject({ elsewhere: 'service.json' });
  expect(wallet).not.toHaveProperty('reason');
});

test('a requirement states the clauses that imply it, and how many cases were shown', () => {
  const cases = (['passed', 'not-applicable', 'not-exercised'] as const).map(verdict =>
    caseOf(verdict, verdict, { evidence: ['x1'] }),
  );
  const id = 'wallet.of-each-currency';
  const { requirements } = build(files, [{ ...outcomes[0]!, id, verdict: 'passed', cases }]);
  const having = (name: string) => requirements.find(each => each.id === name);
  const { implied } = statements[id];
  expect(having(id)).toMatchObject({ implied, inPart: { shown: 1, of: 2 } });
  expect(having('wallet.fields')).not.toHaveProperty('implied');
  expect(having('wallet.fields')).not.toHaveProperty('inPart');
});

test('the result has only exchanges that are evidence', () => {
  const { exchanges, observations } = build();
  expect(Object.keys(exchanges)).toEqual(['x1', 'x3', 'x6']);
  expect(exchanges['x1']).not.toHaveProperty('id');
  expect(observations).toHaveLength(1);
});

test('a body in a case about a bound of a field counts as a payload', () => {
  const sent = [
    exchangeOn(route.getWalletBalance, { id: 'x1', sent: {} }),
    exchangeOn(route.orders, { id: 'x2' }),
    exchangeOn(route.getWalletBalance, { id: 'x3', sent: {} }),
  ];
  const log = sent.map(exchange => logEntry({ exchange }));
  const evidence = ['x1', 'x2'];
  const cases = [
    caseOf('one', 'passed', { field: 'currency', bound: 'JPY', evidence }),
    caseOf('two', 'failed', { field: 'currency', bound: 'a number', evidence }),
    caseOf('three', 'passed', { field: 'currency', evidence: ['x3'] }),
  ];
  const [first] = outcomes;
  const judged = [{ ...first!, id: 'balance.currency-closed', cases }];
  expect(build({ ...files, 'exchanges.jsonl': log }, judged).requests.generated).toBe(1);
});

test('requests include 429s and retries, and money is summed to the cent', () => {
  const { requests, spend } = build();
  expect(requests).toEqual({
    sent: 8,
    limited: 1,
    generated: 0,
    byRoute: {
      'GET /wallet': { business: 3 },
      'POST /orders': { business: 2 },
      'GET /orders': { business: 1 },
      'no response': { unknown: 2 },
    },
  });
  expect(spend).toEqual({ GBP: 0.3, EUR: 6 });
});

test('limiters have their findings and the notes that show them, or a reason', () => {
  const { limiters, texts } = build();
  const [skipped, probed] = limiters;
  expect(skipped).toEqual({ name: 'catalog', skipped: 'GV_ALLOW does not permit to exhaust' });
  expect(probed).toMatchObject({ name: 'wallet', driver: 'node', ...findings, settings });
  expect(notesOf(probed!, texts)).toEqual(notes);
  expect(Object.values(texts).filter(each => each === rejection)).toHaveLength(1);
});

test('a long body is stored in pieces, each once, and can be restored', () => {
  const product = (at: number) => JSON.stringify({ _id: at, description: 'x'.repeat(300) });
  const bodies = [[1, 2, 3].map(product), [3, 2, 1].map(product)].map(all => `[${all.join()}]`);
  const entries = bodies.map((body, at) =>
    logEntry({ exchange: exchangeOn(route.wallet, { id: `x${at}`, body }) }),
  );
  const cases = [caseOf('all', 'passed', { evidence: ['x0', 'x1'] })];
  const given = { ...files, 'exchanges.jsonl': entries };
  const result = build(given, [{ ...outcomes[0]!, cases }]);
  expect([...exchangesOf(result).values()].map(({ response }) => response.body)).toEqual(bodies);
  expect(JSON.stringify(result.texts).match(/x{300}/g)).toHaveLength(5);
  expectValid(result);
  expect(() => exchangesOf({ ...result, texts: {} })).toThrow('the result lacks the text');
});

test('a run that stopped states this reason first', () => {
  const stopped = 'the target stopped answering at request 3';
  const log = [...files['exchanges.jsonl'], entry('x9', route.wallet, { stopped })];
  const { verdict, reasons } = build({ ...files, 'exchanges.jsonl': log });
  expect(['error', 'non-conformant']).toContain(verdict);
  expect(reasons?.[0]).toBe(stopped);
});

test('failures of an earlier load run are removed', () => {
  const loaded = (result: ConformanceResult, verdict: 'passed' | 'failed') =>
    withLoad(
      result,
      { summary: {}, samples: 1, outcomes: [{ id: 'wallet.fields', verdict, cases: [] }] } as never,
      [],
    );
  const plain = build();
  const broken = loaded(plain, 'failed');
  expect(broken).toMatchObject({ verdict: 'non-conformant' });
  expect(broken.reasons).toContain('under load: wallet.fields');
  const mended = loaded(broken, 'passed');
  expect([mended.verdict, mended.reasons]).toEqual([plain.verdict, plain.reasons]);
});

test('a result continues the streaks of the last result, also of requirements that it did not judge', () => {
  const since = '2025-12-30T00:00:00.000Z';
  const streak = { state: 'failed', since, results: 2 } as const;
  const before = {
    'wallet.fields': streak,
    'wallet.owner': { ...streak, state: 'warning' },
    'orders.known': streak,
    'orders.fields': streak,
    'gone.in-this-version': streak,
  };
  const [failed, seen] = outcomes as [Outcome, Outcome];
  const judged = [
    failed,
    { ...failed, id: 'wallet.owner' },
    { ...failed, id: 'orders.known', verdict: 'passed' as const },
    seen,
  ];
  const result = build({ ...files, 'run.json': { ...files['run.json'], streaks: before } }, judged);
  expectValid(result);
  expect(result.streaks).toEqual({
    'wallet.fields': { ...streak, results: 3 },
    'wallet.owner': { state: 'failed', since: result.startedAt, results: 1 },
    'orders.fields': streak,
  });
});
