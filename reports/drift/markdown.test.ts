import { expect, test } from '#test';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { hostile } from '../../fixtures/testing/hostile.ts';
import { driftMarkdown } from './markdown.ts';
import { plantedDrift } from './testing/planted.ts';

const nodes = (node: Nodes): Nodes[] => [
  node,
  ...('children' in node ? node.children.flatMap(nodes) : []),
];

const parsed = (text: string): Nodes[] =>
  nodes(fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }));

const plain = (node: Nodes): string =>
  'value' in node ? node.value : 'children' in node ? node.children.map(plain).join('') : '';

test('what got worse comes first, with its clause and how it fails; then the others by kind', () => {
  const all = parsed(driftMarkdown(plantedDrift('gone')));
  expect(all.filter(({ type }) => type === 'heading').map(plain)).toEqual([
    'Gift voucher API, drift: got worse',
    'failed auth.missing-key',
    'error wallet.fields',
    'Verdicts',
    'What the spec leaves open',
    'Limiters',
    'Latency',
    'Fields of responses',
  ]);
  const paragraphs = all.filter(({ type }) => type === 'paragraph').map(plain);
  expect(paragraphs).toContain('A fact (§2.5), before: passed');
  expect(paragraphs).toContain('Implied by §2.5: a reason');
  expect(paragraphs).toContain('Got worse in the same way: auth.empty-key');
  const [how] = all.filter(({ type }) => type === 'code').map(plain);
  expect(how).toBe('judged:   gone\nexpected: status 401\nactual:   "gone"');
  const rows = all.filter(({ type }) => type === 'tableRow').map(plain);
  expect(rows).toContain('catalog: limit §860 (60 to 60)30 (30 to 30)');
  expect(rows).toContain('GET /wallet §4.1p95 10 msp95 400 ms');
});

test('no drift is said in a line', () => {
  const { before } = plantedDrift();
  expect(driftMarkdown({ before, after: before, changes: [] })).toMatch(
    /^## Gift voucher API, drift: no drift\n\n\*\*nothing changed\*\*\n/,
  );
});

/** Types of the nodes, without code, in which nothing acts. */
const markup = (text: string) =>
  parsed(text).map(each => (each.type === 'text' ? `text ${each.value}` : each.type));

const acting = /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}\ufffe\uffff]|##\w*\[/u;

for (const [name, said] of Object.entries(hostile))
  test(`what a target sends: ${name}`, () => {
    const text = driftMarkdown(plantedDrift(said));
    expect(text).not.toMatch(acting);
    expect(text.length).toBeLessThan(30_000);
    expect(markup(text)).toEqual(markup(driftMarkdown(plantedDrift('x'))));
  });
