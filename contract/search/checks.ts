/** §4.1 Searching the catalog. */
import type { Context } from '../../fixtures/run/context.ts';
import { observation, requirement } from '../../fixtures/run/requirement.ts';
import { categoryNames, type Product } from '../../schemas/resources/catalog.ts';
import { agreeingFields, unlikeMerchant } from './judgements.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';
import { known } from '../shared/known.ts';
import { expectNone } from '../steps/again.ts';
import { exchangesOf, readWhole, requestTwice, wholeCatalog } from '../shared/lists.ts';
import {
  acceptedSearch,
  ofNobody,
  openBracket,
  searchOfNobody,
  totalOf,
  firstFound,
  foundIn,
  overlappingCategories,
  merchantAndCategory,
  merchantCases,
  type Query,
} from '../steps/searches.ts';
import { valuesWithSigns } from './filter-values.ts';
import { differing, unlikePlain } from './browsed-products.ts';
import {
  combination,
  expectCombined,
  lostBy,
  repeatedBy,
  shown,
  unlikeOnce,
  useCases,
  wrongInCategory,
  wrongOfMerchant,
} from './search-laws.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { lists, toPage } from '../../schemas/lists.ts';
import { isJson, isObject, isSuccess, type Exchange } from '../../schemas/records/exchange.ts';
import { route } from '../../schemas/routes.ts';

/** Expects that a search is taken; `unless`: why it may be refused, which shows nothing. */
function expectTaken(exchange: Exchange, unless?: string): void {
  const { status } = exchange.response;
  if (unless !== undefined && status >= 400 && status < 500)
    throw new NotExercised(`${unless}: status ${status}`);
  expect(exchange).toHaveStatus(200);
}

requirement('search.accepted', async context => {
  const { each } = context;
  await each(await merchantCases(context), async ({ merchant }) =>
    expect(await acceptedSearch(context, { merchant })).toHaveStatus(200),
  );
  await each(['a merchant with a bracket that is not closed'], async () => {
    const query = { merchant: openBracket };
    const exchange = await requestTwice(context, lists.search, { query });
    expectTaken(exchange, 'a gateway may take the bracket for an attack');
  });
  const counts = { 'one category': 1, 'two categories': 2, 'three categories': 3 };
  await each(
    Object.entries(counts).map(([id, count]) => ({ id, count })),
    async ({ count }) => {
      const category = (await overlappingCategories(context)).slice(0, count);
      if (category.length < count) throw new NotExercised('the catalog has two categories only');
      expect(await acceptedSearch(context, { category })).toHaveStatus(200);
    },
  );
  await each(['one useCase'], async () => {
    const exchange = await acceptedSearch(context, { useCase: useCases.one });
    expectTaken(exchange, `${useCases.one} may be no use case here`);
  });
  await each(['two values of useCase'], async () => {
    expect(await useCases.search(context)).toHaveStatus(200);
  });
  const numbers = await known(context, 'GV_SEARCH_NUMBER_PARAMS');
  await each(
    numbers.map(name => ({ id: `${name}=1`, name })),
    async ({ name }) => expect(await acceptedSearch(context, { [name]: '1' })).toHaveStatus(200),
  );
});

requirement('search.merchant', async context => {
  const { each } = context;
  const cases = await merchantCases(context);
  if (cases.length === 0)
    throw new NotExercised('no product names a merchant without blanks around it');
  await each(cases, ({ merchant }) =>
    expectNone(`products of ${merchant} that the search does not show`, () =>
      lostBy(context, { merchant }, product => product['merchant'] === merchant),
    ),
  );
  const others = cases.map(({ id, merchant }) => ({ id: `${id}: no others`, merchant }));
  await each(others, ({ merchant }) =>
    expectNone(`products of other merchants in the search for ${merchant}`, async () => {
      const { found } = await foundIn(context, { merchant });
      if (!found.some(product => product['merchant'] === merchant))
        throw new NotExercised('the search shows no product of that merchant');
      return shown(unlikeMerchant(found, merchant));
    }),
  );
  await each(['on the last page as well'], async () => {
    const { merchant = '' } = cases.at(-1) ?? {};
    const what = `products that do not belong on the last page of ${merchant}`;
    await expectNone(what, () => wrongOfMerchant(context, merchant));
  });
});

requirement('search.filter-values', async context => {
  const sought = await valuesWithSigns(context);
  const cases = sought.map(each => ({
    id: `${each.name}=${each.value}`,
    field: each.name,
    ...each,
  }));
  await context.each(cases, async ({ name, value, isOwn }) => {
    const exchange = await acceptedSearch(context, { [name]: value });
    expectTaken(
      exchange,
      isJson(exchange) ? undefined : 'a firewall may take a sign for an attack',
    );
    await expectNone(`searches by ${name}=${value} without its products`, async () => {
      const { found, complete } = await firstFound(context, { [name]: value });
      if (!complete && !found.some(isOwn))
        throw new NotExercised('the search finds too much to be read whole');
      return found.some(isOwn) ? [] : [`of ${found.length} products none has it`];
    });
  });
});

