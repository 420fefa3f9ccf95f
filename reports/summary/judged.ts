/** Tells which cases of a requirement were judged. */
import type { CaseResult, RequirementResult } from '../../schemas/records/result.ts';

export const isContradicted = ({ verdict }: Pick<CaseResult, 'verdict'>): boolean =>
  verdict === 'failed' || verdict === 'warning';

export const isJudged = (one: Pick<CaseResult, 'verdict'>): boolean =>
  one.verdict === 'passed' || isContradicted(one);

/** Returns `requirement / case` for every case that was judged. */
export const exercised = (requirements: readonly RequirementResult[]): string[] =>
  requirements.flatMap(({ id, cases }) => cases.filter(isJudged).map(each => `${id} / ${each.id}`));
