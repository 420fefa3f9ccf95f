/** §4.1 Searching the catalog. */
import { lists } from '../../schemas/lists.ts';
import { isObject, isSuccess, sentQuery, type Exchange } from '../../schemas/records/exchange.ts';
import { route } from '../../schemas/routes.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { type Product } from '../../schemas/resources/catalog.ts';
import { everyProduct, productFields } from '../catalog/judgements.ts';
import { pageOf, repeatedIn, type Judgements } from '../../fixtures/run/judgement.ts';

/** True if a product is in a category, by its text: the spec does not show how parts of a name match. */
export const isIn =
  (category: string) =>
  (product: Product): boolean =>
    String(product['category']).toLowerCase().includes(category.toLowerCase());

/**
 * Fields that search and browse show alike of one product. Its image may come in another size or be signed for each response: that
 * it is a URL has a requirement of its own.
 */
export const agreeingFields = productFields.filter(name => name !== 'imageUrl');

/** A search by these parameters of it; how several combine is not shown (§4.1 rule 1). */
const isSearchBy =
  (name: string) =>
  (exchange: Exchange): boolean => {
    const sent = ['merchant', 'category', 'useCase'].filter(each => sentQuery(exchange).has(each));
    return exchange.route === route.search.id && isSuccess(exchange) && sent.join() === name;
  };

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '');

const haveCommonRun = (one: string, other: string, length: number): boolean =>
  one.split('').some((_, at) => {
    const run = one.slice(at, at + length);
    return run.length === length && other.includes(run);
  });

/**
 * Products of merchants that no way to match a name takes for this one: no word, no sign that stands alone in it, and no three
 * letters are the same, or as many as it has.
 */
export const unlikeMerchant = (products: readonly Product[], wanted: string): Product[] => {
  const own = wordsOf(wanted);
  const alone = wanted.split(/\s+/).filter(part => part !== '' && wordsOf(part).length === 0);
  return products.filter(({ merchant }) => {
    const words = wordsOf(String(merchant));
    return !(
      own.length * words.length === 0 ||
      words.some(word => own.includes(word)) ||
      alone.some(sign => String(merchant).includes(sign)) ||
      haveCommonRun(own.join(''), words.join(''), Math.min(3, own.join('').length))
    );
  });
};

const isRepeated = (exchange: Exchange): boolean => {
  const names = [...sentQuery(exchange).keys()];
  return names.some((name, index) => names.indexOf(name) !== index);
};

export const search: Judgements = {
  'search.repeated': {
    appliesTo: exchange =>
      exchange.route === route.search.id && isSuccess(exchange) && isRepeated(exchange),
    verify: exchange => {
      const ids = pageOf(lists.search, exchange)
        .items.filter(isObject)
        .map(({ _id }) => _id)
        .filter(id => id !== undefined);
      if (ids.length === 0) throw new NotExercised('the search finds nothing');
      expect(repeatedIn(ids), 'products that are there twice').toEqual([]);
    },
  },

  'search.merchant': {
    appliesTo: isSearchBy('merchant'),
    verify: exchange => {
      const wanted = sentQuery(exchange).get('merchant') ?? '';
      const products = pageOf(lists.search, exchange).items.filter(isObject);
      if (!products.some(({ merchant }) => merchant === wanted))
        throw new NotExercised('the page shows no product of that merchant');
      const others = unlikeMerchant(products, wanted).map(({ _id, merchant }) => ({
        _id,
        merchant,
      }));
      expect(others, 'products of other merchants').toEqual([]);
    },
  },

  // Of several categories, union or intersection is open (§4.1 rule 1): a product is in one of them at least.
  'search.category': everyProduct((product, exchange) => {
    const categories = sentQuery(exchange).getAll('category');
    return categories.some(name => isIn(name)(product))
      ? undefined
      : { categories, category: product['category'] };
  }, isSearchBy('category')),
};
