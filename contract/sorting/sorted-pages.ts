/** A list in one order (§4.1): whole where it can be, and its second page. */
import { lists, type List } from '../../schemas/lists.ts';
import { isObject } from '../../schemas/records/exchange.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { readPage, requestPage, type PageQuery, readWhole } from '../shared/lists.ts';
import { changed, unlike } from './sorted-lists.ts';

export interface Sorting {
  readonly list: List;
  readonly field: string;
  readonly timestamps: boolean;
  readonly order: 'asc' | 'desc';
  readonly fresh: boolean;
}

const queryOf = ({ field, order }: Sorting) => ({ sortBy: field, order });

/** The whole list, and whether it came on one page. */
export const sortedWhole = async (context: Context, sorting: Sorting) =>
  accepted(context, sorting, {}, async () => {
    const options = { query: queryOf(sorting), around: sorting.fresh };
    const { items, large } = await readWhole(context, sorting.list, options);
    return { items, onePage: large.length === 1 };
  });

/** The first pages of a list that is too long to be read whole, and what is on two of them. */
export async function firstPages(
  context: Context,
  sorting: Sorting,
  last: 1 | 2,
): Promise<{ readonly items: readonly unknown[]; readonly problems: readonly string[] }> {
  const items: unknown[] = [];
  for (let page = 1; page <= last; page++)
    items.push(...(await pageOf(context, sorting, page === 1 ? {} : { page })).items);
  return { items, problems: repeated(sorting, items) };
}

/**
 * Pages of a smaller size, of a whole list that was read on one: the second goes on as the list does, and the two have each
 * item once. Where items are alike, which of them comes first is free.
 */
export async function laterPages(
  context: Context,
  sorting: Sorting,
  whole: readonly unknown[],
): Promise<string[]> {
  const size = Math.floor((whole.length * 2) / 3);
  if (size < 1) return [];
  const [first, { items }] = [
    await pageOf(context, sorting, { page: 1, limit: size }),
    await pageOf(context, sorting, { page: 2, limit: size }),
  ];
  const part = whole.slice(size, 2 * size);
  // The number of items of a page is judged with its limit.
  if (items.length !== part.length || first.items.length !== size) return [];
  const both = [...first.items, ...items];
  return [
    ...unlike(sorting.field, sorting.timestamps, part, items).map(
      each => `order=${sorting.order}, page 2 of ${size}: the whole list ${each}`,
    ),
    ...repeated(sorting, both),
    ...changed(whole, both).map(each => `order=${sorting.order}, pages of ${size}: ${each}`),
  ];
}

function repeated({ order }: Sorting, items: readonly unknown[]): string[] {
  const ids = items.filter(isObject).flatMap(({ _id }) => (typeof _id === 'string' ? [_id] : []));
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  return twice.map(id => `order=${order}, on two pages: ${id}`);
}

const pageOf = (context: Context, sorting: Sorting, page: PageQuery) =>
  accepted(context, sorting, page, () =>
    readPage(context, sorting.list, { ...page, query: queryOf(sorting), fresh: sorting.fresh }),
  );

/**
 * A field of browsing is accepted there: then the response is a list. Another list may reject it, since the values of
 * `sortBy` are not shown.
 */
async function accepted<T>(
  context: Context,
  sorting: Sorting,
  page: PageQuery,
  read: () => Promise<T>,
): Promise<T> {
  const { list } = sorting;
  try {
    return await read();
  } catch (error) {
    const exchange = await requestPage(context, list, { ...page, query: queryOf(sorting) });
    const { status } = exchange.response;
    if (list.id !== lists.browse.id && status >= 400 && status < 500)
      throw new NotExercised(
        `${list.id} rejects sortBy=${sorting.field} with ${status}; GV_SORT_BY names fields of browsing`,
      );
    expect(exchange).toMatchSchema({
      title: 'A sorted list',
      type: 'object',
      required: [list.items],
    });
    throw error;
  }
}
