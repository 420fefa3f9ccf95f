import { expect, test } from '#test';
import type {
  Claim,
  Driver,
  Findings,
  LimiterProbe,
  Measured,
} from '../../schemas/records/limiter.ts';
import { compareDrivers, type Both } from './drivers.ts';

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
