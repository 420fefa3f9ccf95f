import { expect, test } from '#test';
import { lists, toPage, type Page } from '../../schemas/lists.ts';
import { exchangeOn } from '../../fixtures/testing/exchange.ts';
import {
  comparisons,
  contradictions,
  identitiesOn,
  missingFrom,
  pagesSeen,
  seriesOf,
  sizeOf,
} from './page-laws.ts';

function pageOf(items: readonly unknown[], total: number, limit?: string): Page {
  const query = limit === undefined ? {} : { limit };
  const exchange = exchangeOn(lists.browse.route, { query, body: { products: items, total } });
  return toPage(lists.browse, exchange)!;
}

const ids = (...names: readonly string[]) => names.map(_id => ({ _id }));
const page = pageOf(ids('a', 'b'), 5, '2');
const snapshot = { large: [page, page], size: 2, complete: true, items: ids('a', 'b', 'a', 'b') };
const other = (asked: number, size: number, items: readonly unknown[], limit?: number) => ({
  page: pageOf(items, 4),
  asked,
  size,
  isFull: true,
  ...(limit === undefined ? {} : { limit }),
});

test('pages are numbered from the first, in each size', () => {
  const others = [other(1, 3, []), other(2, 3, [])];
  const seen = pagesSeen({ ...snapshot, others });
  expect(seen.map(({ asked, size, isFull }) => [asked, size, isFull])).toEqual([
    [1, 2, true],
    [2, 2, true],
    [1, 3, true],
    [2, 3, true],
  ]);
});

test('a series has several pages of one size', () => {
  const others = [other(1, 3, []), other(2, 3, []), other(2, 3, [], 3)];
  const series = seriesOf({ ...snapshot, others });
  expect(series).toEqual([[page, page], others.slice(0, 2).map(each => each.page)]);
  expect(seriesOf({ ...snapshot, large: [page], others: [] })).toEqual([]);
});

test('a page is compared with the part of the list that it stands for', () => {
  const list = { ...snapshot, items: ids('a', 'b', 'c', 'd') };
  const others = [other(2, 3, ids('d')), other(2, 2, ids('b', 'c'))];
  const of = others.map(each => [each.page.exchange, page.exchange]);
  expect(comparisons({ ...list, others })).toEqual([
    { where: 'page 2 of 3', misplaced: [], lost: [], of: of[0] },
    { where: 'page 2 of 2', misplaced: ids('b'), lost: ids('d'), of: of[1] },
  ]);
});

test('a page beyond what was read of a long list is not compared', () => {
  const list = { ...snapshot, complete: false };
  const others = [other(2, 3, ids('x')), other(2, 2, ids('b', 'a'))];
  expect(comparisons({ ...list, others }).map(({ where }) => where)).toEqual(['page 2 of 2']);
});

test('pages that agree contradict nothing, whatever else their items show', () => {
  const still = {
    ...snapshot,
    large: [pageOf(ids('a', 'b'), 4)],
    items: [{ _id: 'a', imageUrl: 'u?signed=1' }, { _id: 'b' }, { _id: 'c' }, { _id: 'd' }],
  };
  const agreeing = [other(1, 2, [{ _id: 'a', imageUrl: 'u?signed=2' }, { _id: 'b' }])];
  expect(contradictions({ ...still, others: agreeing })).toEqual([]);
  expect(contradictions({ ...still, others: [other(2, 2, ids('c'))] })).toEqual(ids('d'));
  const total = { ...other(1, 2, ids('a', 'b')), page: pageOf(ids('a', 'b'), 5) };
  expect(contradictions({ ...still, others: [total] })).toEqual([5]);
});

test('the size of a page is the size that was requested where it holds the whole list', () => {
  expect(sizeOf(pageOf(ids('a', 'b'), 5, '200'), 2)).toBe(2);
  expect(sizeOf(pageOf(ids('a', 'b'), 2, '200'), 2)).toBe(200);
  expect(sizeOf(pageOf(ids('a', 'b'), 2, '1'), 2)).toBe(2);
  expect(sizeOf(pageOf(ids('a', 'b'), 2), 2)).toBe(2);
});

test('identities are those of items that have one', () => {
  const mixed = [...ids('a', 'b'), {}, 'text', null];
  expect(identitiesOn([pageOf(mixed, 5), pageOf(ids('a'), 5)], '_id')).toEqual(['a', 'b', 'a']);
});

test('what is missing is counted as often as it is there', () => {
  expect(missingFrom(ids('a', 'b'), ids('b', 'a'))).toEqual([]);
  expect(missingFrom(ids('a', 'b'), ids('a', 'a', 'c'))).toEqual(ids('a', 'c'));
  expect(missingFrom([], ids('a'))).toEqual(ids('a'));
});

test('items are the same by their id, and without one by their content', () => {
  expect(missingFrom([{ _id: 'a', n: 1 }], [{ _id: 'a', n: 2 }])).toEqual([]);
  expect(missingFrom([{ n: 1 }], [{ n: 1 }, { n: 2 }])).toEqual([{ n: 2 }]);
});
