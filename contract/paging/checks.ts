/** §2.8 Pagination, §8 page and limit: judges each page, and compares the pages of a list. */
import {
  allLists,
  type ListRead,
  type NamedList,
  belowRange,
  exchangesOf,
  largest,
  paramName,
  pastEnd,
  readPage,
  readWhole,
  requestPage,
  thirdOf,
  keyOf,
  missingFrom,
} from '../steps/lists.ts';
import type { Context } from '../../harness/run/context.ts';
import { observation, requirement } from '../requirement.ts';
import { repeatedIn } from '../../harness/run/judgement.ts';
import { pagingFields } from './judgements.ts';
import { unordered } from '../catalog/judgements.ts';
import { expectRead } from '../service/judgements.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { sortFields } from '../steps/settings.ts';
import { again } from '../steps/again.ts';
import { judgePages, requestPages, type PagesRead, type PlacedPage } from './pages.ts';
import { ifExercised, NotExercised } from '../../harness/verdict.ts';
import { group } from '../../schemas/group.ts';
import { lists, sortable, toPage, type Page } from '../../schemas/lists.ts';
import { isObject, isSuccess, sentQuery, type Item } from '../../schemas/records/exchange.ts';

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
    requireSeveral(pages);
    for (const read of group(pages, page => page.series).values()) {
      // `limit=1` and `page=1&limit=1` are the same page.
      const series = [...new Map(read.map(page => [page.number, page])).values()];
      const keysOn = (page: PlacedPage) => page.items.flatMap(item => identityOf(item) ?? []);
      const repeated = repeatedIn(series.flatMap(keysOn));
      const holding = series.filter(page => keysOn(page).some(key => repeated.includes(key)));
      expect(
        repeated,
        `duplicate items on ${holding.map(({ name }) => name).join(', ')}`,
        ...exchangesOf({ pages: holding }),
      ).toSatisfy('each item once', ({ length }) => length === 0);
    }
  }),
);

requirement('paging.no-loss', context =>
  judgePages(context, ({ whole, pages }) => {
    requireSeveral(pages);
    for (const { items, start, size, name, exchange } of pages) {
      const part = whole.items.slice(start, start + size);
      if (!whole.complete && part.length < size) continue;
      const missing = missingFrom(items, part).map(keyOf);
      const what = `items ${start + 1} to ${start + part.length} of the list on ${name}`;
      expect(
        part.length - missing.length,
        missing.length === 0 ? what : `${what}, where ${missing[0]} is missing`,
        exchange,
        ...exchangesOf(whole),
      ).toBe(part.length);
    }
  }),
);

/** Reads a list in each known order. Without sortBy, it reads the first page. With sortBy, it reads the same pages as the checks of sorting. */
async function orderedPages(
  context: Context,
  list: NamedList,
  whole: ListRead,
): Promise<(Page & { name: string })[]> {
  if (!sortable.some(({ id }) => id === list.id)) return [];
  const fields = (await ifExercised(sortFields(context))) ?? [];
  const pages: (Page & { name: string })[] = [];
  for (const order of ['asc', 'desc'])
    for (const sortBy of [undefined, ...fields.filter(name => name in list.item.properties)]) {
      const query = { ...(sortBy === undefined ? {} : { sortBy }), order };
      const name = new URLSearchParams(query).toString();
      const read =
        sortBy === undefined
          ? readPage(context, list, { query }).then(page => [page])
          : readWhole(context, list, { query, limit: thirdOf(whole) }).then(all => all.pages);
      pages.push(...((await ifExercised(read)) ?? []).map(page => ({ ...page, name })));
    }
  return pages;
}

/** Returns a value that identifies an item in each response. For a ledger entry it has the type and the id of the order, because a refund may have the same order. */
const nameOf = ({ _id, orderID, transactionType }: Item): unknown =>
  _id ?? (orderID === undefined ? undefined : JSON.stringify([transactionType, orderID]));

/** Returns the items of a page that the list has too, each with the item of the list. */
function pairsOf({ whole }: PagesRead, { items }: Pick<Page, 'items'>): [Item, Item][] {
  const listed = group(whole.items.filter(isObject), nameOf);
  return items.filter(isObject).flatMap(item => {
    const [same, ...others] = listed.get(nameOf(item)) ?? [];
    return same && others.length === 0 && nameOf(item) !== undefined ? [[item, same]] : [];
  });
}

requirement('paging.same-items', context =>
  judgePages(context, async (read, list) => {
    const others = read.pages.filter(({ series }) => series !== 'the largest');
    let compared = 0;
    for (const page of [...others, ...(await orderedPages(context, list, read.whole))])
      for (const [item, same] of pairsOf(read, page)) {
        compared += 1;
        for (const field of Object.keys(list.item.properties)) {
          // An image URL may be signed for each response, and categories may be in any order.
          const valueIn = (of: Item) =>
            field === 'imageUrl' ? Boolean(of[field]) : (unordered(of, field) ?? undefined);
          const what = `${field} of ${String(nameOf(item))} on ${page.name}`;
          const of = [page.exchange, ...exchangesOf(read.whole)];
          expect(valueIn(item), what, ...of).toEqual(valueIn(same));
        }
      }
    if (compared === 0) throw new NotExercised('no item was seen on two pages');
  }),
);

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
