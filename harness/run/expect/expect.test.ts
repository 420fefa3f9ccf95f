import { expect as base, test } from '#test';
import { nullable, object } from '../../../schemas/schema.ts';
import { exchangeOf, failureOf } from '../../../fixtures/testing/fakes.ts';
import { NotExercised } from '../../verdict.ts';
import { expect, inCase, newCase } from './expect.ts';
import { expectEach, expectNoProblem, fail } from './found.ts';

for (const [judge, expected, actual] of [
  [() => expect(null).toBe(undefined), undefined, null],
  [() => expect({}).toBe({}), {}, {}],
  [() => expect<unknown>('5.2').toBe(5.2), '5.2', '"5.2"'],
  [() => expect<unknown>('many').toBeAtLeast(0), 'at least 0', 'many'],
  [() => expect<unknown>(undefined).toBeAtMost(0), 'at most 0', undefined],
  [() => expect(1).toBeAtLeast(NaN), 'at least NaN', 1],
] as const)
  test(`${JSON.stringify(actual)} does not meet the expectation ${JSON.stringify(expected)}`, () => {
    base(failureOf(judge)).toMatchObject({ expected, actual });
  });

test('a failure names the judged value', () => {
  const failed = failureOf(() => expect(1, 'page number').toBe(2));
  base(failed).toMatchObject({ about: 'page number', expected: 2, actual: 1 });
  base(String(failed)).toBe('ExpectationFailed: expected: 2\nactual:   1');
});

test('for an incomplete body, the failure says where it ended', () => {
  const { response, ...rest } = exchangeOf(200, '{"total": 12');
  const brokenOff = { ...rest, response: { ...response, ended: { after: 12, of: 48 } } };
  base(failureOf(() => expect(brokenOff).toMatchSchema({ type: 'object' }))?.actual).toBe(
    '200 (the body ended after 12 of 48 bytes) {"total": 12',
  );
  base(failureOf(() => expect(brokenOff, 'body').toSatisfy('JSON', () => false))?.actual).toBe(
    '200 (the body ended after 12 of 48 bytes) {"total": 12',
  );
});

const page = exchangeOf(200, '<html>Sign in</html>');

const number = { type: 'number' } as const;
const item = object(
  'Item',
  { price: number },
  { note: nullable({ type: 'string' }), size: number },
);

test('a body that breaks its schema is reported with the place of each violation', () => {
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

test('violations of one field in several items are reported once, with their number', () => {
  const failed = failureOf(() =>
    expect([{ price: 1 }, { price: '2' }, { price: '3' }]).toHaveField(item, 'price'),
  );
  base(failed).toMatchObject({
    expected: '/*/price: must be number',
    actual: '/*/price is "2" at /1/price, and wrong at 1 more',
  });
});

test('a field is not exercised without items, or if it is optional and no item has it', () => {
  base(() => expect([]).toHaveField(item, 'price')).toThrow(NotExercised);
  base(() => expect([]).toHaveField(item, 'price')).toThrow('there is no Item to look at');
  base(() => expect([{}, {}]).toHaveField(item, 'size')).toThrow(
    new NotExercised('no Item carries the optional field size'),
  );
});

const prices = [
  { name: 'a', price: 1, stated: 1 },
  { name: 'b', price: 2, stated: 3 },
  { name: 'c', price: 3, stated: 4 },
];
const comparePrices = (items: typeof prices) =>
  expectEach(
    items,
    ({ name }) => `price of ${name}`,
    ({ price }) => price,
    ({ stated }) => stated,
  );

test('a comparison of each item names the first that differs, and counts the others', () => {
  comparePrices(prices.slice(0, 1));
  base(failureOf(() => comparePrices(prices))).toMatchObject({
    about: 'price of b (2 of 3 differ)',
    expected: 3,
    actual: 2,
  });
});

test('a comparison of no items is not exercised', () => {
  const nothing = new NotExercised('there is nothing to compare');
  base(() => comparePrices([])).toThrow(nothing);
  base(() => expect([]).toBeDistinct()).toThrow(nothing);
  const rejected = exchangeOf(404, {});
  base(() => inCase(newCase(page, rejected), () => comparePrices([]))).toThrow(
    new NotExercised(`there is nothing to compare in ${page.route} (status 404)`),
  );
});

test('duplicates and exceptions are shown', () => {
  expect([1, 2]).toBeDistinct();
  const repeated = failureOf(() => expect([1, 2, 1, 1]).toBeDistinct());
  base(repeated).toMatchObject({ expected: 'each value once', actual: [1] });
  expect([]).toBeEmpty('only days of May');
  const others = failureOf(() => expect(['June 1']).toBeEmpty('only days of May'));
  base(others).toMatchObject({ expected: 'only days of May', actual: ['June 1'] });
});

test('a verdict that was found elsewhere fails with its expected and actual value', () => {
  expectNoProblem(undefined);
  const problem = { about: 'the burst', expected: '5 admitted', actual: '6 admitted' };
  base(failureOf(() => expectNoProblem(problem))).toMatchObject(problem);
  base(failureOf(() => fail('an order', 'none'))).toMatchObject({
    expected: 'an order',
    actual: 'none',
  });
});
