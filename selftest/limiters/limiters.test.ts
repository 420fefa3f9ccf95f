import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, expect } from '#test';
import type {
  Claim,
  Driver,
  Findings,
  LimiterProbe,
  Measured,
} from '../../schemas/records/limiter.ts';
import { startGo } from './third-party.ts';
import { describe, render, totals } from './table.ts';
import { verdictOf, type Row, compareDrivers, type Both } from './compare.ts';

test('without Go the missing limiters are reported, with the remedy', async () => {
  const realPath = process.env['PATH'];
  process.env['PATH'] = '/nowhere';
  try {
    const go = await startGo(await mkdtemp(join(tmpdir(), 'third-party-')));
    expect(go).toEqual({ missing: expect.stringContaining('install it') });
    if ('missing' in go) expect(render({ rows: [], ...go })).toContain('not probed');
  } finally {
    process.env['PATH'] = realPath;
  }
});

const right: Row = {
  limiter: { name: 'one', algorithm: 'fixed-window', start: () => Promise.reject(new Error()) },
  configured: { limit: 60, windowSeconds: 2 },
  probed: {
    driver: 'k6',
    settings: { maxRequests: 1, maxWaitMs: 1 },
    notes: [],
    findings: {
      limit: { value: 60, low: 60, high: 60 },
      windowSeconds: { value: 2, low: 1.95, high: 2.1 },
      algorithm: { name: 'fixed-window', confidence: 'high', reason: '' },
      claims: [],
      observations: [],
      requests: 1,
      stopped: '',
    },
  },
  seconds: 6,
};

function found(
  findings: Partial<Row['probed']['findings']>,
  limiter: Partial<Row['limiter']> = {},
) {
  return {
    ...right,
    limiter: { ...right.limiter, ...limiter },
    probed: { ...right.probed, findings: { ...right.probed.findings, ...findings } },
  };
}

test('a wrong number, algorithm or accusation is wrong, and an open one is not right', () => {
  const open = { inconclusive: true, reason: 'too slow' } as const;
  const failed: Claim = { claim: 'burst', verdict: 'failed', evidence: [] };
  const wrong = [
    found({ limit: { value: 64, low: 60, high: 68 } }),
    found({ windowSeconds: { value: 2.2, low: 1.9, high: 2.4 } }),
    found({ windowSeconds: { value: 2, low: 2.05, high: 2.1 } }),
    found({ algorithm: { name: 'token-bucket', confidence: 'high', reason: '' } }),
    found({ claims: [failed] }),
    found({}, { overstatesWait: true }),
  ];
  for (const row of wrong) expect(verdictOf(row).wrong, describe(row)).toHaveLength(1);
  expect(verdictOf(right)).toEqual({ wrong: [], inconclusive: [] });
  expect(verdictOf(found({ limit: open })).inconclusive).toEqual(['limit: too slow']);
  expect(totals({ rows: [right, ...wrong, found({ limit: open })] })).toContain(
    '8 probed: 1 right, 1 inconclusive, 6 wrong',
  );
});

const exactly = (value: number): Measured => ({ value, low: value, high: value });
const open: Measured = { inconclusive: true, reason: 'too slow' };

const usual: Findings = {
  limit: exactly(20),
  windowSeconds: { value: 2, low: 1.9, high: 2.1 },
  algorithm: { name: 'fixed-window', confidence: 'high', reason: '' },
  claims: [],
  observations: [],
  requests: 1,
  stopped: '',
};

const probed = (driver: Driver, findings: Partial<Findings> = {}) => ({
  name: 'wallet' as const,
  driver,
  settings: { maxRequests: 1, maxWaitMs: 1 },
  notes: [],
  findings: { ...usual, ...findings },
});

const both = (node: Partial<Findings>, k6: Partial<Findings> = {}): Both => ({
  k6: [probed('k6', k6)],
  node: [probed('node', node)],
});

const burst = (verdict: Claim['verdict']): Pick<Findings, 'claims'> => ({
  claims: [{ claim: 'burst', verdict, evidence: [] }],
});

/** These findings have no notes. */
const compare = (probeBoth: Parameters<typeof compareDrivers>[0]) =>
  compareDrivers(probeBoth, probes => probes as LimiterProbe[]);

test('a contradiction names both drivers, and is not probed again', async () => {
  for (const [found, line] of [
    [both({ limit: exactly(21) }), 'wallet limit: k6 20 (20 to 20), Node 21 (21 to 21)'],
    [both(burst('failed'), burst('passed')), 'wallet burst: k6 passed, Node failed'],
    [
      both({ algorithm: { ...usual.algorithm, name: 'token-bucket' } }),
      'wallet algorithm: k6 fixed-window, Node token-bucket',
    ],
    [
      { ...both({}), node: [{ name: 'wallet', skipped: 'GV_PROBE' }] } satisfies Both,
      'wallet: k6 probed, Node skipped: GV_PROBE',
    ],
  ] as const) {
    let times = 0;
    const { different, listed } = await compare(async () => (times++, found));
    expect(different).toEqual([line]);
    expect(listed).toContain(line);
    expect(times).toBe(1);
  }
});

test('a finding that one driver leaves open is a difference if it does so each time', async () => {
  const factors: number[] = [];
  const never = await compare(async factor => (factors.push(factor), both({ limit: open })));
  expect(never.different).toEqual(['wallet limit: k6 20 (20 to 20), Node open']);
  expect(factors).toEqual([1, 2, 4, 8]);
  const later = await compare(async factor => both(factor < 4 ? burst('passed') : {}));
  expect(later.different).toEqual([]);
  const inTurn = await compare(async factor =>
    factor === 1 ? both({ limit: open }) : both({}, { limit: open }),
  );
  expect(inTurn.different).toEqual([]);
});

test('what both find, or both leave open, is no difference', async () => {
  const found = await compare(async () => both(burst('passed'), burst('passed')));
  expect(found.different).toEqual([]);
  expect(found.listed).toContain('wallet algorithm: k6 fixed-window, Node fixed-window');
  const none = await compare(async () => both({ limit: open }, { limit: open }));
  expect(none.different).toEqual([]);
});

test('k6 that judges its notes otherwise than Node is a difference', async () => {
  const { different } = await compareDrivers(async () => both({}));
  expect(different).toContainEqual(expect.stringContaining('the notes of k6: k6 finds'));
});
