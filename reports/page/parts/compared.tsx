/** @jsxRuntime automatic @jsxImportSource preact */
/** Shows what was judged, what was expected and what came, the difference marked. */
import { asText, asWords, count, short, visible } from './marks.tsx';

const mostItems = 6;
const longestValue = 600;

interface Values {
  readonly judged?: string | undefined;
  readonly expected?: unknown;
  readonly actual?: unknown;
}

export function Compared({ judged, expected, actual }: Values) {
  const [left, right] = difference(textOf(expected), textOf(actual));
  return (
    <dl class="compared">
      {judged !== undefined && (
        <>
          <dt>judged</dt>
          <dd>{visible(short(judged, longestValue))}</dd>
        </>
      )}
      <dt>expected</dt>
      <dd>{isNone(expected) ? <span class="dim">none of these</span> : <Marked parts={left} />}</dd>
      <dt>actual</dt>
      <dd>
        {Array.isArray(actual) && actual.length > 0 ? (
          <Items items={actual} />
        ) : (
          <Marked parts={right} />
        )}
      </dd>
    </dl>
  );
}

const isNone = (value: unknown) => Array.isArray(value) && value.length === 0;
const textOf = (value: unknown) => short(asText(value), longestValue);

const Marked = ({ parts }: { parts: readonly Part[] }) => (
  <>{parts.map(({ text, differs }) => (differs ? <mark>{visible(text)}</mark> : visible(text)))}</>
);

/** A list of what is wrong: the first few, one a line. */
function Items({ items }: { items: readonly unknown[] }) {
  return (
    <ul>
      {items.slice(0, mostItems).map(item => (
        <li>{visible(short(asWords(item), 200))}</li>
      ))}
      {items.length > mostItems && (
        <li class="dim">and {count(items.length - mostItems, 'more', 'more')}</li>
      )}
    </ul>
  );
}

/** Returns the parts of an expected and an actual text, and if they differ. */
interface Part {
  readonly text: string;
  readonly differs: boolean;
}

/** Quoted texts, numbers, and single words: what a difference can consist of. */
const value = /"(?:[^"\\]|\\.)*"|-?\d[\d.:TZ+-]*|\b(?:true|false|null|nothing|undefined)\b/g;

/**
 * A value of one text is marked if the other does not contain it: an expectation is a sentence and what came is JSON, so
 * that all words would differ. Texts without values that differ are compared from both ends.
 */
export function difference(expected: string, actual: string): readonly [Part[], Part[]] {
  const [wanted, came] = [/^status (\d{3})/.exec(expected), /^(\d{3}) /.exec(actual)];
  if (wanted && came && wanted[1] !== came[1])
    return [around(expected, 7, 10), around(actual, 0, 3)];
  const [left, right] = [marked(expected, actual), marked(actual, expected)];
  return [...left, ...right].some(part => part.differs) ? [left, right] : ends(expected, actual);
}

function marked(text: string, other: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const found of text.matchAll(value)) {
    const [token] = found;
    if (isIn(token, other)) continue;
    parts.push(
      { text: text.slice(at, found.index), differs: false },
      { text: token, differs: true },
    );
    at = found.index + token.length;
  }
  return [...parts, { text: text.slice(at), differs: false }].filter(part => part.text !== '');
}

/** A sentence names a field without quotes. */
const isIn = (token: string, other: string): boolean =>
  [...other.matchAll(value)].some(([each]) => each === token) ||
  (/^"\w+"$/.test(token) && new RegExp(`\\b${token.slice(1, -1)}\\b`).test(other));

/** Marks the text between the common beginning and the common end. */
function ends(expected: string, actual: string): readonly [Part[], Part[]] {
  if (expected === actual)
    return [[{ text: expected, differs: false }], [{ text: actual, differs: false }]];
  const most = Math.min(expected.length, actual.length);
  let start = 0;
  while (start < most && expected[start] === actual[start]) start++;
  let end = 0;
  while (end < most - start && expected.at(-1 - end) === actual.at(-1 - end)) end++;
  return [
    around(expected, start, expected.length - end),
    around(actual, start, actual.length - end),
  ];
}

const around = (text: string, start: number, end: number): Part[] =>
  [
    { text: text.slice(0, start), differs: false },
    { text: text.slice(start, end), differs: true },
    { text: text.slice(end), differs: false },
  ].filter(part => part.text !== '');
