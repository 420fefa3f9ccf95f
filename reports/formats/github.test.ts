import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '#test';
import { reportToGitHub, annotations } from './github.ts';
import { failedCase, requirement, result, accepted, caseOf } from '../summary/samples.ts';

const failing = result({
  requirements: [requirement('auth.a', { verdict: 'failed', cases: [failedCase('a', 'x1', 'b')] })],
});

test('annotations where it runs, and the summary behind what the step wrote before', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gv-'));
  const file = join(folder, 'summary');
  writeFileSync(file, 'before\n');
  const lines: string[] = [];
  const variables = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: file };
  reportToGitHub(failing, variables, line => lines.push(line));
  expect(lines).toEqual([expect.stringMatching(/^::error /)]);
  expect(readFileSync(file, 'utf8')).toMatch(/^before\n## Gift voucher API: /);
  rmSync(folder, { recursive: true });
});

test('elsewhere nothing is printed, and nothing by one of several shards', () => {
  const refuse = () => {
    throw new Error('printed');
  };
  reportToGitHub(failing, {}, refuse);
  const shard = { current: 1, total: 2 };
  reportToGitHub({ ...failing, shard }, { GITHUB_ACTIONS: 'true' }, refuse);
});

const failed = (id: string, ...cases: ReturnType<typeof caseOf>[]) =>
  requirement(id, { verdict: 'failed', cases });

test('one line for equal failures, with what GitHub would take for its own escaped', () => {
  const message = 'expected: 100 %\nactual:   a, b: c';
  const [line, ...others] = annotations(
    result({
      requirements: [
        failed(
          'auth.missing-key',
          ...['a', 'b'].map(id => caseOf(id, 'failed', { message, actual: 'c' })),
        ),
        accepted,
      ],
    }),
  );
  expect(line).toBe(
    '::error title=failed auth.missing-key (§2.5)::A fact%0Acase a and 1 more%0Aexpected: 100 %25%0Aactual:   a, b: c',
  );
  expect(others).toEqual([]);
});

test('colons and commas of a title are escaped', () => {
  const of = { ...failed('auth.a', failedCase('a', 'x1', 'b')), anchor: '§1, §2: x' };
  expect(annotations(result({ requirements: [of] }))[0]).toMatch(
    /^::error title=failed auth\.a \(§1%2C §2%3A x\)::/,
  );
});

test('GitHub shows ten: the last one says how many more there are', () => {
  const requirements = Array.from({ length: 12 }, (_, at) =>
    failed(`auth.r${at}`, failedCase('a', 'x1', 'abcdefghijkl'[at])),
  );
  const lines = annotations(result({ requirements }));
  expect(lines).toHaveLength(10);
  expect(lines.at(-1)).toBe('::error title=3 other requirements::see the summary of this step');
});

test('what is wrong with the whole run is an error, too; nothing is where nothing failed', () => {
  expect(annotations(result({ verdict: 'error', reasons: ['nothing answers'] }))).toEqual([
    expect.stringMatching(/^::error title=error run\.whole .*nothing answers$/),
  ]);
  expect(annotations(result({}))).toEqual([]);
});
