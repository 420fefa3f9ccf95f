/** Names of the numeric search parameters, which the spec does not show (§4.1 rule 5). */
import { lists, toPage } from '../../../schemas/lists.ts';
import { isObject } from '../../../schemas/records/exchange.ts';
import { route } from '../../../schemas/routes.ts';
import type { Context } from '../../../fixtures/run/context.ts';
import { readWhole } from '../lists/snapshot.ts';
import { discover, NotFound } from './discover.ts';

const pairs = [
  ['minPrice', 'maxPrice'],
  ['priceMin', 'priceMax'],
] as const;

/** GV_SEARCH_NUMBER_PARAMS: names of a least and a greatest price that make the search find less. */
export const numberParams = (context: Context): Promise<string[]> =>
  discover(context, 'GV_SEARCH_NUMBER_PARAMS', async () => {
    const { items } = await readWhole(context, lists.browse);
    const prices = items.filter(isObject).map(({ maxPrice }) => Number(maxPrice));
    const beyond = Math.ceil(Math.max(0, ...prices.filter(Number.isFinite))) + 1;
    const total = async (query: Readonly<Record<string, number>> = {}) =>
      toPage(lists.search, await context.api.send(route.search, { query }))?.total;
    const all = (await total()) ?? 0;
    for (const [least, greatest] of pairs) {
      const finds = async (name: string, value: number) =>
        ((await total({ [name]: value })) ?? all) < all;
      if (!(await finds(least, beyond))) continue;
      const value = (await finds(greatest, 1)) ? [least, greatest] : [least];
      return { value, how: `GET /products/search finds less than ${all} products with it` };
    }
    throw new NotFound(`${pairs.map(pair => pair.join(', ')).join(', ')} change nothing`);
  });
