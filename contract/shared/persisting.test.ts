import { expect, test } from '#test';
import { thrownBy } from '../../fixtures/testing/fakes.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { persisting } from './polling.ts';

/** Returns the findings of each look in turn. */
async function looking(...found: (readonly unknown[])[]) {
  const looks: boolean[] = [];
  const persists = await persisting(fresh => Promise.resolve(found[looks.push(fresh) - 1]!));
  return { persists, looks };
}

test('where nothing is wrong, nothing is requested again', async () => {
  expect(await looking([], ['a'])).toEqual({ persists: [], looks: [false] });
});

test('what is wrong twice persists; what is gone, or new, does not', async () => {
  const { persists, looks } = await looking([{ id: 'a' }, { id: 'b' }], [{ id: 'b' }, { id: 'c' }]);
  expect(persists).toEqual([{ id: 'b' }]);
  expect(looks).toEqual([false, true]);
  expect(await looking(['a'], [])).toEqual({ persists: [], looks: [false, true] });
});

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
