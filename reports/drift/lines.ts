/** Prints what changed between two results, for a terminal. */
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { group } from '../summary/statistics.ts';
import { harmlessLine } from '../../fixtures/output/sanitize.ts';
import { paint, wrapped } from '../terminal/paint.ts';
import { headlineOf, nameOf, type Change, type Drift, kindTitles } from './change.ts';

export function driftLines(drift: Drift): string[] {
  const { before, after, changes } = drift;
  const { title, counts } = headlineOf(drift);
  const name = ({ target, startedAt }: ConformanceResult) =>
    harmlessLine(`${target.baseUrl} at ${startedAt}`);
  return [
    `from ${name(before)}`,
    `to   ${name(after)}`,
    ...[...group(changes.map(inOneLine), ({ kind }) => kind)].flatMap(([kind, own]) => [
      '',
      paint('bold', kindTitles[kind] + (kind === 'field' ? ': gone -> new' : '')),
      ...linesOf(own),
    ]),
    '',
    `${title.toLowerCase()}: ${counts}`,
  ];
}

/** Of what a target sent. */
const longest = 1000;

function inOneLine(change: Change): Change {
  const line = (text: string) => harmlessLine(text, longest);
  return {
    ...change,
    about: line(nameOf(change)),
    before: line(change.before),
    after: line(change.after),
  };
}

const howOf = ({ before, after }: Change): string => `${before} -> ${after}`;

/** Those of one kind: what got worse each on a line, the others together where they changed alike. */
function linesOf(changes: readonly Change[]): string[] {
  const others = group(
    changes.filter(({ worse }) => !worse),
    howOf,
  );
  return [
    ...changes
      .filter(({ worse }) => worse)
      .map(each => `  ${paint('red', `${each.about}: ${howOf(each)}`)}`),
    ...[...others].flatMap(([how, own]) =>
      own.length === 1
        ? [`  ${own[0].about}: ${how}`]
        : [
            `  ${how}`,
            wrapped(
              own.map(({ about }) => about),
              '    ',
            ),
          ],
    ),
  ];
}
