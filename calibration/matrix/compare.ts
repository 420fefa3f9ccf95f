/** What a run of the matrix shows of a fault, beside the committed list. */
import type { Red } from './reds.ts';
import type { Depth, Share } from './worker.ts';

/**
 * Compares what turned red with the list, and names both sides of each difference.
 *
 * With `detection` only some checks ran: a case of the list that was not exercised is no difference, one that passed is.
 */
export function differences(share: Share, listed: Red | undefined, depth: Depth): string[] {
  const id = share.subject;
  if (!listed) return [`fault ${id} is not in reds.json: run ./gv matrix --write ${id}`];
  const found = redCases(share);
  const ids = [...new Set([...Object.keys(found), ...Object.keys(listed.reds)])];
  return ids.flatMap(requirement => {
    const now = found[requirement];
    const before = listed.reds[requirement];
    const more = now?.filter(each => !before?.includes(each)) ?? [];
    const fewer = before?.filter(each => !now?.includes(each)) ?? [];
    const lost =
      depth === 'whole' ? fewer : fewer.filter(each => share.passed[requirement]?.includes(each));
    const gone = depth === 'whole' && now === undefined;
    if (before !== undefined && !gone && more.length === 0 && lost.length === 0) return [];
    return [`fault ${id}: ${requirement} is red in ${shown(now)}; reds.json has ${shown(before)}`];
  });
}

/** Requirement -> its red cases. What exchanges of other checks show differs with the checks that ran. */
export const redCases = ({ findings }: Share): Record<string, string[]> =>
  Object.fromEntries(
    findings
      .filter(({ verdict }) => verdict === 'failed')
      .map(({ id, cases }) => [
        id,
        cases.filter(each => !each.startsWith('anywhere in the run')).toSorted(),
      ]),
  );

const shown = (cases: readonly string[] | undefined): string => {
  if (cases === undefined) return 'no case';
  return cases.length === 0 ? 'exchanges of other checks' : `[${cases.join('; ')}]`;
};
