import { test, expect } from '#test';
import { walletProbe } from '../../fixtures/testing/fakes.ts';
import type { Claim, Findings, LimiterProbe, Measured } from '../../schemas/records/limiter.ts';
import { describe, totals } from './table.ts';
import { verdictOf, type Row, compareDrivers, type Both } from './compare.ts';

const exactly = (value: number): Measured => ({ value, low: value, high: value });
const open: Measured = { inconclusive: true, reason: 'too slow' };

const tokenBucket = { name: 'token-bucket', confidence: 'high', reason: '' } as const;

const burst = (verdict: Claim['verdict']): Pick<Findings, 'claims'> => ({
  claims: [{ claim: 'burst', verdict, evidence: [] }],
});

const row = (findings: Partial<Findings>, limiter: Partial<Row['limiter']> = {}): Row => ({
  limiter: {
    name: 'one',
    algorithm: 'fixed-window',
    start: () => Promise.reject(new Error()),
    ...limiter,
  },
  configured: { limit: 60, windowSeconds: 2 },
  probed: walletProbe(findings, 'k6'),
  seconds: 6,
});

test('a wrong number, algorithm or accusation is wrong, and an open one is not right', () => {
  const right = row({});
  const unsure = row({ limit: open });
  const wrong = [
    row({ limit: { value: 64, low: 60, high: 68 } }),
    row({ windowSeconds: { value: 2.2, low: 1.9, high: 2.4 } }),
    row({ windowSeconds: { value: 2, low: 2.05, high: 2.1 } }),
    row({ algorithm: tokenBucket }),
    row(burst('failed')),
    row({}, { overstatesWait: true }),
  ];
  for (const each of wrong) expect(verdictOf(each).wrong, describe(each)).toHaveLength(1);
  expect(verdictOf(right)).toEqual({ wrong: [], inconclusive: [] });
  expect(verdictOf(unsure).inconclusive).toEqual(['limit: too slow']);
  expect(totals({ rows: [right, ...wrong, unsure] })).toContain(
    '8 probed: 1 right, 1 inconclusive, 6 wrong',
  );
});

const both = (node: Partial<Findings>, k6: Partial<Findings> = {}): Both => ({
  k6: [walletProbe(k6, 'k6')],
  node: [walletProbe(node)],
});

/** These findings have no notes. */
const compare = (probeBoth: Parameters<typeof compareDrivers>[0]) =>
  compareDrivers(probeBoth, probes => probes as LimiterProbe[]);

test('a contradiction names both drivers, and is not probed again', async () => {
  for (const [found, line] of [
    [both({ limit: exactly(61) }), 'wallet limit: k6 60 (60 to 60), Node 61 (61 to 61)'],
    [both(burst('failed'), burst('passed')), 'wallet burst: k6 passed, Node failed'],
    [both({ algorithm: tokenBucket }), 'wallet algorithm: k6 fixed-window, Node token-bucket'],
    [
      { ...both({}), node: [{ name: 'wallet', skipped: 'GV_PROBE' }] } satisfies Both,
      'wallet: k6 probed, Node skipped: GV_PROBE',
    ],
  ] as const) {
    let times = 0;
    const { different } = await compare(async () => (times++, found));
    expect([different, times]).toEqual([[line], 1]);
  }
});

test('a finding that one driver leaves open is a difference if it does so each time', async () => {
  const factors: number[] = [];
  const never = await compare(async factor => (factors.push(factor), both({ limit: open })));
  expect(never.different).toEqual(['wallet limit: k6 60 (60 to 60), Node open']);
  expect(factors).toEqual([1, 2, 4, 8]);
  for (const probeBoth of [
    async (factor: number) => both(factor < 4 ? burst('passed') : {}),
    // Each leaves it open once.
    async (factor: number) => (factor === 1 ? both({ limit: open }) : both({}, { limit: open })),
    async () => both({ limit: open }, { limit: open }),
    async () => both(burst('passed'), burst('passed')),
  ])
    expect((await compare(probeBoth)).different).toEqual([]);
});

test('k6 that judges its notes otherwise than Node is a difference', async () => {
  const { different } = await compareDrivers(async () => both({}));
  expect(different).toContainEqual(expect.stringContaining('the notes of k6: k6 finds'));
});
