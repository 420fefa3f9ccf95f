import { expect, test } from '#test';
import { lists, toPage, type Page } from '../../schemas/lists.ts';
import { exchangeOn } from '../../fixtures/testing/exchange.ts';
import { answer, contextOver, ourTarget, thrownBy } from '../../fixtures/testing/fakes.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import {
  comparisons,
  contradictions,
  lastPage,
  missingFrom,
  pagesOf,
  readStableList,
  repeatedItems,
  sizeOf,
  type StableList,
} from './page-laws.ts';
import { catalog, overCatalog } from './testing.ts';

function pageOf(items: readonly unknown[], total: number, limit?: string): Page {
  const query = limit === undefined ? {} : { limit };
  const exchange = exchangeOn(lists.browse.route, { query, body: { products: items, total } });
  return toPage(lists.browse, exchange)!;
}

const ids = (...names: readonly string[]) => names.map(_id => ({ _id }));
const page = pageOf(ids('a', 'b'), 5, '2');
const read = {
  total: 5,
  pages: [page, page],
  size: 2,
  complete: true,
  items: ids('a', 'b', 'a', 'b'),
};
const other = (asked: number, size: number, items: readonly unknown[], limit?: number) => ({
  page: pageOf(items, 4),
  asked,
  size,
  isFull: true,
  ...(limit === undefined ? {} : { limit }),
});

test('pages are numbered from the first, in each size', () => {
  const otherPages = [other(1, 3, []), other(2, 3, [])];
  const seen = pagesOf({ ...read, otherPages });
  expect(seen.map(({ asked, size, isFull }) => [asked, size, isFull])).toEqual([
    [1, 2, true],
    [2, 2, true],
    [1, 3, true],
    [2, 3, true],
  ]);
});

test('items are repeated on pages of one size', () => {
  const otherPages = [other(1, 3, ids('a')), other(2, 3, ids('a', 'c')), other(2, 3, ids('a'), 3)];
  const of = otherPages.slice(0, 2).map(each => each.page.exchange);
  const whole = [page, pageOf([...ids('c'), {}, 'text', null], 5)];
  expect(repeatedItems({ ...read, pages: whole, otherPages }, '_id')).toEqual([
    { repeated: [], of: [] },
    { repeated: ['a'], of },
  ]);
  expect(repeatedItems({ ...read, pages: [page], otherPages: [] }, '_id')).toEqual([]);
});

test('a page is compared with the part of the list that it stands for', () => {
  const list = { ...read, items: ids('a', 'b', 'c', 'd') };
  const otherPages = [other(2, 3, ids('d')), other(2, 2, ids('b', 'c'))];
  const of = otherPages.map(each => [each.page.exchange, page.exchange]);
  expect(comparisons({ ...list, otherPages })).toEqual([
    { where: 'page 2 of 3', misplaced: [], lost: [], of: of[0] },
    { where: 'page 2 of 2', misplaced: ids('b'), lost: ids('d'), of: of[1] },
  ]);
});

test('a page beyond what was read of a long list is not compared', () => {
  const list = { ...read, complete: false };
  const otherPages = [other(2, 3, ids('x')), other(2, 2, ids('b', 'a'))];
  expect(comparisons({ ...list, otherPages }).map(({ where }) => where)).toEqual(['page 2 of 2']);
});

test('pages that agree contradict nothing, whatever else their items show', () => {
  const still = {
    ...read,
    pages: [pageOf(ids('a', 'b'), 4)],
    items: [{ _id: 'a', imageUrl: 'u?signed=1' }, { _id: 'b' }, { _id: 'c' }, { _id: 'd' }],
  };
  const agreeing = [other(1, 2, [{ _id: 'a', imageUrl: 'u?signed=2' }, { _id: 'b' }])];
  expect(contradictions({ ...still, otherPages: agreeing })).toEqual([]);
  expect(contradictions({ ...still, otherPages: [other(2, 2, ids('c'))] })).toEqual(ids('d'));
  const total = { ...other(1, 2, ids('a', 'b')), page: pageOf(ids('a', 'b'), 5) };
  expect(contradictions({ ...still, otherPages: [total] })).toEqual([5]);
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
  expect(missingFrom([], ids('a'))).toEqual(ids('a'));
});

test('items are the same by their id, and without one by their content', () => {
  expect(missingFrom([{ _id: 'a', n: 1 }], [{ _id: 'a', n: 2 }])).toEqual([]);
  expect(missingFrom([{ n: 1 }], [{ n: 1 }, { n: 2 }])).toEqual([{ n: 2 }]);
});

const asked = ({ otherPages }: StableList) =>
  otherPages.map(each => [each.asked, each.size, each.limit]);

test('a list is seen in the size that comes without a limit, and on a last page of a size of our own', async () => {
  const context = overCatalog({ total: 45 });
  const still = await readStableList(context, lists.browse);
  expect(still).toMatchObject({ size: 45, complete: true });
  expect(asked(still)).toEqual([
    [1, 10, undefined],
    [2, 10, undefined],
    [3, 10, undefined],
    [4, 10, undefined],
    [5, 10, undefined],
    [2, 30, 30],
  ]);
  expect(context.requests).toHaveLength(7);
});

