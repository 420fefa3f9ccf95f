/** Two results of the same target, or of two that should be alike -> what changed from one to the other. */
import type {
  CaseResult,
  ConformanceResult,
  RequirementResult,
  Verdict,
} from '../../schemas/records/result.ts';
import { isSelected } from '../summary/coverage.ts';
import type { Change } from './change.ts';
import { fieldChanges } from './fields.ts';
import { latencyChanges } from './latency.ts';
import { limiterChanges } from './limiters.ts';
import { observationChanges } from './observations.ts';

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

type Judged = Pick<RequirementResult | CaseResult, 'verdict' | 'waived'>;

/** What a team accepts is not wrong. */
const isBad = ({ verdict, waived }: Judged): boolean =>
  (verdict === 'failed' || verdict === 'error') && !waived;

/** From nothing wrong to wrong, and from an error to a failure. What a night could not exercise accuses nobody. */
const isWorse = (before: Judged, after: Judged): boolean =>
  isBad(after) && (!isBad(before) || (before.verdict === 'error' && after.verdict === 'failed'));

const said = ({ verdict, waived }: Judged): Verdict | 'waived' => (waived ? 'waived' : verdict);

/** Of requirements that both runs selected; of one that is as it was, the cases that went wrong or are right again. */
function verdictChanges(before: ConformanceResult, after: ConformanceResult): Change[] {
  const then = new Map(before.requirements.map(each => [each.id, each]));
  return after.requirements.flatMap(now => {
    const old = then.get(now.id);
    if (!old || !isSelected(old) || !isSelected(now)) return [];
    const { id, anchor, text, implied } = now;
    const says = { anchor, text, ...(implied ? { implied } : {}) };
    const about = { kind: 'verdict', about: id, ...says } as const;
    if (said(old) !== said(now)) return [{ ...about, ...changed(old, now, now.reason) }];
    const cases = new Map(old.cases.map(each => [each.id, each]));
    return now.cases.flatMap(one => {
      const was = cases.get(one.id);
      return was && isBad(was) !== isBad(one)
        ? [{ ...about, case: one.id, ...changed(was, one) }]
        : [];
    });
  });
}

const changed = (old: Judged, now: Judged, reason?: string) => ({
  before: said(old),
  after: reason === undefined ? said(now) : `${said(now)}: ${reason}`,
  ...(isWorse(old, now) && { worse: true as const }),
});
