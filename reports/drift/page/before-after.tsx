/** @jsxRuntime automatic @jsxImportSource preact */
/** What was and what is, the difference marked. */
import { Marked } from '../../page/parts/compared.tsx';
import { difference, type Part } from '../../page/parts/difference.ts';
import { short } from '../../page/parts/text.ts';
import { nothing, type Change } from '../change.ts';

const longest = 1200;
/** Two values that stand on one line. */
const onOneLine = 60;

export function BeforeAfter({ change: { kind, before, after } }: { change: Change }) {
  const [left, right] = partsOf(kind, short(before, longest), short(after, longest));
  const values = [<Value parts={left} />, <Value parts={right} />];
  if (kind !== 'field' && before.length + after.length < onOneLine)
    return (
      <p class="arrow">
        {values[0]} <span aria-hidden="true">→</span>
        <span class="sr"> then </span> {values[1]}
      </p>
    );
  const names = kind === 'field' ? ['gone', 'new'] : ['before', 'after'];
  return (
    <dl class="compared">
      {values.map((value, at) => (
        <>
          <dt>{names[at]}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  );
}

const nothings: readonly string[] = Object.values(nothing);

/** What is new or gone differs as a whole: nothing of it is marked. */
function partsOf(kind: Change['kind'], before: string, after: string): readonly [Part[], Part[]] {
  if (kind !== 'field' && ![before, after].some(each => nothings.includes(each)))
    return difference(before, after);
  return [[{ text: before, differs: false }], [{ text: after, differs: false }]];
}

function Value({ parts }: { parts: readonly Part[] }) {
  const [only] = parts;
  const isNothing = only && parts.length === 1 && nothings.includes(only.text);
  return isNothing ? <span class="dim">{only.text}</span> : <Marked parts={parts} />;
}
