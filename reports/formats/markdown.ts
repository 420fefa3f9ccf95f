/**
 * Renders a result as a screen or two of Markdown for a pull request. Texts from a target appear only in `code` and `quoted`, where links,
 * images, HTML, mentions and tables do not work.
 */
import { appendFileSync } from 'node:fs';
import { harmless, harmlessLine } from '../../harness/output/sanitize.ts';
import { baselineNotes } from '../result/baseline.ts';
import { upTo } from '../../schemas/counted.ts';
import type { ConformanceResult } from '../../schemas/records/result.ts';
import {
  coverageLine,
  gapsOf,
  failuresOf,
  type Alike,
  type Failure,
  streakTexts,
  waivedIn,
  waiverText,
  warningsOf,
} from '../summary/requirements.ts';
import {
  andMore,
  code,
  heading,
  joined,
  type Markdown,
  paragraph,
  quoted,
  strong,
  table,
  text,
  toText,
} from './markdown-writer.ts';

/** Limits for lists. The other reports contain the rest. */
const most = { reasons: 10, failures: 8, ways: 2, cases: 5, gaps: 10 };

export function markdown(result: ConformanceResult): string {
  const { verdict, target, profile, seed, reasons = [], durationMs } = result;
  const settings = `, profile ${profile}, seed ${seed}, ${(durationMs / 1000).toFixed(1)} s`;
  const blocks: Markdown[] = [
    heading(2, text(`Gift voucher API: ${verdict}`)),
    paragraph(strong(coverageLine(result))),
    paragraph(text('Target '), code(target.baseUrl), text(settings)),
    ...reasons.slice(0, most.reasons).map(each => paragraph(code(each))),
    ...andMore(reasons.length - most.reasons, 'reasons'),
    ...baselineNotes(result).map(each => paragraph(text(each))),
    ...failures(result, failuresOf(result), 'requirements that failed'),
    ...failures(result, warningsOf(result), 'requirements that warn'),
    ...waived(result),
    ...gaps(result),
  ];
  return toText(blocks);
}

function failures(result: ConformanceResult, all: readonly Failure[], what: string): Markdown[] {
  const shown = all.filter(each => each.sameErrorAs === undefined);
  return [
    ...shown
      .slice(0, most.failures)
      .flatMap(failure => [
        ...inFull(failure, streakTexts(failure, result)),
        ...sameErrors(failure, all),
      ]),
    ...andMore(shown.length - most.failures, what),
  ];
}

function inFull(
  { requirement, verdict, doubt, groups }: Failure,
  notes: readonly string[],
): Markdown[] {
  const { id, anchor, text: states, implied } = requirement;
  return [
    heading(3, text(`${verdict} `), code(id)),
    paragraph(text([`${states} (${anchor})`, ...notes].join(', '))),
    ...(implied ? [paragraph(text(`Implied by ${implied}`))] : []),
    ...(doubt === undefined ? [] : [paragraph(text(`Doubt: ${doubt}`))]),
    ...groups.slice(0, most.ways).flatMap(each => describeWay(each, firstIsShown, most.cases)),
    ...andMore(groups.length - most.ways, 'ways in which it failed'),
  ];
}

const firstIsShown = ', of which the first is shown';

/** Lists the cases that failed in the same way, with a remark if there are several, and the message of the first case. */
export function describeWay(cases: Alike, remark: string, mostCases: number): Markdown[] {
  const [{ message, reason = '' }] = cases;
  const names = cases.map(({ id }) => code(id));
  const where = cases.length === 1 ? 'Case ' : `In ${cases.length} cases${remark}: `;
  return [paragraph(text(where), joined(names, mostCases)), quoted(message ?? reason)];
}

/** Lists the requirements that ended with the same error. */
function sameErrors({ requirement: { id } }: Failure, all: readonly Failure[]): Markdown[] {
  const ids = all.filter(each => each.sameErrorAs === id).map(each => code(each.requirement.id));
  return ids.length === 0
    ? []
    : [paragraph(text('With the same error: '), joined(ids, most.cases))];
}

