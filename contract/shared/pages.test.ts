import { expect, test } from '#test';
import { lists } from '../../schemas/lists.ts';
import {
  answer,
  contextOver,
  ourTarget,
  thrownBy,
  type Answer,
} from '../../fixtures/testing/fakes.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { outOfRange, paramName, readPage, requestPage, requestTwice } from './lists.ts';

const over = (answers: Answer, env = {}) => contextOver(answers, ourTarget(env));

test('parameters have the names of the spec, or those of the settings', async () => {
  const context = over(() => answer(200), { GV_SEARCH_PAGE_PARAM: 'p' });
  expect(await paramName(context, lists.browse, 'page')).toBe('page');
  expect(await paramName(context, lists.search, 'page')).toBe('p');
  expect(await paramName(context, lists.search, 'limit')).toBeUndefined();
  const { request } = await requestPage(context, lists.search, {
    page: 2,
    query: { category: ['A', 'B'] },
  });
  expect(new URL(request.url).search).toBe('?category=A&category=B&p=2');
});

test('a parameter without a name is not exercised', async () => {
  const context = over(() => answer(200, { products: [] }));
  const error = await thrownBy(() => requestPage(context, lists.search, { limit: 2 }));
  expect(error).toBeInstanceOf(NotExercised);
  expect(String(error)).toContain('GV_SEARCH_LIMIT_PARAM is not set');
});

test('a page may be requested with another key, and anew', async () => {
  const context = over(() => answer(200, { orders: [] }));
  expect((await requestPage(context, lists.orders, { key: 'unknown' })).key).toBe('unknown');
  await requestPage(context, lists.orders);
  await requestPage(context, lists.orders, { fresh: true });
  expect(context.requests).toHaveLength(3);
});

test('a page has its items and numbers', async () => {
  const context = over(() => answer(200, { total: 1, page: 1, totalPages: '1', orders: ['o'] }));
  expect(await readPage(context, lists.orders, {})).toMatchObject({
    items: ['o'],
    total: 1,
    page: 1,
    totalPages: undefined,
  });
});

for (const [status, reportedBy] of [
  [200, 'paging.fields'],
  [400, 'service.routes'],
] as const)
  test(`a ${status} without a list is reported by ${reportedBy}`, async () => {
    const context = over(() => answer(status, { orders: {} }));
    expect(await thrownBy(() => readPage(context, lists.orders, {}))).toMatchObject({
      message: `GET /orders returned no list (status ${status})`,
      reportedBy,
    });
  });

test('a refused page is reported by what judges that pages are accepted', async () => {
  const context = over(() => answer(400, { error: 'no' }));
  expect(await thrownBy(() => readPage(context, lists.orders, { page: 2 }))).toMatchObject({
    reportedBy: 'paging.accepted',
  });
});

test('a page that fails is requested anew, once', async () => {
  const context = over((_request, count) => answer(count === 1 ? 500 : 200, { orders: [] }));
  const exchange = await requestTwice(context, lists.orders, { page: 2 });
  expect(exchange.response.status).toBe(200);
  expect(context.requests).toHaveLength(2);
});

test('one list shows what comes of each odd page, the others of a page beyond the end and a limit of zero', () => {
  expect(outOfRange(lists.browse)).toHaveLength(5);
  expect(outOfRange(lists.search)).toEqual([{ page: '999999' }, { limit: '0' }]);
});
