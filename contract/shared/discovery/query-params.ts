/** Names of the currency filter and of numeric search parameters, and values of `sortBy`, none of which the spec shows (§4.1). */
import { lists, type Page, toPage } from '../../../schemas/lists.ts';
import { isObject } from '../../../schemas/records/exchange.ts';
import { ledgerCurrencies } from '../../../schemas/schema.ts';
import type { Context } from '../../../fixtures/run/context.ts';
import { ifExercised } from '../../../fixtures/verdict.ts';
import { readWhole } from '../lists/snapshot.ts';
import { discover, NotFound } from './discover.ts';
import { route } from '../../../schemas/routes.ts';

const currencyNames = ['currency', 'walletCurrency', 'currencyCode', 'wallet'];

const currenciesOf = (items: readonly unknown[]): unknown[] =>
  items.filter(isObject).map(item => item['currency']);

/** GV_LEDGER_CURRENCY_PARAM: the name that makes entries of one currency of those that were of several. */
export const ledgerCurrencyParam = (context: Context): Promise<string> =>
  discover(context, 'GV_LEDGER_CURRENCY_PARAM', async () => {
    const { items, large } = await readWhole(context, lists.ledger);
    const seen = currenciesOf(items);
    const currency = ledgerCurrencies.find(each => seen.includes(each));
    if (currency === undefined || seen.every(each => each === currency))
      throw new NotFound('the ledger has only one currency: no filter shows');
    for (const name of currencyNames) {
      const query = { [name]: currency };
      const filtered = await ifExercised(readWhole(context, lists.ledger, { query }));
      const [page] = filtered?.large ?? [];
      if (page && isFiltered(page, currency, large[0]?.total ?? items.length, seen))
        return { value: name, how: `GET /wallet/transactions?${name}=${currency} returns less` };
    }
    throw new NotFound(`none of ${currencyNames.join(', ')} filters the ledger by a currency`);
  });

/** Fewer entries than without it, more of them of the currency. */
function isFiltered(page: Page, currency: string, total: number, all: readonly unknown[]): boolean {
  const share = (currencies: readonly unknown[]) =>
    currencies.filter(each => each === currency).length / currencies.length;
  const found = currenciesOf(page.items);
  return found.length > 0 && (page.total ?? found.length) < total && share(found) > share(all);
}

const pricePairs = [
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
    for (const [least, greatest] of pricePairs) {
      const finds = async (name: string, value: number) =>
        ((await total({ [name]: value })) ?? all) < all;
      if (!(await finds(least, beyond))) continue;
      const value = (await finds(greatest, 1)) ? [least, greatest] : [least];
      return { value, how: `GET /products/search finds less than ${all} products with it` };
    }
    throw new NotFound(`${pricePairs.map(pair => pair.join(', ')).join(', ')} change nothing`);
  });

/** Numbers first: their order is beyond doubt. None is a field of both lists, so that each is judged where it shows. */
const candidates = [
  { list: lists.browse, fields: ['minPrice', 'maxPrice', 'country'] },
  { list: lists.orders, fields: ['valuePurchased', 'updatedAt', 'createdAt'] },
] as const;

/** The most fields of a list that are tried. */
const mostFields = 2;
/** Share of neighbours that rise, or fall, in a list that is in order by a field; a few may be wrong. */
const inOrder = 0.8;

/** GV_SORT_BY. */
export const sortFields = (context: Context): Promise<string[]> =>
  discover(context, 'GV_SORT_BY', async () => {
    const value: string[] = [];
    for (const { list, fields } of candidates) {
      const plain = await ifExercised(readWhole(context, list));
      if (!plain?.complete) continue;
      const differing = fields.filter(field => risingShare(plain.items, field) !== undefined);
      for (const field of differing.slice(0, mostFields)) {
        if (!(await isSorted(context, list, field, direction(plain.items, field)))) continue;
        value.push(field);
        break;
      }
    }
    if (value.length === 0) throw new NotFound('no field of a list that was tried sorts it');
    return { value, how: 'sortBy puts the list in order by it; without it the list is in another' };
  });

/** If the list is in order by a field in one of the directions, and not in the one that it has without being asked. */
async function isSorted(
  context: Context,
  list: (typeof candidates)[number]['list'],
  field: string,
  usual: Direction,
): Promise<boolean> {
  for (const order of ['asc', 'desc']) {
    const query = { sortBy: field, order };
    const sorted = await ifExercised(readWhole(context, list, { query }));
    if (!sorted) return false;
    const now = direction(sorted.items, field);
    if (now !== 'none' && now !== usual) return true;
  }
  return false;
}

type Direction = 'rising' | 'falling' | 'none';

function direction(items: readonly unknown[], field: string): Direction {
  const share = risingShare(items, field);
  if (share === undefined || (share < inOrder && share > 1 - inOrder)) return 'none';
  return share >= inOrder ? 'rising' : 'falling';
}

/** The share of neighbours that rise, of those that differ; undefined if too few do. */
function risingShare(items: readonly unknown[], field: string): number | undefined {
  const values = items
    .map(item => (isObject(item) ? item[field] : undefined))
    .filter(value => typeof value === 'number' || typeof value === 'string');
  const steps = values.slice(1).filter((value, index) => value !== values[index]);
  const rising = values.slice(1).filter((value, index) => value > values[index]!);
  return steps.length < 4 ? undefined : rising.length / steps.length;
}
