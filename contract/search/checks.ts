/** §4.1 Searching the catalog. */
import { isDeepStrictEqual } from 'node:util';
import { own } from '../../harness/run/own.ts';
import { requirement } from '../requirement.ts';
import { agreeingFields } from './judgements.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { expectEach, expectNoProblem } from '../../harness/run/expect/found.ts';
import type { Context } from '../../harness/run/context.ts';
import { pageOf } from '../../harness/run/judgement.ts';
import { again } from '../steps/again.ts';
import { exchangesOf, readWhole, requestTwice, requireWhole, search } from '../steps/lists.ts';
import {
  acceptedSearch,
  foundByAnything,
  foundIn,
  overlappingCategories,
  unknownName,
  foundSome,
  idsOf,
  judgeFilter,
  textOf,
  merchants,
  useCases,
} from './searches.ts';
import { NotExercised } from '../../harness/verdict.ts';
import { lists, toPage } from '../../schemas/lists.ts';
import { at, isAbsent, isObject } from '../../schemas/records/exchange.ts';
import { type Product, unordered } from '../../schemas/resources/catalog.ts';
import { route } from '../../schemas/routes.ts';

/** Returns the searches that a service accepts, as cases. */
async function validSearches(context: Context) {
  const counts = ['one category', 'two categories', 'three categories'];
  const categories = await overlappingCategories(context);
  return [
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
}

requirement('search.accepted', async context => {
  const { each } = context;
  await each(['no parameter'], async () =>
    expect(await requestTwice(context, search, {})).toHaveStatus(200),
  );
  await each(await validSearches(context), async ({ query }) =>
    expect(await acceptedSearch(context, query)).toHaveStatus(200),
  );
  await each(['a bracket that is not closed'], async () =>
    expect(await acceptedSearch(context, { merchant: `${unknownName} (` })).toSatisfy(
      'a status below 500: the service finds nothing, or a gateway rejects the bracket',
      ({ response }) => response.status < 500,
    ),
  );
  const numbers = own(context, 'GV_SEARCH_NUMBER_PARAMS');
  await each(
    numbers.map(name => ({ id: `${name}=1`, name })),
    async ({ name }) => expect(await acceptedSearch(context, { [name]: '1' })).toHaveStatus(200),
  );
});

requirement('search.use-cases', async context => {
  const cases = [[useCases[0]], useCases].map(useCase => ({ id: textOf({ useCase }), useCase }));
  await context.each(cases, async ({ useCase }) =>
    expect(await acceptedSearch(context, { useCase })).toHaveStatus(200),
  );
});

requirement('search.merchant', async context =>
  judgeFilter(context, 'merchant', await merchants(context)),
);

requirement('search.category', async context =>
  judgeFilter(context, 'category', await overlappingCategories(context)),
);

const channel = 'redemption.channel';

/** Returns a value of a product, or undefined if it is absent. */
function valueOf(product: Product, name: string): unknown {
  const value = name === channel ? at(product, 'redemption', 'channel') : unordered(product, name);
  return isAbsent(value) ? undefined : value;
}

requirement('search.agrees', async context => {
  await context.each([...agreeingFields, channel], name =>
    again(async () => {
      const { items } = await readWhole(context, lists.browse);
      const browsed = new Map(items.filter(isObject).map(each => [each['_id'], each]));
      const found = (await foundByAnything(context)).filter(({ _id }) => browsed.has(_id));
      expectEach(
        // The redemption of a search result may be absent.
        found.filter(({ redemption }) => name !== channel || isObject(redemption)),
        ({ _id }) => `${name} of product ${String(_id)} in a search, as in browse`,
        product => valueOf(product, name),
        ({ _id }) => valueOf(browsed.get(_id)!, name),
      );
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
        for (const read of [...alone, together]) requireWhole(read);
        const [ids = [], ...sets] = [together, ...alone].map(({ found }) => idsOf(found));
        const any = [...new Set(sets.flat())];
        const every = any.filter(id => sets.every(set => set.includes(id)));
        const how = isSame(ids, any) ? 'union' : isSame(ids, every) ? 'intersection' : undefined;
        if (how) context.observe('search.categories-combined', how);
        const each = sets.map(set => set.length).join(', ');
        expectNoProblem(
          how
            ? undefined
            : {
                about: `products that ${textOf({ category })} finds; alone they find ${each}`,
                expected: `the union (${any.length}) or the intersection (${every.length})`,
                actual: `${ids.length} products`,
              },
        );
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
  await foundSome(context, {});
  const query = { merchant: unknownName };
  const { items, exchange } = pageOf(search, await context.api.send(route.search, { query }));
  expect(items.length, `products that a search by merchant=${unknownName} finds`, exchange).toBe(0);
});

requirement('search.unknown-use-case', async context => {
  await context.each(['a use case that no product has'], async () => {
    await foundSome(context, {});
    const query = { useCase: unknownName };
    expect(await requestTwice(context, search, { query })).toSatisfy(
      'no product, or a 4xx',
      exchange => {
        const { status } = exchange.response;
        return toPage(search, exchange)?.items.length === 0 || (status >= 400 && status < 500);
      },
    );
  });
});
