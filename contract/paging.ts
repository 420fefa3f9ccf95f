/** §2.8 Pagination, §8 page and limit, and the laws between pages and totals. */
import type { Context } from '../fixtures/engine/context.ts';
import { bodyOf, isObject } from '../schemas/records/exchange.ts';
import { expect } from '../fixtures/matchers/expect.ts';
import { askPage, paramName } from '../fixtures/scenarios/pages.ts';
import { allLists, lists, toPage, type List, type Page } from '../schemas/lists.ts';
import { observation, requirement } from '../fixtures/engine/requirement.ts';
import { readStill, readWhole, type Still } from '../fixtures/scenarios/snapshot.ts';
import { NotExercised } from '../fixtures/verdict.ts';

requirement('paging.fields', async ({ api, target, each }) => {
  const cases = allLists.flatMap(list =>
    [list.items, ...Object.keys(list.pagination.properties)].map(name => ({
      id: `${list.id}: ${name}`,
      list,
      name,
    })),
  );
  await each(cases, async ({ list, name }) => {
    const exchange = await askPage(api, target, list, {});
    expect(exchange).toHaveStatus(200);
    if (name === list.items)
      expect(exchange).toKeep({
        type: 'object',
        required: [name],
        properties: { [name]: { type: 'array' } },
      });
    else {
      const body = bodyOf(exchange);
      const told = list.wrapper && isObject(body) ? body[list.wrapper] : body;
      expect([told]).toHaveField(list.pagination, name);
    }
  });
});

/** Every page of a list that was seen, with the page and the size that were asked for. */
function seen({ large, size, stretch }: Still) {
  return [
    ...large.map((page, index) => ({ page, asked: index + 1, size })),
    ...(stretch?.small ?? []).map((page, index) => ({
      page,
      asked: index + 1,
      size: stretch?.size ?? 0,
    })),
    ...(stretch?.last
      ? [
          {
            page: stretch.last,
            asked: Math.ceil((stretch.last.total ?? 0) / stretch.size),
            size: stretch.size,
          },
        ]
      : []),
  ];
}

/** Holds a law against each list that stood still. */
function everyList(judge: (still: Still, list: List, context: Context) => void | Promise<void>) {
  return async (context: Context) => {
    const { api, target, each } = context;
    await each(allLists, async list => judge(await readStill(api, target, list), list, context));
  };
}

requirement('paging.page', async ({ api, target, each }) => {
  await each(
    allLists.map(list => ({ id: `${list.id}: the first page`, list })),
    async ({ list }) => {
      const exchange = await askPage(api, target, list, { page: 1, limit: 1 });
      expect(exchange).toHaveStatus(200);
      expect(toPage(list, exchange)?.page, 'page told').toBe(1);
    },
  );
  await each(
    allLists.map(list => ({ id: `${list.id}: every page`, list })),
    async ({ list }) => {
      const still = await readStill(api, target, list);
      if (!still.stretch) throw new NotExercised('the list was seen on one page only');
      for (const { page, asked, size } of seen(still))
        expect(page.page, `page told for page ${asked} of ${size}`).toBe(asked);
    },
  );
});

requirement('paging.limit', async ({ api, target, each }) => {
  await each(
    allLists.map(list => ({ id: `${list.id}: a limit of 1`, list })),
    async ({ list }) => {
      const exchange = await askPage(api, target, list, { page: 1, limit: 1 });
      expect(exchange).toHaveStatus(200);
      const page = toPage(list, exchange);
      expect(page?.items.length, 'items').toBe(Math.min(page?.total ?? 1, 1));
    },
  );
  await each(
    allLists.map(list => ({ id: `${list.id}: every page`, list })),
    async ({ list }) => {
      const still = await readStill(api, target, list);
      if (!still.stretch) throw new NotExercised('the list was seen on one page only');
      for (const { page, asked, size } of seen(still)) {
        const left = (page.total ?? 0) - (asked - 1) * size;
        const expected = Math.min(size, Math.max(left, 0));
        expect(page.items.length, `items on page ${asked} of ${size}, total ${page.total}`).toBe(
          expected,
        );
        // A page that is not the last was as large as its limit; of the last, only what was asked for is known.
        const small = still.stretch.small.includes(page);
        if ('limit' in list.pagination.properties && (small || left > size))
          expect(page.limit, `limit told on page ${asked} of ${size}`).toBe(size);
      }
    },
  );
});

requirement('paging.total-pages', async context => {
  const { api, target, each } = context;
  await everyList(still => {
    const pages = seen(still).filter(({ size }) => size > 0);
    if (pages.length === 0) throw new NotExercised('the list is empty');
    for (const { page, size, asked } of pages) {
      const expected = Math.ceil((page.total ?? 0) / (page.limit ?? sizeOf(page, size)));
      expect(page.totalPages, `totalPages on page ${asked} of ${size}, total ${page.total}`).toBe(
        expected,
      );
    }
  })(context);
  await each(
    allLists.map(list => ({ id: `${list.id}: full pages`, list })),
    async ({ list }) => {
      const page = toPage(list, await askPage(api, target, list, { page: 1, limit: 1 }));
      if (!page || page.items.length !== 1) throw new NotExercised('no page of one item was given');
      expect(page.totalPages, `totalPages of size 1, total ${page.total}`).toBe(page.total);
    },
  );
});

