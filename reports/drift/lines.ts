/** What changed between two results, for a terminal. */
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { paint, wrapped } from '../terminal/paint.ts';
import type { Change } from './compare.ts';

const titles: Readonly<Record<Change['kind'], string>> = {
  verdict: 'Verdicts',
  observation: 'What the spec leaves open',
  limiter: 'Limiters',
  latency: 'Latency',
  field: 'Fields of responses: gone -> new',
};

export function driftLines(
  before: ConformanceResult,
  after: ConformanceResult,
  changes: readonly Change[],
): string[] {
  const kinds = [...new Set(changes.map(({ kind }) => kind))];
  const worse = changes.filter(each => each.worse).length;
  const name = ({ target, startedAt }: ConformanceResult) => `${target.baseUrl} at ${startedAt}`;
  return [
    `from ${name(before)}`,
    `to   ${name(after)}`,
    ...kinds.flatMap(kind => [
      '',
      paint('bold', titles[kind]),
      ...linesOf(changes.filter(each => each.kind === kind)),
    ]),
    '',
    changes.length === 0
      ? 'no drift'
      : `${changes.length} ${changes.length === 1 ? 'change' : 'changes'}, ${worse} for the worse`,
  ];
}

/** Those of one kind: what got worse each on a line, the others together where they changed alike. */
function linesOf(changes: readonly Change[]): string[] {
  const groups = new Map<string, Change[]>();
  for (const change of changes.filter(({ worse }) => !worse)) {
    const how = `${change.before} -> ${change.after}`;
    groups.set(how, [...(groups.get(how) ?? []), change]);
  }
  return [
    ...changes
      .filter(({ worse }) => worse)
      .map(({ about, before, after }) => paint('red', `  ${about}: ${before} -> ${after}`)),
    ...[...groups].flatMap(([how, [only, ...more]]) =>
      more.length === 0
        ? [`  ${only!.about}: ${how}`]
        : [
            `  ${how}`,
            wrapped(
              [only!, ...more].map(({ about }) => about),
              '    ',
            ),
          ],
    ),
  ];
}
