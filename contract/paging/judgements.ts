/** §2.8 Pagination: what the numbers of one page state about each other and about the request. */
import { allLists, listOf, toPage, type List, type Page } from '../../schemas/lists.ts';
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
  type TargetFacts,
  type Judgement,
  type Judgements,
} from '../../fixtures/run/judgement.ts';

const isPage = (exchange: Exchange): boolean =>
  isSuccess(exchange) && listOf(exchange) !== undefined;

const nameOf = (list: List, which: 'page' | 'limit', given: TargetFacts): string | undefined =>
  list.params ? given[list.params[which]] : which;

/** A paging parameter as it was sent; undefined if it was not, or its name is not known. */
function textOf(exchange: Exchange, list: List, which: 'page' | 'limit', given: TargetFacts) {
  const name = nameOf(list, which, given);
  return name === undefined ? undefined : (sentQuery(exchange).get(name) ?? undefined);
}

/** The same as a number; undefined if it is no integer of at least 1: how a target responds to such a value is not shown. */
function sent(exchange: Exchange, list: List, which: 'page' | 'limit', given: TargetFacts) {
  const value = textOf(exchange, list, which, given);
  return value !== undefined && /^0*[1-9]\d*$/.test(value) ? Number(value) : undefined;
}

type OnPage = (
  page: ReturnType<typeof pageOf>,
  exchange: Exchange,
  list: List,
  given: TargetFacts,
) => void;

const onPage = (holds: OnPage): Judgement => ({
  appliesTo: isPage,
  verify: (exchange, given) => {
    const list = listOf(exchange)!;
    holds(pageOf(list, exchange), exchange, list, given);
  },
});

/** @throws NotExercised on a page past the end: which items a target returns for it, if any, is not shown. */
const requireInRange: OnPage = ({ totalPages = 0 }, exchange, list, given) => {
  const wanted = sent(exchange, list, 'page', given) ?? 1;
  if (wanted > 1 && wanted > totalPages)
    throw new NotExercised('the request names a page past the end');
};

/** The field that holds the items is called differently in each list. */
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
      else {
        if (!pagingFields(list).includes(name)) throw new NotExercised(`this list has no ${name}`);
        const pagination = list.wrapper ? field(exchange, list.wrapper) : bodyOf(exchange);
        expect([pagination]).toHaveField(list.pagination, name);
      }
    },
  },
  'paging.page': onPage((seen, exchange, list, given) => {
    const wanted = sent(exchange, list, 'page', given);
    if (wanted === undefined) throw new NotExercised('the request names no page');
    requireInRange(seen, exchange, list, given);
    expect(seen.page, `page number of page ${wanted}`).toBe(wanted);
  }),
  'paging.limit': onPage(({ items, page = 1, total, limit }, exchange, list, given) => {
    const wanted =
      textOf(exchange, list, 'limit', given) === undefined
        ? limit
        : sent(exchange, list, 'limit', given);
    if (wanted === undefined) throw new NotExercised('no limit is known');
    expect(items.length, `items, with a limit of ${wanted}`).toBeAtMost(wanted);
    // A target may cap its pages; one that states its limit and has more than fits returns as many as that.
    const size = limit ?? items.length;
    if (total !== undefined && total > page * size)
      expect(items.length, `items on page ${page}, limit ${limit}, total ${total}`).toBe(size);
  }),
  'paging.total-pages': onPage((seen, exchange, list, given) => {
    requireInRange(seen, exchange, list, given);
    const { items, page, total, totalPages, limit } = seen;
    const size = limit ?? items.length;
    // Without a limit, only a page that is not the last shows how large pages are.
    const last = page === undefined || page === totalPages || total === undefined;
    if (size === 0 || total === undefined || total === 0 || (limit === undefined && last))
      throw new NotExercised('the size of its pages does not show');
    expect(totalPages, `totalPages of size ${size}, total ${total}`).toBe(Math.ceil(total / size));
  }),
  'paging.total': onPage((seen, exchange, list, given) => {
    const { items, page, total } = seen;
    if (total === undefined || page === undefined)
      throw new NotExercised('the page has no total or no number', 'paging.fields');
    requireInRange(seen, exchange, list, given);
    const what = `total, with ${items.length} items on page ${page}`;
    // No page before it is smaller than this one.
    expect(total, what).toBeAtLeast(page * items.length);
    const limit = textOf(exchange, list, 'limit', given);
    const isSized = limit === undefined || sent(exchange, list, 'limit', given) !== undefined;
    // One may have gone between the count and the page.
    if (page === 1 && isSized && items.length === 0) expect(total, what).toBeAtMost(1);
    if (given.recorded === undefined) return;
    // A run reads the list again, and judges it only if it stood still.
    const all = itemsToItsEnd(seen, list, given);
    if (all === undefined || all === total || hasChanged(seen, list, given)) return;
    expect(total, `${what}, which is the last`).toBe(all);
  }),
};

/** Filters of the lists whose names the spec shows. */
const filters = ['merchant', 'category', 'useCase', 'sortBy', 'order', 'currency'];

/**
 * The number of items of a list by its last page; undefined if this is another one, or the pages before it may be of any
 * size. Nor does a full page show it: there the number of pages may be what is wrong.
 */
function itemsToItsEnd(
  { exchange, items, page = 0, totalPages, limit }: Page,
  list: List,
  given: TargetFacts,
): number | undefined {
  const [number, size] = (['page', 'limit'] as const).map(which => ({
    name: nameOf(list, which, given),
    text: textOf(exchange, list, which, given),
    value: sent(exchange, list, which, given),
  }));
  const isOdd = [number, size].some(each => each?.text !== undefined && each.value === undefined);
  // A response with a limit of its own needs no request to say how large its pages are.
  const usual = limit === undefined ? [] : ['page', 'limit'];
  const known = [...filters, number?.name, size?.name, ...usual];
  const isKnown = [...sentQuery(exchange).keys()].every(name => known.includes(name));
  const isLast = page > 0 && page === totalPages && page === (number?.value ?? page);
  if (isOdd || !isKnown || !isLast || items.length === (limit ?? size?.value)) return undefined;
  if (page === 1) return items.length;
  return limit === undefined ? undefined : (page - 1) * limit + items.length;
}

/** By recording: the totals of each list, as one key sees it through one set of filters. */
const totals = new WeakMap<readonly Exchange[], ReadonlyMap<string, ReadonlySet<unknown>>>();

/** Returns true if the recording has other totals of the list: it changed, perhaps between its items and their total. */
function hasChanged({ exchange }: Page, list: List, given: TargetFacts): boolean {
  const { recorded = [] } = given;
  const known = totals.get(recorded) ?? totalsIn(recorded, given);
  totals.set(recorded, known);
  return (known.get(viewOf(exchange, list, given))?.size ?? 0) > 1;
}

function totalsIn(recorded: readonly Exchange[], given: TargetFacts) {
  const found = new Map<string, Set<unknown>>();
  for (const exchange of recorded.filter(isPage)) {
    const list = listOf(exchange)!;
    const view = viewOf(exchange, list, given);
    found.set(view, (found.get(view) ?? new Set()).add(toPage(list, exchange)?.total));
  }
  return found;
}

/** Identifies a list, whichever page of it. */
function viewOf(exchange: Exchange, list: List, given: TargetFacts): string {
  const paging = [nameOf(list, 'page', given), nameOf(list, 'limit', given)];
  const query = [...sentQuery(exchange)].filter(([name]) => !paging.includes(name));
  return JSON.stringify([
    exchange.route,
    exchange.key,
    query.map(pair => pair.join('=')).toSorted(),
  ]);
}
