import { expect, test } from '#test';
import { lists, toPage, type Page } from '../../schemas/lists.ts';
import { exchangeOn } from '../../fixtures/testing/exchange.ts';
import { thrownBy } from '../../fixtures/testing/fakes.ts';
import { contradictions, readStableList, sizeOf, type StableList } from './page-laws.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { missingFrom } from '../shared/compared-items.ts';
import { overCatalog } from '../shared/testing.ts';

function pageOf(items: readonly unknown[], total: number, limit?: string): Page {
  const query = limit === undefined ? {} : { limit };
  const exchange = exchangeOn(lists.browse.route, { query, body: { products: items, total } });
  return toPage(lists.browse, exchange)!;
}

const ids = (...names: readonly string[]) => names.map(_id => ({ _id }));
const other = (asked: number, items: readonly unknown[], total = 4) => ({
  page: pageOf(items, total),
  asked,
  size: 2,
  isFull: true,
});

test('pages that agree contradict nothing, whatever else their items show', () => {
  const still = {
    total: 5,
    pages: [pageOf(ids('a', 'b'), 4)],
    size: 2,
    complete: true,
    items: [{ _id: 'a', imageUrl: 'u?signed=1' }, ...ids('b', 'c', 'd')],
  };
  const found = (page: ReturnType<typeof other>) =>
    contradictions({ ...still, otherPages: [page] });
  expect(found(other(1, [{ _id: 'a', imageUrl: 'u?signed=2' }, { _id: 'b' }]))).toEqual([]);
  expect(found(other(2, ids('c')))).toEqual(ids('d'));
  expect(found(other(1, ids('a', 'b'), 5))).toEqual([5]);
});

test('the size of a page is the size that was requested where it holds the whole list', () => {
  expect(sizeOf(pageOf(ids('a', 'b'), 5, '200'), 2)).toBe(2);
  expect(sizeOf(pageOf(ids('a', 'b'), 2, '200'), 2)).toBe(200);
  expect(sizeOf(pageOf(ids('a', 'b'), 2, '1'), 2)).toBe(2);
  expect(sizeOf(pageOf(ids('a', 'b'), 2), 2)).toBe(2);
});

test('what is missing is counted as often as it is there', () => {
  expect(missingFrom(ids('a', 'b'), ids('b', 'a'))).toEqual([]);
  expect(missingFrom(ids('a', 'b'), ids('a', 'a', 'c'))).toEqual(ids('a', 'c'));
});

test('items are the same by their id, and without one by their content', () => {
  expect(missingFrom([{ _id: 'a', n: 1 }], [{ _id: 'a', n: 2 }])).toEqual([]);
  expect(missingFrom([{ n: 1 }], [{ n: 1 }, { n: 2 }])).toEqual([{ n: 2 }]);
});

/** Page and size; `+` where the size was requested. */
const seenOf = ({ otherPages }: StableList) =>
  otherPages.map(({ asked, size, limit }) => `${asked}/${size}${limit ? '+' : ''}`).join(' ');

for (const [total, seen, why] of [
  [45, '1/10 2/10 3/10 4/10 5/10 2/30+ 11/3+', 'without a limit, and on a last page of our own'],
  [10, '1/10 1/6+ 2/6+ 3/2+', 'on two pages of our own, where all fits on one'],
  [5001, '1/10 2/10 3/10 4/10 251/10 501/10 2/133+ 11/16+', 'at both ends and in the middle'],
  [1, '1/1', 'on its one page'],
  [0, '1/0', 'on an empty page'],
] as const)
  test(`a list of ${total} is seen on the pages ${seen}: ${why}`, async () => {
    expect(seenOf(await readStableList(overCatalog({ total }), lists.browse))).toBe(seen);
  });

test('a list that changes each time that it is read shows nothing', async () => {
  let total = 10;
  const context = overCatalog({ total: 0, changing: () => ++total });
  expect(await thrownBy(() => readStableList(context, lists.browse))).toEqual(
    new NotExercised('GET /products changed each time while it was read'),
  );
});

test('pages that contradict a list that stood still are returned', async () => {
  const context = overCatalog({ total: 0, changing: count => (count === 2 ? 11 : 12) });
  const still = await readStableList(context, lists.browse);
  expect(contradictions(still)).toEqual([11]);
});
