/** Prints a result for someone with ten seconds: gaps first, then the failures in full, and the verdict last. */
import { minuteText } from '../../schemas/duration.ts';
import { amountsText, sumInCents, type Money } from '../../schemas/records/money.ts';
import { counted, upTo } from '../../schemas/counted.ts';
import { isAbsolute } from 'node:path';
import { areaOf } from '../../contract/statements.ts';
import { reportNames } from '../../harness/output/folder.ts';
import { harmlessIn, harmlessLine } from '../../harness/output/sanitize.ts';
import { group } from '../../schemas/group.ts';
import { asWord } from '../../schemas/records/curl.ts';
import { leftBehindLines } from '../../schemas/records/log-entry.ts';
import { longestCommand } from '../../schemas/records/repeating.ts';
import type {
  ConformanceResult,
  RecordingResult,
  RequirementResult,
  RunVerdict,
  Verdict,
} from '../../schemas/records/result.ts';
import { routeById } from '../../schemas/routes.ts';
import {
  countStates,
  coverageLine,
  discoveredFor,
  failuresOf,
  gapsOf,
  howToAccept,
  isSelected,
  needsBaseline,
  repeatingCommand,
  showsFeatures,
  stateText,
  streakTexts,
  waivedIn,
  waiverText,
  warningsOf,
  type Alike,
  type Failure,
  type Gap,
  type State,
} from '../summary/requirements.ts';
import { baselineFile } from '../files.ts';
import { baselineNotes, unacceptedWarnings } from '../result/baseline.ts';
import { indent, paint, wrapped, type Style } from './screen.ts';

/** Limits for lists. The other reports contain the rest. */
const most = {
  reasons: 8,
  gaps: 5,
  failed: 6,
  whole: 20,
  groups: 3,
  cases: 20,
};
/** Limits the length of texts from a target. */
const longest = 2000;

/** Returns areas, gaps and counts. Failures in full and the verdict come last, where the eye goes first. */
export function summary(whole: ConformanceResult, out: string): string {
  // A command that is pasted needs its settings whole.
  const given = harmlessIn(whole.given ?? {}, longestCommand);
  const result = { ...harmlessIn({ ...whole, exchanges: {}, texts: {} }, longest), given };
  const { verdict, reasons = [], requirements } = result;
  const failed = requirements.filter(each => each.verdict === 'failed' && !each.waived);
  const ids = failed.map(({ id }) => id);
  const warnings = warningsOf(result).map(({ requirement }) => requirement.id);
  const unaccepted = unacceptedWarnings(requirements, result.profile);
  // The first reason is the verdict of an incomplete run. The reason of a failed run is its failures.
  const [first, others] =
    verdict === 'incomplete' ? [reasons[0], reasons.slice(1)] : [undefined, reasons];
  return [
    ...areaLines(result),
    ...openLines(result),
    '',
    ...countLines(result),
    ...failureLines(result),
    ...(failed.length > 0 && result.target.origin === 'configured' ? ['', keysHint(result)] : []),
    '',
    `${paint('bold', paint(verdictStyles[verdict], verdict.toUpperCase()))}  ${first ?? coverageLine(result)}`,
    ...(first === undefined ? [] : [`  ${coverageLine(result)}`]),
    ...(ids.length > 0 ? [`  failed: ${upTo(most.failed, ids).join(', ')}`] : []),
    ...(warnings.length > 0 ? [`  warnings: ${upTo(most.failed, warnings).join(', ')}`] : []),
    ...(unaccepted.length > 0 ? [`  ${howToAccept}`] : []),
    ...upTo(most.reasons, others).map(reason => indent(reason, '  ')),
    ...baselineNotes(result).map(note => `  ${note}`),
    ...whereBaseline(result),
    `  target: ${result.target.baseUrl}, in ${(result.durationMs / 1000).toFixed(1)} s`,
    ...fileLines(result, out),
    '',
  ].join('\n');
}

/** Says that there was no baseline, because a run reads only the baseline in its current folder. */
const whereBaseline = (result: ConformanceResult): string[] =>
  result.verdict === 'passed' && needsBaseline(result)
    ? [`  no ${baselineFile} in this folder: ./gv baseline writes it after a good run`]
    : [];

const keysHint = ({
  given: { GV_ENV_FILE: settings = '.env' } = {},
}: ConformanceResult): string => {
  const path = isAbsolute(settings) ? settings : `./${settings}`;
  return paint(
    'dim',
    `to set the keys of these commands in a shell: set -a; . ${asWord(path)}; set +a`,
  );
};

const verdictStyles: Readonly<Record<RunVerdict, Style>> = {
  conformant: 'green',
  passed: 'green',
  'non-conformant': 'red',
  'wrong-waiver': 'yellow',
  incomplete: 'yellow',
  error: 'magenta',
};

