/** @jsxRuntime automatic @jsxImportSource preact */
/** Finds the judged value in a response, and renders the record that has it. */
import type { ComponentChildren } from 'preact';
import { bodyOf, isObject, type Exchange } from '../../../schemas/records/exchange.ts';
import type { CaseResult } from '../../../schemas/records/result.ts';
import { longestBody, visible } from './marks.tsx';

type Path = readonly (string | number)[];

interface Found {
  /** Innermost item of a list that has the value, or else the whole body. */
  readonly record: unknown;
  /** Place of the value in the record. Absent if the record lacks the value. */
  readonly path?: Path;
}

interface Leaf extends Required<Found> {
  readonly value: unknown;
}

/** Yields the texts, numbers and other plain values inside a body. */
function* leavesOf(value: unknown, record: unknown = value, path: Path = []): Generator<Leaf> {
  if (Array.isArray(value))
    for (const [at, item] of value.entries())
      yield* isObject(item) ? leavesOf(item, item) : leavesOf(item, record, [...path, at]);
  else if (isObject(value))
    for (const [name, member] of Object.entries(value))
      yield* leavesOf(member, record, [...path, name]);
  else yield { record, path, value };
}

/** Shortest text that identifies a record. A shorter text, like a currency, is in many records. */
const shortestId = 4;

/**
 * Returns the value that a case judged, or the record that it names. Several records may have the same value. The words of the case then
 * name the field, and the id or the code of the record.
 */
export function findJudged(
  body: unknown,
  { judged = '', actual }: Pick<CaseResult, 'judged' | 'actual'>,
): Found | undefined {
  const leaves = [...leavesOf(body)];
  const named = new Set(
    leaves
      .filter(
        ({ value }) =>
          typeof value === 'string' && value.length >= shortestId && judged.includes(value),
      )
      .map(({ record }) => record),
  );
  const isOfField = ({ path }: Leaf) =>
    path.some(name => typeof name === 'string' && judged.includes(name));
  const equal = leaves.filter(({ value }) => value === actual && value !== undefined);
  const rank = (leaf: Leaf) => (named.has(leaf.record) ? 2 : 0) + (isOfField(leaf) ? 1 : 0);
  const most = equal.reduce((highest, leaf) => Math.max(highest, rank(leaf)), 0);
  const [best, ...others] = equal.filter(leaf => rank(leaf) === most);
  if (best && others.every(({ record }) => record === best.record)) return best;
  const [record] = named;
  return named.size === 1 ? { record } : undefined;
}

/** Renders the record of the judged value, with the value marked. */
export function JudgedRecord({
  exchanges,
  one,
}: {
  exchanges: readonly Exchange[];
  one: CaseResult;
}) {
  const [found] = exchanges.flatMap(each => findJudged(bodyOf(each), one) ?? []);
  if (!found || (JSON.stringify(found.record)?.length ?? 0) > longestBody) return null;
  return <pre class="judged">{jsonOf(found.record, found.path)}</pre>;
}

/** Returns indented JSON, with the value at a path marked. */
function jsonOf(value: unknown, path: Path | undefined, depth = 0): ComponentChildren {
  const isMarked = path?.length === 0;
  if (typeof value !== 'object' || value === null) {
    const text = visible(JSON.stringify(value));
    return isMarked ? <mark>{text}</mark> : text;
  }
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const members = Object.entries(value);
  if (members.length === 0) return `${open}${close}`;
  const [first, ...rest] = path ?? [];
  const line = `\n${'\t'.repeat(depth + 1)}`;
  return (
    <>
      {open}
      {members.map(([name, member], at) => (
        <>
          {`${at === 0 ? '' : ','}${line}${Array.isArray(value) ? '' : `${visible(JSON.stringify(name))}: `}`}
          {jsonOf(member, path && String(first) === name ? rest : undefined, depth + 1)}
        </>
      ))}
      {`\n${'\t'.repeat(depth)}${close}`}
    </>
  );
}
