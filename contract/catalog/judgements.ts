/** §2.1 Product, §2.7 Catalog filters. */
import { lists, listOf } from '../../schemas/lists.ts';
import { bodyOf, isAbsent, isObject, type Exchange } from '../../schemas/records/exchange.ts';
import {
  browsedProduct,
  catalogFilters,
  categoryNames,
  searchedProduct,
  type Product,
} from '../../schemas/resources/catalog.ts';
import { route } from '../../schemas/routes.ts';
import { folded, strings, urlIn } from '../../schemas/schema.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import {
  fieldsOf,
  isSuccessOf,
  pageOf,
  repeatedIn,
  withFields,
  type Judgement,
  type Judgements,
} from '../../fixtures/run/judgement.ts';

const showsProducts = isSuccessOf(route.browse, route.search);

/** The items of a page of browse or search. */
const itemsIn = (exchange: Exchange): readonly unknown[] =>
  pageOf(listOf(exchange) ?? lists.browse, exchange).items;

/** Those that are not objects fail `catalog.product-fields`. */
const productsIn = (exchange: Exchange): Product[] => itemsIn(exchange).filter(isObject);

const schemaOf = (exchange: Exchange) =>
  exchange.route === route.search.id ? searchedProduct : browsedProduct;

/** A statement about each product, or about those that `isOf` picks; `wrong` returns what contradicts it. */
export const everyProduct = (
  wrong: (product: Product, exchange: Exchange) => unknown,
  about: Judgement['appliesTo'] = showsProducts,
  isOf: (product: Product) => boolean = () => true,
): Judgement => ({
  appliesTo: about,
  verify: exchange => {
    const products = productsIn(exchange).filter(isOf);
    if (products.length === 0) throw new NotExercised('the page has no such products');
    const contradictions = products.flatMap(product => {
      const problem = wrong(product, exchange);
      return problem === undefined ? [] : [{ product: product['_id'], problem }];
    });
    expect(contradictions, 'products that contradict it').toEqual([]);
  },
});

/**
 * Products by their prices.
 *
 * @throws NotExercised if none has both: no comparison with what is no number fails.
 */
function priced(products: readonly Product[]) {
  const found = products.flatMap(({ _id, minPrice, maxPrice, denominations }) =>
    typeof minPrice === 'number' && typeof maxPrice === 'number'
      ? [{ product: _id, minPrice, maxPrice, values: [denominations].flat().filter(isNumber) }]
      : [],
  );
  if (found.length === 0)
    throw new NotExercised('no product of the page has both prices', 'catalog.product-fields');
  return found;
}

const isNumber = (value: unknown): value is number => typeof value === 'number';

/** If two names are one: filters may be trimmed, composed, and distinct without case. */
export const isSameName = (one: unknown, other: unknown): boolean =>
  folded(String(one)) === folded(String(other));

/** Returns a field of a product, with names and values in one order, since none is promised. */
export function unordered(product: Product, name: string): unknown {
  const value = product[name];
  if (name === 'category') return categoryNames(product).toSorted();
  return Array.isArray(value) ? value.toSorted((a, b) => Number(a) - Number(b)) : value;
}

export type FilterName = 'categories' | 'merchants';

/** The names of a product that are values of a filter (§2.7). */
export const namesIn: Readonly<Record<FilterName, (product: Product) => readonly string[]>> = {
  categories: categoryNames,
  merchants: ({ merchant }) => [String(merchant)],
};

/** Returns true if a product has a value of a filter. */
export const hasValue = (product: Product, name: FilterName, value: string): boolean =>
  namesIn[name](product).some(each => isSameName(each, value));

export const productFields = fieldsOf(browsedProduct).filter(name => name !== 'redemption');

export const catalog: Judgements = {
  'catalog.product-fields': {
    appliesTo: showsProducts,
    parts: productFields,
    verify: (exchange, _given, name) => {
      // The parts of a country have a requirement of their own.
      const schema = withFields(schemaOf(exchange), { country: { type: 'string' } });
      expect(itemsIn(exchange)).toHaveField(schema, name);
    },
  },
  'catalog.redemption': {
    appliesTo: showsProducts,
    verify: exchange => expect(itemsIn(exchange)).toHaveField(schemaOf(exchange), 'redemption'),
  },
  'catalog.country-code': everyProduct(({ country }) =>
    /^[a-z]{2}$/i.test(String(country)) ? undefined : country,
  ),
  'catalog.image-url': everyProduct(
    ({ imageUrl }) => (urlIn(String(imageUrl)) ? undefined : imageUrl),
    showsProducts,
    ({ imageUrl }) => !isAbsent(imageUrl),
  ),
  'catalog.price-range': {
    appliesTo: showsProducts,
    verify: exchange => {
      const wrong = priced(productsIn(exchange)).filter(each => each.minPrice > each.maxPrice);
      expect(wrong, 'products with minPrice above maxPrice').toEqual([]);
    },
  },
  'catalog.denominations': {
    appliesTo: showsProducts,
    verify: exchange => {
      const fixed = productsIn(exchange).filter(
        ({ denominations }) => Array.isArray(denominations) && denominations.length > 0,
      );
      if (fixed.length === 0) throw new NotExercised('no product of the page has fixed values');
      const contradictions = priced(fixed).flatMap(({ product, minPrice, maxPrice, values }) => {
        const outside = values.filter(value => value < minPrice || value > maxPrice);
        return outside.length === 0 ? [] : [{ product, minPrice, maxPrice, outside }];
      });
      expect(contradictions, 'denominations outside minPrice and maxPrice').toEqual([]);
    },
  },
  'catalog.allowed-countries': {
    // Other keys have countries of their own.
    appliesTo: exchange =>
      isSuccessOf(route.browse)(exchange) &&
      ['business', 'recorded', 'unrecorded'].includes(exchange.key),
    verify: (exchange, { GV_COUNTRIES: countries }) => {
      if (!countries) throw new NotExercised('GV_COUNTRIES is not set');
      const products = productsIn(exchange);
      if (products.length === 0) throw new NotExercised('the page has no products');
      const allowed = countries.map(country => country.toUpperCase());
      const foreign = products.filter(
        ({ country }) => !allowed.includes(String(country).toUpperCase()),
      );
      const shown = foreign.map(({ _id, country }) => ({ _id, country }));
      expect(shown, `products of no country in GV_COUNTRIES (${countries.join()})`).toEqual([]);
    },
  },
  'catalog.filter-fields': {
    appliesTo: isSuccessOf(route.filters),
    parts: fieldsOf(catalogFilters),
    // That no value is given twice has a requirement of its own.
    verify: (exchange, _given, name) =>
      expect(exchange).toMatchSchema({
        type: 'object',
        required: [name],
        properties: { [name]: strings },
      }),
  },
  'catalog.filters-distinct': {
    appliesTo: isSuccessOf(route.filters),
    parts: fieldsOf(catalogFilters),
    verify: (exchange, _given, name) => {
      const values = filterValues(exchange, name);
      if (values.length === 0) throw new NotExercised(`there are no ${name}`);
      // Blanks around a category are those of the list that it stands in (§2.1).
      const named = name === 'categories' ? values.map(value => value.trim()) : values;
      expect(repeatedIn(named), `${name} that are there twice`).toEqual([]);
    },
  },
};

/** @throws NotExercised if the filters have no such list. */
export function filterValues(exchange: Exchange, name: string): string[] {
  const body = bodyOf(exchange);
  const values = isObject(body) ? body[name] : undefined;
  if (!Array.isArray(values))
    throw new NotExercised(`the filters have no ${name}`, 'catalog.filter-fields');
  return values.map(String);
}
