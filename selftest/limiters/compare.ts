/** Probes deployments by k6 and by Node, and compares what was found with the truth, or that of one driver with that of the other. */
import { inspect } from 'node:util';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { judgeNotes } from '../../load/limiter/findings.ts';
import {
  claimIds,
  driverNames,
  type ClaimId,
  type Driver,
  type Findings,
  type LimiterProbe,
  type Measured,
  type Probed,
} from '../../schemas/records/limiter.ts';
import type { Configured, ThirdPartyLimiter } from './third-party.ts';
import { systemClock } from '../../fixtures/client/clock.ts';
import { loadTarget } from '../../fixtures/config/load-target.ts';
import { noK6 } from '../../load/k6/k6.ts';
import { probeLimiters } from '../../load/limiter/run.ts';

/** A limiter and its probe. */
export interface Row {
  limiter: ThirdPartyLimiter;
  configured: Configured;
  probed: Probed;
  /** Duration of the probe, without the start of k6. */
  seconds: number;
  /** Findings that the first probe left open, for which it was not used. */
  retried?: string[];
}

export interface RowVerdict {
  /** False findings, and what should have been noticed: each is a failure of the suite. */
  wrong: string[];
  /** Findings that were not made, with the reason. */
  inconclusive: string[];
}

const tolerance = 0.05;
/** Tolerance of an interval's ends, for the clocks and timers of two processes. */
const clockTolerance = 0.01;

/** Compares with the configuration: 5 % or one request or a second for limit and window, no other algorithm, no accusation. */
export function verdictOf({ limiter, configured, probed: { findings } }: Row): RowVerdict {
  const verdict: RowVerdict = { wrong: [], inconclusive: [] };
  const compare = (what: string, found: Measured, truth: number, unit: number) => {
    if ('inconclusive' in found) {
      verdict.inconclusive.push(`${what}: ${found.reason}`);
      return;
    }
    const { value, low, high } = found;
    if (Math.abs(value - truth) > Math.max(unit, tolerance * truth))
      verdict.wrong.push(`${what} is ${truth}, found ${value}`);
    if (truth < low * (1 - clockTolerance) || truth > high * (1 + clockTolerance))
      verdict.wrong.push(`${what} is ${truth}, found between ${low} and ${high}`);
  };
  compare('limit', findings.limit, configured.limit, 1);
  compare('window', findings.windowSeconds, configured.windowSeconds, 0);
  if (![limiter.algorithm, 'inconclusive'].includes(findings.algorithm.name))
    verdict.wrong.push(`algorithm is ${limiter.algorithm}, found ${findings.algorithm.name}`);
  for (const { claim, verdict: decided, expected, actual } of findings.claims)
    if (decided === 'failed')
      verdict.wrong.push(`${claim} failed: expected ${expected}, actual ${actual}`);
  const noticed = findings.observations.some(
    ({ id, marked }) => marked && id === 'retry-after-longer-than-needed',
  );
  if (limiter.overstatesWait && !noticed)
    verdict.wrong.push('its retry-after overstates the block, which was not noticed');
  return verdict;
}

/** Masked wherever it stands in findings: no word of theirs. */
const ourKey = 'key-of-no-account';

/** Node in place of the path of a k6. */
export const byNode = noK6;

/**
 * Probes a deployment as a run does.
 *
 * @param driver the path of a k6, or `byNode`.
 * @param settings beside the address: what the probe may do, and its bounds.
 * @throws Error if k6 fails.
 */
