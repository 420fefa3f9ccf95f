/** Values of the filters to search by (§2.7): those that no known product has, and those with signs in them. */
import type { Context } from '../../fixtures/run/context.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { route } from '../../schemas/routes.ts';
import { filterValues, hasValue, namesIn, type FilterName } from '../catalog/judgements.ts';
import { type Product } from '../../schemas/resources/catalog.ts';
import { firstFound, foundIn, merchantCases, type Filter } from '../steps/searches.ts';

const params = { categories: 'category', merchants: 'merchant' } as const;
const judgedBy = { categories: 'search.category', merchants: 'search.merchant' } as const;

/**
 * Values without a known product by which a search finds none either, if that is so of both that are tried: one may be
 * sold out.
 *
 * @param catalog products of it, a part of them.
 * @throws NotExercised if searching by a value that products have does not find them.
 */
export async function withoutProducts(
  context: Context,
  name: FilterName,
  values: readonly string[],
  catalog: readonly Product[],
): Promise<string[]> {
  const isSeen = (value: string) => catalog.some(product => hasValue(product, name, value));
  const unseen = values.filter(value => !isSeen(value));
  if (unseen.length === 0) return [];
  const search = async (value: string) => {
    const { found, complete } = await firstFound(context, { [params[name]]: value });
    const has = found.some(product => hasValue(product, name, value));
    return { value, has, hasNone: complete && !has };
  };
  // Searched by anyway.
  const usual =
    name === 'merchants' ? (await merchantCases(context)).map(each => each.merchant) : [];
  const known = [...usual, ...values].find(value => values.includes(value) && isSeen(value));
  if (known === undefined || !(await search(known)).has)
    throw new NotExercised(`a search by a known value of ${name} does not find it`, judgedBy[name]);
  const sample = [...new Set([unseen[0]!, unseen.at(-1)!])];
  const searched = [];
  for (const value of sample) searched.push(await search(value));
  if (!searched.some(({ has, hasNone }) => has || hasNone))
    throw new NotExercised('the catalog is too long to be read whole, and a search finds too much');
  return searched.every(({ hasNone }) => hasNone) ? sample : [];
}

/** Signs that a query, a database or a list of values may take for something else. */
const signs = [/&/, /\+/, /'/, /,/, /[%#=?;/\\]/, /"/, /[^ -~]/, /(?=[^ -~])\p{Lu}/u];

/** The number of values of each parameter that are searched by. */
const mostValues = 4;

interface Sought extends Filter {
  /** If a product has the value. */
  readonly isOwn: (product: Product) => boolean;
}

/**
 * The fewest values of the filters with every sign that any has, of those that products have as a search shows them.
 *
 * @throws NotExercised if none has a sign.
 */
export async function valuesWithSigns(context: Context): Promise<Sought[]> {
  const filters = await context.api.send(route.filters);
  const { found } = await foundIn(context, {});
  const chosen = (['merchants', 'categories'] as const).flatMap(name => {
    const sold = new Set(found.flatMap(namesIn[name]));
    const values = filterValues(filters, name).filter(value => sold.has(value));
    return withEachSign(values).map(value => ({
      name: params[name],
      value,
      isOwn: (product: Product) => namesIn[name](product).includes(value),
    }));
  });
  if (chosen.length === 0) throw new NotExercised('no value of the filters has a sign in it');
  return chosen;
}

/** @returns the values with most signs that those before them lack. */
function withEachSign(values: readonly string[]): string[] {
  const chosen: string[] = [];
  let left = signs;
  const count = (value: string) => left.filter(sign => sign.test(value)).length;
  while (chosen.length < mostValues && values.some(value => count(value) > 0)) {
    const [best = ''] = values.toSorted((a, b) => count(b) - count(a));
    chosen.push(best);
    left = left.filter(sign => !sign.test(best));
  }
  return chosen;
}
