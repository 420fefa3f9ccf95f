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

interface Asked {
  /** The name of the parameter; undefined if it is not known. */
  readonly name: string | undefined;
  /** As it was sent; undefined if it was not. */
  readonly text: string | undefined;
  /** The same as a number; undefined if it is no integer of at least 1: how a target responds to such a value is not shown. */
  readonly value: number | undefined;
}

/** Returns a paging parameter of a request. */
function askedFor(which: 'page' | 'limit', exchange: Exchange, given: TargetFacts): Asked {
  const params = listOf(exchange)?.params;
  const name = params ? given[params[which]] : which;
  const text = name === undefined ? undefined : (sentQuery(exchange).get(name) ?? undefined);
  const isNumber = text !== undefined && /^0*[1-9]\d*$/.test(text);
  return { name, text, value: isNumber ? Number(text) : undefined };
}

/** A page, and how it was asked for. */
interface Seen extends Page {
  readonly asked: Readonly<Record<'page' | 'limit', Asked>>;
}

const onPage = (holds: (seen: Seen, given: TargetFacts) => void): Judgement => ({
  appliesTo: isPage,
  verify: (exchange, given) => {
    const page = askedFor('page', exchange, given);
    const limit = askedFor('limit', exchange, given);
    holds({ ...pageOf(listOf(exchange)!, exchange), asked: { page, limit } }, given);
  },
});

/** @throws NotExercised on a page past the end: which items a target returns for it, if any, is not shown. */
function requireInRange({ totalPages = 0, asked }: Seen): void {
  const wanted = asked.page.value ?? 1;
  if (wanted > 1 && wanted > totalPages)
    throw new NotExercised('the request names a page past the end');
}

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
  'paging.page': onPage(seen => {
    const wanted = seen.asked.page.value;
    if (wanted === undefined) throw new NotExercised('the request names no page');
    requireInRange(seen);
    expect(seen.page, `page number of page ${wanted}`).toBe(wanted);
  }),
  'paging.limit': onPage(({ items, page = 1, total, limit, asked }) => {
    const wanted = asked.limit.text === undefined ? limit : asked.limit.value;
    if (wanted === undefined) throw new NotExercised('no limit is known');
    expect(items.length, `items, with a limit of ${wanted}`).toBeAtMost(wanted);
    // A target may cap its pages; one that states its limit and has more than fits returns as many as that.
    const size = limit ?? items.length;
    if (total !== undefined && total > page * size)
      expect(items.length, `items on page ${page}, limit ${limit}, total ${total}`).toBe(size);
  }),
  'paging.total-pages': onPage(seen => {
    requireInRange(seen);
    const { items, page, total, totalPages, limit } = seen;
    const size = limit ?? items.length;
    // Without a limit, only a page that is not the last shows how large pages are.
    const last = page === undefined || page === totalPages || total === undefined;
    if (size === 0 || total === undefined || total === 0 || (limit === undefined && last))
      throw new NotExercised('the size of its pages does not show');
    expect(totalPages, `totalPages of size ${size}, total ${total}`).toBe(Math.ceil(total / size));
  }),
  'paging.total': onPage((seen, given) => {
    const { items, page, total, asked } = seen;
    if (total === undefined || page === undefined)
      throw new NotExercised('the page has no total or no number', 'paging.fields');
    requireInRange(seen);
    const what = `total, with ${items.length} items on page ${page}`;
    // No page before it is smaller than this one.
    expect(total, what).toBeAtLeast(page * items.length);
    const isSized = asked.limit.text === undefined || asked.limit.value !== undefined;
    // One may have gone between the count and the page.
    if (page === 1 && isSized && items.length === 0) expect(total, what).toBeAtMost(1);
    if (given.recorded === undefined) return;
    // A run reads the list again, and judges it only if it stood still.
    const all = itemsToItsEnd(seen);
    if (all === undefined || all === total || hasChanged(seen, given)) return;
    expect(total, `${what}, which is the last`).toBe(all);
  }),
};

/** Filters of the lists whose names the spec shows. */
const filters = ['merchant', 'category', 'useCase', 'sortBy', 'order', 'currency'];

/**
 * The number of items of a list by its last page; undefined if this is another one, or the pages before it may be of any
 * size. Nor does a full page show it: there the number of pages may be what is wrong.
 */
function itemsToItsEnd(seen: Seen): number | undefined {
  const { exchange, items, page = 0, totalPages, limit, asked } = seen;
  const both = [asked.page, asked.limit];
  const isOdd = both.some(each => each.text !== undefined && each.value === undefined);
  // A response with a limit of its own needs no request to say how large its pages are.
  const usual = limit === undefined ? [] : ['page', 'limit'];
  const known = [...filters, ...both.map(({ name }) => name), ...usual];
  const isKnown = [...sentQuery(exchange).keys()].every(name => known.includes(name));
  const isLast = page > 0 && page === totalPages && page === (asked.page.value ?? page);
  if (isOdd || !isKnown || !isLast || items.length === (limit ?? asked.limit.value))
    return undefined;
  if (page === 1) return items.length;
  return limit === undefined ? undefined : (page - 1) * limit + items.length;
}

/** By recording: the totals of each list, as one key sees it through one set of filters. */
const totals = new WeakMap<readonly Exchange[], ReadonlyMap<string, ReadonlySet<unknown>>>();

/** Returns true if the recording has other totals of the list: it changed, perhaps between its items and their total. */
function hasChanged({ exchange }: Seen, given: TargetFacts): boolean {
  const { recorded = [] } = given;
  const known = totals.get(recorded) ?? totalsIn(recorded, given);
  totals.set(recorded, known);
  return (known.get(viewOf(exchange, given))?.size ?? 0) > 1;
}

function totalsIn(recorded: readonly Exchange[], given: TargetFacts) {
  const found = new Map<string, Set<unknown>>();
  for (const exchange of recorded.filter(isPage)) {
    const view = viewOf(exchange, given);
    const total = toPage(listOf(exchange)!, exchange)?.total;
    found.set(view, (found.get(view) ?? new Set()).add(total));
  }
  return found;
}

/** Identifies a list, whichever page of it. */
function viewOf(exchange: Exchange, given: TargetFacts): string {
  const paging = (['page', 'limit'] as const).map(which => askedFor(which, exchange, given).name);
  const query = [...sentQuery(exchange)].filter(([name]) => !paging.includes(name));
  return JSON.stringify([
    exchange.route,
    exchange.key,
    query.map(pair => pair.join('=')).toSorted(),
  ]);
}
