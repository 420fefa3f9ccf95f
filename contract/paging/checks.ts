/** §2.8 Pagination, §8 page and limit, and the laws between pages and totals. */
import type { CheckContext } from '../../fixtures/run/context.ts';
import { observation, requirement } from '../../fixtures/run/requirement.ts';
import { pagingFields } from './judgements.ts';
import { expectRead } from '../service/judgements.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';
import {
  outOfRange,
  requestPage,
  requestTwice,
  type PageQuery,
  exchangesOf,
  largest,
  readWhole,
  paramName,
} from '../steps/lists.ts';
import {
  comparisons,
  pagesOf,
  readStableList,
  repeatedItems,
  severalPages,
  sizeOf,
  type StableList,
} from './page-laws.ts';
import { again, expectNone } from '../steps/again.ts';
import { shownOtherwise } from './same-items.ts';
import { overlappingCategories, searchOfNobody } from '../steps/searches.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { allLists, lists, toPage, type List } from '../../schemas/lists.ts';
import { isSuccess, sentQuery, type Exchange } from '../../schemas/records/exchange.ts';

requirement('paging.fields', async context => {
  const cases = allLists.flatMap(list => pagingFields(list).map(field => ({ list, field })));
  await context.each(cases, async ({ list, field }) => {
    const exchange = await requestPage(context, list);
    expectRead(exchange);
    context.judge(exchange, field);
  });
  await context.each(oddPages, async ({ list, query }) =>
    judgeAccepted(context, list, await requestPage(context, list, query)),
  );
  await context.each([{ id: 'a search that finds nothing', list: lists.search }], async () =>
    judgeAccepted(context, lists.search, await searchOfNobody(context)),
  );
});

/** A page is a page, whatever was asked for: one that is refused is none. */
function judgeAccepted(context: CheckContext, list: List, exchange: Exchange): void {
  if (!isSuccess(exchange))
    throw new NotExercised(`${exchange.route} answers ${exchange.response.status}`);
  for (const name of pagingFields(list)) context.judge(exchange, name);
}

const casesOf = (bound: string) => allLists.map(list => ({ list, bound }));

const oddPages = allLists.flatMap(list =>
  outOfRange(list).map(query => ({ list, bound: JSON.stringify(query), query })),
);

/** A law about several pages of each list. */
const everyList = (context: CheckContext, law: (still: StableList, list: List) => void) =>
  context.each(allLists, list => again(async () => law(await readStableList(context, list), list)));

requirement('paging.accepted', async context => {
  const { each } = context;
  const accepts = async (list: List, query: PageQuery) =>
    expectRead(await requestTwice(context, list, query));
  const promised = async (list: List) =>
    toPage(list, await requestPage(context, list))?.totalPages ?? 1;
  await each(casesOf('page 1, limit 1'), ({ list }) => accepts(list, { page: 1, limit: 1 }));
  await each(casesOf('a limit alone'), async ({ list }) => {
    const { status } = (await requestPage(context, list, { limit: largest })).response;
    // The largest page is not shown: a limit that large may be refused.
    await accepts(list, { limit: status >= 400 && status < 500 ? 1 : largest });
  });
  await each(casesOf('a page alone'), async ({ list }) =>
    accepts(list, { page: (await promised(list)) > 1 ? 2 : 1 }),
  );
  await each(casesOf('the last page'), async ({ list }) => {
    const last = await promised(list);
    if (last < 2) throw new NotExercised('the list has one page only');
    await accepts(list, { page: last });
  });
});

requirement('paging.page', async context => {
  await context.each(casesOf('the first page'), async ({ list }) => {
    const exchange = await requestPage(context, list, { page: 1, limit: 1 });
    expectRead(exchange);
    context.judge(exchange);
  });
  await context.each(casesOf('every page'), async ({ list }) => {
    for (const { page, asked, size } of severalPages(await readStableList(context, list)))
      expect(page.page, `page number of page ${asked} (${size} a page)`, page.exchange).toBe(asked);
  });
});

requirement('paging.limit', async context => {
  await context.each(casesOf('a limit of 1'), async ({ list }) => {
    const exchange = await requestPage(context, list, { page: 1, limit: 1 });
    expectRead(exchange);
    const page = toPage(list, exchange);
    if (page?.total === 0) throw new NotExercised('the list is empty');
    expect(page?.items.length, 'items', exchange).toBe(1);
  });
  await context.each(casesOf('every page'), async ({ list }) => {
    for (const { page, asked, size, isFull } of severalPages(await readStableList(context, list))) {
      const left = (page.total ?? 0) - (asked - 1) * size;
      const what = `items on page ${asked} (${size} a page), total ${page.total}`;
      expect(page.items.length, what, page.exchange).toBe(Math.min(size, Math.max(left, 0)));
      if ('limit' in list.pagination.properties && isFull)
        expect(page.limit, `limit of page ${asked} (${size} a page)`, page.exchange).toBe(size);
    }
  });
});

