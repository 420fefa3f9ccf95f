import { expect as base, test } from '#test';
import { exchangeOf, failureOf } from '../../../fixtures/testing/fakes.ts';
import { expect } from './expect.ts';

for (const [judge, expected, actual] of [
  [() => expect(null).toBe(undefined), undefined, null],
  [() => expect({}).toBe({}), {}, {}],
  [() => expect<unknown>('5.2').toBe(5.2), '5.2', '"5.2"'],
  [() => expect<unknown>('many').toBeAtLeast(0), 'at least 0', 'many'],
  [() => expect<unknown>(undefined).toBeAtMost(0), 'at most 0', undefined],
  [() => expect(1).toBeAtLeast(NaN), 'at least NaN', 1],
] as const)
  test(`${JSON.stringify(actual)} fails: expected ${JSON.stringify(expected)}`, () => {
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
