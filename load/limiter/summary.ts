import type { LimiterProbe, Measured } from '../../schemas/records/limiter.ts';

/** A probe as lines for people; only claims that did not pass are shown. */
export function summarize(probe: LimiterProbe): string {
  if ('skipped' in probe) return `${probe.name}: skipped, ${probe.skipped}`;
  const { algorithm, limit, windowSeconds, claims, observations, requests } = probe.findings;
  const passed = claims.filter(claim => claim.verdict === 'passed').length;
  return [
    `${probe.name}: ${requests} requests, ${passed} of ${claims.length} claims passed`,
    `  limit      ${show(limit, 'requests')}`,
    `  window     ${show(windowSeconds, 's')}`,
    `  algorithm  ${algorithm.name} (${algorithm.reason})`,
    ...claims
      .filter(claim => claim.verdict !== 'passed')
      .map(claim => {
        const why = claim.reason ?? `expected ${claim.expected}, actual ${claim.actual}`;
        return `  ${claim.verdict.padEnd(14)} ${claim.claim}: ${why}`;
      }),
    ...observations.map(({ id, value, marked }) => `  ${marked ? '!' : '-'} ${id}: ${value}`),
  ].join('\n');
}

function show(measured: Measured, unit: string): string {
  if ('inconclusive' in measured) return `inconclusive, ${measured.reason}`;
  const { value, low, high } = measured;
  return `${value} ${unit}` + (low === high ? '' : ` (${low} to ${high})`);
}
