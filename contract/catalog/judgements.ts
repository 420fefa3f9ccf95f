/** §2.1 Product, §2.7 Catalog filters. */
import { lists, listOf } from '../../schemas/lists.ts';
import { field, isAbsent, isObject, type Exchange } from '../../schemas/records/exchange.ts';
import {
  browsedProduct,
  catalogFilters,
  categoryNames,
  searchedProduct,
  type Product,
} from '../../schemas/resources/catalog.ts';
import { route } from '../../schemas/routes.ts';
import { strings, urlIn } from '../../schemas/schema.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { NotExercised } from '../../harness/verdict.ts';
import {
  fieldsOf,
  isSuccessOf,
  pageOf,
  withFields,
  type Judgement,
  type Judgements,
} from '../../harness/run/judgement.ts';

const showsProducts = isSuccessOf(route.browse, route.search);

/** Returns the items of a page of browse or search. */
const itemsIn = (exchange: Exchange): readonly unknown[] =>
  pageOf(listOf(exchange) ?? lists.browse, exchange).items;

/** Returns the items that are objects. Other items fail `catalog.product-fields`. */
const productsIn = (exchange: Exchange): Product[] => itemsIn(exchange).filter(isObject);

const schemaOf = (exchange: Exchange) =>
  exchange.route === route.search.id ? searchedProduct : browsedProduct;

/** Returns a judgement of a field of each product that `isOf` selects. By default, all products are judged, even without the field. */
const everyProduct = (
  field: string,
  expected: string,
  holds: (value: unknown, exchange: Exchange) => boolean,
  isOf: (product: Product) => boolean = () => true,
): Judgement => ({
  appliesTo: showsProducts,
  verify: exchange => {
    for (const product of productsIn(exchange).filter(isOf))
      expect(product[field], `${field} of product ${String(product['_id'])}`).toSatisfy(
        expected,
        value => holds(value, exchange),
      );
  },
});

/** Returns true for an absolute URL, and for a URL with a leading slash. */
const isUrl = (text: string, base: string): boolean =>
  urlIn(text, text.startsWith('/') ? base : undefined) !== undefined;

const isNumber = (value: unknown): value is number => typeof value === 'number';

/** Returns the products with both prices. Other products fail `catalog.product-fields`. */
const priced = (exchange: Exchange) =>
  productsIn(exchange).flatMap(({ _id, minPrice, maxPrice, denominations }) =>
    isNumber(minPrice) && isNumber(maxPrice)
      ? [{ _id, minPrice, maxPrice, values: [denominations].flat().filter(isNumber) }]
      : [],
  );

export type FilterName = 'categories' | 'merchants';

/** Returns the names of a product that are values of a filter (§2.7). */
export const namesIn: Readonly<Record<FilterName, (product: Product) => readonly string[]>> = {
  categories: categoryNames,
  merchants: ({ merchant }) => [String(merchant)],
};

export const productFields = fieldsOf(browsedProduct).filter(name => name !== 'redemption');

export const catalog: Judgements = {
  'catalog.product-fields': {
    appliesTo: showsProducts,
    parts: productFields,
    verify: (exchange, _given, name) => {
      // Another requirement judges the country code.
      const schema = withFields(schemaOf(exchange), { country: { type: 'string' } });
      expect(itemsIn(exchange)).toHaveField(schema, name);
    },
  },
  'catalog.redemption': {
    appliesTo: showsProducts,
    verify: exchange => expect(itemsIn(exchange)).toHaveField(schemaOf(exchange), 'redemption'),
  },
  'catalog.country-code': everyProduct('country', 'two letters', country =>
    /^[a-z]{2}$/i.test(String(country)),
  ),
  'catalog.image-url': everyProduct(
    'imageUrl',
    'a URL, absolute or with a leading slash',
    (imageUrl, { request }) => isUrl(String(imageUrl), request.url),
    ({ imageUrl }) => !isAbsent(imageUrl),
  ),
  'catalog.price-range': {
    appliesTo: showsProducts,
    verify: exchange => {
      for (const { _id, minPrice, maxPrice } of priced(exchange))
        expect(maxPrice, `maxPrice of product ${String(_id)}`).toBeAtLeast(minPrice);
    },
  },
  'catalog.denominations': {
    appliesTo: showsProducts,
    verify: exchange => {
      for (const { _id, minPrice, maxPrice, values } of priced(exchange))
        for (const value of values)
          expect(value, `a denomination of product ${String(_id)}`).toSatisfy(
            `from ${minPrice} to ${maxPrice}`,
            each => each >= minPrice && each <= maxPrice,
          );
    },
  },
  'catalog.allowed-countries': {
    // Other keys have other countries.
    appliesTo: exchange =>
      isSuccessOf(route.browse)(exchange) &&
      ['business', 'recorded', 'unrecorded'].includes(exchange.key),
    verify: (exchange, { GV_COUNTRIES: countries }) => {
      if (!countries)
        throw new NotExercised('GV_COUNTRIES is not set', undefined, { setting: 'GV_COUNTRIES' });
      const allowed = countries.map(country => country.toUpperCase());
      for (const { _id, country } of productsIn(exchange))
        expect(String(country).toUpperCase(), `country of product ${String(_id)}`).toBeOneOf(
          allowed,
        );
    },
  },
  'catalog.filter-fields': {
    appliesTo: isSuccessOf(route.filters),
    parts: fieldsOf(catalogFilters),
    // Another requirement judges duplicate values.
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
      // A category may have blanks around it, because a product lists its categories in one text (§2.1).
      const named = name === 'categories' ? values.map(value => value.trim()) : values;
      expect(named, `${name} of the filters`).toBeDistinct();
    },
  },
};

/**
 * Returns a list of the filters.
 *
 * @throws NotExercised if the filters lack it.
 */
export function filterValues(exchange: Exchange, name: string): string[] {
  const values = field(exchange, name);
  if (!Array.isArray(values))
    throw new NotExercised(`the filters have no ${name}`, 'catalog.filter-fields');
  return values.map(String);
}
