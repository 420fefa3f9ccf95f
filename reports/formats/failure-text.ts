/** What failed of one requirement, case by case. */
import type { RequirementResult } from '../../schemas/records/result.ts';

type Failed = Pick<RequirementResult, 'verdict' | 'cases' | 'reason'>;

const decisive = ({ verdict, cases }: Failed) => cases.filter(each => each.verdict === verdict);

/** `2 of 17 cases: …` */
export function failureTitle(requirement: Failed): string {
  const wrong = decisive(requirement);
  const [first] = wrong;
  const what = first?.message?.split('\n', 2).join(', ') ?? first?.reason ?? requirement.reason;
  return [`${wrong.length} of ${requirement.cases.length} cases`, what].filter(Boolean).join(': ');
}

/** Each case that has the verdict of its requirement, as a person reads it. */
export const failureText = (requirement: Failed): string =>
  decisive(requirement)
    .map(({ id, message, reason = '' }) => `case ${id}\n${message ?? reason}`)
    .join('\n\n');
