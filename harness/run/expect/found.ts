/** Takes verdicts that were found elsewhere, and compares a value of each item of a list. Both count as assertions of the current case. */
import { isDeepStrictEqual } from 'node:util';
import type { Exchange } from '../../../schemas/records/exchange.ts';
import { currentCase, ExpectationFailed, nothingToCompare } from './expect.ts';

/** Failure that was found elsewhere, like the claim of a probe or the first items that are out of order. */
export type Problem = Pick<ExpectationFailed, 'expected' | 'actual'> &
  Partial<Pick<ExpectationFailed, 'about' | 'of' | 'recorded'>>;

/** Takes a verdict that was found elsewhere: fails if there is a problem. */
export function expectNoProblem(problem: Problem | undefined): void {
  const current = currentCase();
  if (current) current.assertions += 1;
  if (problem) throw new ExpectationFailed(problem.expected, problem.actual, problem);
}

/** Fails with a verdict that was found elsewhere. */
export function fail(
  expected: unknown,
  actual: unknown,
  rest: Omit<Problem, 'expected' | 'actual'> = {},
): never {
  throw new ExpectationFailed(expected, actual, rest);
}

/**
 * Compares a value of each item with the expected value. The failure names the first item that differs, and says how many do.
 *
 * @param about Names the value of an item, or says what holds for it.
 * @param expected By default, the value must be true.
 * @throws NotExercised if there is no item.
 */
export function expectEach<T>(
  items: readonly T[],
  about: (item: T) => string,
  actual: (item: T) => unknown,
  expected: (item: T) => unknown = () => true,
  of: (item: T) => readonly Exchange[] = () => [],
): void {
  if (items.length === 0) throw nothingToCompare();
  const differing = items.filter(item => !isDeepStrictEqual(actual(item), expected(item)));
  const [first] = differing;
  expectNoProblem(
    first && {
      about: `${about(first)} (${differing.length} of ${items.length} differ)`,
      expected: expected(first),
      actual: actual(first),
      of: of(first),
    },
  );
}
