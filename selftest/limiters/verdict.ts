/** Compares what a probe found with the truth. */
import type { Measured, Probed } from '../../schemas/records/limiter.ts';
import type { Configured, ThirdPartyLimiter } from './limiter.ts';

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

const TOLERANCE = 0.05;
/** Tolerance of an interval's ends, for the clocks and timers of two processes. */
const CLOCKS = 0.01;

/** Compares with the configuration: 5 % or one request or a second for limit and window, no other algorithm, no accusation. */
export function verdictOf({ limiter, configured, probed: { findings } }: Row): RowVerdict {
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
