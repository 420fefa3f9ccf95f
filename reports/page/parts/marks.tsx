/** @jsxRuntime automatic @jsxImportSource preact */
/** Small parts: text of a target made visible, the mark of a verdict, links to evidence. */
import { harmless } from '../../../fixtures/output/sanitize.ts';
import type { RequirementResult, Verdict } from '../../../schemas/records/result.ts';
import { isSelected } from '../../summary/coverage.ts';
import type { Page } from '../model.ts';

/** The longest text of a body that the page has. */
export const longestBody = 2048;

/** A control character becomes `\x1b`, and what is very long is cut; markup is escaped by the template. */
export const visible = (text: string, longest = longestBody): string => harmless(text, longest);

/** The beginning of a text, and how many characters were left out. */
function cut(text: string, longest = longestBody): { text: string; left: number } {
  if (text.length <= longest) return { text, left: 0 };
  return { text: text.slice(0, longest), left: text.length - longest };
}

/** A short text of one line: what is longer ends with …. */
export function short(text: string, longest: number): string {
  const part = cut(text, longest);
  return part.left > 0 ? `${part.text}…` : text;
}

/** A sentence as it is, anything else as JSON. */
export const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');

/** Members of a record as `status 401 · mode asynchronous`, anything else as it is. */
export function asWords(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return asText(value);
  const words = Object.entries(value).map(([name, member]) => `${name} ${asText(member)}`);
  return words.join(' · ');
}

/** `1 route`, `15 routes`. */
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

/** Milliseconds for a person: `840 ms`, `12.3 s`, `4 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

/** A verdict, a failure that a team accepts, and what a profile does not select: that is no gap. */
export type State = Verdict | 'waived' | 'not-selected';

export function stateOf(requirement: RequirementResult): State {
  if (requirement.waived) return 'waived';
  return isSelected(requirement) ? requirement.verdict : 'not-selected';
}

/** In the order in which a reader wants them. */
const signs: Readonly<Record<State, string>> = {
  failed: '✕',
  error: '!',
  waived: '✕',
  passed: '✓',
  'not-exercised': '○',
  'not-applicable': '–',
  'not-selected': '·',
};
export const states = Object.keys(signs) as readonly State[];

/** Returns `not exercised` for `not-exercised`. */
export const nameOf = (state: State): string => state.replace('-', ' ');

/** A sign for the eye and a word for whoever cannot see it; colour only repeats them. */
export const Mark = ({ state }: { state: State }) => (
  <span class={`mark ${state}`}>
    <span aria-hidden="true">{signs[state]}</span>
    <span class="sr">{nameOf(state)} </span>
  </span>
);

/** The clauses that a requirement follows from; of one that a clause says, nothing. */
export const Implied = ({ by }: { by: string | undefined }) =>
  by === undefined ? null : (
    <p class="implied">
      <b>Implied</b> by {visible(by)}
    </p>
  );

const mostLinks = 8;

/** Links to the exchanges of a case; those that the page does not have are named without a link. */
export function Evidence({ page, ids }: { page: Page; ids: readonly string[] }) {
  return (
    <span class="evidence">
      {ids.slice(0, mostLinks).map(id => (
        <>
          <EvidenceLink page={page} id={id} />{' '}
        </>
      ))}
      {ids.length > mostLinks && <span class="dim">+{ids.length - mostLinks}</span>}
    </span>
  );
}

const EvidenceLink = ({ page, id }: { page: Page; id: string }) =>
  page.shown.has(id) ? <a href={`#${id}`}>{id}</a> : <span class="dim">{id}</span>;

/** A text in a box; what is left out is counted, and where it is. */
export function Box({ text, longest = longestBody }: { text: string; longest?: number }) {
  const part = cut(text, longest);
  return (
    <pre>
      {visible(indentJson(part.text), Infinity)}
      {part.left > 0 && (
        <span class="left">{`\n… ${count(part.left, 'character')} more in the HAR and in conformance.json`}</span>
      )}
    </pre>
  );
}

/**
 * JSON on several lines, every token as it came: parsing and writing again would change numbers and lose duplicate keys.
 * Works on the beginning of a text, too.
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

/** Deeper nesting is not indented further: a body of a thousand brackets stays small. */
const newLine = (depth: number) => `\n${'\t'.repeat(Math.min(Math.max(depth, 0), 12))}`;
