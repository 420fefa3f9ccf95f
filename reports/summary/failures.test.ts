import { expect, test } from '#test';
import { failuresOf } from './failures.ts';
import { failedCase, requirement, result } from './samples.ts';

const failed = (id: string, ...cases: ReturnType<typeof failedCase>[]) =>
  requirement(id, { verdict: 'failed', cases });
const seen = (...requirements: ReturnType<typeof failed>[]) =>
  failuresOf(result({ requirements })).map(({ requirement: { id }, groups, cause }) => ({
    id,
    groups: groups.map(({ cases }) => cases.map(each => each.id)),
    ...(cause && { cause }),
  }));

test('cases that failed alike are one group, whatever ids and numbers they show; the largest first', () => {
  const cases = [
    failedCase('a', 'x1', '403 Forbidden'),
    failedCase('b', 'x2', '401 for 64ff0a1b2c3d4e5f60718293'),
    failedCase('c', 'x3', '401 for 99ff0a1b2c3d4e5f60718293'),
  ];
  expect(seen(failed('auth.missing-key', ...cases))).toEqual([
    { id: 'auth.missing-key', groups: [['b', 'c'], ['a']] },
  ]);
});

test('cases that failed alike in different values are groups of their own, and of one cause', () => {
  const judging = (id: string, judged: string) => ({ ...failedCase(id, 'x1', 1), judged });
  const cases = [judging('a', 'total of page 1'), judging('b', 'items of page 1')];
  expect(
    seen(
      failed('paging.total', ...cases, judging('c', 'total of page 2')),
      failed('paging.limit', failedCase('a', 'x1', 1)),
    ),
  ).toEqual([
    { id: 'paging.total', groups: [['a', 'c'], ['b']] },
    {
      id: 'paging.limit',
      groups: [['a']],
      cause: { id: 'paging.total', sameResponses: true },
    },
  ]);
});

test('a requirement that failed in the same way in fewer cases stands behind its cause', () => {
  const wrong = '401 Unauthorized';
  expect(
    seen(
      failed('auth.empty-key', failedCase('a', 'x9', wrong)),
      failed('auth.key-elsewhere', failedCase('a', 'x1', wrong)),
      failed('auth.missing-key', failedCase('a', 'x1', wrong), failedCase('b', 'x2', wrong)),
      failed('wallet.fields', failedCase('a', 'x1', 'no balance')),
    ),
  ).toEqual([
    { id: 'auth.missing-key', groups: [['a', 'b']] },
    {
      id: 'auth.empty-key',
      groups: [['a']],
      cause: { id: 'auth.missing-key', sameResponses: false },
    },
    {
      id: 'auth.key-elsewhere',
      groups: [['a']],
      cause: { id: 'auth.missing-key', sameResponses: true },
    },
    { id: 'wallet.fields', groups: [['a']] },
  ]);
});

test('of two that failed alike, the first by id is the cause', () => {
  const [one, other] = [failedCase('a', 'x1', 'y'), failedCase('b', 'x2', 'y')];
  expect(
    seen(failed('b.b', one), failed('a.a', other)).map(({ id, cause }) => [id, cause?.id]),
  ).toEqual([
    ['a.a', undefined],
    ['b.b', 'a.a'],
  ]);
});

test('errors come behind failures, grouped by reason', () => {
  const cases = ['a', 'b'].map(
    id => ({ id, verdict: 'error', reason: 'no response', evidence: [] }) as const,
  );
  const requirements = [
    requirement('a.a', { verdict: 'error', cases }),
    failed('b.b', failedCase('a', 'x1', 'y')),
    requirement('c.c', { verdict: 'passed' }),
  ];
  expect(seen(...requirements)).toEqual([
    { id: 'b.b', groups: [['a']] },
    { id: 'a.a', groups: [['a', 'b']] },
  ]);
});
