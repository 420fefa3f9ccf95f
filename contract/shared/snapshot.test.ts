import { expect, test } from '#test';
import {
  answer,
  contextOver,
  ourTarget,
  thrownBy,
  type Answer,
} from '../../fixtures/testing/fakes.ts';
import { lists } from '../../schemas/lists.ts';
import { contradictions, readStill, type Still } from './page-laws.ts';
import { readWhole } from './lists.ts';
import { NotExercised } from '../../fixtures/verdict.ts';

const target = ourTarget();

interface Catalog {
  readonly total: number;
  /** Largest page, and its size where no limit is asked for. */
  readonly cap?: number;
  /** A limit above the cap is refused instead of cut. */
  readonly refuses?: boolean;
  /** The number of products at the `count`th request. */
  readonly changing?: (count: number) => number;
}

/** A catalog as a target returns it. */
function catalog({ total: fixed, cap = 1000, refuses = false, changing }: Catalog): Answer {
  return ({ url }, count) => {
    const total = changing?.(count) ?? fixed;
    const { searchParams } = new URL(url);
    const asked = Number(searchParams.get('limit') ?? Math.min(cap, 10));
    if (refuses && asked > cap) return answer(400, { error: 'limit is too large' });
    const size = Math.min(asked, cap);
    const page = Number(searchParams.get('page') ?? 1);
    const items = Array.from({ length: total }, (_, index) => ({ _id: `p${index}` }));
    return answer(200, {
      total,
      page,
      totalPages: Math.ceil(total / size),
      products: items.slice((page - 1) * size, page * size),
    });
  };
}

const over = (given: Catalog) => contextOver(catalog(given), target);
const idsOf = (items: readonly unknown[]) => items.map(item => (item as { _id: string })._id);

test('a short list is read whole with one request', async () => {
  const context = over({ total: 40 });
  const whole = await readWhole(context, lists.browse);
  expect(whole).toMatchObject({ complete: true, size: 40 });
  expect(whole.items).toHaveLength(40);
  expect(context.requests).toHaveLength(1);
});

test('an empty list is whole', async () => {
  const context = over({ total: 0 });
  expect(await readWhole(context, lists.browse)).toMatchObject({ complete: true, items: [] });
  expect(context.requests).toHaveLength(1);
});

test('a list whose pages are capped is read on in the size that it gives', async () => {
  const context = over({ total: 45, cap: 10 });
  const whole = await readWhole(context, lists.browse);
  expect(whole).toMatchObject({ complete: true, size: 10 });
  expect(new Set(idsOf(whole.items)).size).toBe(45);
  expect(context.requests.slice(1).map(({ url }) => new URL(url).search)).toEqual(
    [2, 3, 4, 5].map(page => `?page=${page}&limit=10`),
  );
});

test('a limit that is refused is left out', async () => {
  const context = over({ total: 25, cap: 10, refuses: true });
  const whole = await readWhole(context, lists.browse);
  expect(whole).toMatchObject({ complete: true, size: 10 });
  expect(idsOf(whole.items)).toEqual(Array.from({ length: 25 }, (_, index) => `p${index}`));
});

for (const [cap, pages] of [
  [1000, 2],
  [100, 2],
  [50, 4],
  [10, 8],
] as const)
  test(`of a long list in pages of ${cap}, ${pages} are read`, async () => {
    const context = over({ total: 5000, cap });
    const whole = await readWhole(context, lists.browse);
    expect(whole.complete).toBe(false);
    expect(whole.items).toHaveLength(whole.size * pages);
    expect(context.requests).toHaveLength(pages);
  });

test('a list that is to take a few pages is read whole, or as far as its first page', async () => {
  for (const [total, requests, complete] of [
    [30, 3, true],
    [40, 1, false],
  ] as const) {
    const context = over({ total, cap: 10 });
    const read = await readWhole(context, lists.browse, { atMost: 3 });
    expect(context.requests).toHaveLength(requests);
    expect(read.complete).toBe(complete);
  }
});

test('a list whose page parameter is not known is read as far as its first page', async () => {
  const search: Answer = () =>
    answer(200, { products: [{ _id: 'a' }], pagination: { total: 3, totalPages: 3 } });
  const context = contextOver(search, target);
  const whole = await readWhole(context, lists.search);
  expect(whole).toMatchObject({ complete: false, size: 1 });
  expect(context.requests).toHaveLength(1);
});