const styles: Readonly<Record<State, Style>> = {
  failed: 'red',
  error: 'magenta',
  warning: 'yellow',
  waived: 'yellow',
  passed: 'green',
  'not-exercised': 'yellow',
  'not-applicable': 'dim',
  'not-selected': 'dim',
};

/** Returns a line for each area with a failure, an error or a warning. Counts as the verdict does. */
export const areaLines = ({ requirements }: Pick<ConformanceResult, 'requirements'>): string[] =>
  [...group(requirements.filter(isSelected), ({ id }) => areaOf(id))]
    .filter(([, own]) => own.some(({ verdict }) => isProblem(verdict)))
    .map(([area, own]) => `  ${area.padEnd(14)}${countsOf(own)}`);

const isProblem = (verdict: Verdict): boolean => ['failed', 'error', 'warning'].includes(verdict);

const countsOf = (requirements: readonly RequirementResult[]): string =>
  countStates(requirements)
    .map(({ state, count }) => paint(styles[state], stateText(state, count)))
    .join(', ');

/** Returns a title with its lines, or nothing if there are no lines. */
const section = (title: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? ['', title, ...lines] : [];

/** Lists gaps by reason, and suspect settings. */
function openLines(result: ConformanceResult): string[] {
  const gaps = gapsOf(result);
  const undemanded = showsFeatures(result) ? ', and not demanded' : '';
  const titled = (title: string, own: readonly Gap[]) =>
    section(`${title}${undemanded}:`, gapLines(own));
  return [
    ...titled(
      'Planned, and not shown',
      gaps.filter(({ planned }) => planned),
    ),
    ...titled(
      'Not exercised',
      gaps.filter(({ planned }) => !planned),
    ),
    ...section(
      'Settings worth a look:',
      result.doubts.map(each => `  ${each}`),
    ),
  ];
}

const gapLines = (gaps: readonly Gap[]): string[] => [
  ...gaps.slice(0, most.gaps).map(({ reason, requirements: [first = '', ...others] }) => {
    const ids = others.length === 0 ? first : `${others.length + 1} requirements`;
    return `  ${reason} ${paint('dim', `(${ids})`)}`;
  }),
  ...(gaps.length > most.gaps ? [`  and ${gaps.length - most.gaps} more: see index.html`] : []),
];

/** Formats a name with its value. Further lines without a name stand below it. */
const fact = (name: string, value: string): string => `  ${name.padEnd(14)}${value}`;

/** Counts unusual observations, requests and money, and lists what remains on the target. */
function countLines(result: ConformanceResult): string[] {
  const { observations, spend, spentEarlier = {}, left = [] } = result;
  const marked = observations.filter(each => each.marked).length;
  const earlier = amountsText(spentEarlier);
  const own = amountsText(spend) || (earlier && 'nothing');
  const others = earlier && `; earlier runs in 24 hours ${earlier} (./gv ledger)`;
  return [
    ...(marked > 0
      ? [fact('observations', `${marked} of ${observations.length} worth a look`)]
      : []),
    ...(result.recording ? [] : [fact('requests', requestsText(result))]),
    ...(own ? [fact('spent', `${own}${countedText(result)}${others}`)] : []),
    ...leftBehindLines(left).map((line, at) =>
      fact(at === 0 ? 'left behind' : '', harmlessLine(line, longest)),
    ),
  ];
}

/** Says how much of GV_MAX_SPEND the run used up, what is left, and when that is enough for such a run. */
function countedText({ counted, replay, startedAt, durationMs }: ConformanceResult): string {
  if (!counted) return '';
  const limits = replay?.settings['GV_MAX_SPEND'] as Money | undefined;
  const amounts = Object.entries(counted.money).map(
    ([currency, value]) =>
      `${amountsText(sumInCents([{ [currency]: value }]))} of ${limits?.[currency] ?? 'no limit'}`,
  );
  if (amounts.length === 0) return '';
  const { room, roomAt } = counted;
  const at = Date.parse(roomAt ?? '');
  const enough =
    roomAt === undefined
      ? 'not enough for another such run'
      : at <= Date.parse(startedAt) + durationMs
        ? 'enough for another such run'
        : `not enough for another such run before ${minuteText(at)}`;
  const left = room === undefined ? '' : `${amountsText(sumInCents([room]))} left, `;
  return `, counted ${amounts.join(', ')}, rejected purchases included: ${left}${enough}`;
}

function requestsText({ requests, limiters }: ConformanceResult): string {
  const { sent, limited, generated } = requests;
  const included = [
    `${counted(generated, 'payload')} at bounds`,
    ...(limited > 0 ? [`${limited} rate limited and retried`] : []),
  ];
  const ofProbes = limiters.reduce((sum, each) => sum + ('skipped' in each ? 0 : each.requests), 0);
  const probes = ofProbes > 0 ? `, and ${ofProbes} to measure the limiters` : '';
  return `${sent} (${included.join(', ')})${probes}`;
}

/**
 * Prints each failure once with all its places, and the same errors of several requirements once. Warnings follow. Failures beyond a limit
 * are a list, and waived failures come last.
 */
function failureLines(
  result: Pick<
    ConformanceResult,
    'requirements' | 'discovered' | 'recording' | 'given' | 'streaks'
  >,
): string[] {
  const waived = waivedIn(result);
  const all = [...failuresOf(result), ...warningsOf(result)];
  const shown = all.filter(each => each.sameErrorAs === undefined);
  const listed = shown.slice(most.whole);
  return [
    ...shown
      .slice(0, most.whole)
      .flatMap(failure => [
        ...inFull(failure, [...streakTexts(failure, result), ...discoveredFor(failure, result)]),
        ...sameErrors(failure, all),
        ...(result.recording
          ? []
          : [paint('dim', `  repeat: ${repeatingCommand(failure.requirement.id, result)}`)]),
      ]),
    ...section(
      `${counted(listed.length, 'more requirement')}, which index.html has in full:`,
      listed.map(failure => inShort(failure, all)),
    ),
    ...(waived.length > 0 ? [''] : []),
    ...waived.map(({ id, anchor, verdict, waived: waiver }) =>
      paint(
        'yellow',
        `waived ${verdict === 'warning' ? 'warning' : 'failure'} ${id} (${anchor}) ${waiverText(waiver)}`,
      ),
    ),
  ];
}

/** Returns a line for a failure, with the number of requirements that ended with the same error. */
function inShort({ requirement, verdict }: Failure, all: readonly Failure[]): string {
  const { id, anchor, text } = requirement;
  const others = all.filter(({ sameErrorAs }) => sameErrorAs === id).length;
  const more =
    others === 0 ? '' : paint('dim', `, and ${counted(others, 'requirement')} with the same error`);
  return `  ${paint(styles[verdict], verdict)} ${paint('bold', id)} (${anchor}) ${text}${more}`;
}

function inFull(
  { requirement, verdict, doubt, groups }: Failure,
  notes: readonly string[],
): string[] {
  const { id, anchor, text, implied } = requirement;
  const left = groups.slice(most.groups);
  const cases = left.flat().length;
  return [
    '',
    `${paint(styles[verdict], verdict)} ${paint('bold', id)} (${anchor}) ${text}`,
    ...(implied ? [`  ${paint('dim', `implied by ${implied}`)}`] : []),
    ...doubtLines(doubt),
    ...notes.map(line => `  ${line}`),
    ...groups.slice(0, most.groups).flatMap(groupLines),
    ...(left.length > 0
      ? [`  and in ${counted(left.length, 'other way')}, in ${counted(cases, 'case')}`]
      : []),
  ];
}

const doubtLines = (doubt: string | undefined): string[] =>
  doubt === undefined ? [] : [`  doubt: ${doubt}`];

/** Lists the requirements that ended with the same error. */
function sameErrors({ requirement }: Failure, all: readonly Failure[]): string[] {
  const ids = all
    .filter(({ sameErrorAs }) => sameErrorAs === requirement.id)
    .map(each => each.requirement.id);
  return ids.length > 0
    ? [`  with the same error, ${counted(ids.length, 'requirement')}:`, wrapped(ids, '    ')]
    : [];
}

function groupLines(cases: Alike): string[] {
  const [example] = cases;
  const ids = cases.map(({ id }) => id);
  const detail = indent(example.message ?? example.reason ?? '', '    ');
  if (ids.length === 1) return [`  case ${example.id}`, detail];
  const where = ids.every(routeById) ? `on ${ids.length} routes` : `in ${ids.length} cases`;
  return [`  ${where}:`, wrapped(upTo(most.cases, ids), '    '), '  the first:', detail];
}

/** Lists the files for people, then the files for programs. Each line includes the folder, so that it can be copied. */
function fileLines({ recording }: ConformanceResult, out: string): string[] {
  const [page, ...others] = reportNames;
  const own = [
    page,
    'conformance.json',
    'exchanges.jsonl',
    ...(recording ? [] : ['html/index.html']),
  ];
  return [`  results: ${out}/${own.join(', ')}`, `  reports: ${out}/${others.join(', ')}`];
}

const row = (name: string, value: string | number) => `  ${name.padEnd(18)}${value}`;

/** Formats counts as rows, with the name in the first row only. */
const rows = (name: string, counts: Readonly<Record<string, number>>): string[] =>
  Object.entries(counts).map(([what, count], at) =>
    row(at === 0 ? name : '', `${String(count).padEnd(5)} ${what}`),
  );

/** Lists the entries read, judged and left out (with reasons), bodies that were not recorded, and keys by role. */
export function recordingLines(recording: RecordingResult): string[] {
  const { file, program, entries, judged, leftOut, unrecorded, keys } = harmlessIn(recording, 300);
  return [
    `${file}, written by ${program}`,
    row('entries', entries),
    row('judged', judged),
    ...rows('left out', leftOut),
    ...rows('not recorded', unrecorded),
    ...rows('keys', keys),
    '',
  ];
}
