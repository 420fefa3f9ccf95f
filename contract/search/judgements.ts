/** §4.1 Searching the catalog. */
import { lists } from '../../schemas/lists.ts';
import { isObject, isSuccess, sentQuery, type Exchange } from '../../schemas/records/exchange.ts';
import { route } from '../../schemas/routes.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { folded } from '../../schemas/schema.ts';
import { productFields } from '../catalog/judgements.ts';
import { pageOf, type Judgements } from '../../harness/run/judgement.ts';

/** Fields that have the same values in search and browse. An image may have another size, or its URL may be signed for each response. */
export const agreeingFields = productFields.filter(name => name !== 'imageUrl');

/** Returns a test for searches by one parameter. The spec does not show how several parameters combine. */
const isSearchBy =
  (name: string) =>
  (exchange: Exchange): boolean => {
    if (exchange.route !== route.search.id || !isSuccess(exchange)) return false;
    const query = sentQuery(exchange);
    return ['merchant', 'category', 'useCase'].filter(each => query.has(each)).join() === name;
  };

/** Returns the words of a name, without case and accents. */
const wordsOf = (name: unknown): string[] =>
  String(name)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '');

/** Returns true if a name contains the wanted name or shares a word with it. The spec does not show how `merchant` matches. */
const matches = (name: unknown, wanted: string): boolean => {
  const [theirs, ours] = [wordsOf(name), wordsOf(wanted)];
  return theirs.join(' ').includes(ours.join(' ')) || ours.some(word => theirs.includes(word));
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
      expect(ids, '_ids of the products on the page').toBeDistinct();
    },
  },

  'search.merchant': {
    appliesTo: isSearchBy('merchant'),
    verify: exchange => {
      const wanted = sentQuery(exchange).get('merchant') ?? '';
      const products = pageOf(lists.search, exchange).items.filter(isObject);
      // A search that corrects typing errors may take another merchant for the wanted one.
      const isKnown = products.some(({ merchant }) => merchant === wanted);
      for (const { merchant } of isKnown ? products : [])
        expect(merchant, 'merchant of a product').toSatisfy(
          `a name that a search by merchant=${wanted} finds`,
          name => matches(name, wanted),
        );
    },
  },

  // The spec does not show how parts of a name match. With several categories, a product must have
  // at least one of them (§4.1 rule 1).
  'search.category': {
    appliesTo: isSearchBy('category'),
    verify: exchange => {
      const categories = sentQuery(exchange).getAll('category');
      const products = pageOf(lists.search, exchange).items.filter(isObject);
      for (const { _id, category } of products)
        expect(category, `category of product ${String(_id)}`).toSatisfy(
          categories.join(' or '),
          text => categories.some(name => folded(String(text)).includes(folded(name))),
        );
    },
  },
};
