/** Results of several nights, for tests: passed, got worse, mended. */
import type { ConformanceResult } from '../../../schemas/records/result.ts';
import { compare } from '../../drift/compare.ts';
import { limiter, plantedDrift, wallet } from '../../drift/testing/planted.ts';
import { nightOf, type ComparedNight, type History } from '../nights.ts';

/** `0` is the first of January 2026. */
export const startOf = (night: number): string =>
  new Date(Date.UTC(2026, 0, 1 + night, 2)).toISOString();

/** @param said whatever the target sent in the third night. */
export function sampleNights(said?: string, count = 12): ConformanceResult[] {
  const { before, after } = plantedDrift(said);
  return Array.from({ length: count }, (_, at) => ({
    ...(at === 2 ? after : before),
    startedAt: startOf(at),
    limiters: [limiter(at > 6 ? 30 : 60, at > 6 ? 29 : 59)],
    ...(at !== 2 && { exchanges: wallet(at === 5 ? 0 : 10, [{ balance: 1 }], 10 + at) }),
  }));
}

export function sampleHistory(
  results: readonly ConformanceResult[],
  leftOut = 'it is no JSON',
): History {
  const nights = results.map((result, at): ComparedNight => {
    const before = results[at - 1];
    const night = nightOf(result, `${at}.json`);
    return before ? { ...night, changes: compare(before, result) } : night;
  });
  return { nights, leftOut: [{ file: 'broken.json', reason: leftOut }] };
}
