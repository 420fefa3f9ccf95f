/** @jsxRuntime automatic @jsxImportSource preact */
/** Shows what was judged, what was expected and what came, the difference marked. */
import { difference, type Part } from './difference.ts';
import { asText, asWords, count, short, visible } from './text.ts';

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
