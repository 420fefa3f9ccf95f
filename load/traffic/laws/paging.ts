/** §2.8 Pagination: what the numbers of one page say of each other and of what was asked for. */
import { object } from '../../../schemas/schema.ts';
import { expect } from '../../../fixtures/matchers/expect.ts';
import { allLists, type List } from '../../../schemas/lists.ts';
import { bodyOf, field, type Exchange } from '../../../schemas/records/exchange.ts';
import { NotExercised } from '../../../fixtures/verdict.ts';
import { isOf, onPage, type Law } from './law.ts';

const asked = ({ request }: Exchange, name: string): number | undefined => {
  const value = new URL(request.url).searchParams.get(name);
  return value === null ? undefined : Number(value);
};

const laws = (list: List): Law[] => [
  {
    id: 'paging.fields',
    about: isOf(list.route),
    judge: exchange => {
      const body = object('Page', { [list.items]: { type: 'array' } });
      expect(exchange).toKeep(body);
      expect(list.wrapper ? field(exchange, list.wrapper) : bodyOf(exchange)).toKeep(
        list.pagination,
      );
    },
  },
  onPage('paging.page', list, ({ page }, exchange) => {
    const wanted = asked(exchange, 'page');
    if (wanted === undefined || list.params) throw new NotExercised('no page was asked for');
    expect(page, `page told for page ${wanted}`).toBe(wanted);
  }),
  onPage('paging.limit', list, ({ items, page = 1, total, limit }, exchange) => {
    const wanted = list.params ? limit : asked(exchange, 'limit');
    if (wanted === undefined) throw new NotExercised('no limit is known');
    expect(items.length, `items, of a limit of ${wanted}`).toBeLessThanOrEqual(wanted);
    // A target may cap its pages; one that tells its limit and has more than fits gives as many as that.
    const told = limit ?? items.length;
    if (total !== undefined && total > page * told)
      expect(items.length, `items on page ${page}, limit told ${limit}, total ${total}`).toBe(told);
  }),
  onPage('paging.total-pages', list, ({ items, page, total, totalPages, limit }) => {
    const size = limit ?? items.length;
    // Without a limit told, only a page that is not the last shows how large pages are.
    const last = page === undefined || page === totalPages || total === undefined;
    if (size === 0 || total === undefined || total === 0 || (limit === undefined && last))
      throw new NotExercised('the size of its pages does not show');
    expect(totalPages, `totalPages of size ${size}, total ${total}`).toBe(Math.ceil(total / size));
  }),
  onPage('paging.total', list, ({ items, page, total }) => {
    if (total === undefined || page === undefined)
      throw new NotExercised('it tells no total or no page; paging.fields tells');
    // No page before it is smaller than this one.
    expect(total, `total told, with ${items.length} items on page ${page}`).toBeGreaterThanOrEqual(
      page * items.length,
    );
  }),
];

export const pagingLaws: readonly Law[] = allLists.flatMap(laws);
