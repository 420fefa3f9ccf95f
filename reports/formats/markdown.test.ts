import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '#test';
import { parsed, plain } from '../testing/markdown.ts';
import { accepted, caseOf, doubtful, failedCase, requirement, result } from '../testing/samples.ts';
import { markdown, reportToGitHub, annotations } from './markdown.ts';
import { quoted } from './markdown-writer.ts';

const failing = markdown(
  result({
    verdict: 'non-conformant',
    requirements: [
      requirement('auth.missing-key', {
        verdict: 'failed',
        cases: ['a', 'b', 'c'].map(id => failedCase(id, id, 'Unauthorized')),
      }),
      ...['auth.unknown-key', 'wallet.owner'].map(id =>
        requirement(id, {
          verdict: 'error',
          cases: [caseOf('all', 'error', { reason: 'no response' })],
        }),
      ),
      accepted,
      doubtful,
      requirement('tools.fields', { verdict: 'passed' }),
      requirement('orders.list', { verdict: 'not-exercised', reason: 'GV_X | GV_Y is not set' }),
    ],
  }),
);

test('verdict, failures with their cases, waivers and gaps', () => {
  const blocks = parsed(failing).children.map(each => `${each.type}: ${plain(each)}`);
  expect(blocks.slice(0, 12)).toEqual([
    'heading: Gift voucher API: non-conformant',
    'paragraph: 4 of 7 requirements shown, 1 failed, 2 errors, 1 warning, 1 waived, 1 not exercised',
    'paragraph: Target https://vouchers.example, profile gate, seed 1, 12.3 s',
    'heading: failed auth.missing-key',
    'paragraph: A fact (§2.5)',
    'paragraph: In 3 cases, of which the first is shown: a, b, c',
    'code: expected: status 401\nactual:   "Unauthorized"',
    'heading: error auth.unknown-key',
    'paragraph: A fact (§2.5)',
    'paragraph: Case all',
    'code: no response',
    'paragraph: With the same error: wallet.owner',
  ]);
  expect(blocks.slice(12, 18)).toEqual([
    'heading: warning search.agrees',
    'paragraph: A fact (§2.5)',
    'paragraph: Doubt: An index may lag',
    'paragraph: Case page 2',
    'code: expected: status 401\nactual:   "402"',
    'paragraph: Failed, waived until 2027-01-31 by ana: VGS-1: wallet.fields',
  ]);
  const tables = parsed(failing).children.filter(each => each.type === 'table');
  expect(tables.map(({ children }) => children.map(row => row.children.map(plain)))).toEqual([
    [
      ['requirements', 'why'],
      ['1', 'GV_X | GV_Y is not set'],
    ],
  ]);
});

/** Replaces digits, because failures that differ only in numbers count as equal. */
const letters = (number: number) =>
  String(number).replaceAll(/\d/g, digit => 'abcdefghij'[+digit] ?? '');

test('many failures with long texts fit on two screens', () => {
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

const failedRun = result({
  requirements: [requirement('auth.a', { verdict: 'failed', cases: [failedCase('a', 'x1', 'b')] })],
});

test('GitHub gets annotations, and the summary is appended to earlier output of the step', () => {
  const file = test.info().outputPath('summary');
  writeFileSync(file, 'before\n');
  const linesOf = (run: typeof failedRun, variables: Record<string, string>) => {
    const lines: string[] = [];
    reportToGitHub(run, variables, line => lines.push(line));
    return lines;
  };
  const github = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: file };
  expect(linesOf(failedRun, github)).toEqual([expect.stringMatching(/^::error /)]);
  expect(readFileSync(file, 'utf8')).toMatch(/^before\n## Gift voucher API: /);
  expect(linesOf(failedRun, {})).toEqual([]);
});

const failed = (id: string, ...cases: ReturnType<typeof caseOf>[]) =>
  requirement(id, { verdict: 'failed', cases });

test('equal failures are one line, with the special characters of GitHub escaped', () => {
  const message = 'expected: 100 %\nactual:   a, b: c';
  const cases = ['a', 'b'].map(id => caseOf(id, 'failed', { message, actual: 'c' }));
  const odd = { ...failed('auth.missing-key', ...cases), anchor: '§1, §2: x' };
  expect(annotations(result({ requirements: [odd, accepted, doubtful] }))).toEqual([
    '::error title=failed auth.missing-key (§1%2C §2%3A x)::A fact%0Acase a and 1 more%0Aexpected: 100 %25%0Aactual:   a, b: c',
    '::warning title=warning search.agrees (§2.5)::A fact%0Adoubt: An index may lag%0Acase page 2%0Aexpected: status 401%0Aactual:   "402"',
  ]);
});

test('the tenth annotation counts the others, because GitHub shows ten', () => {
  const requirements = Array.from({ length: 12 }, (_, at) =>
    failed(`auth.r${at}`, failedCase('a', 'x1', 'abcdefghijkl'[at])),
  );
  const lines = annotations(result({ requirements }));
  expect(lines).toHaveLength(10);
  expect(lines.at(-1)).toBe('::error title=3 other requirements::see the summary of this step');
});

test('a problem of the whole run is an error annotation, and a run without failures has none', () => {
  expect(annotations(result({ verdict: 'error', reasons: ['nothing answers'] }))).toEqual([
    '::error title=verdict error::nothing answers%0Ano requirement was judged',
  ]);
  expect(annotations(result({}))).toEqual([]);
});

test('the annotation of an incomplete run says what is missing, and how much more', () => {
  const reasons = Array.from({ length: 12 }, (_, at) => `r${at} was not exercised: budget`);
  const requirements = Array.from({ length: 12 }, (_, at) =>
    failed(`auth.r${at}`, failedCase('a', 'x1', 'abcdefghijkl'[at])),
  );
  const [own = ''] = annotations(result({ verdict: 'incomplete', reasons }));
  expect(own).toMatch(/^::error title=verdict incomplete::r0 was not exercised: budget%0Ar1 /);
  expect(own).toContain('%0Ar9 was not exercised: budget%0Aand 2 more%0A');
  const baseline = { cases: 952 };
  const lines = annotations(result({ verdict: 'non-conformant', reasons, requirements, baseline }));
  expect(lines).toHaveLength(10);
  expect(lines.at(-1)).toContain(', judged against baseline.json (952 cases)');
});

test('no part of the summary has control or bidi characters, also in a result of others', () => {
  const evil = '\u001b]8;;x\u0007 \u202e\u0085';
  const texts = markdown(
    result({
      verdict: 'non-conformant',
      requirements: [
        {
          ...requirement('auth.missing-key', {
            verdict: 'failed',
            cases: [failedCase('a', 'a', 'Unauthorized')],
          }),
          text: evil,
          anchor: evil,
        },
      ],
    }),
  );
  expect(texts).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
  expect(texts).toContain('x1b');
});

test('a quoted text that is cut says no number, because it may be cut already', () => {
  const lines = quoted(`judged\n${'x'.repeat(400)}…`).split('\n');
  expect(lines).toEqual(['```', 'judged', `${'x'.repeat(250)}…`, '```']);
});
