import { expect, test } from '#test';
import { exchangeOn } from '../../fixtures/testing/exchange.ts';
import { answer, contextOver, ourTarget } from '../../fixtures/testing/fakes.ts';
import { route } from '../../schemas/routes.ts';
import { haveChanged, undisturbed } from './changes.ts';

const page = (id: string, startedAt: number, orders: readonly string[] = ['a']) =>
  exchangeOn(route.orders, {
    id,
    body: { total: orders.length, page: 1, totalPages: 1, orders: orders.map(_id => ({ _id })) },
    startedAt,
  });
const write = (startedAt: number, status = 201, body = {}) =>
  exchangeOn(route.createOrder, { status, body, startedAt });
const poll = (startedAt: number, body: object) =>
  exchangeOn(route.orderRequest, { param: 'r', body, startedAt });

const idsOf = (reads: Parameters<typeof undisturbed>[0], all = reads) =>
  undisturbed(reads, all).map(({ id }) => id);

test('a read during a write to its list shows nothing about totals', () => {
  const read = page('x1', 100);
  for (const [at, expected] of [
    [99, ['x1']],
    [100, []],
    [101, ['x1']],
  ] as const)
    expect(idsOf([read], [read, write(at)]), `a write at ${at}`).toEqual(expected);
  expect(idsOf([read], [read, write(100, 400)]), 'a rejected write').toEqual(['x1']);
});

test('a queued order may change a list until its order request has ended', () => {
  const queued = write(0, 202, { orderRequestId: 'r', status: 'queued' });
  const open = poll(20, { status: 'queued' });
  const read = page('x1', 50);
  expect(idsOf([read], [read, queued, open])).toEqual([]);
  expect(idsOf([read], [read, queued, open, poll(30, { result: {} })])).toEqual(['x1']);
  expect(idsOf([read], [read, queued, open, poll(60, { result: {} })])).toEqual([]);
});

test('of several responses to one request, the last counts', () => {
  expect(idsOf([page('x1', 0), page('x2', 100)])).toEqual(['x2']);
});

for (const [what, orders, expected] of [
  ['the same', ['a'], false],
  ['another item', ['b'], true],
  ['one more item', ['a', 'b'], true],
] as const)
  test(`a list with ${what} when it is read again has changed: ${expected}`, async () => {
    const now = page('now', 0, orders).response.body;
    const context = contextOver(() => answer(200, now), ourTarget());
    const second = exchangeOn(route.wallet, { body: [] });
    expect(await haveChanged(context.api, [page('x1', 0), second])).toBe(expected);
    expect(context.requests.map(({ headers }) => headers['Cache-Control'])).toEqual(['no-cache']);
  });
