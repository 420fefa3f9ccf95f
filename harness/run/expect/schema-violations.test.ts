/** Expectations by schema, and what counts as an assertion. */
import { expect as base, test } from '#test';
import { nullable, object } from '../../../schemas/schema.ts';
import { exchangeOf, failureOf } from '../../../fixtures/testing/fakes.ts';
import { NotExercised } from '../../verdict.ts';
import { expect } from './expect.ts';

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
