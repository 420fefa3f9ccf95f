import { expect, test } from '#test';
import { lists } from '../../schemas/lists.ts';
import {
  answer,
  contextOver,
  ourTarget,
  thrownBy,
  type Answer,
} from '../../fixtures/testing/fakes.ts';
import { makeRecord } from '../../fixtures/testing/own.ts';
import { preparations } from '../setup/own.ts';
import { readLastItems, readPage, readWhole, requestTwice, search } from './lists.ts';
import { overCatalog } from '../../fixtures/testing/targets.ts';

const over = (answers: Answer, env = {}) => contextOver(answers, ourTarget(env));

for (const [status, elsewhere] of [
  [200, 'paging.fields'],
  [400, 'paging.accepted'],
] as const)
  test(`a ${status} without a list is not exercised, because ${elsewhere} reports it`, async () => {
    const context = over(() => answer(status, { orders: {} }));
    expect(await thrownBy(() => readPage(context, lists.orders, {}))).toMatchObject({
      message: `GET /orders returned no list (status ${status})`,
      elsewhere,
    });
  });

test('a page that fails is requested a second time', async () => {
  const context = over((_request, count) => answer(count === 1 ? 500 : 200, { orders: [] }));
  expect((await requestTwice(context, lists.orders, { page: 2 })).response.status).toBe(200);
  expect(context.requests).toHaveLength(2);
});

test('a short list is read with one request', async () => {
  const context = overCatalog({ total: 40 });
  const whole = await readWhole(context, lists.browse);
  expect(whole).toMatchObject({ complete: true, size: 40 });
  expect(whole.items).toHaveLength(40);
  expect(context.requests).toHaveLength(1);
});

for (const [cap, pages] of [
  [1000, 2],
  [10, 8],
] as const)
  test(`only ${pages} pages of a long list are read if a page has at most ${cap} items`, async () => {
    const context = overCatalog({ total: 5000, cap });
    const whole = await readWhole(context, lists.browse);
    expect(whole.complete).toBe(false);
    expect(whole.items).toHaveLength(whole.size * pages);
    expect(context.requests).toHaveLength(pages);
  });

test('a part of a long list is completed by the items of its last page', async () => {
  const context = overCatalog({ total: 5005, cap: 10 });
  const read = await readWhole(context, lists.browse);
  const last = await readLastItems(context, lists.browse, read);
  expect(last).toEqual([5000, 5001, 5002, 5003, 5004].map(n => ({ _id: `p${n}` })));
  const short = await readWhole(overCatalog({ total: 40 }), lists.browse);
  expect(await readLastItems(context, lists.browse, short)).toEqual([]);
});

test('of a long list with a query, two pages are read', async () => {
  const context = overCatalog({ total: 5000, cap: 10 });
  const read = await readWhole(context, lists.browse, { query: { order: 'desc' } });
  expect(read).toMatchObject({ complete: false, size: 10 });
  expect(context.requests).toHaveLength(2);
});

test('only the first page is read if the page parameter is unknown', async () => {
  const answers: Answer = () =>
    answer(200, { products: [{ _id: 'a' }], pagination: { total: 3, totalPages: 3 } });
  const context = over(answers);
  for (const name of ['GV_SEARCH_PAGE_PARAM', 'GV_SEARCH_LIMIT_PARAM'] as const)
    await makeRecord(preparations, name, context).catch(() => undefined);
  const whole = await readWhole(context, search);
  expect(whole).toMatchObject({ complete: false, size: 1 });
  expect(context.requests).toHaveLength(1);
});
