/** Expectations by schema, and what counts as an assertion. */
import { expect as base, test } from '#test';
import { nullable, object } from '../../../schemas/schema.ts';
import { exchangeOf, failureOf } from '../../../fixtures/testing/fakes.ts';
import { NotExercised } from '../../verdict.ts';
import { inCase, newCase, expect } from './expect.ts';

const page = exchangeOf(200, '<html>Sign in</html>');

const number = { type: 'number' } as const;
const item = object(
  'Item',
  { price: number },
  { note: nullable({ type: 'string' }), size: number },
);

test('toMatchSchema: each violation with its place', () => {
  expect(exchangeOf(200, { price: 1, extra: true })).toMatchSchema(item);
  expect({ price: 1 }).toMatchSchema(item);
  base(failureOf(() => expect(exchangeOf(200, { size: 'L' })).toMatchSchema(item))).toMatchObject({
    expected: 'Item: /price: a value; /size: must be number',
    actual: '/price is "nothing"; /size is "L"',
  });
  base(failureOf(() => expect(exchangeOf(200, [])).toMatchSchema(item))).toMatchObject({
    expected: 'Item: the body: must be object',
    actual: 'the body is []',
  });
  base(failureOf(() => expect(page).toMatchSchema(item))?.actual).toBe(
    '200 (not JSON) <html>Sign in</html>',
  );
});

test('violations at paths that differ in their indices only are one, with their number', () => {
  const failed = failureOf(() =>
    expect([{ price: 1 }, { price: '2' }, { price: '3' }]).toHaveField(item, 'price'),
  );
  base(failed).toMatchObject({
    expected: '/*/price: must be number',
    actual: '/*/price is "2" at /1/price, and wrong at 1 more',
  });
});

test('toHaveField: no items, or an optional field that no item has, shows nothing', () => {
  base(() => expect([]).toHaveField(item, 'price')).toThrow(NotExercised);
  base(() => expect([]).toHaveField(item, 'price')).toThrow('there is no Item to look at');
  base(() => expect([{}, {}]).toHaveField(item, 'size')).toThrow(
    new NotExercised('no Item carries the optional field size'),
  );
});

const response = exchangeOf(200, { success: true });
test('an expectation counts as one assertion, also if it fails, but not if it shows nothing', () => {
  const counted = (judge: () => unknown) => {
    const current = newCase();
    inCase(current, judge);
    return current.assertions;
  };
  base(counted(() => expect(1).toBe(1))).toBe(1);
  base(counted(() => failureOf(() => expect(1).toBe(2)))).toBe(1);
  base(counted(() => [expect(1), expect([]), expect(response)])).toBe(0);
  base(counted(() => base(() => expect([]).toHaveField(item, 'price')).toThrow())).toBe(0);
});

test('a failure names the response, or the exchanges that were given for the value', () => {
  const other = { ...response, id: 'x2' };
  base(failureOf(() => expect(response).toBeRefused(() => true))?.of).toEqual([response]);
  base(failureOf(() => expect(1, 'one', other, response).toBe(2))?.of).toEqual([other, response]);
  base(failureOf(() => expect([1], 'ones', other).toEqual([]))?.of).toEqual([other]);
  base(failureOf(() => expect(1).toBe(2))?.of).toEqual([]);
});
