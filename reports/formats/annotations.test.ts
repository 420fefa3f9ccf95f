import { expect, test } from '#test';
import { accepted, caseOf, failedCase, requirement, result } from '../summary/samples.ts';
import { annotations } from './annotations.ts';

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
