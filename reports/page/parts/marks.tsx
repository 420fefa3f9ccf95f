/** @jsxRuntime automatic @jsxImportSource preact */
/** Small parts: the mark of a verdict, links to evidence, a text that was cut. */
import type { RequirementResult, Verdict } from '../../../schemas/records/result.ts';
import { isSelected } from '../../summary/coverage.ts';
import type { Page } from '../model.ts';
import { count, cut, longestBody, visible } from './text.ts';

/** A verdict, a failure that a team accepts, and what a profile does not select: that is no gap. */
export type State = Verdict | 'waived' | 'not-selected';

export function stateOf(requirement: RequirementResult): State {
  if (requirement.waived) return 'waived';
  return isSelected(requirement) ? requirement.verdict : 'not-selected';
}

/** In the order in which a reader wants them. */
export const states: readonly State[] = [
  'failed',
  'error',
  'waived',
  'passed',
  'not-exercised',
  'not-applicable',
  'not-selected',
];

export const stateNames: Readonly<Record<State, string>> = {
  failed: 'failed',
  error: 'error',
  'not-exercised': 'not exercised',
  'not-applicable': 'not applicable',
  passed: 'passed',
  waived: 'waived',
  'not-selected': 'not selected',
};

const signs: Readonly<Record<State, string>> = {
  failed: '✕',
  error: '!',
  'not-exercised': '○',
  'not-applicable': '–',
  passed: '✓',
  waived: '✕',
  'not-selected': '·',
};

/** A sign for the eye and a word for whoever cannot see it; colour only repeats them. */
export const Mark = ({ state }: { state: State }) => (
  <span class={`mark ${state}`}>
    <span aria-hidden="true">{signs[state]}</span>
    <span class="sr">{stateNames[state]} </span>
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
