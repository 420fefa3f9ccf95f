import type { Findings } from './findings.ts';
import type { Measured } from './numbers.ts';
import type { Note } from '../probe/note.ts';
import type { PlanSettings } from '../probe/plan.ts';

/** One limiter in `limiters.json`: measured with these settings, or not, and why. */
export type LimiterResult =
  { settings: PlanSettings; notes: Note[]; findings: Findings } | { skipped: string };

/** A limiter's findings as lines for people; only claims that did not pass are told. */
export function summarize(name: string, result: LimiterResult): string {
  if ('skipped' in result) return `${name}: skipped, ${result.skipped}`;
  const { algorithm, limit, windowSeconds, claims, observations, requests } = result.findings;
  const passed = claims.filter(claim => claim.verdict === 'passed').length;
  return [
    `${name}: ${requests} requests, ${passed} of ${claims.length} claims passed`,
    `  limit      ${show(limit, 'requests')}`,
    `  window     ${show(windowSeconds, 's')}`,
    `  algorithm  ${algorithm.name} (${algorithm.reason})`,
    ...claims
      .filter(claim => claim.verdict !== 'passed')
      .map(claim => {
        const what = claim.reason ?? `expected ${claim.expected}, actual ${claim.actual}`;
        return `  ${claim.verdict.padEnd(14)} ${claim.claim}: ${what}`;
      }),
    ...observations.map(({ id, value, marked }) => `  ${marked ? '!' : '-'} ${id}: ${value}`),
  ].join('\n');
}

function show(measured: Measured, unit: string): string {
  if ('inconclusive' in measured) return `inconclusive, ${measured.reason}`;
  const { value, low, high } = measured;
  return `${value} ${unit}` + (low === high ? '' : ` (${low} to ${high})`);
}
