import { expect, test } from '#test';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { accepted, caseOf, failedCase, requirement, result } from '../summary/samples.ts';
import { markdown } from './markdown.ts';

const parsed = (text: string) =>
  fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });

const plain = (node: Nodes): string =>
  'value' in node ? node.value : 'children' in node ? node.children.map(plain).join('') : '';

const failing = markdown(
  result({
    verdict: 'non-conformant',
    requirements: [
      requirement('auth.missing-key', {
        verdict: 'failed',
        cases: ['a', 'b', 'c'].map(id => failedCase(id, id, 'Unauthorized')),
      }),
      requirement('auth.key-elsewhere', {
        verdict: 'failed',
        cases: [failedCase('d', 'a', 'Unauthorized')],
      }),
      accepted,
      requirement('tools.fields', { verdict: 'passed' }),
      requirement('orders.list', { verdict: 'not-exercised', reason: 'GV_X | GV_Y is not set' }),
    ],
  }),
);

test('a failure of what no clause says has what it follows from; what was shown in part is listed', () => {
  const cases = [failedCase('a', 'x1', '401')];
  const requirements = [
    requirement('wallet.fields', { verdict: 'failed', implied: '§2: a reason', cases }),
    requirement('status.fields', { verdict: 'passed', inPart: { shown: 8, of: 17 } }),
  ];
  const blocks = parsed(markdown(result({ requirements }))).children;
  const texts = blocks.map(each => `${each.type}: ${plain(each)}`);
  expect(texts).toContain('paragraph: Implied by §2: a reason');
  expect(texts).toContain('list: status.fields: 8 of 17 cases');
});

test('verdict, failures with their cases, what is accepted, gaps, and counts by area', () => {
  const blocks = parsed(failing).children.map(each => `${each.type}: ${plain(each)}`);
  expect(blocks.slice(0, 8)).toEqual([
    'heading: Gift voucher API: non-conformant',
    'paragraph: 4 of 5 requirements shown, 2 failed, 1 waived, 1 not exercised',
    'paragraph: Target https://vouchers.example, profile gate, seed 1, 12.3 s',
    'heading: failed auth.missing-key',
    'paragraph: A fact (§2.5)',
    'paragraph: In 3 cases, of which the first is shown: a, b, c',
    'code: expected: status 401\nactual:   "Unauthorized"',
    'paragraph: In the same way: auth.key-elsewhere',
  ]);
  expect(blocks[8]).toBe('paragraph: Failed, waived until 2027-01-31 by ana: VGS-1: wallet.fields');
  const tables = parsed(failing).children.filter(each => each.type === 'table');
  expect(tables.map(({ children }) => children.map(row => row.children.map(plain)))).toEqual([
    [
      ['requirements', 'why'],
      ['1', 'GV_X | GV_Y is not set'],
    ],
    [
      ['area', 'passed', 'failed', 'not exercised'],
      ['auth', '', '2', ''],
      ['wallet', '', '1', ''],
      ['tools', '1', '', ''],
      ['orders', '', '', '1'],
      ['all', '1', '3', '1'],
    ],
  ]);
});

/** Failures that differ in numbers alone are alike. */
const letters = (number: number) =>
  String(number).replaceAll(/\d/g, digit => 'abcdefghij'[+digit] ?? '');

test('many failures with long texts are a screen or two', () => {
  const message = 'x'.repeat(1000).concat('\n').repeat(50);
  const many = Array.from({ length: 60 }, (_, at) =>
    requirement(`area${at % 20}.r${at}`, {
      verdict: 'failed',
      cases: Array.from({ length: 9 }, (__, of) =>
        caseOf(`case ${of}`, 'failed', { message, actual: letters(at * 10 + of) }),
      ),
    }),
  );
  const text = markdown(result({ verdict: 'non-conformant', requirements: many }));
  expect(text).toContain('and 52 more requirements that failed');
  expect(text).toContain('and 7 more ways in which it failed');
  expect(text.length).toBeLessThan(60_000);
});
