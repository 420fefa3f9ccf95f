import { expect, test } from '#test';
import { thrownBy } from '../../fixtures/testing/fakes.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { reproduced } from './polling.ts';

/** Returns the findings of each look in turn. */
async function looking(...found: (readonly unknown[])[]) {
  const looks: boolean[] = [];
  const persists = await reproduced(again => Promise.resolve(found[looks.push(again) - 1]!));
  return { persists, looks };
}

test('what was read before a purchase is compared with nothing: two fresh looks are', async () => {
  const { persists, looks } = await looking(['8 of 44'], ['8 of 45'], ['8 of 45']);
  expect(persists).toEqual(['8 of 45']);
  expect(looks).toEqual([false, true, true]);
});

test('a list that shows something else each time shows nothing', async () => {
  expect(await thrownBy(() => looking(['a'], ['b'], ['c']))).toEqual(
    new NotExercised('what was compared changed each of 3 times'),
  );
});
