/** Reads and compares the committed list of requirements that fail or warn for each fault and variant. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Finding, Share } from './worker.ts';

/** Cases by requirement. Empty if only exchanges of other checks show the finding. */
type CasesByRequirement = Readonly<Record<string, readonly string[]>>;

/** Entry of a fault or variant. A fault has requirements that fail. A variant has none, and is listed only if a requirement warns. */
interface Red {
  readonly reds?: CasesByRequirement;
  readonly warns?: CasesByRequirement;
  /** True if the broken requirement also fails or warns when the exchanges are judged as a recording. */
  readonly inRecording?: true;
}
export type Reds = Readonly<Record<string, Red>>;

export const redsFile = fileURLToPath(new URL('reds.json', import.meta.url));

let read: Reds | undefined;

/** Returns the committed list, by the id of the fault or variant. */
export const readReds = (): Reds => (read ??= JSON.parse(readFileSync(redsFile, 'utf8')) as Reds);

/** Returns the text of the file, with a line for each fault or variant, so that each change is one line. */
export function renderReds(reds: Reds): string {
  const lines = Object.keys(reds)
    .toSorted()
    .map(id => `${JSON.stringify(id)}: ${JSON.stringify(reds[id])}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** Returns true if the list says that a requirement fails or warns for the fault. */
export const isListed = ({ reds, warns }: Red, requirement: string): boolean =>
  reds?.[requirement] !== undefined || warns?.[requirement] !== undefined;

/**
 * Returns the entry of a fault or variant that was judged by every check, or undefined for a variant without warnings.
 *
 * @param breaks requirement of a fault. Absent for a variant.
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

/**
 * Returns the list with the warnings of variants that only some requirements judged. The warnings of other requirements stay.
 *
 * @param judging requirements that judged the variants.
 */
export function withWarnings(
  reds: Reds,
  shares: readonly Share[],
  judging: readonly string[],
): Reds {
  const changed = shares.map(share => {
    const { warns = {} } = reds[share.subject] ?? {};
    const others = Object.entries(warns).filter(([id]) => !judging.includes(id));
    const own = Object.entries(casesOf(share, 'warning')).filter(([id]) => judging.includes(id));
    return [share.subject, Object.fromEntries([...others, ...own])] as const;
  });
  const ids = new Set(changed.map(([id]) => id));
  return Object.fromEntries([
    ...Object.entries(reds).filter(([id]) => !ids.has(id)),
    ...changed.flatMap(([id, warns]) =>
      Object.keys(warns).length > 0 ? [[id, { warns }] as const] : [],
    ),
  ]);
}

/** Returns the cases of a verdict by requirement. */
const casesOf = ({ findings }: Share, verdict: Finding['verdict']): Record<string, string[]> =>
  Object.fromEntries(
    findings
      .filter(each => each.verdict === verdict)
      .map(({ id, cases }) => [id, cases.toSorted()]),
  );

/**
 * Compares failures and warnings with the list, and names both sides of each difference. If only some checks ran, a listed case
 * that was not exercised is not a difference. A listed case that passed is.
 */
export const differences = (share: Share, { reds = {}, warns = {} }: Red): string[] => [
  ...differencesOf(share, 'failed', reds),
  ...differencesOf(share, 'warning', warns),
];

const verbs = { failed: 'is red', warning: 'warns' } as const;

function differencesOf(
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