/** Lists failures and warnings that a waiver accepts. */
const waived = (result: ConformanceResult): Markdown[] =>
  waivedIn(result).map(({ id, verdict, waived: waiver }) =>
    paragraph(
      text(verdict === 'warning' ? 'Warning, ' : 'Failed, '),
      code(`waived ${waiverText(waiver)}`),
      text(': '),
      code(id),
    ),
  );

function gaps(result: ConformanceResult): Markdown[] {
  const found = gapsOf(result);
  if (found.length === 0) return [];
  const rows = found
    .slice(0, most.gaps)
    .map(({ reason, requirements }) => [text(String(requirements.length)), code(reason)]);
  return [
    heading(3, text('Not exercised')),
    table([text('requirements'), text('why')], ...rows),
    ...andMore(found.length - most.gaps, 'reasons'),
  ];
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Reports to GitHub Actions. @returns a line if the summary of the step could not be written. */
export function reportToGitHub(
  result: ConformanceResult,
  variables: Variables,
  print: (line: string) => void,
): string[] {
  if (variables['GITHUB_ACTIONS']) for (const line of annotations(result)) print(line);
  return addToSummary(() => markdown(result), variables);
}

/**
 * Appends to the summary of the step.
 *
 * @returns a line if the summary could not be written.
 */
export function addToSummary(render: () => string, variables: Variables): string[] {
  const { GITHUB_STEP_SUMMARY: file } = variables;
  if (!file) return [];
  try {
    appendFileSync(file, `${render()}\n`);
    return [];
  } catch (error) {
    return [`the summary of the step could not be written: ${(error as Error).message}`];
  }
}

/** Limits annotations, because GitHub shows no more per step. */
const mostShown = 10;

/** Returns an error annotation for each failure and for the reasons of the verdict, and a warning annotation for each warning. */
export function annotations(result: ConformanceResult): string[] {
  const ofRun = annotationOfRun(result);
  return [
    ...annotationsOf(failuresOf(result), 'error', mostShown - ofRun.length),
    ...ofRun,
    ...annotationsOf(warningsOf(result), 'warning', mostShown),
  ];
}

function annotationOfRun(result: ConformanceResult): string[] {
  const { verdict, reasons = [] } = result;
  const lines = upTo(
    most.reasons,
    reasons.map(each => harmlessLine(each, 1000)),
  );
  const says = [...lines, coverageLine(result)].join('\n');
  return reasons.length === 0 ? [] : [line('error', `verdict ${verdict}`, says)];
}

type Level = 'error' | 'warning';

/** @param limit Highest number of annotations. */
function annotationsOf(all: readonly Failure[], level: Level, limit: number): string[] {
  const different = all.filter(each => each.sameErrorAs === undefined);
  const shown = different.slice(0, different.length > limit ? limit - 1 : limit);
  const left = different.length - shown.length;
  return [
    ...shown.map(each => annotation(each, level)),
    ...(left > 0
      ? [line(level, `${left} other requirements`, 'see the summary of this step')]
      : []),
  ];
}

function annotation({ requirement, verdict, doubt, groups }: Failure, level: Level): string {
  const { id, anchor, text, implied } = requirement;
  const ways = groups.map(([{ id: name, message, reason = '' }, ...others]) => {
    const more = others.length > 0 ? ` and ${others.length} more` : '';
    return `case ${harmlessLine(name)}${more}\n${harmless(message ?? reason, 1000)}`;
  });
  const says = [
    text,
    ...(implied ? [`implied by ${implied}`] : []),
    ...(doubt === undefined ? [] : [`doubt: ${doubt}`]),
  ];
  return line(level, `${verdict} ${id} (${anchor})`, [...says, ...upTo(3, ways)].join('\n'));
}

const line = (level: Level, title: string, message: string): string =>
  `::${level} title=${inProperty(harmlessLine(title))}::${inMessage(harmless(message))}`;

const inMessage = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const inProperty = (text: string): string =>
  inMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
