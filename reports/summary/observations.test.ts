import { expect, test } from '#test';
import { statements } from '../../contract/statements.ts';
import { factsOf } from './observations.ts';
import { result } from './samples.ts';

const seen = (id: string, value: unknown, evidence: string[] = [], marked?: true) => ({
  id,
  anchor: '§3',
  value,
  evidence,
  ...(marked && { marked }),
});

test('equal values are one, with the places where they were seen; the most frequent first', () => {
  const observations = [
    seen('orders.mode', { kind: 'bulk', mode: 'synchronous' }, ['x1']),
    seen('orders.mode', { kind: 'single', mode: 'asynchronous' }, ['x2']),
    seen('orders.mode', { kind: 'other', mode: 'asynchronous' }, ['x2', 'x3']),
  ];
  expect(factsOf(result({ observations }))).toEqual([
    {
      id: 'orders.mode',
      anchor: '§3',
      text: statements['orders.mode'].text,
      values: [
        {
          value: { mode: 'asynchronous' },
          places: ['single', 'other'],
          evidence: ['x2', 'x3'],
          marked: false,
        },
        { value: { mode: 'synchronous' }, places: ['bulk'], evidence: ['x1'], marked: false },
      ],
    },
  ]);
});

test('a fact with a value worth a look comes first', () => {
  const observations = [
    seen('orders.statuses', ['active']),
    seen('auth.key-case', 'another key', [], true),
  ];
  expect(factsOf(result({ observations })).map(({ id }) => id)).toEqual([
    'auth.key-case',
    'orders.statuses',
  ]);
});
