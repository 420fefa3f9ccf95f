/** @jsxRuntime automatic @jsxImportSource preact */
/** Renders small parts of a page: texts from a target, verdict marks, links to evidence. */
import { beginning, harmless, short } from '../../../harness/output/sanitize.ts';
import { counted } from '../../../schemas/counted.ts';
import type { State } from '../../summary/requirements.ts';
import { asText, asWords } from '../../summary/words.ts';
import type { Page } from '../page.tsx';

/** Limits the length of a body on the page. */
export const longestBody = 2048;

/** Escapes control characters (`\x1b`) and cuts very long texts. The template escapes markup. */
export const visible = (text: string, longest = longestBody): string => harmless(text, longest);

/** Formats milliseconds, with spaces that do not break: `840 ms`, `12.3 s`, `4 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)}\u00a0ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)}\u00a0s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}\u00a0min\u00a0${seconds % 60}\u00a0s`;
}

const signs: Readonly<Record<State, string>> = {
  failed: '✕',
  error: '!',
  warning: '△',
  waived: '✕',
  passed: '✓',
  'not-exercised': '○',
  'not-applicable': '–',
  'not-selected': '·',
};

/** Renders a state as a sign and a word. The word is for those who cannot see the sign. Colour only repeats both. */
export const Mark = ({ state }: { state: State }) => (
  <span class={`mark ${state}`}>
    <span aria-hidden="true">{signs[state]}</span>
    <span class="sr">{state.replace('-', ' ')} </span>
  </span>
);

/** Renders the clauses that imply a requirement, if no clause states it. */
export const Implied = ({ by }: { by: string | undefined }) =>
  by === undefined ? null : (
    <p class="implied">
      <b>Implied</b> by {visible(by)}
    </p>
  );

/** Renders the doubt of a warning, which names an honest server that might differ. */
export const Doubt = ({ of }: { of: string | undefined }) =>
  of === undefined ? null : (
    <p class="doubt">
      <b>Doubt</b> {visible(of)}
    </p>
  );

const mostLinks = 8;

/** Renders links to the exchanges of a case. Exchanges that are not on the page get no link. */
export function Evidence({ page, ids }: { page: Page; ids: readonly string[] }) {
  return (
    <span class="evidence">
      {ids.slice(0, mostLinks).map(id => (
        <>{page.shown.has(id) ? <a href={`#${id}`}>{id}</a> : <span class="dim">{id}</span>} </>
      ))}
      {ids.length > mostLinks && <span class="dim">+{ids.length - mostLinks}</span>}
    </span>
  );
}

/** Renders a text in a box. For a cut text, it says how much is left out and where to find it. */
export function Box({ text }: { text: string }) {
  const shown = beginning(text, longestBody);
  const left = text.length - shown.length;
  return (
    <pre>
      {visible(indentJson(shown), Infinity)}
      {left > 0 && (
        <span class="dim">{`\n… ${counted(left, 'character')} more in the HAR and in conformance.json`}</span>
      )}
    </pre>
  );
}

/**
 * Indents JSON without changing its tokens. Parsing and serializing would change numbers and lose duplicate keys. Also works for the
 * beginning of a JSON text.
 */
export function indentJson(text: string): string {
  if (!/^\s*[{[]/.test(text)) return text;
  let out = '';
  let depth = 0;
  for (const [token] of text.matchAll(
    /"(?:[^"\\]|\\.)*"?|[{[]\s*[}\]]|[{}[\],:]|[^\s"{}[\],:]+/gs,
  )) {
    if (token === '}' || token === ']') out += newLine(--depth);
    out += token === ':' ? ': ' : token;
    if (token === '{' || token === '[') out += newLine(++depth);
    else if (token === ',') out += newLine(depth);
  }
  return out;
}

/** Returns a line end with an indent. Deep levels get no further indent, so that a thousand brackets stay small. */
const newLine = (depth: number) => `\n${'\t'.repeat(Math.min(Math.max(depth, 0), 12))}`;

/** Limits for the items of a list and the characters of a text. */
const mostItems = 6;
const longestValue = 600;

interface Values {
  readonly judged?: string | undefined;
  readonly expected?: unknown;
  readonly actual?: unknown;
}

export function Compared({ judged, expected, actual }: Values) {
  const records = [onlyItem(expected), onlyItem(actual)] as const;
  const areRecords = isRecord(records[0]) && isRecord(records[1]);
  return (
    <>
      <dl class="compared">
        {judged !== undefined && (
          <>
            <dt>judged</dt>
            <dd>{visible(short(judged, longestValue))}</dd>
          </>
        )}
        {!areRecords && (
          <>
            <dt>expected</dt>
            <dd>
              {isNone(expected) ? <span class="dim">none of these</span> : <Side of={expected} />}
            </dd>
            <dt>actual</dt>
            <dd>
              <Side of={actual} />
            </dd>
          </>
        )}
      </dl>
      {areRecords && <Differing expected={records[0]} actual={records[1]} />}
    </>
  );
}

/** Returns the item of a list with one item, and any other value as it is. */
const onlyItem = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 1 ? value[0] : value;

const Side = ({ of }: { of: unknown }) =>
  Array.isArray(of) && of.length > 0 ? <Items items={of} /> : <>{textOf(of)}</>;

type Members = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lists the fields of two records that differ, side by side. */
function Differing({ expected, actual }: { expected: Members; actual: Members }) {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
  const differing = names.filter(name => asText(expected[name]) !== asText(actual[name]));
  const equal = names.length - differing.length;
  return (
    <>
      <dl class="differing">
        <dt class="dim">field</dt>
        <dd class="dim">expected</dd>
        <dd class="dim">actual</dd>
        {differing.map(name => (
          <>
            <dt>{visible(name)}</dt>
            <dd>{textOf(expected[name])}</dd>
            <dd>{textOf(actual[name])}</dd>
          </>
        ))}
      </dl>
      {equal > 0 && <p class="dim">{counted(equal, 'more field')}, equal on both sides</p>}
    </>
  );
}

const isNone = (value: unknown) => Array.isArray(value) && value.length === 0;
const textOf = (value: unknown) => visible(short(asText(value), longestValue));

/** Renders the first items of a list of problems, one per line. */
function Items({ items }: { items: readonly unknown[] }) {
  return (
    <ul>
      {items.slice(0, mostItems).map(item => (
        <li>{visible(short(asWords(item), 200))}</li>
      ))}
      {items.length > mostItems && <li class="dim">and {items.length - mostItems} more</li>}
    </ul>
  );
}
