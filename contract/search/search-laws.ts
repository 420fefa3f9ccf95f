/** Finds contradictions between searches, and between their pages (§4.1). */
import { isDeepStrictEqual } from 'node:util';
import { lists, toPage } from '../../schemas/lists.ts';
import { isObject, isSuccess, type Exchange } from '../../schemas/records/exchange.ts';
import type { CheckContext, Context } from '../../fixtures/run/context.ts';
import { categoryNames, type Product } from '../../schemas/resources/catalog.ts';
import { isIn, unlikeMerchant } from './judgements.ts';
import { repeatedIn } from '../../fixtures/run/judgement.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { expectNone } from '../steps/again.ts';
import { lastPage, secondPage } from '../shared/later-pages.ts';
import { requestTwice } from '../shared/lists.ts';
import {
  acceptedSearch,
  atMost,
  firstFound,
  foundIn,
  type Filter,
  type Found,
} from '../steps/searches.ts';

/** Products in the form in which a report shows them. */
export const shown = (wrong: readonly Product[]) =>
  wrong.map(({ _id, merchant, category }) => ({ _id, merchant, category }));

/** Products that a search without parameters shows and that a search by one of their own values does not find. */
export async function lostBy(
  context: Context,
  query: Readonly<Record<string, string>>,
  isOwn: (product: Product) => boolean,
): Promise<unknown[]> {
  const own = (await foundIn(context, {})).found.filter(isOwn);
  const { found, complete } = await foundIn(context, query);
  const ids = new Set(idsOf(found));
  const lost = own.filter(({ _id }) => !ids.has(_id));
  if (lost.length > 0 && !complete)
    throw new NotExercised('the search finds too much to be read whole');
  return shown(lost);
}

export interface Combination {
  /** Absent if it is neither. */
  readonly how?: 'union' | 'intersection' | 'union or intersection' | 'by meaning';
  readonly sizes: string;
}

function queryOf(filters: readonly Filter[]): Record<string, string[]> {
  const query: Record<string, string[]> = {};
  for (const { name, value } of filters) (query[name] ??= []).push(value);
  return query;
}

/** The way in which a search by several filters combines the results of each alone. */
export async function combination(
  context: Context,
  filters: readonly Filter[],
): Promise<Combination> {
  const alone: Found[] = [];
  for (const one of filters) alone.push(await foundIn(context, queryOf([one])));
  const together = await foundIn(context, queryOf(filters));
  if (![...alone, together].every(({ complete }) => complete)) {
    if (filters.some(({ name }) => name !== 'category'))
      throw new NotExercised('the search finds too much to be read whole');
    const category = filters.map(({ value }) => value);
    return combinedTotals((await foundIn(context, {})).found, category, alone, together);
  }
  const sets = alone.map(({ found }) => new Set(idsOf(found)));
  const ids = new Set(idsOf(together.found));
  const any = new Set(sets.flatMap(set => [...set]));
  const every = new Set([...any].filter(id => sets.every(set => set.has(id))));
  const sizes = `${ids.size}, of ${any.size} in any and ${every.size} in all`;
  if (isDeepStrictEqual(ids, any)) return { how: 'union', sizes };
  if (isDeepStrictEqual(ids, every)) return { how: 'intersection', sizes };
  const isOfOne = sets.some(set => isDeepStrictEqual(ids, set));
  // A search by meaning finds what fits best to both: only that one of them is ignored shows.
  return filters.some(({ name }) => name === 'useCase') && !isOfOne
    ? { how: 'by meaning', sizes }
    : { sizes };
}

/**
 * Judges how a search by several filters combines what each finds alone.
 *
 * @param seen gets how it does.
 */
export async function expectCombined(
  context: Context,
  filters: readonly Filter[],
  seen: (how: string) => void = () => {},
): Promise<void> {
  const law = 'products found together, neither the union nor the intersection of what each finds';
  await expectNone(law, async () => {
    const { how, sizes } = await combination(context, filters);
    if (how) seen(how);
    return how ? [] : [sizes];
  });
}

const idsOf = (found: readonly Product[]): unknown[] => found.map(({ _id }) => _id);

/** Returns the products that a search by a category given twice has and the search by it once has not, or the other way round. */
export async function unlikeOnce(context: Context, category: string): Promise<readonly unknown[]> {
  const once = await foundIn(context, { category });
  const twice = await foundIn(context, { category: [category, category] });
  if (once.total !== twice.total) return [`total ${twice.total}, and ${once.total} for it once`];
  if (!once.complete || !twice.complete)
    return shown(twice.found.filter(product => !isIn(category)(product)));
  const [ids, others] = [new Set(idsOf(once.found)), new Set(idsOf(twice.found))];
  return [...ids, ...others].filter(id => !ids.has(id) || !others.has(id));
}

