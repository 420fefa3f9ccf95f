/** The committed list of what turns red or warns, and how a run differs from it. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { elsewhere } from '../../schemas/records/result.ts';
import type { Finding, Share } from './worker.ts';

/** Requirement -> its cases; none where only exchanges of other checks show it. */
type CasesByRequirement = Readonly<Record<string, readonly string[]>>;

/** A fault has requirements that fail. A variant has none, and is listed only if something warns. */
interface Red {
  readonly reds?: CasesByRequirement;
  readonly warns?: CasesByRequirement;
  /** The requirement that is broken fails or warns when the exchanges are judged as a recording, too. */
  readonly inRecording?: true;
}
export type Reds = Readonly<Record<string, Red>>;

export const redsFile = fileURLToPath(new URL('reds.json', import.meta.url));

let read: Reds | undefined;

/** Returns the committed list, by the id of the fault or variant. */
export const readReds = (): Reds => (read ??= JSON.parse(readFileSync(redsFile, 'utf8')) as Reds);

/** Returns the file: a fault or variant a line, so that a change of one shows as one. */
export function renderReds(reds: Reds): string {
  const lines = Object.keys(reds)
    .toSorted()
    .map(id => `${JSON.stringify(id)}: ${JSON.stringify(reds[id])}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** Returns true if the list says that the fault turned the requirement red or made it warn. */
export const isListed = ({ reds, warns }: Red, requirement: string): boolean =>
  reds?.[requirement] !== undefined || warns?.[requirement] !== undefined;

/**
 * Returns what the list has of a fault or variant that was judged by every check; undefined for a variant without warnings.
 *
 * @param breaks absent: a variant.
 */
export function redOf(share: Share, breaks: string | undefined): Red | undefined {
  const [reds, warns] = [casesOf(share, 'failed'), casesOf(share, 'warning')];
  const warning = Object.keys(warns).length > 0 ? { warns } : {};
  if (breaks === undefined) return warning.warns && warning;
  const inRecording = share.recorded.some(each => each.id === breaks && each.verdict !== 'error');
  return {
    ...(Object.keys(reds).length > 0 ? { reds } : {}),
    ...warning,
    ...(inRecording ? { inRecording } : {}),
  };
}

/** Requirement -> its cases of a verdict. What exchanges of other checks show differs with the checks that ran. */
const casesOf = ({ findings }: Share, verdict: Finding['verdict']): Record<string, string[]> =>
  Object.fromEntries(
    findings
      .filter(each => each.verdict === verdict)
      .map(({ id, cases }) => [id, cases.filter(each => !each.startsWith(elsewhere)).toSorted()]),
  );

/**
 * Compares what failed and what warns with the list, and names both sides of each difference.
 *
 * If only some checks ran, a case of the list that was not exercised is no difference. A case that passed is one.
 */
export const differences = (share: Share, { reds = {}, warns = {} }: Red): string[] => [
  ...differing(share, 'failed', reds),
  ...differing(share, 'warning', warns),
];

const verbs = { failed: 'is red', warning: 'warns' } as const;

function differing(
  share: Share,
  verdict: keyof typeof verbs,
  listed: CasesByRequirement,
): string[] {
  const found = casesOf(share, verdict);
  const ids = [...new Set([...Object.keys(found), ...Object.keys(listed)])];
  return ids.flatMap(requirement => {
    const now = found[requirement];
    const before = listed[requirement];
    const more = now?.filter(each => !before?.includes(each)) ?? [];
    const fewer = before?.filter(each => !now?.includes(each)) ?? [];
    const lost = share.byAll
      ? fewer
      : fewer.filter(each => share.passed[requirement]?.includes(each));
    const gone = share.byAll && now === undefined;
    if (before !== undefined && !gone && more.length === 0 && lost.length === 0) return [];
    return [
      `${share.subject}: ${requirement} ${verbs[verdict]} in ${shown(now)}; reds.json has ${shown(before)}`,
    ];
  });
}

const shown = (cases: readonly string[] | undefined): string => {
  if (cases === undefined) return 'no case';
  return cases.length === 0 ? 'exchanges of other checks' : `[${cases.join('; ')}]`;
};
