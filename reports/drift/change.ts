/** Describes the changes between two results in words and as lines of a terminal. */
import { counted } from '../../schemas/counted.ts';
import { group } from '../../schemas/group.ts';
import {
  isSameTarget,
  type ConformanceResult,
  type Verdict,
} from '../../schemas/records/result.ts';
import { coverage, isSelected } from '../summary/requirements.ts';
import { harmlessLine } from '../../harness/output/sanitize.ts';
import { paint, wrapped } from '../terminal/screen.ts';

/** Describes a change between two results. */
export interface Change {
  readonly kind: 'verdict' | 'observation' | 'limiter' | 'latency' | 'field';
  /** Id of a requirement or an observation, name and property of a limiter, or id of a route. */
  readonly about: string;
  /** Case of a requirement whose own verdict is unchanged. */
  readonly case?: string;
  /** Clause, with the text of the statement or the observation. */
  readonly anchor?: string;
  readonly text?: string;
  /** Clauses that imply a requirement which no clause states, and how. */
  readonly implied?: string;
  readonly before: string;
  readonly after: string;
  /** Verdict of the later run, if a verdict changed. */
  readonly verdict?: Verdict | 'waived';
  /** True if a verdict got worse. */
  readonly worse?: true;
  /** True if the earlier run showed the requirement, and the later run did not exercise it. */
  readonly lost?: true;
}

/** Shown if one side has no values or fields that the other side lacks. */
export const nothing = { observation: 'nothing else', field: 'none' } as const;

/** Returns a name like `wallet.fields`, `wallet.fields / GET /wallet`, `catalog: limit` or `GET /wallet 200`. */
export const nameOf = ({ about, case: one }: Change): string =>
  one === undefined ? about : `${about} / ${one}`;

export interface Drift {
  readonly before: ConformanceResult;
  readonly after: ConformanceResult;
  readonly changes: readonly Change[];
}

export const kindTitles: Readonly<Record<Change['kind'], string>> = {
  verdict: 'Verdicts',
  observation: 'What the spec leaves open',
  limiter: 'Limiters',
  latency: 'Latency',
  field: 'Fields of responses',
};

/** Returns true if a run shows any part of the contract. */
export const judged = (result: ConformanceResult): boolean => coverage(result).shown > 0;

type Fact = readonly [name: string, of: (result: ConformanceResult) => string];

const facts: readonly Fact[] = [
  ['target', ({ target }) => target.baseUrl],
  ['when', ({ startedAt }) => moment(startedAt)],
  ['verdict', ({ verdict }) => verdict],
  [
    'requirements shown',
    result => (judged(result) ? `${coverage(result).shown} of ${coverage(result).of}` : 'none'),
  ],
  ['profile', ({ profile }) => profile],
  ['suite', ({ suite }) => suite.version],
];

/** Formats a time: `2026-01-05 09:00:00 UTC`. */
export const moment = (startedAt: string): string =>
  startedAt.replace('T', ' ').replace(/(?:\.\d+)?Z$/, ' UTC');

/** Returns facts as name, value in the first result, and value in the second. */
export const factsOf = ({ before, after }: Drift): (readonly [string, string, string])[] =>
  facts.map(([name, of]) => [name, of(before), of(after)]);

/** Returns remarks that limit the comparison. */
export function remarksOf({ before, after }: Drift): string[] {
  const [then, now] = [before, after].map(
    ({ requirements }) => new Set(requirements.filter(isSelected).map(({ id }) => id)),
  ) as [Set<string>, Set<string>];
  const once =
    [...then].filter(id => !now.has(id)).length + [...now].filter(id => !then.has(id)).length;
  const remarks: readonly (readonly [boolean, string])[] = [
    [once > 0, `Requirements that only one of the runs selected are not compared: ${once}.`],
    [
      before.suite.version !== after.suite.version,
      'Two versions of the suite: a verdict may have changed because its check did.',
    ],
    [
      !isSameTarget(before.target, after.target),
      'The results are of two targets: what changed may be a difference between them.',
    ],
    [
      Date.parse(after.startedAt) < Date.parse(before.startedAt),
      'The second result is older than the first.',
    ],
  ];
  return remarks.flatMap(([holds, text]) => (holds ? [text] : []));
}

/** Returns a title like `Got worse`, and counts like `2 of 7 changes`. */
export function headlineOf({ before, after, changes }: Drift): {
  readonly title: string;
  readonly counts: string;
} {
  const worse = changes.filter(each => each.worse).length;
  const lost = changes.filter(each => each.lost).length;
  const all = counted(changes.length, 'change');
  const unshown = lost > 0 ? `; ${counted(lost, 'requirement')} no longer shown` : '';
  if (changes.length === 0 && !(judged(before) && judged(after)))
    return {
      title: 'Not judged',
      counts: 'one of the runs judged nothing: there is nothing to compare',
    };
  if (changes.length === 0) return { title: 'No drift', counts: 'nothing changed' };
  if (worse === 0) return { title: 'Changed', counts: `${all}, none for the worse${unshown}` };
  return { title: 'Got worse', counts: `${worse} of ${all} for the worse${unshown}` };
}

export function driftLines(drift: Drift): string[] {
  const { before, after, changes } = drift;
  const { title, counts } = headlineOf(drift);
  const name = ({ target, startedAt }: ConformanceResult) =>
    harmlessLine(`${target.baseUrl} at ${startedAt}`);
  return [
    `from ${name(before)}`,
    `to   ${name(after)}`,
    ...remarksOf(drift),
    ...[...group(changes.map(inOneLine), ({ kind }) => kind)].flatMap(([kind, own]) => [
      '',
      paint('bold', kindTitles[kind] + (kind === 'field' ? ': gone -> new' : '')),
      ...linesOf(own),
    ]),
    '',
    `${title.toLowerCase()}: ${counts}`,
  ];
}

/** Limits the length of a text from a target. */
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

/** Formats changes of one kind: changes for the worse on separate lines, the rest grouped by values. */
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
