import { accountOfYears, largeCatalog, namesWithSigns } from '../seed/scale.ts';
import type { Patch } from '../types.ts';
import {
  at,
  breaking,
  type Fault,
  instead,
  onItems,
  onRequest,
  onRules,
  onSuccess,
  queryValue,
  together,
} from '../patches.ts';
import { by, category, merchant } from './search.ts';
import { losing } from './wallet.ts';

/** Returns faults in a world whose lists a run cannot read whole, by requirement and id. */
const inWorld =
  (prefix: string, world: Patch) =>
  (faults: Readonly<Record<string, Readonly<Record<string, Patch>>>>): Fault[] =>
    Object.entries(faults).flatMap(([breaks, patches]) =>
      Object.entries(patches).map(([id, patch]) => ({
        id: `${prefix}-${id}`,
        breaks,
        patch: together(world, patch),
      })),
    );
const large = inWorld('large-catalog', largeCatalog);
const big = inWorld('big-account', accountOfYears);

const names = (product: { category: string }): string[] => product.category.split(', ');

/** Misreads search values in a catalog with special characters in its names. */
const reading = (read: (text: string) => string): Patch =>
  together(
    namesWithSigns,
    merchant((usual, product, wanted) => usual(product, read(wanted))),
    category((usual, product, wanted) => usual(product, wanted.map(read))),
  );

/** Faults that are visible in a sample of a long list: §2.7, §2.8, §4.1. */
export const largeListsFaults: readonly Fault[] = [
  ...large({
    'catalog.filters-merchants': {
      'merchants-cut-at-twenty': onSuccess(at.filters, body => void body.merchants.splice(20)),
    },
    'catalog.filters-categories': {
      'rare-categories-missing': onSuccess(at.filters, body => {
        body.categories = body.categories.filter((name: string) => name !== 'Chess');
      }),
    },
    'search.agrees': {
      'search-shows-stale-prices': onItems(
        at.search,
        (item, index) => void (index % 3 === 0 && (item.maxPrice += 1)),
      ),
    },
    'search.category': {
      'category-is-the-first-of-a-product': category((_, product, wanted) =>
        wanted.includes(names(product)[0]!),
      ),
    },
    'search.categories': {
      'categories-all-but-the-first-ignored': category((usual, product, wanted) =>
        usual(product, wanted.slice(0, 1)),
      ),
    },
    'paging.accepted': {
      'pages-beyond-the-hundredth-refused': instead(
        at.browse,
        request => Number(queryValue(request, 'page')) > 100,
        400,
        { error: 'Result window is too large' },
      ),
    },
    'paging.total': {
      'total-at-most-a-thousand-on-later-pages': onSuccess(at.search, ({ pagination }) => {
        if (pagination.currentPage > 1) pagination.total = Math.min(1000, pagination.total);
      }),
    },
    'sorting.order': {
      'order-ignored': onRequest(
        at.browse,
        ({ query }) => void (query['sortBy'] && delete query['order']),
      ),
    },
  }),

  // Faults that are visible in a part of each list: §2.5, §2.7, §4.1, §4.2.
  ...big({
    'wallet.ledger-holds-wallets': {
      'ledger-loses-one': losing(12),
    },
    'wallet.ledger-currency': {
      'currency-finds-fundings-only': onRules(({ ledger }) => {
        ledger.matches = ({ details }, wanted) => details.currency === wanted;
      }),
    },
    'catalog.filters-merchants': {
      'merchants-without-products': onSuccess(at.filters, body => {
        body.merchants = body.merchants.flatMap((name: string) => [`${name} (closed)`, name]);
        body.merchants.push('Zenith & Gone');
      }),
    },
    'search.categories': {
      'categories-all-but-the-first-ignored': category((usual, product, wanted) =>
        usual(product, wanted.slice(0, 1)),
      ),
    },
    'search.repeated': {
      'category-twice-finds-half': category(
        (usual, product, wanted) =>
          usual(product, wanted) && (wanted[0] !== wanted[1] || /[02468ace]$/.test(product._id)),
      ),
    },
  }),

  // §2.7, §4.1: searches by filter values with special characters.
  ...breaking('search.filter-values', {
    'search-plus-read-as-a-blank': reading(text => text.replaceAll('+', ' ')),
    'search-cut-at-the-comma': reading(text => text.replace(/,.*/, ' -')),
    'search-apostrophe-crashes': together(
      namesWithSigns,
      instead(at.search, by('merchant', /'/), 500, { error: 'An error occurred' }),
    ),
  }),
];
