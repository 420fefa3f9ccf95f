/** §4.1 What the spec leaves open about the search. */
import { own } from '../../harness/run/own.ts';
import { observation } from '../requirement.ts';
import { readWhole, requireWhole } from '../steps/lists.ts';
import { at, isObject, type Exchange } from '../../schemas/records/exchange.ts';
import { route } from '../../schemas/routes.ts';
import { lists, toPage } from '../../schemas/lists.ts';
import {
  acceptedSearch,
  foundIn,
  foundSome,
  merchants,
  overlappingCategories,
  useCases,
  type Query,
} from './searches.ts';

/** Returns the number of products that a search finds, as its response states it. */
const totalOf = (exchange: Exchange): number | undefined => toPage(lists.search, exchange)?.total;

observation('search.beyond-browse', async context => {
  const catalog = await readWhole(context, lists.browse);
  requireWhole(catalog);
  const browsed = new Set(catalog.items.map(item => at(item, '_id')));
  const { found } = await foundIn(context, {});
  const beyond = found.filter(({ _id }) => !browsed.has(_id)).length;
  context.observe('search.beyond-browse', { beyond, of: found.length }, { marked: beyond > 0 });
});

observation('search.merchant-matching', async context => {
  const [merchant = ''] = await merchants(context);
  const other =
    merchant === merchant.toUpperCase() ? merchant.toLowerCase() : merchant.toUpperCase();
  const count = async (text: string) => (await foundIn(context, { merchant: text })).total;
  context.observe('search.merchant-matching', {
    whole: await count(merchant),
    partInOtherCase: await count(other.slice(0, Math.ceil(other.length / 2))),
  });
});

observation('search.merchant-and-category', async context => {
  const [merchant = ''] = (await merchants(context)).slice(-1);
  const [category = ''] = await overlappingCategories(context);
  const count = async (query: Query) => (await foundIn(context, query)).total;
  context.observe('search.merchant-and-category', {
    merchant: await count({ merchant }),
    category: await count({ category }),
    both: await count({ merchant, category }),
  });
});

observation('search.use-case', async context => {
  const exchange = await acceptedSearch(context, { useCase: useCases });
  const { status } = exchange.response;
  context.observe('search.use-case', { status, total: totalOf(exchange) });
});

observation('search.numbers', async context => {
  const [name = ''] = own(context, 'GV_SEARCH_NUMBER_PARAMS');
  const exchange = await context.api.send(route.search, { query: { [name]: 0 } });
  const { status } = exchange.response;
  context.observe('search.numbers', { [name]: 0, status, total: totalOf(exchange) });
});

observation('search.redemption', async context => {
  const { found } = await foundSome(context, {});
  const shapes = found.map(({ redemption }) =>
    isObject(redemption) ? Object.keys(redemption).sort().join(', ') : String(redemption),
  );
  context.observe('search.redemption', [...new Set(shapes)]);
});
