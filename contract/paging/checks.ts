/** §2.8 Pagination, §8 page and limit: judges each page, and compares the pages of a list. */
import {
  allLists,
  belowRange,
  exchangesOf,
  largest,
  paramName,
  pastEnd,
  readWhole,
  requestPage,
  keyOf,
  missingFrom,
} from '../steps/lists.ts';
import { observation, requirement } from '../requirement.ts';
import { pagingFields } from './judgements.ts';
import { expectRead } from '../service/judgements.ts';
import { expect, repeatedIn } from '../../harness/run/expect/expect.ts';
import { expectEach, expectNoProblem } from '../../harness/run/expect/found.ts';
import { again } from '../steps/again.ts';
import { expectSameItems } from '../steps/same-items.ts';
import { judgePages, requestPages, type PlacedPage } from './pages.ts';
import { NotApplicable, NotExercised } from '../../harness/verdict.ts';
import { group } from '../../schemas/group.ts';
import { lists, toPage } from '../../schemas/lists.ts';
import { isObject, isSuccess, sentQuery } from '../../schemas/records/exchange.ts';

requirement('paging.fields', async context => {
  const cases = allLists.flatMap(list => pagingFields(list).map(field => ({ list, field })));
  await context.each(cases, async ({ list, field }) => {
    const pages = await requestPages(context, list);
    expectRead(pages[0]!);
    context.judge(pages.filter(isSuccess), field);
  });
});

const casesOf = (bound: string) => allLists.map(list => ({ list, bound }));

requirement('paging.accepted', async context => {
  const { each } = context;
  await each(allLists, list =>
    again(async () => {
      for (const page of await requestPages(context, list)) expectRead(page);
    }),
  );
  await each(casesOf('large numbers'), ({ list }) =>
    again(async () => {
      // The service may reject a page past the end and a page size that is too large, but it
      // must not fail.
      const both = list === lists.orders ? [{ page: 2, limit: pastEnd.page }] : [];
      for (const query of [pastEnd, { limit: largest }, ...both])
        expect(await requestPage(context, list, query)).toSatisfy(
          'any status below 500',
          ({ response }) => response.status < 500,
        );
    }),
  );
});

requirement('paging.page', context =>
  judgePages(context, ({ pages }) => {
    for (const { page, number, name, exchange } of pages)
      expect(page, `page number of ${name}`, exchange).toBe(number);
  }),
);

requirement('paging.limit', context =>
  judgePages(context, ({ pages, total }, list) => {
    for (const { items, limit, size, start, name, exchange } of pages) {
      const left = Math.max(total - start, 0);
      expect(items.length, `items on ${name}, total ${total}`, exchange).toBe(Math.min(size, left));
      // A list of one page does not show how large its pages may be.
      if ('limit' in list.pagination.properties && total > size)
        expect(limit, `limit of ${name}`, exchange).toBe(size);
    }
  }),
);

requirement('paging.total-pages', context =>
  judgePages(context, ({ pages, total }) => {
    for (const { totalPages, size, name, exchange } of pages)
      expect(totalPages, `totalPages on ${name}, total ${total}`, exchange).toBe(
        Math.ceil(total / size),
      );
  }),
);

requirement('paging.total', context =>
  judgePages(context, ({ whole, pages, total }) => {
    const [first] = exchangesOf(whole);
    for (const page of pages)
      expect(page.total, `total on ${page.name}`, page.exchange, first!).toBe(total);
    if (whole.complete)
      expect(total, 'total of all items', ...exchangesOf(whole)).toBe(whole.items.length);
    const last = pages.find(({ number, size }) => number === Math.ceil(total / size));
    if (last)
      expect(total, `total of the items up to ${last.name}`, last.exchange).toBe(
        last.start + last.items.length,
      );
  }),
);

/**
 * Requires that a list was read from several responses.
 *
 * @throws NotExercised if one response shows the whole list.
 */
function requireSeveral(pages: readonly PlacedPage[]): void {
  if (new Set(pages.map(({ exchange }) => exchange.id)).size < 2)
    throw new NotExercised('the list was seen on one page only');
}

/** Returns the key of an item. Returns undefined for a ledger entry without an order, because two such entries may be equal. */
const identityOf = (item: unknown): string | undefined =>
  isObject(item) && (item['_id'] ?? item['orderID']) !== undefined ? keyOf(item) : undefined;

requirement('paging.no-overlap', context =>
  judgePages(context, ({ pages }) => {
    // `limit=1` and `page=1&limit=1` are the same page.
    const several = [...group(pages, page => page.series).values()]
      .map(read => [...new Map(read.map(page => [page.number, page])).values()])
      .filter(({ length }) => length > 1);
    for (const series of several) {
      const keysOn = (page: PlacedPage) => page.items.flatMap(item => identityOf(item) ?? []);
      const actual = repeatedIn(series.flatMap(keysOn));
      const pages = series.filter(page => keysOn(page).some(key => actual.includes(key)));
      const about = `items on ${pages.map(({ name }) => name).join(', ')}`;
      expectNoProblem(
        actual.length === 0
          ? undefined
          : { about, expected: 'each item once', actual, of: exchangesOf({ pages }) },
      );
    }
  }),
);

requirement('paging.no-loss', context =>
  judgePages(context, ({ whole, pages }) => {
    requireSeveral(pages);
    for (const { items, start, size, name, exchange } of pages) {
      const part = whole.items.slice(start, start + size);
      if (!whole.complete && part.length < size) continue;
      const missing = new Set(missingFrom(items, part));
      expectEach(
        part,
        item => `${name} shows ${keyOf(item)}`,
        item => !missing.has(item),
        () => true,
        () => [exchange, ...exchangesOf(whole)],
      );
    }
  }),
);

requirement('paging.same-items', context =>
  judgePages(context, ({ whole, pages }, list) =>
    expectSameItems(
      list,
      whole,
      pages.filter(({ series }) => series !== 'the largest'),
    ),
  ),
);

requirement('paging.past-end', async context => {
  await context.each(allLists, async list => {
    const exchange = await requestPage(context, list, pastEnd);
    const page = toPage(list, exchange);
    if (page?.page !== Number(pastEnd.page))
      throw new NotApplicable('a page past the end is rejected, or states another number');
    const what = `items on page ${page.page} of ${page.totalPages}`;
    if (page.total !== 0) expect(page.items.length, what, exchange).toBe(0);
  });
});

observation('paging.out-of-range', async context => {
  const cases = allLists.flatMap(list =>
    [pastEnd, ...belowRange(list)].map(query => ({ list, bound: JSON.stringify(query), query })),
  );
  await context.each(cases, async ({ list, query }) => {
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
