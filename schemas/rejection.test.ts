import { expect, test } from '#test';
import { retryAfterSeconds } from './rejection.ts';

const now = Date.UTC(2026, 0, 1);
const waits = [
  ['3', 3],
  ['0', 0],
  ['1.5', 1.5],
  [new Date(now + 4000).toUTCString(), 4],
  [new Date(now - 4000).toUTCString(), 0],
  ['-5', undefined],
  ['soon', undefined],
  ['soon 3', undefined],
  ['2030', 2030],
  ['', undefined],
  [undefined, undefined],
] as const;

for (const [value, seconds] of waits)
  test(`retry-after ${String(value)} states ${String(seconds)} seconds`, () => {
    expect(retryAfterSeconds(value, now)).toBe(seconds);
  });
