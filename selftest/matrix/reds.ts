/** The committed list of what turns red for each fault: any difference is a change of what the suite detects. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Subject } from './host.ts';
import type { Share } from './worker.ts';

interface Red {
  /** Requirement -> its cases that fail; none where only exchanges of other checks show it. */
  readonly reds: Readonly<Record<string, readonly string[]>>;
  /** The requirement that is broken fails when the exchanges are judged as a recording, too. */
  readonly inRecording?: true;
}
export type Reds = Readonly<Record<string, Red>>;

export const redsFile = fileURLToPath(new URL('reds.json', import.meta.url));

let read: Reds | undefined;

/** Returns the committed list, by the id of the fault. */
export const readReds = (): Reds => (read ??= JSON.parse(readFileSync(redsFile, 'utf8')) as Reds);

/** Returns what the list has of a fault that was judged by every check. */
export const redOf = (share: Share, { breaks }: Subject): Red => ({
  reds: redCases(share),
  ...(share.recorded.some(({ id, verdict }) => id === breaks && verdict === 'failed')
    ? { inRecording: true }
    : {}),
});

/** Returns the file: a fault a line, so that a change of one shows as one. */
export function renderReds(reds: Reds): string {
  const lines = Object.keys(reds)
    .toSorted()
    .map(id => `${JSON.stringify(id)}: ${JSON.stringify(reds[id])}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** Returns what is wrong with a fault: its requirement did not fail, a check is an error, or the list says something else. */
export const faultProblems = (
  share: Share,
  { id, breaks = '' }: Subject,
  listed: Red | undefined,
): string[] => [
  ...(share.findings.some(each => each.id === breaks && each.verdict === 'failed')
    ? []
    : [`fault ${id} survives: ${breaks} did not fail`]),
  ...share.findings
    .filter(({ verdict }) => verdict === 'error')
    .map(each => `fault ${id} makes ${each.id} an error (${each.message})`),
  ...share.misnamed.map(each => `fault ${id} is shown on another exchange: ${each}`),
  ...differences(share, listed),
];

/**
 * Compares what turned red with the list, and names both sides of each difference.
 *
 * If only some checks ran, a case of the list that was not exercised is no difference, one that passed is.
 */
export function differences(share: Share, listed: Red | undefined): string[] {
  const { subject: id, byAll } = share;
  if (!listed) return [`fault ${id} is not in reds.json: run ./gv matrix --write ${id}`];
  const found = redCases(share);
  const ids = [...new Set([...Object.keys(found), ...Object.keys(listed.reds)])];
  return ids.flatMap(requirement => {
    const now = found[requirement];
    const before = listed.reds[requirement];
    const more = now?.filter(each => !before?.includes(each)) ?? [];
    const fewer = before?.filter(each => !now?.includes(each)) ?? [];
    const lost = byAll ? fewer : fewer.filter(each => share.passed[requirement]?.includes(each));
    const gone = byAll && now === undefined;
    if (before !== undefined && !gone && more.length === 0 && lost.length === 0) return [];
    return [`fault ${id}: ${requirement} is red in ${shown(now)}; reds.json has ${shown(before)}`];
  });
}

/** Requirement -> its red cases. What exchanges of other checks show differs with the checks that ran. */
const redCases = ({ findings }: Share): Record<string, string[]> =>
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
