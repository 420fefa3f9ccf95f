/** The result for a person with ten seconds. */
import { areaOf } from '../../contract/statements.ts';
import type {
  ConformanceResult,
  RequirementResult,
  RunVerdict,
  RecordingResult,
  Verdict,
} from '../../schemas/records/result.ts';
import { leftBehindLines } from '../../schemas/records/left-behind.ts';
import { reportNames } from '../../fixtures/output/folder.ts';
import { beginning, harmlessIn, harmlessLine } from '../../fixtures/output/sanitize.ts';
import { coverageLine, isSelected, partText, shownInPart, gapsOf } from '../summary/coverage.ts';
import { group } from '../summary/statistics.ts';
import { failureLines } from './failures.ts';
import { indent, paint, upTo, wrapped, type Style } from './screen.ts';
import { driverNames } from '../../schemas/records/limiter.ts';
import { routes } from '../../schemas/routes.ts';

const shown: readonly [Verdict | 'waived', Style, string][] = [
  ['passed', 'green', 'passed'],
  ['failed', 'red', 'failed'],
  ['waived', 'yellow', 'waived'],
  ['error', 'magenta', 'error'],
  ['not-exercised', 'yellow', 'not exercised'],
  ['not-applicable', 'dim', 'not applicable'],
];

/** One line for all areas in which everything passed, and one for each of the others; counted as the verdict counts. */
export function areaLines({ requirements }: Pick<ConformanceResult, 'requirements'>): string[] {
  const areas = group(requirements.filter(isSelected), ({ id }) => areaOf(id));
  const isGreen = (own: readonly RequirementResult[]) =>
    own.every(({ verdict }) => verdict === 'passed');
  const passed = [...areas].filter(([, own]) => isGreen(own)).map(([area]) => area);
  return [
    ...(passed.length > 0 ? [`  passed: ${wrapped(passed, '          ').trimStart()}`] : []),
    ...[...areas]
      .filter(([, own]) => !isGreen(own))
      .map(([area, own]) => `  ${area.padEnd(14)}${countsOf(own)}`),
  ];
}

function countsOf(requirements: readonly RequirementResult[]): string {
  const states = requirements.map(({ verdict, waived }) => (waived ? 'waived' : verdict));
  return shown
    .flatMap(([state, style, label]) => {
      const count = states.filter(each => each === state).length;
      return count > 0 ? [paint(style, `${count} ${label}`)] : [];
    })
    .join(', ');
}

const verdictStyles: Readonly<Record<RunVerdict, Style>> = {
  conformant: 'green',
  passed: 'green',
  'non-conformant': 'red',
  'wrong-waiver': 'yellow',
  incomplete: 'yellow',
  error: 'magenta',
};

/** Reasons of gaps that are printed; the page has all. */
const mostGaps = 5;

/** Returns what was not exercised, by reason: each remedy is shown once, that of the most requirements first. */
function gaps(result: ConformanceResult): string[] {
  const found = gapsOf(result);
  if (found.length === 0) return [];
  return [
    '',
    'Not exercised:',
    ...found.slice(0, mostGaps).map(({ reason, requirements }) => {
      const [first = ''] = requirements;
      const ids = requirements.length === 1 ? first : `${requirements.length} requirements`;
      return `  ${reason} ${paint('dim', `(${ids})`)}`;
    }),
    ...(found.length > mostGaps ? [`  and ${found.length - mostGaps} more: see index.html`] : []),
  ];
}

/** Requirements shown in part that are named; the page has all. */
const mostInPart = 8;

function inPart(result: ConformanceResult): string[] {
  const found = shownInPart(result).map(each => `${each.id} (${partText(each.inPart)})`);
  return found.length === 0 ? [] : ['', 'Shown in part:', wrapped(upTo(mostInPart, found), '  ')];
}

const longest = 60;
const short = (text: string) => (text.length > longest ? `${beginning(text, longest)}…` : text);

/** Returns what was found out in place of settings, and settings that look wrong. */
function findings({ discovered, doubts }: ConformanceResult): string[] {
  const found = discovered.filter(({ value }) => value !== undefined);
  const items = found.map(
    ({ name, value }) =>
      `${name}=${short(typeof value === 'string' ? value : JSON.stringify(value))}`,
  );
  return [
    ...(items.length > 0
      ? ['', 'Found out in place of settings that are not there:', wrapped(items, '  ')]
      : []),
    ...(doubts.length > 0
      ? ['', 'Settings worth a look:', ...doubts.map(each => `  ${each}`)]
      : []),
  ];
}

/** Lists the files for people and those for other programs; each line names the folder, to be copied. */
function fileLines({ shard, recording }: ConformanceResult, out: string): string[] {
  const [page, ...others] = reportNames;
  const runner = shard ? ['blob/report.zip'] : ['html/index.html'];
  const own = [page, 'conformance.json', 'exchanges.jsonl', ...(recording ? [] : runner)];
  return [`  results: ${out}/${own.join(', ')}`, `  reports: ${out}/${others.join(', ')}`];
}

