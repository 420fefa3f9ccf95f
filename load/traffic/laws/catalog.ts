/** §2.1 Product, §2.7 Catalog filters, §4.1 the search. */
import { browsedProduct, searchedProduct } from '../../../schemas/resources/product.ts';
import { route } from '../../../schemas/routes.ts';
import { object } from '../../../schemas/schema.ts';
import { strings } from '../../../schemas/values.ts';
import { field, isObject, type Exchange } from '../../../schemas/records/exchange.ts';
import { expect } from '../../../fixtures/matchers/expect.ts';
import { lists } from '../../../schemas/lists.ts';
import type { RequirementId } from '../../../schemas/requirements/index.ts';
import { NotExercised } from '../../../fixtures/verdict.ts';
import { given } from '../../../fixtures/config/needs.ts';
import { isOf, itemsKeep, keeps, onPage, without, type Law } from './law.ts';

type Product = Record<string, unknown>;

/** Holds a statement against every product of a page; `wrong` gives what contradicts it. */
const everyProduct = (
  id: RequirementId,
  wrong: (product: Product, asked: URLSearchParams) => unknown,
): Law[] =>
  [lists.browse, lists.search].map(list =>
    onPage(id, list, ({ items }, exchange) => {
      const products = items.filter(isObject);
      if (products.length === 0) throw new NotExercised('the page is empty');
      const asked = new URL(exchange.request.url).searchParams;
      const bad = products.flatMap(product => {
        const problem = wrong(product, asked);
        return problem === undefined ? [] : [{ product: product['_id'], problem }];
      });
      expect(bad).toEqual([]);
    }),
  );

const values = (exchange: Exchange, name: string): unknown[] => {
  const given = field(exchange, name);
  if (!Array.isArray(given)) throw new NotExercised(`the filters give no ${name}`);
  return given as unknown[];
};

export const catalogLaws: readonly Law[] = [
  // That a country has two letters, and what redemption holds, have requirements of their own.
  ...(
    [
      [lists.browse, browsedProduct],
      [lists.search, searchedProduct],
    ] as const
  ).flatMap(([list, schema]) => [
    itemsKeep('catalog.product-fields', list, {
      ...without(schema, 'redemption', 'country'),
    }),
    itemsKeep(
      'catalog.redemption',
      list,
      without(schema, ...Object.keys(schema.properties).filter(name => name !== 'redemption')),
    ),
  ]),
  ...everyProduct('catalog.country-code', ({ country }) =>
    /^[a-z]{2}$/i.test(String(country)) ? undefined : country,
  ),
  ...everyProduct('catalog.image-url', ({ imageUrl }) =>
    URL.canParse(String(imageUrl)) ? undefined : imageUrl,
  ),
  ...everyProduct('catalog.price-range', ({ minPrice, maxPrice }) =>
    Number(minPrice) > Number(maxPrice) ? { minPrice, maxPrice } : undefined,
  ),
  ...everyProduct('catalog.denominations', ({ minPrice, maxPrice, denominations }) => {
    const all = Array.isArray(denominations) ? denominations : [];
    const outside = all.filter(value => value < Number(minPrice) || value > Number(maxPrice));
    return outside.length === 0 ? undefined : { minPrice, maxPrice, outside };
  }),
  onPage('catalog.allowed-countries', lists.browse, ({ items }, _exchange, target) => {
    const allowed = given(target, 'GV_COUNTRIES').map(country => country.toUpperCase());
    const foreign = items
      .filter(isObject)
      .filter(({ country }) => !allowed.includes(String(country).toUpperCase()));
    expect(foreign.map(({ _id, country }) => ({ _id, country }))).toEqual([]);
  }),
  ...everyProduct('search.category', ({ category }, asked) => {
    // Of several categories, union or intersection is open: each product has one of them at least.
    const wanted = asked.getAll('category');
    const has = (name: string) => String(category).toLowerCase().includes(name.toLowerCase());
    return wanted.length === 0 || wanted.some(has) ? undefined : { wanted, category };
  }).slice(1),
  keeps(
    'catalog.filter-fields',
    route.filters,
    object('Catalog filters', { categories: strings, merchants: strings }),
  ),
  {
    id: 'catalog.filters-distinct',
    about: isOf(route.filters),
    judge: exchange => {
      for (const name of ['categories', 'merchants']) {
        const all = values(exchange, name);
        expect(all.filter((value, index) => all.indexOf(value) !== index)).toEqual([]);
      }
    },
  },
];