requirement('paging.total-pages', async context => {
  await context.each(allLists, async list => {
    const pages = pagesOf(await readStableList(context, list)).filter(({ size }) => size > 0);
    if (pages.length === 0) throw new NotExercised('the list is empty');
    for (const { page, size, asked } of pages) {
      const limit = page.limit ?? sizeOf(page, size);
      const what = `totalPages on page ${asked} (${size} a page), total ${page.total}`;
      expect(page.totalPages, what, page.exchange).toBe(Math.ceil((page.total ?? 0) / limit));
    }
  });
  await context.each(casesOf('full pages'), async ({ list }) => {
    const page = toPage(list, await requestPage(context, list, { page: 1, limit: 1 }));
    if (!page || page.items.length !== 1)
      throw new NotExercised('the target returned no page of one item');
    const what = `totalPages of pages of one item, total ${page.total}`;
    expect(page.totalPages, what, page.exchange).toBe(page.total);
  });
});

requirement('paging.total', async context => {
  await everyList(context, still => {
    const byTotal = new Map(pagesOf(still).map(({ page }) => [page.total, page.exchange]));
    expect([...byTotal.keys()], 'totals of the pages', ...byTotal.values()).toSatisfy(
      'one and the same total',
      different => different.length === 1,
    );
    const { total, pages } = still;
    const last = lastOf(still);
    if (still.complete)
      expect(total, 'the total, compared with the items', ...exchangesOf(still)).toBe(
        still.items.length,
      );
    else if (last)
      expect(
        total,
        'the total, compared with the items up to the last page',
        last.page.exchange,
        pages[0]!.exchange,
      ).toBe((last.asked - 1) * last.size + last.page.items.length);
  });
  await context.each([{ id: 'of a search that finds a part', list: lists.search }], async () => {
    const { size } = await readWhole(context, lists.search);
    const [category = ''] = await overlappingCategories(context);
    const found = await readWhole(context, lists.search, { query: { category }, atMost: 1 });
    const { total } = found;
    if (total === undefined) throw new NotExercised('the page has no total', 'paging.fields');
    // Its pages are as large as those of the whole list: a first one that is not full has all that there is.
    const all = found.size < size ? found.size : total;
    expect(total, `the total of category=${category}`, ...exchangesOf(found)).toBe(all);
  });
});

/** The last page of a list that is too long to be read whole. */
const lastOf = (still: StableList) =>
  pagesOf(still).find(
    ({ page, asked, size, isFull }) => isFull && asked === Math.ceil((page.total ?? 0) / size),
  );

requirement('paging.no-overlap', context =>
  everyList(context, (still, { identity }) => {
    severalPages(still);
    const repeats = identity === undefined ? [] : repeatedItems(still, identity);
    const compared = comparisons(still);
    if (repeats.length === 0 && compared.length === 0)
      throw new NotExercised('its items have no id, and its pages cannot be compared');
    for (const { repeated, of } of repeats)
      expect(repeated, 'items on two pages', ...of).toEqual([]);
    for (const { where, misplaced, of } of compared)
      expect(misplaced, `items on ${where} that belong on another page`, ...of).toEqual([]);
  }),
);

requirement('paging.no-loss', context =>
  everyList(context, still => {
    severalPages(still);
    const compared = comparisons(still);
    if (compared.length === 0)
      throw new NotExercised('the list could not be seen in two page sizes');
    for (const { where, lost, of } of compared)
      expect(lost, `items that belong on ${where} and are not there`, ...of).toEqual([]);
  }),
);

requirement('paging.same-items', context =>
  context.each(
    allLists.filter(({ identity }) => identity !== undefined).map(list => ({ list })),
    async ({ list }) => {
      await expectNone('fields that a page shows otherwise than the list', () =>
        shownOtherwise(context, list),
      );
    },
  ),
);

observation('paging.out-of-range', async context => {
  await context.each(oddPages, async ({ list, query }) => {
    const exchange = await requestPage(context, list, query);
    const page = toPage(list, exchange);
    const { status } = exchange.response;
    const seen = { status, items: page?.items.length, page: page?.page, limit: page?.limit };
    const value = { list: list.id, requested: query, ...seen };
    context.observe('paging.out-of-range', value, { marked: status >= 500 });
  });
});

observation('paging.default', async context => {
  for (const list of allLists) {
    const page = toPage(list, await requestPage(context, list));
    const value = { list: list.id, page: page?.page, size: page?.items.length };
    context.observe('paging.default', value);
  }
});

observation('paging.cap', async context => {
  for (const list of allLists) {
    const { pages, size, complete } = await readWhole(context, list);
    const limit = (await paramName(context, list, 'limit')) ?? '';
    const asked = sentQuery(pages[0]!.exchange).get(limit);
    const cap = complete && pages.length === 1 ? 'not reached' : size;
    context.observe('paging.cap', { list: list.id, asked, given: size, cap });
  }
});
