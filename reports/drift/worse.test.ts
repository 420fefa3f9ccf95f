import { expect, test } from '#test';
import { caseOf, failedCase, requirement, result } from '../summary/samples.ts';
import { compare } from './compare.ts';
import { headlineOf, remarksOf } from './facts.ts';
import { plantedDrift } from './testing/planted.ts';
import { worseOf } from './worse.ts';

test('what failed in the same way stands with its cause, with how it fails', () => {
  const { changes, after } = plantedDrift();
  const worse = worseOf(changes, after);
  expect(
    worse.map(each => [
      each.changes.map(({ about }) => about),
      each.groups.map(({ cases }) => cases.map(({ id }) => id)),
      each.others.map(({ about }) => about),
    ]),
  ).toEqual([
    [['auth.missing-key'], [['GET /wallet, no key', 'GET /orders, no key']], ['auth.empty-key']],
    [['wallet.fields'], [['401 {"error":"Unauthorized"}']], []],
  ]);
});

test('a consequence of what failed before is shown itself', () => {
  const { changes, after } = plantedDrift();
  const others = changes.filter(({ about }) => about !== 'auth.missing-key');
  expect(worseOf(others, after).map(({ changes: [{ about }] }) => about)).toEqual([
    'auth.empty-key',
    'wallet.fields',
  ]);
});

test('of a requirement that failed before, only the cases that got worse', () => {
  const failing = (...failed: string[]) =>
    result({
      requirements: [
        requirement('wallet.fields', {
          verdict: 'failed',
          cases: ['a', 'b', 'c'].map(id =>
            failed.includes(id) ? failedCase(id, 'x1', 'y') : caseOf(id, 'passed'),
          ),
        }),
      ],
    });
  const after = failing('a', 'b', 'c');
  const [only, ...more] = worseOf(compare(failing('a'), after), after);
  expect(more).toEqual([]);
  expect(only?.changes.map(each => each.case)).toEqual(['b', 'c']);
  expect(only?.groups.map(({ cases }) => cases.map(({ id }) => id))).toEqual([['b', 'c']]);
});

test('the headline counts; remarks say what limits the comparison', () => {
  const drift = plantedDrift();
  expect(headlineOf(drift.changes)).toEqual({
    title: 'Got worse',
    counts: `3 of ${drift.changes.length} changes for the worse`,
  });
  const [first] = drift.changes.filter(({ worse }) => !worse);
  expect(headlineOf([first!])).toEqual({
    title: 'Changed',
    counts: '1 change, none for the worse',
  });
  expect(headlineOf([]).title).toBe('No drift');
  expect(remarksOf(drift)).toEqual([
    'Two versions of the suite: a verdict may have changed because its check did.',
  ]);
  const { before, after } = drift;
  const less = { ...before, requirements: before.requirements.slice(2) };
  expect(remarksOf({ before: after, after: less, changes: [] })).toEqual([
    'Requirements that only one of the runs selected are not compared: 2.',
    'Two versions of the suite: a verdict may have changed because its check did.',
    'The second result is older than the first.',
  ]);
});
