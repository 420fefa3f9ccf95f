import { expect, test } from '#test';
import { answer, contextOver, ourTarget, thrownBy } from '../../fixtures/testing/fakes.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import {
  combination,
  differing,
  lostBy,
  repeatedBy,
  combinedTotals,
  useCases,
} from './search-laws.ts';
import { acceptedSearch, decisiveMerchants, merchantCases, searchTwice } from './found-products.ts';

type Product = Record<string, unknown>;
type Search = (query: URLSearchParams, count: number) => readonly Product[] | number;

const all: readonly Product[] = [
  { _id: 'a', category: 'A', merchant: 'One' },
  { _id: 'b', category: 'A, B', merchant: 'One' },
  { _id: 'c', category: 'B', merchant: 'Zoë & Co' },
];

/** A target whose search returns these products, or an error of this status; browse shows all. */
const over = (search: Search) =>
  contextOver(({ url }, count) => {
    const { pathname, searchParams } = new URL(url);
    const found = pathname.endsWith('/search') ? search(searchParams, count) : all;
    if (typeof found === 'number') return answer(found, { error: 'no' });
    const numbers = { total: found.length, totalPages: 1 };
    const pagination = { ...numbers, currentPage: 1, limit: 200 };
    return answer(200, { products: found, pagination, page: 1, ...numbers });
  }, ourTarget());

const byCategory =
  (how: 'some' | 'every'): Search =>
  query => {
    const wanted = query.getAll('category');
    return all.filter(
      ({ category }) => wanted.length === 0 || wanted[how](each => String(category).includes(each)),
    );
  };

const both = ['A', 'B'].map(value => ({ name: 'category', value }) as const);

test('several categories give the union, the intersection, or neither', async () => {
  const how = async (search: Search) => (await combination(over(search), both, false)).how;
  expect(await how(byCategory('some'))).toBe('union');
  expect(await how(byCategory('every'))).toBe('intersection');
  const first: Search = query =>
    byCategory('some')(new URLSearchParams({ category: query.get('category') ?? '' }), 1);
  expect(await how(first)).toBeUndefined();
});

test('a product that a search without parameters shows is not lost by its own value', async () => {
  const isA = ({ category }: Product) => String(category).includes('A');
  expect(await lostBy(over(byCategory('some')), { category: 'A' }, isA, false)).toEqual([]);
  const losing: Search = query => (query.has('category') ? all.slice(0, 1) : all);
  expect(await lostBy(over(losing), { category: 'A' }, isA, false)).toEqual([
    { _id: 'b', category: 'A, B', merchant: 'One' },
  ]);
});

test('products that both routes show agree in a field', async () => {
  const changed: Search = () => all.slice(0, 2).map(each => ({ ...each, merchant: 'Two' }));
  expect(await differing(over(changed), 'merchant', false)).toEqual([
    { _id: 'a', differsIn: 'merchant' },
    { _id: 'b', differsIn: 'merchant' },
  ]);
  expect(await differing(over(changed), 'category', false)).toEqual([]);
  const elsewhere = over(() => [{ _id: 'x' }]);
  expect(await thrownBy(() => differing(elsewhere, 'category', false))).toEqual(
    new NotExercised('searching found no product that shows it'),
  );
});

test('one of a few may be behind, but not in its code, and not the only one', async () => {
  const behind = { ...all[0], merchant: 'Two', currency: 'GBP', category: 'B' };
  const seen: unknown[] = [];
  const changed = over(() => [behind, all[1]!, all[2]!]);
  expect(await differing(changed, 'merchant', false, ids => seen.push(...ids))).toEqual([]);
  expect(seen).toEqual(['a']);
  expect(await differing(changed, 'currency', false)).toHaveLength(1);
  const alone = over(() => [behind]);
  expect(await differing(alone, 'merchant', false)).toHaveLength(1);
});

test('categories are the same in any order', async () => {
  const turned = over(() => [{ ...all[1], category: 'B,A' }]);
  expect(await differing(turned, 'category', false)).toEqual([]);
});

test('a product that is found twice is repeated', async () => {
  const query = { category: ['A', 'B'] };
  expect(
    await repeatedBy(
      over(() => all),
      query,
      false,
    ),
  ).toEqual([]);
  expect(
    await repeatedBy(
      over(() => [...all, all[1]!]),
      query,
      false,
    ),
  ).toEqual(['b']);
  expect(
    await thrownBy(() =>
      repeatedBy(
        over(() => []),
        query,
        false,
      ),
    ),
  ).toEqual(new NotExercised('the search finds nothing'));
});

test('merchants to search by: the hardest to decode, and the one with most products', async () => {
  expect(decisiveMerchants(all)).toEqual(['Zoë & Co', 'One']);
  expect(decisiveMerchants([{ merchant: 7 }])).toEqual([]);
  expect((await merchantCases(over(() => all))).map(({ id }) => id)).toEqual([
    'merchant=Zoë & Co',
    'merchant=One',
  ]);
});

test('a search that fails is sent anew, once', async () => {
  const context = over((_query, count) => (count === 1 ? 500 : all));
  expect((await searchTwice(context, { merchant: 'One' })).response.status).toBe(200);
  const refusing = over(() => 400);
  expect((await acceptedSearch(refusing, { merchant: 'One' })).response.status).toBe(400);
});

test('two use cases are searched by; whether both are known shows where they are refused', async () => {
  const asked = async (search: Search) =>
    new URL((await useCases.search(over(search))).request.url).searchParams.getAll('useCase');
  expect(await asked(() => all)).toEqual(['birthday', 'wedding']);
  expect(await asked(query => (query.getAll('useCase').length > 1 ? 400 : all))).toEqual([
    'birthday',
    'wedding',
  ]);
  const closed: Search = query => (query.getAll('useCase').includes('wedding') ? 400 : all);
  expect(await thrownBy(() => useCases.search(over(closed)))).toEqual(
    new NotExercised('wedding is not accepted alone'),
  );
});

const product = (category: string) => ({ _id: category, category });
const known = ['Home', 'Home, Kids', 'Kids', 'Homeware', 'Toys'].map(product);
const alone = [300, 500].map(total => ({ found: [], complete: false, total }));
const combined = (total: number | undefined, found = [product('Home, Kids')]) =>
  combinedTotals(known, ['Home', 'Kids'], alone, { found, complete: false, total }).how;

for (const [total, how] of [
  [799, 'union'],
  [501, 'union'],
  [299, 'intersection'],
  [1, 'intersection'],
  [300, undefined],
  [500, undefined],
  [800, undefined],
  [0, undefined],
  [20_001, undefined],
] as const)
  test(`300 and 500 products, ${total} together: ${how ?? 'neither'}`, () =>
    expect(combined(total)).toBe(how));

test('what is shown is in one of the categories, or in all', () => {
  expect(combined(700, [product('Toys')])).toBeUndefined();
  expect(combined(200, [product('Kids')])).toBeUndefined();
});

test('a total that is missing, or a round one where counting may have stopped, shows nothing', async () => {
  expect(await thrownBy(async () => combined(undefined))).toBeInstanceOf(NotExercised);
  expect(await thrownBy(async () => combined(10_000))).toBeInstanceOf(NotExercised);
});