requirement('search.agrees', async context => {
  await context.each([...agreeingFields, 'redemption.channel'], name =>
    expectNone(`products whose ${name} is another one when browsing`, () =>
      differing(context, name, products =>
        context.observe('search.behind-browse', { name, products }),
      ),
    ),
  );
  const searches: Readonly<Record<string, () => Promise<readonly Query[]>>> = {
    'a category': async () => [{ category: (await overlappingCategories(context))[0] ?? '' }],
    'a merchant': async () => [{ merchant: (await merchantCases(context)).at(-1)?.merchant ?? '' }],
    'a use case': async () => [{ useCase: useCases.one }],
    'a number': async () =>
      (await known(context, 'GV_SEARCH_NUMBER_PARAMS')).map(name => ({ [name]: '1' })),
  };
  await context.each(
    Object.entries(searches).map(([id, queries]) => ({ id: `searched by ${id}`, queries })),
    async ({ id, queries }) =>
      expectNone(`products that are shown otherwise if they are ${id}`, async () => {
        const { found: plain } = await foundIn(context, {});
        const found: Product[] = [];
        for (const query of await queries())
          found.push(...(await firstFound(context, query)).found);
        return unlikePlain(plain, found);
      }),
  );
  // Others take products off the shelf one by one; a search that narrows what is kept takes most of them.
  await context.each([{ id: 'the catalog after searches', route: route.browse }], async () => {
    const before = (await wholeCatalog(context)).length;
    await expectNone(`fewer than half of ${before} products when browsing`, async () => {
      const { items } = await readWhole(context, lists.browse, { fresh: true });
      return items.length < before / 2 ? [`${items.length} are left after searches`] : [];
    });
  });
});

requirement('search.category', async context => {
  const chosen = await overlappingCategories(context);
  const { each } = context;
  const cases = chosen.map(category => ({ id: `${category}: no others`, category }));
  await each(cases, async ({ category }) =>
    context.judge(exchangesOf(await foundIn(context, { category }))),
  );
  const all = chosen.map(category => ({ id: `${category}: all of them`, category }));
  await each(all, ({ category }) => {
    const isOwn = (product: Product) => categoryNames(product).includes(category);
    return expectNone(`products in ${category} that the search does not show`, () =>
      lostBy(context, { category }, isOwn),
    );
  });
  const category = chosen[0] ?? '';
  for (const which of ['second', 'last'] as const)
    await each([`on the ${which} page as well`], () =>
      expectNone(`products that do not belong on the ${which} page of ${category}`, () =>
        wrongInCategory(context, category, which),
      ),
    );
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
  await context.each(['two use cases'], async () =>
    expectCombined(context, await useCases.filters(context)),
  );
});

observation('search.merchant-and-category', async context => {
  const { how = 'neither', sizes } = await combination(context, await merchantAndCategory(context));
  context.observe('search.merchant-and-category', { how, sizes }, { marked: how === 'neither' });
});

requirement('search.repeated', async context => {
  const { each } = context;
  const [first = '', second = ''] = await overlappingCategories(context);
  await each(['two categories', 'the same category twice'], id => {
    const category = [first, id === 'two categories' ? second : first];
    return expectNone('products that the search shows more than once', () =>
      repeatedBy(context, { category }),
    );
  });
  await each(['the same category twice, as once'], () =>
    expectNone('products that only one of the two searches shows', () =>
      unlikeOnce(context, first),
    ),
  );
  await each(['useCase'], async () => context.judge(await useCases.search(context)));
});

/** Returns the total of a search without parameters. */
async function totalOfAll({ api }: Context): Promise<number> {
  const total = totalOf(await api.send(route.search));
  if (total === undefined) throw new NotExercised('the page has no total', 'paging.fields');
  if (total === 0) throw new NotExercised('a search without parameters finds nothing');
  return total;
}

/** Judges that a search finds less than this, or is refused. */
function expectLess(exchange: Exchange, most: number): void {
  const found = toPage(lists.search, exchange);
  if (!found && isSuccess(exchange))
    throw new NotExercised('the response is not a page', 'paging.fields');
  expect(exchange, 'a search by what none has').toSatisfy(
    `fewer than ${most} products, or a refusal`,
    ({ response: { status } }) =>
      found ? (found.total ?? found.items.length) < most : status >= 400 && status < 500,
  );
}

/** A name in part may be similar to many others, but not to most. */
requirement('search.unknown-merchant', async context => {
  const total = await totalOfAll(context);
  expectLess(await searchOfNobody(context), Math.floor(total / 2) + 1);
});

/** So few products may all have a use case. */
const few = 4;

/** A value on no list of use cases may be left out of a search: then known values show that it filters. */
requirement('search.unknown-use-case', async context => {
  const total = await totalOfAll(context);
  const known = await acceptedSearch(context, { useCase: useCases.one });
  if (!isSuccess(known)) throw new NotExercised(`${useCases.one} is not accepted either`);
  const exchange = await requestTwice(context, lists.search, { query: { useCase: ofNobody } });
  if (totalOf(exchange) === total && (totalOf(known) !== total || total < few))
    throw new NotExercised('values that are no use cases here may be ignored');
  expectLess(exchange, total);
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
  const { found } = await foundIn(context, {});
  if (found.length === 0) throw new NotExercised('a search without parameters finds nothing');
  const shapes = found.map(({ redemption }) =>
    isObject(redemption) ? Object.keys(redemption).sort().join(', ') : String(redemption),
  );
  context.observe('search.redemption', [...new Set(shapes)]);
});