test('what is no list is not exercised', async () => {
  const context = contextOver(() => answer(200, { products: 'none' }), target);
  expect(await thrownBy(() => readWhole(context, lists.browse))).toEqual(
    new NotExercised('GET /products returned no list (status 200)'),
  );
});

const asked = ({ others }: Still) => others.map(each => [each.asked, each.size, each.limit]);

test('a list is seen in the size that comes without a limit, and on a last page of a size of our own', async () => {
  const context = over({ total: 45 });
  const still = await readStill(context, lists.browse);
  expect(still).toMatchObject({ size: 45, complete: true });
  expect(asked(still)).toEqual([
    [1, 10, undefined],
    [2, 10, undefined],
    [3, 10, undefined],
    [4, 10, undefined],
    [5, 10, undefined],
    [2, 30, 30],
  ]);
  expect(context.requests).toHaveLength(7);
});

test('where all fits on one page, two pages of our own show what pages share', async () => {
  const still = await readStill(over({ total: 10 }), lists.browse);
  expect(asked(still)).toEqual([
    [1, 10, undefined],
    [1, 6, 6],
    [2, 6, 6],
  ]);
});

test('of a long list, pages at both ends and in the middle are seen', async () => {
  const still = await readStill(over({ total: 5001 }), lists.browse);
  expect(still.complete).toBe(false);
  expect(asked(still)).toEqual([
    [1, 10, undefined],
    [2, 10, undefined],
    [3, 10, undefined],
    [4, 10, undefined],
    [251, 10, undefined],
    [501, 10, undefined],
    [2, 133, 133],
  ]);
});

test('a list of one item, or none, has no smaller pages', async () => {
  for (const total of [0, 1])
    expect(asked(await readStill(over({ total }), lists.browse))).toEqual([[1, total, undefined]]);
});

test('what is read around a cache has another URL', async () => {
  const context = over({ total: 10 });
  await readWhole(context, lists.browse);
  await readWhole(context, lists.browse, { around: true });
  expect(context.requests.map(({ url }) => new URL(url).search)).toEqual([
    '?limit=200',
    '?limit=199',
  ]);
});

test('a list that stood still once is not read again', async () => {
  const context = over({ total: 10 });
  const still = await readStill(context, lists.browse);
  const before = context.requests.length;
  expect(await readStill(context, lists.browse)).toBe(still);
  expect(context.requests).toHaveLength(before);
});

test('a list that changed once is tried again', async () => {
  const context = over({ total: 10, changing: count => (count > 3 ? 11 : 10) });
  const still = await readStill(context, lists.browse);
  expect(still.large[0]?.total).toBe(11);
  expect(still.items).toHaveLength(11);
  expect(contradictions(still)).toEqual([]);
});

test('pages that are left over from a list that moved are not taken for one reading', async () => {
  let total = 10;
  let moving = true;
  const context = over({ total: 0, changing: () => (moving ? ++total : total) });
  await thrownBy(() => readStill(context, lists.browse));
  moving = false;
  const before = context.requests.length;
  const still = await readStill(context, lists.browse);
  expect(context.requests.length - before).toBeGreaterThan(3);
  expect(contradictions(still)).toEqual([]);
});

test("a contradiction of a list that stands still is the target's", async () => {
  const answers = catalog({ total: 45 });
  const context = contextOver((request, count) => {
    const response = answers(request, count);
    return request.url.includes('limit=30')
      ? answers({ ...request, url: request.url.replace('page=2', 'page=1') }, count)
      : response;
  }, target);
  const still = await readStill(context, lists.browse);
  expect(contradictions(still)).not.toEqual([]);
  const before = context.requests.length;
  expect(await readStill(context, lists.browse)).toBe(still);
  expect(context.requests).toHaveLength(before);
});

test('a list that changes each time is not exercised, after a bounded number of requests', async () => {
  const context = over({ total: 10, changing: count => 10 + count });
  expect(await thrownBy(() => readStill(context, lists.browse))).toEqual(
    new NotExercised('GET /products changed each time while it was read'),
  );
  expect(context.requests.length).toBeLessThanOrEqual(30);
});
