/** §4.1 Searching the catalog. */
import { observation, requirement } from '../fixtures/engine/requirement.ts';
import { categoryNames, type Product } from '../fixtures/judgements/catalog.ts';
import { agreeingFields, isIn } from '../fixtures/judgements/search.ts';
import { expect } from '../fixtures/matchers/expect.ts';
import { known } from '../fixtures/scenarios/discovery/known.ts';
import { paramName } from '../fixtures/scenarios/lists/pages.ts';
import { persisting } from '../fixtures/scenarios/lists/persisting.ts';
import { products, wholeCatalog } from '../fixtures/scenarios/lists/products.ts';
import {
  differing,
  expectCombined,
  lostBy,
  repeatedBy,
  shown,
  unlikeOnce,
} from '../fixtures/scenarios/search/search-laws.ts';
import {
  firstFound,
  foundIn,
  overlappingCategories,
  merchantAndCategory,
  merchantCases,
  secondResult,
} from '../fixtures/scenarios/search/search.ts';
import {
  acceptedSearch,
  searchTwice,
  useCases,
} from '../fixtures/scenarios/search/valid-search.ts';
import { NotExercised } from '../fixtures/verdict.ts';
import { lists, toPage } from '../schemas/lists.ts';
import { isObject, type Exchange } from '../schemas/records/exchange.ts';
import { route } from '../schemas/routes.ts';

requirement('search.accepted', async context => {
  const { each } = context;
  await each(await merchantCases(context), async ({ merchant }) =>
    expect(await acceptedSearch(context, { merchant })).toHaveStatus(200),
  );
  await each(['one category', 'two categories'], async id => {
    const [first = '', second = ''] = await overlappingCategories(context);
    const category = id === 'one category' ? first : [first, second];
    expect(await acceptedSearch(context, { category })).toHaveStatus(200);
  });
  await each(['one useCase'], async () => {
    const exchange = await acceptedSearch(context, { useCase: useCases.one });
    const { status } = exchange.response;
    if (status >= 400 && status < 500)
      throw new NotExercised(`${useCases.one} may be no use case here: status ${status}`);
    expect(exchange).toHaveStatus(200);
  });
  await each(['two values of useCase'], async () => {
    expect(await useCases.search(context)).toHaveStatus(200);
  });
  const numbers = await known(context, 'GV_SEARCH_NUMBER_PARAMS');
  await each(
    numbers.map(name => ({ id: `${name}=1`, name })),
    async ({ name }) => expect(await searchTwice(context, { [name]: 1 })).toHaveStatus(200),
  );
});

/** What `wrong` finds in the results of a search, and again when it is sent anew. */
async function expectNone(wrong: (fresh: boolean) => Promise<readonly unknown[]>): Promise<void> {
  expect(await persisting(wrong)).toEqual([]);
}

requirement('search.merchant', async context => {
  await context.each(await merchantCases(context), ({ merchant }) =>
    expectNone(fresh =>
      lostBy(context, { merchant }, product => product['merchant'] === merchant, fresh),
    ),
  );
});

requirement('search.agrees', async context => {
  await context.each([...agreeingFields, 'redemption.channel'], name =>
    expectNone(fresh => differing(context, name, fresh)),
  );
});

requirement('search.category', async context => {
  const chosen = await overlappingCategories(context);
  const { each } = context;
  const cases = chosen.map(category => ({ id: `${category}: no others`, category }));
  await each(cases, async ({ category }) =>
    expectNone(async fresh => {
      const { found } = await foundIn(context, { category }, fresh);
      if (found.length === 0) throw new NotExercised('the search finds nothing');
      return shown(found.filter(product => !isIn(category)(product)));
    }),
  );
  const all = chosen.map(category => ({ id: `${category}: all of them`, category }));
  await each(all, ({ category }) => {
    const isOwn = (product: Product) => categoryNames(product).includes(category);
    return expectNone(fresh => lostBy(context, { category }, isOwn, fresh));
  });
  await each(['on the second page as well'], async () => {
    const [category = ''] = chosen;
    if (!(await paramName(context, lists.search, 'page')))
      throw new NotExercised('GV_SEARCH_PAGE_PARAM is not set');
    await expectNone(async fresh => {
      const { exchange, notAfterFirst } = await secondResult(context, { category }, fresh);
      context.judge(exchange);
      return notAfterFirst;
    });
  });
});