/** Lists the money that the run and earlier runs spent, and what stays with the target. */
function moneyLines({ spend, spentEarlier = {}, left = [] }: ConformanceResult): string[] {
  const text = (money: ConformanceResult['spend']) =>
    Object.entries(money)
      .map(([currency, value]) => `${value} ${currency}`)
      .join(', ');
  const earlier = text(spentEarlier);
  const own = text(spend) || (earlier && 'nothing');
  const others = earlier && `; earlier runs in 24 hours ${earlier} (./gv ledger)`;
  return [
    ...(own ? [`  ${'spent'.padEnd(14)}${own}${others}`] : []),
    ...leftBehindLines(left).map(
      (line, at) =>
        `  ${(at === 0 ? 'left behind' : '').padEnd(14)}${harmlessLine(line, longestText)}`,
    ),
  ];
}

/** Of what a target sent. */
const longestText = 2000;

/** Reasons of the verdict that are printed. */
const most = 8;

/** Areas, gaps by reason, counts; last, where a person looks first, the failures in full and the verdict. */
export function summary(given: ConformanceResult, out: string): string {
  const result = harmlessIn({ ...given, exchanges: {}, texts: {} }, longestText);
  const { observations, requests, verdict, reasons = [] } = result;
  const marked = observations.filter(each => each.marked).length;
  const observationLine =
    observations.length === 0
      ? []
      : [
          `  ${'observations'.padEnd(14)}${observations.length}${marked > 0 ? `, ${marked} worth a look` : ''}`,
        ];
  return [
    ...areaLines(result),
    ...gaps(result),
    ...inPart(result),
    ...findings(result),
    '',
    ...observationLine,
    ...(result.recording ? [] : requestLines(requests)),
    ...limiterLine(result),
    ...moneyLines(result),
    ...failureLines(result),
    '',
    `${paint('bold', paint(verdictStyles[verdict], verdict.toUpperCase()))}  ${coverageLine(result)}`,
    ...failedLine(result),
    ...upTo(most, reasons).map(reason => indent(reason, '  ')),
    `  target: ${result.target.baseUrl}, in ${(result.durationMs / 1000).toFixed(1)} s`,
    ...fileLines(result, out),
    '',
  ].join('\n');
}

/** Names the requirements that failed beside the verdict. */
function failedLine({ requirements }: ConformanceResult): string[] {
  const failed = requirements.filter(each => each.verdict === 'failed' && !each.waived);
  const ids = upTo(
    mostCounts,
    failed.map(({ id }) => id),
  );
  return ids.length > 0 ? [`  failed: ${ids.join(', ')}`] : [];
}

const mostCounts = 6;

const limiterOf = new Map(routes.all.map(({ id, limiter }) => [id, limiter]));

/** In total, by the limiter that counts them, by the key that they carried. */
function requestLines(requests: ConformanceResult['requests']): string[] {
  const { sent, limited, generated, probes, byRoute } = requests;
  const byLimiter = new Map<string, number>();
  const byKey = new Map<string, number>();
  for (const [id, keys] of Object.entries(byRoute))
    for (const [key, count] of Object.entries(keys)) {
      const limiter = limiterOf.get(id) ?? 'not rate limited';
      byLimiter.set(limiter, (byLimiter.get(limiter) ?? 0) + count);
      byKey.set(key, (byKey.get(key) ?? 0) + count);
    }
  const list = (counted: ReadonlyMap<string, number>) =>
    upTo(
      mostCounts,
      [...counted].toSorted(([, a], [, b]) => b - a).map(([name, count]) => `${name} ${count}`),
    ).join(', ');
  const included = [
    `${generated} payloads at bounds`,
    ...(probes > 0 ? [`${probes} by limiter checks`] : []),
    ...(limited > 0 ? [`${limited} rate limited and retried`] : []),
  ];
  const indent = ''.padEnd(14);
  return [
    `  ${'requests'.padEnd(14)}${sent} (${included.join(', ')}), excluding limiter measurements`,
    ...(sent > 0 ? [`  ${indent}by limiter: ${list(byLimiter)}`] : []),
    ...(sent > 0 ? [`  ${indent}by key: ${list(byKey)}`] : []),
  ];
}

/** Requests of the probes of limiters, and what sent them. */
function limiterLine({ limiters }: ConformanceResult): string[] {
  const probed = limiters.flatMap(each => ('skipped' in each ? [] : [each]));
  const [first] = probed;
  if (!first) return [];
  const counts = probed.map(({ name, requests }) => `${name} ${requests}`).join(', ');
  return [`  ${'limiters'.padEnd(14)}measured by ${driverNames[first.driver]}: requests ${counts}`];
}

const row = (name: string, value: string | number) => `  ${name.padEnd(18)}${value}`;

/** One row a name, the name in the first row only. */
const rows = (name: string, counts: Readonly<Record<string, number>>): string[] =>
  Object.entries(counts).map(([what, count], at) =>
    row(at === 0 ? name : '', `${String(count).padEnd(5)} ${what}`),
  );

/** Entries read, judged, left out by reason; bodies that were not recorded; keys by role. */
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