/** The page size that was asked for; a first page that holds everything shows no more than that it fits. */
function sizeOf(page: Page, size: number): number {
  const asked = Number(new URL(page.exchange.request.url).searchParams.get('limit') ?? size);
  return page.items.length === page.total ? Math.max(asked, size) : size;
}

requirement('paging.total', async context => {
  await everyList(still => {
    const totals = seen(still).map(({ page }) => page.total);
    expect([...new Set(totals)], 'totals told by the pages').toHaveLength(1);
    if (still.complete)
      expect(totals[0], 'total told, against the items given').toBe(still.items.length);
  })(context);
  const { api, target, each } = context;
  await each(['of a search that finds a part'], async () => {
    const { items, size } = await readStill(api, target, lists.search);
    const [category = ''] = items.flatMap(item =>
      isObject(item) ? String(item['category']).split(',') : [],
    );
    const query = { category: category.trim() };
    const found = await readWhole(api, target, lists.search, { query });
    const total = found.large[0]?.total;
    if (total === undefined) throw new NotExercised('it tells no total; paging.fields tells');
    // Its pages are as large as those of the whole list: a first one that is not full has all that there is.
    const all = found.size < size ? found.size : total;
    expect(total, `total told for category=${category.trim()}`).toBe(all);
  });
});

const identities = (pages: readonly Page[], name: string) =>
  pages.flatMap(page => page.items.map(item => (isObject(item) ? item[name] : undefined)));

requirement(
  'paging.no-overlap',
  everyList((still, { identity }) => {
    const { large, stretch, items, complete } = still;
    const series = [large, ...(stretch ? [stretch.small] : [])].filter(pages => pages.length > 1);
    if (series.length === 0) throw new NotExercised('the list was seen on one page only');
    if (identity === undefined && !(stretch && complete))
      throw new NotExercised('its items have no id, and it is too long to be counted whole');
    for (const pages of series)
      if (identity !== undefined) {
        const ids = identities(pages, identity).filter(id => id !== undefined);
        expect(
          ids.filter((id, index) => ids.indexOf(id) !== index),
          'items on two pages',
        ).toEqual([]);
      }
    // Items without an id may be alike: more of them than in larger pages are too many.
    if (stretch && complete) {
      const small = stretch.small.flatMap(page => page.items);
      expect(without(small, items), 'items that smaller pages repeat').toEqual([]);
    }
  }),
);

requirement(
  'paging.no-loss',
  everyList(({ items, stretch, complete }) => {
    if (!stretch) throw new NotExercised('the list could not be seen in two page sizes');
    const small = stretch.small.flatMap(page => page.items);
    const large = complete ? items : items.slice(0, small.length);
    expect(without(large, small), 'items that smaller pages lost').toEqual([]);
  }),
);

/** Items of `these` beyond those of `those`, each counted as often as it is there. */
function without(these: readonly unknown[], those: readonly unknown[]): unknown[] {
  const counts = new Map<string, number>();
  for (const item of those) counts.set(text(item), (counts.get(text(item)) ?? 0) + 1);
  return these.filter(item => {
    const left = counts.get(text(item)) ?? 0;
    counts.set(text(item), left - 1);
    return left <= 0;
  });
}

const text = (item: unknown): string => {
  const id = isObject(item) ? item['_id'] : undefined;
  return typeof id === 'string' ? id : JSON.stringify(item);
};

observation('paging.out-of-range', async ({ api, target, observe }) => {
  for (const list of allLists)
    for (const which of ['page', 'limit'] as const)
      for (const value of which === 'page' ? ['0', 'x', '999999'] : ['0', '-1']) {
        const name = paramName(target, list, which);
        if (name === undefined) continue;
        // One list shows the habit of the service; the others only their zero.
        if (list !== allLists[0] && value !== '0') continue;
        const exchange = await askPage(api, target, list, { [which]: value });
        const page = toPage(list, exchange);
        const { status } = exchange.response;
        const told = { status, items: page?.items.length, page: page?.page, limit: page?.limit };
        observe(
          'paging.out-of-range',
          { list: list.id, [which]: value, ...told },
          { marked: status >= 500 },
        );
      }
});

observation('paging.default', async ({ api, target, observe }) => {
  for (const list of allLists) {
    const page = toPage(list, await askPage(api, target, list, {}));
    observe('paging.default', { list: list.id, page: page?.page, size: page?.items.length });
  }
});

observation('paging.cap', async ({ api, target, observe }) => {
  for (const list of allLists) {
    const { large, size, complete } = await readWhole(api, target, list);
    const asked = new URL(large[0]!.exchange.request.url).searchParams.get('limit');
    const most = complete && large.length === 1 ? 'not reached' : size;
    observe('paging.cap', { list: list.id, asked, given: size, cap: most });
  }
});
