import { expect, test } from '#test';
import { makeRecord } from '../../fixtures/testing/own.ts';
import { preparations } from '../setup/own.ts';
import { answer, contextOver, ourTarget } from '../../fixtures/testing/fakes.ts';
import { purchaseLists, readNewest } from './newest-items.ts';

const timeOf = (index: number): string => new Date(index * 60_000).toISOString();

/** Ids of 400 orders, oldest first. One order is made each minute. */
const oldestFirst = Array.from({ length: 400 }, (_, index) => index);
const newestFirst = oldestFirst.toReversed();
/** Lists orders whose times rise about as often as they fall. */
const mixed = oldestFirst.map(index => (index * 171) % 400);

/** Returns a target that lists orders, 20 a page, and sorts them by createdAt if it can. */
const over = (listed: readonly number[], canSort = true) =>
  contextOver(({ url }) => {
    const query = new URL(url).searchParams;
    const page = Number(query.get('page') ?? 1);
    const shown = canSort && query.get('sortBy') === 'createdAt' ? newestFirst : listed;
    const orders = shown.slice((page - 1) * 20, page * 20);
    return answer(200, {
      total: 400,
      page,
      totalPages: 20,
      orders: orders.map(index => ({ _id: `o${index}`, createdAt: timeOf(index) })),
    });
  }, ourTarget());

const isNew = (minute: number) => (item: unknown) =>
  Date.parse((item as { createdAt: string }).createdAt) >= minute * 60_000;

/** Reads the orders since a minute, and returns the number of newer orders in the part that was read. */
async function readSince(minute: number, context = over(newestFirst)) {
  await makeRecord(preparations, 'GV_SORT_BY', context).catch(() => undefined);
  const read = await readNewest(context, purchaseLists.orders, minute * 60_000);
  return { newer: read.items.filter(isNew(minute)).length, complete: read.complete };
}

for (const [what, listed] of [
  ['newest first', newestFirst],
  ['oldest first', oldestFirst],
  ['in no order of time, but can be sorted by time', mixed],
] as const)
  test(`a list that is ${what} is read back to a time`, async () => {
    const context = over(listed);
    expect(await readSince(210, context)).toEqual({ newer: 190, complete: true });
    expect(context.requests.length).toBeLessThan(22);
  });

test('a list in no order of time has no newest page', async () => {
  expect(await readSince(395, over(mixed, false))).toMatchObject({ complete: false });
});

test('a list with more new items than a run buys is not read to their end', async () => {
  expect(await readSince(100)).toEqual({ newer: 240, complete: false });
});
