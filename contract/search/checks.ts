/** §4.1 Searching the catalog. */
import { isDeepStrictEqual } from 'node:util';
import { requirement } from '../requirement.ts';
import { filterValues, namesIn, unordered } from '../catalog/judgements.ts';
import { agreeingFields } from './judgements.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { pageOf } from '../../harness/run/judgement.ts';
import { again } from '../steps/again.ts';
import { exchangesOf, readWhole, requestTwice, search } from '../steps/lists.ts';
import {
  acceptedSearch,
  foundByAnything,
  foundIn,
  overlappingCategories,
  searchNumberParams,
  unknownName,
  expectLastPage,
  foundSome,
  idsOf,
  judgeFilter,
  textOf,
  merchants,
  useCases,
} from './searches.ts';
import { NotDone, NotExercised, requireSome } from '../../harness/verdict.ts';
import { lists, toPage } from '../../schemas/lists.ts';
import { isObject } from '../../schemas/records/exchange.ts';
import { type Product } from '../../schemas/resources/catalog.ts';
import { route } from '../../schemas/routes.ts';

const otherUseCases = `A target may not know the use cases ${useCases.join(' and ')}`;

requirement('search.accepted', async context => {
  const { each } = context;
  await each(['no parameter'], async () =>
    expect(await requestTwice(context, search, {})).toHaveStatus(200),
  );
  const counts = ['one category', 'two categories', 'three categories'];
  const categories = await overlappingCategories(context);
  const valid = [
    ...(await merchants(context)).map(merchant => ({
      id: `merchant=${merchant}`,
      field: 'merchant',
      query: { merchant },
    })),
    { id: 'a merchant that no product has', query: { merchant: unknownName } },
    ...categories.map((_, n) => ({
      id: counts[n] ?? '',
      query: { category: categories.slice(0, n + 1) },
    })),
  ];
  await each(valid, async ({ query }) =>
    expect(await acceptedSearch(context, query)).toHaveStatus(200),
  );
  await each(['a bracket that is not closed'], async () =>
    expect(await acceptedSearch(context, { merchant: `${unknownName} (` })).toSatisfy(
      'a status below 500: the service finds nothing, or a gateway rejects the bracket',
      ({ response }) => response.status < 500,
    ),
  );
  await each(
    [[useCases[0]], useCases].map(useCase => ({ id: textOf({ useCase }), useCase })),
    async ({ useCase }) => {
      const search = await acceptedSearch(context, { useCase });
      const alone = await Promise.all(
        useCase.map(one => acceptedSearch(context, { useCase: one })),
      );
      const refused = alone.find(({ response: { status } }) => status >= 400 && status < 500);
      if (refused) {
        const { status } = refused.response;
        throw new NotDone(`a search by ${textOf({ useCase })}`, `status ${status}`, {
          doubt: otherUseCases,
        });
      }
      expect(search).toHaveStatus(200);
    },
  );
  const numbers = await searchNumberParams(context);
  await each(
    numbers.map(name => ({ id: `${name}=1`, name })),
    async ({ name }) => expect(await acceptedSearch(context, { [name]: '1' })).toHaveStatus(200),
  );
});

requirement('search.merchant', async context =>
  judgeFilter(context, 'merchant', await merchants(context)),
);

requirement('search.category', async context =>
  judgeFilter(context, 'category', await overlappingCategories(context)),
);

