/** Two results of the same target, or of two that should be alike -> what changed from one to the other. */
import type { ConformanceResult, Verdict } from '../../schemas/records/result.ts';
import { isSelected } from '../summary/coverage.ts';
import { fieldChanges } from './fields.ts';
import { latencyChanges } from './latency.ts';
import { limiterChanges } from './limiters.ts';
import { observationChanges } from './observations.ts';

export interface Change {
  readonly kind: 'verdict' | 'observation' | 'limiter' | 'latency' | 'field';
  /** Of a requirement or observation, the name of a limiter, or the id of a route. */
  readonly about: string;
  readonly before: string;
  readonly after: string;
  /** A verdict that got worse. */
  readonly worse?: true;
}

/** In the order of their weight: verdicts that got worse first. */
export function compare(before: ConformanceResult, after: ConformanceResult): Change[] {
  const verdicts = verdictChanges(before, after);
  return [
    ...verdicts.filter(({ worse }) => worse),
    ...verdicts.filter(({ worse }) => !worse),
    ...observationChanges(before, after),
    ...limiterChanges(before, after),
    ...latencyChanges(before, after),
    ...fieldChanges(before, after),
  ];
}

const isBad = (verdict: Verdict): boolean => verdict === 'failed' || verdict === 'error';

/** From nothing wrong to wrong, and from an error to a failure. What a night could not exercise accuses nobody. */
const isWorse = (before: Verdict, after: Verdict): boolean =>
  isBad(after) && (!isBad(before) || (before === 'error' && after === 'failed'));

/** Of requirements that both runs selected; of one that is as it was, the cases that went wrong or are right again. */
function verdictChanges(before: ConformanceResult, after: ConformanceResult): Change[] {
  return after.requirements.flatMap(now => {
    const then = before.requirements.find(({ id }) => id === now.id);
    if (!then || !isSelected(then) || !isSelected(now)) return [];
    if (then.verdict !== now.verdict) {
      const reason = now.reason === undefined ? '' : `: ${now.reason}`;
      return [toChange(now.id, then.verdict, now.verdict, reason)];
    }
    return now.cases.flatMap(one => {
      const old = then.cases.find(({ id }) => id === one.id);
      return old && isBad(old.verdict) !== isBad(one.verdict)
        ? [toChange(`${now.id} / ${one.id}`, old.verdict, one.verdict)]
        : [];
    });
  });
}

const toChange = (about: string, before: Verdict, after: Verdict, reason = ''): Change => ({
  kind: 'verdict',
  about,
  before,
  after: after + reason,
  ...(isWorse(before, after) && { worse: true }),
});
