/** Renders a drift as a screen or two of Markdown for the summary of a CI step. */
import {
  andMore,
  code,
  heading,
  joined,
  type Markdown,
  paragraph,
  strong,
  table,
  text,
  toText,
} from '../formats/markdown-writer.ts';
import { describeWay } from '../formats/markdown.ts';
import {
  nameOf,
  type Change,
  factsOf,
  headlineOf,
  kindTitles,
  remarksOf,
  type Drift,
} from './change.ts';
import { group } from '../../schemas/group.ts';
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { failuresOf, type Alike, type Failure } from '../summary/requirements.ts';

/** Limits for lists. The two results contain the rest. */
const most = { worse: 8, ways: 3, cases: 20, rows: 20, names: 30 };

export function driftMarkdown(drift: Drift): string {
  const { changes, after } = drift;
  const { title, counts } = headlineOf(drift);
  const worse = worseOf(changes, after);
  const others = group(
    changes.filter(each => !each.worse),
    ({ kind }) => kind,
  );
  return toText([
    heading(2, text(`Gift voucher API, drift: ${title.toLowerCase()}`)),
    paragraph(strong(counts)),
    table(
      [text('result'), text('before'), text('after')],
      ...factsOf(drift).map(([name, was, is]) => [text(name), code(was), code(is)]),
    ),
    ...remarksOf(drift).map(each => paragraph(text(each))),
    ...worse.slice(0, most.worse).flatMap(inFull),
    ...andMore(worse.length - most.worse, 'requirements that got worse'),
    ...[...others].flatMap(([kind, own]) => [heading(3, text(kindTitles[kind])), ...listed(own)]),
  ]);
}

function inFull({ changes, groups, others }: Worse): Markdown[] {
  const [{ about, anchor = '', text: states = '', implied, before, after }] = changes;
  const [verdict = ''] = after.split(':');
  const names = others.map(each => code(each.about));
  return [
    heading(3, text(`${verdict} `), code(about)),
    paragraph(text(`${states} (${anchor}), before: ${before}`)),
    ...(implied ? [paragraph(text(`Implied by ${implied}`))] : []),
    ...groups.slice(0, most.ways).flatMap(each => describeWay(each, '', most.cases)),
    ...andMore(groups.length - most.ways, 'ways in which it failed'),
    ...(groups.length === 0
      ? [paragraph(code(changes.map(nameOf).join(', ')), text(' '), code(after))]
      : []),
    ...(names.length > 0
      ? [paragraph(text('Ended with the same error: '), joined(names, most.names))]
      : []),
  ];
}

/** Lists changes of one kind. Changes with the same values share a row. */
function listed(changes: readonly Change[]): Markdown[] {
  const rows = [...group(changes, ({ before, after }) => `${before}\n${after}`).values()];
  const isField = changes[0]?.kind === 'field';
  return [
    table(
      [text('what'), text(isField ? 'gone' : 'before'), text(isField ? 'new' : 'after')],
      ...rows.slice(0, most.rows).map(own => [named(own), code(own[0].before), code(own[0].after)]),
    ),
    ...andMore(rows.length - most.rows, 'changes'),
  ];
}

/** Names changes with their clauses. A single change also gets its text. */
const named = (changes: readonly Change[]): Markdown =>
  paragraph(
    joined(
      changes.map(each => code([nameOf(each), each.anchor].filter(Boolean).join(' '))),
      most.names,
    ),
    ...(changes.length === 1 && changes[0]?.text ? [text(` ${changes[0].text}`)] : []),
  );

interface Worse {
  /** Changes of one requirement, or of some of its cases. */
  readonly changes: readonly [Change, ...Change[]];
  /** Failures of the requirement now, without cases that failed before. */
  readonly groups: readonly Alike[];
  /** Other changes for the worse, to the same error. */
  readonly others: readonly Change[];
}

export function worseOf(changes: readonly Change[], after: ConformanceResult): Worse[] {
  const worse = group(
    changes.filter(each => each.worse),
    ({ about }) => about,
  );
  const failures = new Map(failuresOf(after).map(each => [each.requirement.id, each]));
  const sameErrorAs = (id: string): string | undefined => {
    const other = failures.get(id)?.sameErrorAs;
    return other !== undefined && worse.has(other) ? other : undefined;
  };
  return [...worse]
    .filter(([id]) => sameErrorAs(id) === undefined)
    .map(([id, own]) => ({
      changes: own,
      groups: groupsOf(own, failures.get(id)),
      others: [...worse].filter(([other]) => sameErrorAs(other) === id).map(([, [first]]) => first),
    }));
}

function groupsOf(changes: readonly Change[], failure: Failure | undefined): Alike[] {
  const names = new Set(changes.flatMap(({ case: name }) => name ?? []));
  return (failure?.groups ?? []).flatMap(cases => {
    const [first, ...rest] = cases.filter(({ id }) => names.size === 0 || names.has(id));
    return first ? [[first, ...rest] as const] : [];
  });
}
