/** Truth against finding. */
import type { Measured } from '../../load/limiter/numbers.ts';
import type { LimiterResult } from '../../load/limiter/summary.ts';
import type { Configured, ForeignLimiter } from './limiter.ts';

/** A limiter as k6 found it. */
export interface Row {
  limiter: ForeignLimiter;
  configured: Configured;
  result: Exclude<LimiterResult, { skipped: string }>;
  /** Of the measurement itself, without the start of k6. */
  seconds: number;
  /** Why the first measurement was not taken: what it had left open. */
  retried?: string[];
}

export interface RowVerdict {
  /** What was found and is not true, or not noticed although it is: each a failure of the suite. */
  wrong: string[];
  /** What was not found, with the reason. */
  inconclusive: string[];
}

const TOLERANCE = 0.05;
/** Of an interval's ends: clocks and timers of two processes. */
const CLOCKS = 0.01;

/** Compares with the configuration: 5 % or one request or a second for limit and window, no other algorithm, no accusation. */
export function verdictOf({ limiter, configured, result: { findings } }: Row): RowVerdict {
  const verdict: RowVerdict = { wrong: [], inconclusive: [] };
  const compare = (what: string, found: Measured, truth: number, unit: number) => {
    if ('inconclusive' in found) {
      verdict.inconclusive.push(`${what}: ${found.reason}`);
      return;
    }
    const { value, low, high } = found;
    if (Math.abs(value - truth) > Math.max(unit, TOLERANCE * truth))
      verdict.wrong.push(`${what} is ${truth}, found ${value}`);
    if (truth < low * (1 - CLOCKS) || truth > high * (1 + CLOCKS))
      verdict.wrong.push(`${what} is ${truth}, found between ${low} and ${high}`);
  };
  compare('limit', findings.limit, configured.limit, 1);
  compare('window', findings.windowSeconds, configured.windowSeconds, 0);
  if (![limiter.algorithm, 'inconclusive'].includes(findings.algorithm.name))
    verdict.wrong.push(`algorithm is ${limiter.algorithm}, found ${findings.algorithm.name}`);
  for (const { claim, verdict: judged, expected, actual } of findings.claims)
    if (judged === 'failed')
      verdict.wrong.push(`${claim} failed: expected ${expected}, actual ${actual}`);
  const noticed = findings.observations.some(
    ({ id, marked }) => marked && id === 'retry-after-longer-than-needed',
  );
  if (limiter.overstatesWait && !noticed)
    verdict.wrong.push('its retry-after overstates the block, which was not noticed');
  return verdict;
}