/** Characters that a query, a database or a list of values may misread. */
const signs = [/&/, /\+/, /'/, /,/, /[%#=?;/\\]/, /"/, /[^ -~]/, /(?=[^ -~])\p{Lu}/u, / /];

requirement('search.filter-values', async context => {
  const filters = await context.api.send(route.filters);
  const { found: all } = await foundIn(context, {});
  const cases = (['merchants', 'categories'] as const).flatMap(name => {
    const sold = new Set(all.flatMap(namesIn[name]));
    const signsIn = (value: string) => signs.filter(sign => sign.test(value)).length;
    const values = filterValues(filters, name)
      .filter(value => sold.has(value))
      .toSorted((a, b) => signsIn(b) - signsIn(a));
    const chosen = new Set(signs.flatMap(sign => values.find(value => sign.test(value)) ?? []));
    const field = name === 'merchants' ? 'merchant' : 'category';
    return [...chosen].map(value => ({ id: `${field}=${value}`, field, name, value }));
  });
  requireSome(cases, 'no value of the filters has a special character');
  await context.each(cases, ({ field, name, value }) =>
    again(async () => {
      expect(await acceptedSearch(context, { [field]: value })).toHaveStatus(200);
      const { found } = await foundIn(context, { [field]: value });
      const own = found.filter(product => namesIn[name](product).includes(value));
      expect(own.length, `products of ${value} among ${found.length} found`).toBeAtLeast(1);
    }),
  );
});

const valueOf = (product: Product, name: string): unknown =>
  name === 'redemption.channel'
    ? isObject(product['redemption'])
      ? product['redemption']['channel']
      : undefined
    : unordered(product, name);

requirement('search.agrees', async context => {
  await context.each([...agreeingFields, 'redemption.channel'], name =>
    again(async () => {
      const { items, complete } = await readWhole(context, lists.browse);
      const browsed = new Map(items.filter(isObject).map(each => [each['_id'], each]));
      const both = (await foundByAnything(context))
        .filter(({ _id }) => browsed.has(_id))
        .map(found => ({ id: String(found['_id']), found, same: browsed.get(found['_id'])! }));
      if (both.length === 0 && complete && items.length > 0)
        throw new NotDone(
          `searches that find some of the ${items.length} products of the catalog`,
          'no product that browse shows',
        );
      requireSome(both, 'no product is in both browse and search');
      // Search results may show no redemption.
      const wrong = both
        .map(({ id, found, same }) => ({ id, is: valueOf(found, name), was: valueOf(same, name) }))
        .filter(({ is, was }) => is !== undefined && !isDeepStrictEqual(is, was))
        .slice(0, 3);
      expect(
        Object.fromEntries(wrong.map(({ id, is }) => [id, is])),
        `${name} of products in search results (actual) and in browse (expected)`,
      ).toEqual(Object.fromEntries(wrong.map(({ id, was }) => [id, was])));
    }),
  );
});

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  isDeepStrictEqual(new Set(one), new Set(other));

requirement('search.categories', async context => {
  const categories = await overlappingCategories(context);
  const cases = [categories.slice(0, 2), ...(categories.length > 2 ? [categories] : [])];
  await context.each(
    cases.map(category => ({ id: category.join(', '), category })),
    ({ category }) =>
      again(async () => {
        const alone = await Promise.all(category.map(one => foundIn(context, { category: one })));
        const together = await foundIn(context, { category });
        if (![...alone, together].every(({ complete }) => complete))
          throw new NotExercised('the search finds too much to be read whole');
        const [ids = [], ...sets] = [together, ...alone].map(({ found }) => idsOf(found));
        const any = [...new Set(sets.flat())];
        const every = any.filter(id => sets.every(set => set.includes(id)));
        const how = isSame(ids, any) ? 'union' : isSame(ids, every) ? 'intersection' : undefined;
        if (how) context.observe('search.categories-combined', how);
        expect(
          how ?? `${ids.length} products`,
          `products that ${textOf({ category })} finds; each category alone finds ${sets.map(set => set.length).join(', ')}`,
        ).toBeOneOf([
          'union',
          'intersection',
          `the ${any.length} products of the union`,
          `the ${every.length} of the intersection`,
        ]);
      }),
  );
});

requirement('search.combined', async context => {
  await context.each(['two use cases'], () =>
    again(async () => {
      const alone: string[][] = [];
      // One after the other, so that a replay gives the same reason.
      for (const useCase of useCases)
        alone.push(idsOf((await foundSome(context, { useCase })).found));
      const [one = [], other = []] = alone;
      if (one.every(id => other.includes(id)) || other.every(id => one.includes(id)))
        throw new NotExercised('one use case finds all products of the other use case');
      const both = idsOf((await foundIn(context, { useCase: useCases })).found);
      for (const [n, ids] of alone.entries())
        expect(both, `products of ${textOf({ useCase: useCases })}`).toSatisfy(
          `products other than the ${ids.length} that useCase=${useCases[n]} finds alone`,
          found => !isSame(found as string[], ids),
        );
    }),
  );
});

requirement('search.repeated', async context => {
  const [first = '', second = ''] = await overlappingCategories(context);
  const pairs = [
    { id: 'two categories', query: { category: [first, second] } },
    { id: 'two use cases', query: { useCase: useCases } },
  ];
  await context.each(pairs, async ({ query }) =>
    context.judge(exchangesOf(await foundIn(context, query))),
  );
  const twice = [
    { id: 'a category twice', name: 'category', value: first },
    { id: 'a use case twice', name: 'useCase', value: useCases[0] },
  ];
  await context.each(twice, ({ name, value }) =>
    again(async () => {
      const once = await foundSome(context, { [name]: value });
      const both = await foundIn(context, { [name]: [value, value] });
      const what = `products that ${name}=${value} finds if it is given twice`;
      expect(both.total, `total of the ${what}`).toBe(once.total);
      if (once.complete) expect(idsOf(both.found), what).toEqual(idsOf(once.found));
    }),
  );
});

requirement('search.unknown-merchant', async context => {
  const query = { merchant: unknownName };
  const { items, exchange } = pageOf(search, await context.api.send(route.search, { query }));
  expect(items.length, `products that a search by merchant=${unknownName} finds`, exchange).toBe(0);
});

requirement('search.unknown-use-case', async context => {
  await context.each(['a use case that no product has'], async () => {
    const query = { useCase: unknownName };
    expect(await requestTwice(context, search, { query })).toSatisfy(
      'no product, or a 4xx',
      exchange => {
        const { status } = exchange.response;
        return toPage(search, exchange)?.items.length === 0 || (status >= 400 && status < 500);
      },
    );
  });
  await context.each([`${useCases[1]}, the last page`], () =>
    again(() => expectLastPage(context, { useCase: useCases[1] })),
  );
});
