import { expect, test } from '#test';
import { retryAfterProblem } from './rejection.ts';
import { retryAfterSeconds } from './retry-after.ts';

const now = Date.UTC(2026, 0, 1);
const waits = [
  ['3', 3],
  ['0', 0],
  ['1.5', 1.5],
  [new Date(now + 4000).toUTCString(), 4],
  [new Date(now - 4000).toUTCString(), 0],
  ['soon', undefined],
  ['2030', 2030],
  ['', undefined],
  [undefined, undefined],
] as const;

for (const [value, seconds] of waits)
  test(`retry-after ${String(value)} states ${String(seconds)} seconds`, () => {
    expect(retryAfterSeconds(value, now)).toBe(seconds);
  });

for (const [value, problem] of [
  ['0', undefined],
  ['60', undefined],
  // Waits that double with each rejection, as @fastify/rate-limit announces them.
  [`${2 ** 42}`, undefined],
  [`${now / 1000 + 60}`, `retry-after: ${now / 1000 + 60}`],
  [`${now + 60_000}`, `retry-after: ${now + 60_000}`],
  ['1.5', 'retry-after: 1.5'],
  ['', 'retry-after: '],
  [undefined, 'no retry-after'],
] as const)
  test(`retry-after ${String(value)}: ${problem ?? 'an integer of seconds to wait'}`, () => {
    expect(retryAfterProblem(value, now / 1000)).toBe(problem);
    // A recording may lack times, and the clock of a target may be unset.
    expect(retryAfterProblem(value, 0) === undefined).toBe(/^\d+$/.test(String(value)));
    expect(retryAfterProblem(value, NaN) === undefined).toBe(/^\d+$/.test(String(value)));
  });
