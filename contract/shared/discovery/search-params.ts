/** Names of the parameters of the search that the spec does not show (§4.1). */
import { isDeepStrictEqual } from 'node:util';
import { lists, toPage, type Page } from '../../../schemas/lists.ts';
import { route } from '../../../schemas/routes.ts';
import type { Context } from '../../../fixtures/run/context.ts';
import { discover, NotFound, type Found } from './discover.ts';

const names = {
  page: ['page', 'currentPage', 'pageNumber'],
  limit: ['limit', 'pageSize', 'perPage', 'per_page'],
} as const;
type Which = keyof typeof names;

const settings = { page: 'GV_SEARCH_PAGE_PARAM', limit: 'GV_SEARCH_LIMIT_PARAM' } as const;

/** GV_SEARCH_PAGE_PARAM, GV_SEARCH_LIMIT_PARAM. */
export const searchParam = (context: Context, which: Which): Promise<string> =>
  discover(context, settings[which], () => find(context, which));

const read = async ({ api }: Context, query: Readonly<Record<string, number>> = {}) =>
  toPage(lists.search, await api.send(route.search, { query }));

async function find(context: Context, which: Which): Promise<Found<string>> {
  const plain = await read(context);
  if (!plain) throw new NotFound('the search returns no list');
  if (plain.items.length < 2) throw new NotFound('the search finds too little for it to show');
  // Both are tried in one request, so that what shows one of them is at hand for the other.
  const width = Math.max(names.page.length, names.limit.length);
  for (let index = 0; index < width; index++) {
    const both = { [names.page[index] ?? '']: 2, [names.limit[index] ?? '']: 1 };
    delete both[''];
    const name = names[which][index];
    if (name === undefined) continue;
    const tried =
      (await read(context, both)) ?? (await read(context, { [name]: which === 'page' ? 2 : 1 }));
    if (tried && shows[which](plain, tried))
      return { value: name, how: `GET /products/search shows its effect on ${effects[which]}` };
  }
  throw new NotFound(`none of ${names[which].join(', ')} has an effect on ${effects[which]}`);
}

const effects = { page: 'the page', limit: 'the number of products' } as const;

/** True if the target states the effect of a parameter, or shows it. */
const shows: Readonly<Record<Which, (plain: Page, tried: Page) => boolean>> = {
  limit: (plain, tried) =>
    (plain.limit !== 1 && tried.limit === 1) ||
    (tried.items.length === 1 && tried.total === plain.total),
  page: (plain, tried) =>
    (plain.page !== 2 && tried.page === 2) ||
    (tried.items.length > 0 && isDeepStrictEqual(tried.items[0], plain.items[1])),
};
