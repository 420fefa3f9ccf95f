import fc from 'fast-check';
import { expect, test } from '#test';
import { NoResult, resultIn } from './files.ts';
import { exchangeOf } from '../fixtures/testing/fakes.ts';
import { exchangesById, requirement, result } from './summary/samples.ts';

const whole = JSON.stringify(result({}));

function expectRefused(text: string): void {
  try {
    resultIn(text, 'a.json');
  } catch (error) {
    expect(error).toBeInstanceOf(NoResult);
    expect((error as Error).message).toMatch(/^a\.json [^\n]{5,2000}$/);
    return;
  }
  throw new Error(`taken for a result: ${text.slice(0, 100)}`);
}

test('a result that was cut anywhere, and any other JSON, is refused in one sentence', () => {
  const cuts = fc.nat({ max: whole.length - 1 }).map(at => whole.slice(0, at));
  const others = fc.oneof(fc.json(), fc.string({ unit: 'binary' }), cuts);
  fc.assert(fc.property(others, expectRefused), { numRuns: 300 });
});

test('depth, keys of prototypes and other versions are refused', () => {
  expectRefused('['.repeat(100_000) + ']'.repeat(100_000));
  expectRefused('{"__proto__":{"schemaVersion":1}}');
  expectRefused(`{"schemaVersion":1,"requirements":${'['.repeat(50_000)}${']'.repeat(50_000)}}`);
  expectRefused('{"schemaVersion":2}');
  expect(resultIn(whole, 'a.json').schemaVersion).toBe(1);
});

test('a requirement without fields that were added later is read', () => {
  const requirements = [requirement('wallet.of-each-currency', { verdict: 'passed' })];
  const text = JSON.stringify(result({ requirements }));
  expect(resultIn(text, 'a.json').requirements).toEqual(requirements);
});

test('a small file whose bodies would fill the memory is refused before one is joined', () => {
  const piece = 'x'.repeat(2 ** 20);
  const withBodies = (times: number, digest = 'abc', count = 1) => {
    const { x1 } = exchangesById(exchangeOf(200, {}));
    const body = Array.from({ length: times }, () => digest);
    const one = { ...x1!, response: { ...x1!.response, body } };
    const exchanges = Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`x${at + 1}`, one]),
    );
    return JSON.stringify(result({ exchanges, texts: { abc: piece } }));
  };
  expect(resultIn(withBodies(256), 'a.json').texts).toEqual({ abc: piece });
  expectRefused(withBodies(257));
  expect(resultIn(withBodies(256, 'abc', 4), 'a.json').texts).toEqual({ abc: piece });
  expectRefused(withBodies(256, 'abc', 5));
  expectRefused(withBodies(1, 'missing'));
  expectRefused(withBodies(1, '__proto__'));
});