requirement('search.categories', async context => {
  const overlapping = await overlappingCategories(context);
  const cases = [overlapping.slice(0, 2), ...(overlapping.length > 2 ? [overlapping] : [])];
  await context.each(
    cases.map(category => ({ id: category.join(', '), category })),
    async ({ category }) => {
      const filters = category.map(value => ({ name: 'category', value }) as const);
      await expectCombined(context, filters, how =>
        context.observe('search.categories-combined', how),
      );
    },
  );
});

requirement('search.combined', async context => {
  const cases = [
    { id: 'a merchant and a category', filters: merchantAndCategory },
    { id: 'two use cases', filters: useCases.filters },
  ];
  await context.each(cases, async ({ filters }) => expectCombined(context, await filters(context)));
});

requirement('search.repeated', async context => {
  const { each } = context;
  const [first = '', second = ''] = await overlappingCategories(context);
  await each(['two categories', 'the same category twice'], id => {
    const category = [first, id === 'two categories' ? second : first];
    return expectNone(fresh => repeatedBy(context, { category }, fresh));
  });
  await each(['the same category twice, as once'], () =>
    expectNone(fresh => unlikeOnce(context, first, fresh)),
  );
  await each(['useCase'], async () => context.judge(await useCases.search(context)));
});

const totalOf = (exchange: Exchange) => toPage(lists.search, exchange)?.total;

requirement('search.unknown-merchant', async ({ api }) => {
  const total = totalOf(await api.send(route.search));
  if (total === undefined) throw new NotExercised('the page has no total', 'paging.fields');
  if (total === 0) throw new NotExercised('a search without parameters finds nothing');
  const merchant = 'no merchant is called 7f3a9c';
  const exchange = await api.send(route.search, { query: { merchant } });
  const found = toPage(lists.search, exchange);
  expect(exchange, 'a search by a merchant that none has').toSatisfy(
    `fewer than ${total} products, or a refusal`,
    ({ response: { status } }) =>
      found ? (found.total ?? found.items.length) < total : status >= 400 && status < 500,
  );
});

observation('search.beyond-browse', async context => {
  const browsed = new Set((await wholeCatalog(context)).map(({ _id }) => _id));
  const { found } = await foundIn(context, {});
  const beyond = found.filter(({ _id }) => !browsed.has(_id)).length;
  context.observe('search.beyond-browse', { beyond, of: found.length }, { marked: beyond > 0 });
});

observation('search.merchant-matching', async context => {
  const [first] = await merchantCases(context);
  if (!first) throw new NotExercised('a search without parameters finds nothing');
  const { merchant } = first;
  const other =
    merchant === merchant.toUpperCase() ? merchant.toLowerCase() : merchant.toUpperCase();
  const count = async (text: string) => (await firstFound(context, { merchant: text })).total;
  context.observe('search.merchant-matching', {
    whole: await count(merchant),
    partInOtherCase: await count(other.slice(0, Math.ceil(other.length / 2))),
  });
});

observation('search.use-case', async context => {
  const exchange = await useCases.search(context);
  const { status } = exchange.response;
  context.observe('search.use-case', { status, total: totalOf(exchange) });
});

observation('search.numbers', async context => {
  const [name = ''] = await known(context, 'GV_SEARCH_NUMBER_PARAMS');
  const exchange = await context.api.send(route.search, { query: { [name]: 0 } });
  const { status } = exchange.response;
  context.observe('search.numbers', { [name]: 0, status, total: totalOf(exchange) });
});

observation('search.redemption', async context => {
  const shapes = (await products(context, lists.search)).map(({ redemption }) =>
    isObject(redemption) ? Object.keys(redemption).sort().join(', ') : String(redemption),
  );
  context.observe('search.redemption', [...new Set(shapes)]);
});