export async function probeAt(
  baseUrl: string,
  driver: string,
  settings: Readonly<Record<string, string>>,
): Promise<readonly LimiterProbe[]> {
  const out = await mkdtemp(join(tmpdir(), 'limiters-'));
  const given = { GV_BASE_URL: baseUrl, GV_API_KEY: ourKey, GV_K6: driver, GV_OUT: out };
  const unbounded = { clock: systemClock, leftMs: Infinity, check: () => {} };
  try {
    return await probeLimiters(loadTarget({ ...given, ...settings }), unbounded, () => {});
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

/**
 * Starts the limiter and probes it.
 *
 * @param driver the path of a k6, or `byNode`.
 */
export async function probe(
  driver: string,
  limiter: ThirdPartyLimiter,
  configured: Configured,
): Promise<Row> {
  const { baseUrl, close } = await limiter.start(configured);
  try {
    const probes = await probeAt(baseUrl, driver, {
      GV_ALLOW: 'exhaust',
      GV_PROBE: 'wallet',
      GV_PROBE_MAX_REQUESTS: `${5 * configured.limit + 300}`,
      GV_PROBE_MAX_WAIT: `${1.25 * configured.windowSeconds + 3}`,
    });
    const probed = probes.find(({ name }) => name === 'wallet') as LimiterProbe & Probed;
    const { notes } = probed;
    const last = Math.max(...notes.map(note => note.receivedAt));
    const seconds = (last - (notes[0]?.sentAt ?? last)) / 1000;
    return { limiter, configured, probed, seconds };
  } catch (error) {
    throw new Error(`${limiter.name}: ${(error as Error).message}`, { cause: error });
  } finally {
    await close();
  }
}

/** Findings of both drivers about the same limiters. */
export type Both = Readonly<Record<Driver, readonly LimiterProbe[]>>;

/** One finding as each driver states it; undefined: it is left open. */
interface Statement extends Readonly<Record<Driver, string | undefined>> {
  /** `wallet limit`. */
  readonly of: string;
  /** True unless both state something that cannot be said of one limiter. */
  readonly agree: boolean;
}

export interface Comparison {
  /** Every finding, the drivers beside each other: a line each. */
  readonly listed: readonly string[];
  /** The lines in which they contradict each other, or one decides what the other one never does. */
  readonly different: readonly string[];
}

/** A busy machine is too slow for a short window: what only one of the drivers decides is probed again in longer ones. */
const slower = [1, 2, 4, 8];

/**
 * Compares what both drivers find. A contradiction is a difference at once; a finding that one of them leaves open is one if
 * it does so each time.
 *
 * @param probeBoth probes fresh limiters whose windows are that many times as long.
 * @param judge judges the notes of k6 in Node: it has to find what k6 found in them.
 */
export async function compareDrivers(
  probeBoth: (factor: number) => Promise<Both>,
  judge = judgeNotes,
): Promise<Comparison> {
  let left: ReadonlySet<string> | undefined;
  let listed: readonly string[] = [];
  for (const factor of slower) {
    const both = await probeBoth(factor);
    const statements = statementsOf(both);
    listed = statements.map(lineOf);
    const wrong = statements.filter(({ agree }) => !agree).map(lineOf);
    const contradictions = [...wrong, ...judgedOtherwise(both.k6, judge)];
    if (contradictions.length > 0) return { listed, different: contradictions };
    const lopsided = statements.filter(
      ({ k6, node }) => (k6 === undefined) !== (node === undefined),
    );
    const keys = lopsided.map(keyOf).filter(key => left?.has(key) ?? true);
    left = new Set(keys);
    const different = lopsided.filter(each => keys.includes(keyOf(each))).map(lineOf);
    if (different.length === 0 || factor === slower.at(-1)) return { listed, different };
  }
  throw new Error('nothing was probed');
}

/** Returns what Node finds otherwise in the notes of k6, with the same code in another engine. */
function judgedOtherwise(byK6: readonly LimiterProbe[], judge: typeof judgeNotes): string[] {
  const inNode = judge(byK6);
  return byK6.flatMap((probe, index) => {
    const [one, other] = [probe, inNode[index]!].map(partsOf);
    return Object.keys({ ...one, ...other })
      .filter(part => one![part] !== other![part])
      .map(part => `${probe.name}, the notes of k6: k6 finds ${one![part]}, Node ${other![part]}`);
  });
}

/** Each finding and claim as text, whatever the order of keys: k6 sorts those of what it writes. */
function partsOf(probe: LimiterProbe): Readonly<Record<string, string>> {
  if ('skipped' in probe) return { skipped: probe.skipped };
  const { claims, ...rest } = probe.findings;
  const parts = [...Object.entries(rest), ...claims.map(claim => [claim.claim, claim] as const)];
  return Object.fromEntries(
    parts.map(([part, value]) => [
      part,
      inspect({ [part]: value }, { sorted: true, depth: 9, breakLength: Infinity }),
    ]),
  );
}

const keyOf = ({ of, k6 }: Statement) => `${of}, ${k6 === undefined ? 'k6' : 'Node'} open`;

const lineOf = ({ of, k6 = 'open', node = 'open' }: Statement): string =>
  `${of}: ${driverNames.k6} ${k6}, ${driverNames.node} ${node}`;

function statementsOf({ k6, node }: Both): Statement[] {
  return k6.flatMap(one => {
    const other = node.find(({ name }) => name === one.name);
    if (other === undefined || 'skipped' in one || 'skipped' in other)
      return [same(one.name, skippedOf(one), skippedOf(other))];
    return compared(one.name, one.findings, other.findings);
  });
}

const skippedOf = (probe: LimiterProbe | undefined): string =>
  probe === undefined ? 'not named' : 'skipped' in probe ? `skipped: ${probe.skipped}` : 'probed';

function compared(name: string, k6: Findings, node: Findings): Statement[] {
  const claimed = ({ claims }: Findings, id: ClaimId) => {
    const verdict = claims.find(({ claim }) => claim === id)?.verdict;
    return verdict === 'not-exercised' ? undefined : verdict;
  };
  const algorithmOf = ({ algorithm }: Findings) =>
    algorithm.name === 'inconclusive' ? undefined : algorithm.name;
  const marked = [k6, node].map(({ observations }) =>
    observations.filter(each => each.marked).map(({ id }) => id),
  );
  return [
    overlapping(`${name} limit`, k6.limit, node.limit),
    overlapping(`${name} window`, k6.windowSeconds, node.windowSeconds),
    same(`${name} algorithm`, algorithmOf(k6), algorithmOf(node)),
    ...claimIds.map(id => same(`${name} ${id}`, claimed(k6, id), claimed(node, id))),
    ...[...new Set(marked.flat())].map(id => {
      const [inK6, inNode] = marked.map(ids => (ids.includes(id) ? 'marked' : undefined));
      return same(`${name} ${id}`, inK6, inNode);
    }),
  ];
}

const same = (of: string, k6: string | undefined, node: string | undefined): Statement => ({
  of,
  k6,
  node,
  agree: k6 === undefined || node === undefined || k6 === node,
});

/** Intervals agree if a number lies in both. */
function overlapping(of: string, k6: Measured, node: Measured): Statement {
  const [one, other] = [k6, node].map(measured =>
    'inconclusive' in measured ? undefined : measured,
  );
  const text = (measured: typeof one) =>
    measured && `${measured.value} (${measured.low} to ${measured.high})`;
  const agree =
    !one ||
    !other ||
    (one.low <= other.high * (1 + clockTolerance) && other.low <= one.high * (1 + clockTolerance));
  return { of, k6: text(one), node: text(other), agree };
}
