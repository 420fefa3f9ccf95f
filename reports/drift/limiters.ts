/** Limiters whose numbers changed beyond what the measurement leaves open. */
import type { LimiterResult, Measured } from '../../schemas/records/limiter.ts';
import type { ConformanceResult } from '../../schemas/records/result.ts';
import type { Change } from './change.ts';

type Probed = Extract<LimiterResult, { readonly limit: Measured }>;
const isProbed = (limiter: LimiterResult): limiter is Probed => !('skipped' in limiter);

export function limiterChanges(before: ConformanceResult, after: ConformanceResult): Change[] {
  const then = before.limiters.filter(isProbed);
  return after.limiters.filter(isProbed).flatMap(now => {
    const old = then.find(({ name }) => name === now.name);
    return old ? changesOf(old, now) : [];
  });
}

function changesOf(old: Probed, now: Probed): Change[] {
  const change = (what: string, was: string, is: string): Change => ({
    kind: 'limiter',
    about: `${now.name}: ${what}`,
    anchor: '§8',
    before: was,
    after: is,
  });
  const confident = [old, now].every(({ algorithm }) => algorithm.confidence === 'high');
  return [
    ...(differ(old.limit, now.limit) ? [change('limit', show(old.limit), show(now.limit))] : []),
    ...(differ(old.windowSeconds, now.windowSeconds)
      ? [change('window in seconds', show(old.windowSeconds), show(now.windowSeconds))]
      : []),
    ...(confident && old.algorithm.name !== now.algorithm.name
      ? [change('algorithm', old.algorithm.name, now.algorithm.name)]
      : []),
  ];
}

/** Whether the two intervals have nothing in common. */
function differ(a: Measured, b: Measured): boolean {
  if ('inconclusive' in a || 'inconclusive' in b) return false;
  return a.high < b.low || b.high < a.low;
}

const show = (measured: Measured): string =>
  'inconclusive' in measured
    ? 'inconclusive'
    : `${measured.value} (${measured.low} to ${measured.high})`;
