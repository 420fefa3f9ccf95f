/** The result for a person with ten seconds. */
import { styleText } from 'node:util';
import { areaOf } from '../../schemas/requirements/index.ts';
import type {
  ConformanceResult,
  Outcome,
  RunVerdict,
  Verdict,
} from '../../schemas/records/result.ts';
import { unmerged, unselected } from '../result/build-result.ts';
import { requestLines } from './request-lines.ts';

type Style = Parameters<typeof styleText>[0];
const paint = (style: Style, text: string): string =>
  process.stdout.isTTY && !process.env['NO_COLOR'] ? styleText(style, text) : text;

const shown: readonly [Verdict, Style, string][] = [
  ['passed', 'green', 'passed'],
  ['failed', 'red', 'failed'],
  ['error', 'magenta', 'error'],
  ['not-exercised', 'yellow', 'not exercised'],
  ['not-applicable', 'dim', 'not applicable'],
];

/** One line per area, printed when its last check has ended. */
export function areaLine(area: string, outcomes: readonly Pick<Outcome, 'verdict'>[]): string {
  const counts = shown.flatMap(([verdict, style, label]) => {
    const count = outcomes.filter(each => each.verdict === verdict).length;
    return count > 0 ? [paint(style, `${count} ${label}`)] : [];
  });
  return `  ${area.padEnd(14)}${counts.join(', ')}`;
}

const verdictStyles: Readonly<Record<RunVerdict, Style>> = {
  conformant: 'green',
  passed: 'green',
  'non-conformant': 'red',
  incomplete: 'yellow',
  error: 'magenta',
};

const indent = (text: string, by: string) => text.replace(/^/gm, by);

function failures({ requirements }: ConformanceResult): string[] {
  return requirements
    .filter(({ verdict }) => verdict === 'failed' || verdict === 'error')
    .flatMap(({ id, anchor, text, verdict, cases }) => {
      const wrong = cases.filter(each => each.verdict === verdict);
      const style = verdict === 'failed' ? 'red' : 'magenta';
      return [
        '',
        `${paint(style, verdict)} ${paint('bold', id)} (${anchor}) ${text}`,
        ...wrong.map(
          each => `  case ${each.id}\n${indent(each.message ?? each.reason ?? '', '    ')}`,
        ),
      ];
    });
}

/** What was not exercised, by reason: each remedy is shown once. */
function gaps({ requirements }: ConformanceResult): string[] {
  const byReason = new Map<string, string[]>();
  for (const { id, verdict, reason = '' } of requirements)
    if (verdict === 'not-exercised' && reason !== unselected && reason !== unmerged)
      byReason.set(reason, [...(byReason.get(reason) ?? []), id]);
  if (byReason.size === 0) return [];
  return [
    '',
    'Not exercised:',
    ...[...byReason].map(([reason, ids]) => {
      const names =
        ids.length > 4
          ? `${ids.slice(0, 3).join(', ')} and ${ids.length - 3} more`
          : ids.join(', ');
      return `  ${reason}\n    ${paint('dim', names)}`;
    }),
  ];
}

const longest = 100;

/** What was found out in place of settings, and settings that look wrong. */
function findings({ discovered, doubts }: ConformanceResult): string[] {
  const found = discovered.filter(({ value }) => value !== undefined);
  const lines = found.map(({ name, value, how }) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `  ${name}=${text.length > longest ? `${text.slice(0, longest)}…` : text}\n    ${paint('dim', how)}`;
  });
  return [
    ...(lines.length > 0
      ? ['', 'Found out in place of settings that are not there:', ...lines]
      : []),
    ...(doubts.length > 0
      ? ['', 'Settings worth a look:', ...doubts.map(each => `  ${each}`)]
      : []),
  ];
}

/** What else the command of a result writes. */
function filesBeside({ shard, recording }: ConformanceResult): string[] {
  if (recording) return ['exchanges.jsonl'];
  return shard ? ['blob/report.zip'] : ['junit.xml', 'html/index.html'];
}

/** Failures in full, gaps by reason, and the last lines: counts, verdict, and where the results are. */
export function summary(result: ConformanceResult, out: string): string {
  const { requirements, observations, requests, spend, verdict, reasons = [] } = result;
  const areas = new Set(
    requirements.filter(each => each.cases.length > 0).map(each => areaOf(each.id)),
  );
  const marked = observations.filter(each => each.marked).length;
  const money = Object.entries(spend).map(([currency, value]) => `${value} ${currency}`);
  return [
    ...failures(result),
    ...gaps(result),
    ...findings(result),
    '',
    areaLine('all', requirements) + ` (${areas.size} areas)`,
    `  ${'observations'.padEnd(14)}${observations.length}${marked > 0 ? `, ${marked} worth a look` : ''}`,
    ...(result.recording ? [] : requestLines(requests)),
    ...(money.length > 0 ? [`  ${'spent'.padEnd(14)}${money.join(', ')}`] : []),
    '',
    `${paint('bold', paint(verdictStyles[verdict], verdict.toUpperCase()))}  ${result.target.baseUrl} in ${(result.durationMs / 1000).toFixed(1)} s`,
    ...reasons.map(reason => indent(reason, '  ')),
    `  results: ${out}/${['conformance.json', ...filesBeside(result)].join(', ')}`,
    '',
  ].join('\n');
}
