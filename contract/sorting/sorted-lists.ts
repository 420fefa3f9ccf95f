/** Finds contradictions to a list being sorted by a field, in both directions (§4.1). */
import { isObject } from '../../schemas/records/exchange.ts';
import type { ObjectSchema } from '../../schemas/schema.ts';
import { repeatedIn } from '../../fixtures/run/judgement.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { lists, type List } from '../../schemas/lists.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';
import {
  readPage,
  requestPage,
  readWhole,
  type ListRead,
  type PageQuery,
} from '../shared/lists.ts';

type Items = readonly unknown[];
type Rank = (value: unknown) => number;

const identities = (items: Items): string[] =>
  items.map(item => String(isObject(item) ? item['_id'] : item)).toSorted();

/** The field and the order that a list is sorted by. */
interface By {
  readonly field: string;
  readonly timestamps: boolean;
}

/** Items that a sorted list lost or gained. */
export function changed(plain: Items, sorted: Items): string[] {
  const [before, after] = [identities(plain), identities(sorted)];
  return [
    ...before.filter(id => !after.includes(id)).map(id => `lost ${id}`),
    ...after.filter(id => !before.includes(id)).map(id => `also has ${id}`),
    ...(before.length === after.length ? [] : [`${after.length} items for ${before.length}`]),
  ];
}

/** Each as often: what is new while pages are read makes the next one repeat an item. */
const haveSameItems = (one: Items, other: Items): boolean =>
  identities(one).join() === identities(other).join();

const valuesOf = (items: Items, field: string): unknown[] =>
  items.map(item => (isObject(item) ? item[field] : undefined));

/** Values that are there: where a sort puts what lacks the field is not shown. */
const presentIn = (items: Items, field: string): unknown[] =>
  valuesOf(items, field).filter(value => value !== undefined && value !== null);

/**
 * @param others items of a list whose first pages `upItems` and `downItems` are; absent: these are the whole list.
 * @throws NotExercised if no order shows.
 */
export function disorder(
  { field, timestamps }: By,
  upItems: Items,
  downItems: Items,
  others?: Items,
): string[] {
  const [up, down] = [presentIn(upItems, field), presentIn(downItems, field)];
  const values = [...up, ...down, ...presentIn(others ?? [], field)];
  if (values.some(value => typeof value === 'object'))
    throw new NotExercised(`${field} holds more than one value: how it is ranked is not shown`);
  if (up.length * down.length === 0 || new Set(values.map(String)).size < 2)
    throw new NotExercised(`all items have the same ${field}: no order shows`);
  const rank = rankOf(values, timestamps);
  const wrong = (sorted: Items, order: string) => {
    const pair = rank && firstUnsorted(sorted, rank);
    return pair ? [`order=${order}, neighbours ${JSON.stringify(pair)}`] : [];
  };
  return [
    ...wrong(up, 'asc'),
    ...wrong(down.toReversed(), 'desc').map(each => `${each}, read backwards`),
    ...(others
      ? [
          ...values.flatMap(value => wrong([up[0], value, down[0]], 'asc and desc, their firsts')),
          ...sameFirst(up[0], down[0], values),
        ].slice(0, 1)
      : haveSameItems(upItems, downItems)
        ? unlike({ field, timestamps }, upItems, downItems.toReversed()).map(
            each => `asc ${each}, where desc is read backwards`,
          )
        : []),
  ];
}

/** Of a list with different values, the least is not the greatest. */
function sameFirst(up: unknown, down: unknown, values: Items): string[] {
  const [first] = comparable(up);
  const isSame = first !== undefined && first === comparable(down)[0];
  return isSame && new Set(values.flatMap(comparable)).size > 1
    ? [`asc and desc both begin with ${first}`]
    : [];
}

/** The first place where one list does not have the value that another one has, both in the same order. */
function unlike({ field, timestamps }: By, one: Items, other: Items): string[] {
  const written = (value: unknown): string[] =>
    timestamps ? [String(Date.parse(String(value)))] : comparable(value);
  const [ours, theirs] = [one, other].map(items => presentIn(items, field).flatMap(written)) as [
    string[],
    string[],
  ];
  const at = ours.findIndex((value, index) => value !== theirs[index]);
  return at < 0 ? [] : [`has ${ours[at]}, not ${theirs[at]}`];
}

