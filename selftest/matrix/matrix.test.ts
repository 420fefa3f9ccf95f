/**
 * Tests that faults are seen or not as the committed lists say, and that no variant causes a false alarm. Each fault is judged
 * by the checks that can see it. One in sixteen generated faults and one in six variants are judged. `./gv matrix` judges all
 * of them by all checks.
 */
import { test as base, expect } from '#test';
import { startProcess, type MatrixProcess, gaps, problemsOf, subjectsOf } from './run.ts';
import type { Subject } from './host.ts';
import { avoidable } from './subjects.ts';
import { dimensions } from '../../reference/variants/index.ts';

const test = base.extend<{}, { matrix: MatrixProcess }>({
  matrix: [
    async ({}, use) => {
      const started = startProcess();
      await use(started);
      started.end();
    },
    { scope: 'worker' },
  ],
});

const subjects = subjectsOf('detection');
const [faults, variants] = [true, false].map(isFault =>
  subjects.filter(({ fault }) => (fault !== undefined) === isFault),
) as [Subject[], Subject[]];

test('every requirement has a fault, and the list has every fault', () => {
  expect(gaps()).toEqual([]);
  expect(faults.length).toBeGreaterThan(450);
  expect(variants.length).toBeGreaterThan(25);
});

test('every variant that a partner can avoid exists', () => {
  const ids = dimensions.flat().map(({ id }) => id);
  expect(avoidable.filter(id => !ids.includes(id))).toEqual([]);
});

/** Splits subjects into batches that take about the same time, so that two workers end together. */
function* inParts(all: readonly Subject[], size: number): Generator<[string, string[]]> {
  for (let from = 0; from < all.length; from += size) {
    const some = all.slice(from, from + size).map(({ id }) => id);
    yield [`${from + 1} to ${from + some.length}, ${some[0]} and so on`, some];
  }
}

for (const [what, ids] of inParts(variants, 8))
  test(`variants ${what}`, async ({ matrix }) => {
    const shares = await matrix.judge({ ids, depth: 'detection' });
    expect(shares).toHaveLength(ids.length);
    expect(problemsOf(shares)).toEqual([]);
  });

for (const [what, ids] of inParts(faults, 100))
  test(`faults ${what}`, async ({ matrix }) => {
    const shares = await matrix.judge({ ids, depth: 'detection' });
    expect(shares).toHaveLength(ids.length);
    expect(problemsOf(shares)).toEqual([]);
  });
