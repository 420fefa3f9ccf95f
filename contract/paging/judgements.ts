/** §2.8 Pagination: what the numbers of one page state about each other and about the request. */
import { allLists, listOf, type List } from '../../schemas/lists.ts';
import {
  bodyOf,
  field,
  isSuccess,
  sentQuery,
  type Exchange,
} from '../../schemas/records/exchange.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import {
  fieldsOf,
  pageOf,
  type Given,
  type Judgement,
  type Judgements,
} from '../../fixtures/run/judgement.ts';

const isPage = (exchange: Exchange): boolean =>
  isSuccess(exchange) && listOf(exchange) !== undefined;

/**
 * A paging parameter as it was sent; undefined if it was not, its name is not known, or it is no integer of at least 1:
 * how a target responds to such a value is not shown.
 */
function sent(exchange: Exchange, list: List, which: 'page' | 'limit', given: Given) {
  const name = list.params ? given[list.params[which]] : which;
  const value = name === undefined ? null : sentQuery(exchange).get(name);
  return value !== null && /^0*[1-9]\d*$/.test(value) ? Number(value) : undefined;
}

type OnPage = (
  page: ReturnType<typeof pageOf>,
  exchange: Exchange,
  list: List,
  given: Given,
) => void;

const onPage = (holds: OnPage): Judgement => ({
  about: isPage,
  holds: (exchange, given) => {
    const list = listOf(exchange)!;
    holds(pageOf(list, exchange), exchange, list, given);
  },
});

/** The field that holds the items is called differently in each list. */
const itemsPart = 'items';

/** Parts of `paging.fields` in one list. */
export const pagingFields = (list: List): string[] => [itemsPart, ...fieldsOf(list.pagination)];

export const paging: Judgements = {
  'paging.fields': {
    about: isPage,
    parts: [...new Set(allLists.flatMap(pagingFields))],
    holds: (exchange, _given, name) => {
      const list = listOf(exchange)!;
      if (name === itemsPart)
        expect(exchange).toMatchSchema({
          type: 'object',
          required: [list.items],
          properties: { [list.items]: { type: 'array' } },
        });
      else {
        if (!pagingFields(list).includes(name)) throw new NotExercised(`this list has no ${name}`);
        const pagination = list.wrapper ? field(exchange, list.wrapper) : bodyOf(exchange);
        expect([pagination]).toHaveField(list.pagination, name);
      }
    },
  },
  'paging.page': onPage(({ page, totalPages }, exchange, list, given) => {
    const wanted = sent(exchange, list, 'page', given);
    if (wanted === undefined || (wanted > 1 && wanted > (totalPages ?? 0)))
      throw new NotExercised('the request names no page that there is');
    expect(page, `page number of page ${wanted}`).toBe(wanted);
  }),
  'paging.limit': onPage(({ items, page = 1, total, limit }, exchange, list, given) => {
    const wanted = sent(exchange, list, 'limit', given) ?? limit;
    if (wanted === undefined) throw new NotExercised('no limit is known');
    expect(items.length, `items, with a limit of ${wanted}`).toBeAtMost(wanted);
    // A target may cap its pages; one that states its limit and has more than fits returns as many as that.
    const size = limit ?? items.length;
    if (total !== undefined && total > page * size)
      expect(items.length, `items on page ${page}, limit ${limit}, total ${total}`).toBe(size);
  }),
  'paging.total-pages': onPage(({ items, page, total, totalPages, limit }) => {
    const size = limit ?? items.length;
    // Without a limit, only a page that is not the last shows how large pages are.
    const last = page === undefined || page === totalPages || total === undefined;
    if (size === 0 || total === undefined || total === 0 || (limit === undefined && last))
      throw new NotExercised('the size of its pages does not show');
    expect(totalPages, `totalPages of size ${size}, total ${total}`).toBe(Math.ceil(total / size));
  }),
  'paging.total': onPage(({ items, page, total }) => {
    if (total === undefined || page === undefined)
      throw new NotExercised('the page has no total or no number', 'paging.fields');
    // No page before it is smaller than this one.
    const seen = page * items.length;
    expect(total, `total, with ${items.length} items on page ${page}`).toBeAtLeast(seen);
  }),
};