/** Writes alike what a collation may take for equal; text beyond the Latin letters is left out. */
function comparable(value: unknown): string[] {
  const plain = String(value).normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  if (typeof value !== 'string') return [plain];
  if (/[^ -~]/.test(plain)) return [];
  return [plain.replaceAll(/[^a-z0-9]/g, '').replaceAll(/0+(?=\d)/g, '')];
}

/** True if a list rises by a field whose values differ. */
export function isSortedBy(items: Items, field: string, timestamps: boolean): boolean {
  const values = valuesOf(items, field);
  const rank = rankOf(values, timestamps);
  return (
    rank !== undefined && new Set(values).size > 1 && firstUnsorted(values, rank) === undefined
  );
}

/**
 * Returns the rank of values: of numbers and timestamps in one way; of text by its first letter, which every collation has in one
 * order, but for capitals among small letters.
 */
function rankOf(values: Items, timestamps: boolean): Rank | undefined {
  if (values.every(isNumber)) return value => Number(value);
  if (timestamps) return value => Date.parse(String(value));
  if ([/^[a-z]/, /^[A-Z]/].some(first => values.every(value => first.test(String(value)))))
    return value => String(value).charCodeAt(0);
  return undefined;
}

const isNumber = (value: unknown): value is number => typeof value === 'number';

export const isTimestampField = (schema: ObjectSchema, name: string): boolean =>
  schema.properties[name]?.format === 'date-time';

/** The first pair of neighbours that is the wrong way round. */
function firstUnsorted(values: Items, rank: Rank): unknown {
  const index = values.findIndex((value, at) => at > 0 && rank(values[at - 1]) > rank(value));
  return index < 0 ? undefined : [values[index - 1], values[index]];
}

// A list in one order (§4.1): whole if it can be, and its second page.

export interface Sorting extends By {
  readonly list: List;
  readonly order: 'asc' | 'desc';
  /** True if its pages after the first are read as well. */
  readonly later: boolean;
}

const queryOf = ({ field, order }: Sorting) => ({ sortBy: field, order });

/** The whole list. */
export const sortedWhole = (context: Context, sorting: Sorting): Promise<ListRead> =>
  accepted(context, sorting, {}, () =>
    readWhole(context, sorting.list, { query: queryOf(sorting) }),
  );

/** The first pages of a list that is too long to be read whole, and what is on two of them. */
export async function firstPages(
  context: Context,
  sorting: Sorting,
): Promise<{ readonly items: Items; readonly problems: readonly string[] }> {
  const first = await pageOf(context, sorting, {});
  const second = sorting.later ? (await pageOf(context, sorting, { page: 2 })).items : [];
  const items = [...first.items, ...second];
  return { items, problems: repeated(sorting, items) };
}

/**
 * Pages of a smaller size, of a whole list that was read on one: the second goes on as the list does, and the two have each
 * item once. Where items are alike, which of them comes first is free.
 */
export async function laterPages(
  context: Context,
  sorting: Sorting,
  { items: whole, pages }: ListRead,
): Promise<string[]> {
  const size = Math.floor((whole.length * 2) / 3);
  if (!sorting.later || pages.length > 1 || size < 1) return [];
  const [first, second] = [
    await pageOf(context, sorting, { page: 1, limit: size }),
    await pageOf(context, sorting, { page: 2, limit: size }),
  ];
  const part = whole.slice(size, 2 * size);
  // The list changed between the two.
  if (first.total !== second.total) return [];
  const { items } = second;
  // The number of items of a page is judged with its limit.
  if (items.length !== part.length || first.items.length !== size) return [];
  const both = [...first.items, ...items];
  return [
    ...unlike(sorting, part, items).map(
      each => `order=${sorting.order}, page 2 of ${size}: the whole list ${each}`,
    ),
    ...repeated(sorting, both),
    ...changed(whole, both).map(each => `order=${sorting.order}, pages of ${size}: ${each}`),
  ];
}

function repeated({ order }: Sorting, items: Items): string[] {
  const ids = items.filter(isObject).flatMap(({ _id }) => (typeof _id === 'string' ? [_id] : []));
  return repeatedIn(ids).map(id => `order=${order}, on two pages: ${id}`);
}

const pageOf = (context: Context, sorting: Sorting, page: PageQuery) =>
  accepted(context, sorting, page, () =>
    readPage(context, sorting.list, { ...page, query: queryOf(sorting) }),
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