test('where all fits on one page, two pages of our own show what pages share', async () => {
  const still = await readStableList(overCatalog({ total: 10 }), lists.browse);
  expect(asked(still)).toEqual([
    [1, 10, undefined],
    [1, 6, 6],
    [2, 6, 6],
  ]);
});

test('of a long list, pages at both ends and in the middle are seen', async () => {
  const still = await readStableList(overCatalog({ total: 5001 }), lists.browse);
  expect(still.complete).toBe(false);
  expect(asked(still)).toEqual([
    [1, 10, undefined],
    [2, 10, undefined],
    [3, 10, undefined],
    [4, 10, undefined],
    [251, 10, undefined],
    [501, 10, undefined],
    [2, 133, 133],
  ]);
});

test('a list of one item, or none, has no smaller pages', async () => {
  for (const total of [0, 1])
    expect(asked(await readStableList(overCatalog({ total }), lists.browse))).toEqual([
      [1, total, undefined],
    ]);
});

test('a list that stood still once is not read again', async () => {
  const context = overCatalog({ total: 10 });
  const still = await readStableList(context, lists.browse);
  const before = context.requests.length;
  expect(await readStableList(context, lists.browse)).toBe(still);
  expect(context.requests).toHaveLength(before);
});

test('a list that changed once is tried again', async () => {
  const context = overCatalog({ total: 10, changing: count => (count > 3 ? 11 : 10) });
  const still = await readStableList(context, lists.browse);
  expect(still.total).toBe(11);
  expect(still.items).toHaveLength(11);
  expect(contradictions(still)).toEqual([]);
});

test('pages that are left over from a list that moved are not taken for one reading', async () => {
  let total = 10;
  let moving = true;
  const context = overCatalog({ total: 0, changing: () => (moving ? ++total : total) });
  await thrownBy(() => readStableList(context, lists.browse));
  moving = false;
  const before = context.requests.length;
  const still = await readStableList(context, lists.browse);
  expect(context.requests.length - before).toBeGreaterThan(3);
  expect(contradictions(still)).toEqual([]);
});

test("a contradiction of a list that stands still is the target's", async () => {
  const answers = catalog({ total: 45 });
  const context = contextOver((request, count) => {
    const response = answers(request, count);
    return request.url.includes('limit=30')
      ? answers({ ...request, url: request.url.replace('page=2', 'page=1') }, count)
      : response;
  }, ourTarget());
  const still = await readStableList(context, lists.browse);
  expect(contradictions(still)).not.toEqual([]);
  const before = context.requests.length;
  expect(await readStableList(context, lists.browse)).toBe(still);
  expect(context.requests).toHaveLength(before);
});

test('a list that changes each time is not exercised, after a bounded number of requests', async () => {
  const context = overCatalog({ total: 10, changing: count => 10 + count });
  expect(await thrownBy(() => readStableList(context, lists.browse))).toEqual(
    new NotExercised('GET /products changed each time while it was read'),
  );
  expect(context.requests.length).toBeLessThanOrEqual(30);
});

/** A history of so many orders, of which a later page shows what it is given. */
const history = (count: number, later: (size: number) => readonly string[] | number) =>
  contextOver(({ url }) => {
    const query = new URL(url).searchParams;
    const size = Number(query.get('limit'));
    const ids = Array.from({ length: count }, (_, index) => `o${index}`);
    const shown = query.get('page') === '2' ? later(size) : ids;
    if (typeof shown === 'number') return answer(shown, { error: 'no' });
    const orders = shown.map(_id => ({ _id }));
    return answer(200, { orders, total: count, page: 1, totalPages: 1 });
  }, ourTarget());

const last = (context: ReturnType<typeof history>) =>
  lastPage(context, {
    list: lists.orders,
    query: {},
    fresh: false,
    identityOf: item => JSON.stringify(item),
  });

test('the last page has what the list has after the first', async () => {
  const context = history(6, size => ['o4', 'o5'].slice(0, 6 - size));
  expect((await last(context)).notAfterFirst).toEqual([]);
  expect(new URL(context.requests.at(-1)!.url).search).toBe('?page=2&limit=4');
});

test('what belongs elsewhere, is missing or is refused is wrong', async () => {
  const found = async (later: readonly string[] | number) =>
    (await last(history(6, () => later))).notAfterFirst;
  expect(await found(['o0', 'o5'])).toEqual([{ _id: 'o0' }]);
  expect(await found([])).toEqual(['0 items for 2 on page 2 of 4, status 200']);
  expect(await found(500)).toEqual(['0 items for 2 on page 2 of 4, status 500']);
});

test('a list of one item has no last page beside its first', async () => {
  expect(await thrownBy(() => last(history(1, () => [])))).toEqual(
    new NotExercised('there is one page only'),
  );
});
