/** §2.8 Pagination: judges the numbers of one page against each other and against the request. */
import { allLists, listOf, type List, type Page } from '../../schemas/lists.ts';
import {
  bodyOf,
  field,
  isSuccess,
  sentQuery,
  type Exchange,
} from '../../schemas/records/exchange.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import {
  fieldsOf,
  pageOf,
  type TargetFacts,
  type Judgement,
  type Judgements,
} from '../../harness/run/judgement.ts';

const isPage = (exchange: Exchange): boolean =>
  isSuccess(exchange) && listOf(exchange) !== undefined;

/** Returns a paging parameter of a request: undefined if it was not sent, NaN if it is not an integer of at least 1. */
function askedFor(
  which: 'page' | 'limit',
  exchange: Exchange,
  given: TargetFacts,
): number | undefined {
  const params = listOf(exchange)?.params;
  const name = params ? given[params[which]] : which;
  const text = name === undefined ? null : sentQuery(exchange).get(name);
  if (text === null) return undefined;
  return /^0*[1-9]\d*$/.test(text) ? Number(text) : NaN;
}

/** Page, with the paging parameters of its request. */
interface AskedPage extends Page {
  readonly asked: Readonly<Record<'page' | 'limit', number | undefined>>;
}

/** Returns a judgement of pages within the list. The spec leaves open how a list answers past its end, and to values below 1. */
const onPage = (verify: (page: AskedPage, given: TargetFacts) => void): Judgement => ({
  appliesTo: isPage,
  verify: (exchange, given) => {
    const seen = pageOf(listOf(exchange)!, exchange);
    const page = askedFor('page', exchange, given);
    const limit = askedFor('limit', exchange, given);
    // A recording may not show which parameter of a search names the page. The response then shows which page it is.
    const { page: name } = listOf(exchange)!.params ?? {};
    const at = name && given[name] === undefined ? seen.page : page;
    const isInRange = at === undefined || at === 1 || at <= (seen.totalPages ?? 0);
    if (isInRange && !Number.isNaN(limit)) verify({ ...seen, asked: { page, limit } }, given);
  },
});

/** Part of `paging.fields` that is about the items. The field of the items has another name in each list. */
const itemsPart = 'items';

/** Parts of `paging.fields` in one list. */
export const pagingFields = (list: List): string[] => [itemsPart, ...fieldsOf(list.pagination)];

export const paging: Judgements = {
  'paging.fields': {
    appliesTo: isPage,
    parts: [...new Set(allLists.flatMap(pagingFields))],
    verify: (exchange, _given, name) => {
      const list = listOf(exchange)!;
      if (name === itemsPart)
        expect(exchange).toMatchSchema({
          type: 'object',
          required: [list.items],
          properties: { [list.items]: { type: 'array' } },
        });
      else if (pagingFields(list).includes(name)) {
        const pagination = list.wrapper ? field(exchange, list.wrapper) : bodyOf(exchange);
        expect([pagination]).toHaveField(list.pagination, name);
      }
    },
  },
  'paging.page': onPage(({ page, asked }) => {
    if (asked.page !== undefined)
      expect(page, `page number of page ${asked.page}`).toBe(asked.page);
  }),
  'paging.limit': {
    comparesTotal: true,
    ...onPage(({ items, page = 1, total = 0, limit, asked }) => {
      const effectiveLimit = asked.limit ?? limit;
      if (effectiveLimit === undefined) return;
      expect(items.length, `items, with a limit of ${effectiveLimit}`).toBeAtMost(effectiveLimit);
      // A target may reduce the limit, and then states the reduced limit.
      if (limit === undefined) return;
      const left = Math.max(total - (page - 1) * limit, 0);
      const what = `items on page ${page}, limit ${limit}, total ${total}`;
      expect(items.length, what).toBe(Math.min(limit, left));
    }),
  },
  'paging.total-pages': onPage(({ items, page, total, totalPages, limit }) => {
    // Without a limit, only a page before the last shows how large pages are.
    const isLast = page === undefined || page === totalPages;
    const size = limit ?? (isLast ? 0 : items.length);
    if (size && total)
      expect(totalPages, `totalPages of size ${size}, total ${total}`).toBe(
        Math.ceil(total / size),
      );
  }),
  'paging.total': {
    comparesTotal: true,
    ...onPage(({ items, page, total, totalPages, limit, asked }) => {
      if (total === undefined || page === undefined) return;
      const what = `total, with ${items.length} items on page ${page}`;
      const upToHere = (page - 1) * (limit ?? items.length) + items.length;
      expect(total, what).toBeAtLeast(upToHere);
      // Without a limit in the response, the only page shows the total, unless it may be full.
      const isOnly = page === 1 && totalPages === 1 && items.length !== asked.limit;
      const isLast = limit === undefined ? isOnly : items.length < limit;
      if (isLast) expect(total, `${what}, the last`).toBe(upToHere);
    }),
  },
};
