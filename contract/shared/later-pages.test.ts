import { expect, test } from '#test';
import { lists } from '../../schemas/lists.ts';
import { answer, contextOver, ourTarget, thrownBy } from '../../fixtures/testing/fakes.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { lastPage } from './page-laws.ts';

/** A history of so many orders, of which a later page shows what it is given. */
const history = (count: number, later: (size: number) => readonly string[] | number) =>
  contextOver(({ url }) => {
    const query = new URL(url).searchParams;
    const size = Number(query.get('limit'));
    const ids = Array.from({ length: count }, (_, index) => `o${index}`);
    const shown = query.get('page') === '2' ? later(size) : ids;
    if (typeof shown === 'number') return answer(shown, { error: 'no' });
    const orders = shown.map(_id => ({ _id }));
    return answer(200, { orders, total: count, page: 1, totalPages: 1 });
  }, ourTarget());

const last = (context: ReturnType<typeof history>) =>
  lastPage(context, {
    list: lists.orders,
    query: {},
    fresh: false,
    identityOf: item => JSON.stringify(item),
  });

test('the last page has what the list has after the first', async () => {
  const context = history(6, size => ['o4', 'o5'].slice(0, 6 - size));
  expect((await last(context)).notAfterFirst).toEqual([]);
  expect(new URL(context.requests.at(-1)!.url).search).toBe('?page=2&limit=4');
});

test('what belongs elsewhere, is missing or is refused is wrong', async () => {
  const found = async (later: readonly string[] | number) =>
    (await last(history(6, () => later))).notAfterFirst;
  expect(await found(['o0', 'o5'])).toEqual([{ _id: 'o0' }]);
  expect(await found([])).toEqual(['0 items for 2 on page 2 of 4, status 200']);
  expect(await found(500)).toEqual(['0 items for 2 on page 2 of 4, status 500']);
});

test('a list of one item has no last page beside its first', async () => {
  expect(await thrownBy(() => last(history(1, () => [])))).toEqual(
    new NotExercised('there is one page only'),
  );
});
