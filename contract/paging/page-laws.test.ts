import { expect, test } from '#test';
import { lists, toPage, type Page } from '../../schemas/lists.ts';
import { exchangeOn } from '../../fixtures/testing/exchange.ts';
import { thrownBy } from '../../fixtures/testing/fakes.ts';
import {
  contradictions,
  isShuffled,
  nameOfPage,
  readStableList,
  sizeOf,
  type StableList,
  withoutKept,
} from './page-laws.ts';
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

test('a list of which an item moved, came or went is not shuffled', () => {
  const list = ids(...'abcdefghij');
  expect(isShuffled(list, list.toReversed())).toBe(true);
  expect(isShuffled(list, ids(...'jabcdefghi'))).toBe(false);
  expect(isShuffled(list, ids(...'jihgfedcbx'))).toBe(false);
  expect(isShuffled(list.slice(0, 4), list.slice(0, 4).toReversed())).toBe(false);
});

test('a page that was asked for before is left out if its total may be of another moment', () => {
  const items = ids(...Array.from({ length: 40 }, (_, index) => `${index}`));
  const kept = { total: 40, pages: [pageOf(items, 40)], size: 40, complete: true, items };
  const left = (total: number, before = 2) =>
    withoutKept(
      { ...kept, otherPages: [other(2, ids('2', '3'), total)] },
      new Set([nameOfPage({ asked: before })]),
    ).otherPages.length;
  expect([left(39), left(40), left(2), left(39, 1)]).toEqual([0, 1, 1, 1]);
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

test('a list that changed each time is not read by each check again', async () => {
  let total = 10;
  const context = overCatalog({ total: 0, changing: () => ++total });
  const reason = await thrownBy(() => readStableList(context, lists.browse));
  const before = context.requests.length;
  expect(await thrownBy(() => readStableList(context, lists.browse))).toEqual(reason);
  expect(context.requests).toHaveLength(before);
});