/** Ids of products that a search returns more than once. */
export async function repeatedBy(
  context: Context,
  query: Readonly<Record<string, readonly string[]>>,
): Promise<unknown[]> {
  const { found } = await foundIn(context, query);
  if (found.length === 0) throw new NotExercised('the search finds nothing');
  return repeatedIn(idsOf(found).filter(id => id !== undefined));
}

/** A service may stop counting at a round number. */
const mayBeCapped = (total: number): boolean => total >= 1000 && total % 1000 === 0;

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

function totalOf({ total }: Found): number {
  if (total === undefined) throw new NotExercised('the page has no total', 'paging.fields');
  if (mayBeCapped(total))
    throw new NotExercised(`a total of ${total} may be where the target stops counting`);
  return total;
}

/**
 * Compares totals: the union has what each finds alone and the known products that only others find; the intersection
 * lacks what is known to be in one alone. What is shown must fit as well.
 *
 * @param known products of the catalog, a part of it.
 */
export function combinedTotals(
  known: readonly Product[],
  category: readonly string[],
  alone: readonly Found[],
  together: Found,
): Combination {
  const total = totalOf(together);
  const totals = alone.map(totalOf);
  const inAny = (product: Product) => category.some(one => isIn(one)(product));
  const inAll = (product: Product) => category.every(one => isIn(one)(product));
  const count = (which: (product: Product) => boolean) => known.filter(which).length;
  // A product surely in a category has its name; one surely not in it has not even a name that contains it.
  const named = (one: string) => (product: Product) => categoryNames(product).includes(one);
  const without = (one: string) =>
    count(each => !isIn(one)(each) && category.some(other => named(other)(each)));
  const onlySome = category.map(one => count(each => named(one)(each) && !inAll(each)));
  const shared =
    sum(category.map(one => count(named(one)))) -
    count(each => category.some(one => named(one)(each)));
  const least = Math.max(...category.map((one, at) => totals[at]! + without(one)));
  const most = sum(totals) - shared;
  const all = count(each => category.every(one => named(one)(each)));
  const common = Math.min(...totals.map((each, at) => each - onlySome[at]!));
  const isUnion = total >= least && total <= most && together.found.every(inAny);
  const isIntersection = total >= all && total <= common && together.found.every(inAll);
  const odd = together.found.filter(product => !inAny(product)).map(categoryNames);
  const sizes = [
    `${total} together, ${totals.join(' and ')} alone: ${least} to ${most} in any, ${all} to ${common} in all`,
    ...(odd.length === 0 ? [] : [`shown: ${odd.slice(0, 3).join('; ')}`]),
  ].join('; ');
  if (isUnion && isIntersection) return { how: 'union or intersection', sizes };
  if (isUnion) return { how: 'union', sizes };
  return isIntersection ? { how: 'intersection', sizes } : { sizes };
}

const searchBy = (query: Readonly<Record<string, string>>) =>
  ({ list: lists.search, query, atMost }) as const;

/** Returns the wrong products on a later page of a search by a category, the second one of one product; its judgement is applied as well. */
export async function wrongInCategory(
  context: CheckContext,
  category: string,
  which: 'second' | 'last',
): Promise<readonly unknown[]> {
  const by = searchBy({ category });
  const { exchange, notAfterFirst } = await (which === 'last'
    ? lastPage(context, by)
    : secondPage(context, by, 1));
  if (notAfterFirst.length === 0) context.judge(exchange);
  return notAfterFirst;
}

/** Returns the wrong products on the last page of a search by a merchant. */
export async function wrongOfMerchant(
  context: Context,
  merchant: string,
): Promise<readonly unknown[]> {
  const { exchange, notAfterFirst } = await lastPage(context, searchBy({ merchant }));
  const items = (toPage(lists.search, exchange)?.items ?? []).filter(isObject);
  return [...notAfterFirst, ...shown(unlikeMerchant(items, merchant))];
}

const [one, two] = ['birthday', 'wedding'];

export const useCases = {
  /** No value is shown: a target may know others only. */
  one,
  /**
   * Both of them.
   *
   * @throws NotExercised if the target does not accept each of them alone.
   */
  async search(context: Context): Promise<Exchange> {
    const both = await acceptedSearch(context, { useCase: [one, two] });
    if (isSuccess(both)) return both;
    for (const useCase of [one, two])
      if (!isSuccess(await requestTwice(context, lists.search, { query: { useCase } })))
        throw new NotExercised(`${useCase} is not accepted alone`);
    return both;
  },
  /**
   * Both, where each finds something.
   *
   * @throws NotExercised if one does not.
   */
  async filters(context: Context): Promise<Filter[]> {
    for (const useCase of [one, two])
      if ((await firstFound(context, { useCase })).found.length === 0)
        throw new NotExercised(`a search by the use case ${useCase} finds nothing`);
    return [one, two].map(value => ({ name: 'useCase', value }));
  },
} as const;
