/** Discovers the names and ids that the spec does not show, and that no setting states, by their effect. */
import { isDeepStrictEqual } from 'node:util';
import type { Discoverable } from '../../harness/config/needs.ts';
import type { SettingValue } from '../../harness/config/settings.ts';
import type { Context } from '../../harness/run/context.ts';
import type { Preparation } from '../../harness/run/own.ts';
import { ifExercised, NotExercised } from '../../harness/verdict.ts';
import { isOutage } from '../../schemas/gateway.ts';
import { lists, toPage } from '../../schemas/lists.ts';
import { isObject } from '../../schemas/records/exchange.ts';
import { errors } from '../../schemas/resources/errors.ts';
import { route } from '../../schemas/routes.ts';
import type { Stage, Use } from '../../schemas/statement.ts';
import { answerOf, discover, type Found, isAnsweredAs, unknownId } from '../steps/discovery.ts';
import { firstPage, readWhole } from '../steps/lists.ts';
import { askOrder, askRequest, direction, orderIds, type Direction } from '../steps/settings.ts';
import { currencyNames, findLedgerCurrencyParam } from './ledger-currency.ts';

/** Fields to sort by. Numbers come first because their order is certain. The lists share no field, so each field is judged by one list. */
const candidates = [
  { list: lists.browse, fields: ['minPrice', 'maxPrice', 'country'] },
  { list: lists.orders, fields: ['valuePurchased', 'updatedAt', 'createdAt'] },
] as const;

/** Number of fields to try for each list. */
const maxFieldsTried = 2;

/** Discovers fields by which sortBy sorts the first page of a list, if the page is not in that order without sortBy. */
async function findSortFields(context: Context): Promise<Found<string[]> | undefined> {
  const value: string[] = [];
  for (const { list, fields } of candidates) {
    const plain = await ifExercised(firstPage(context, list, {}));
    if (!plain) continue;
    const usable = fields.filter(field => direction(plain.items, field) !== undefined);
    for (const field of usable.slice(0, maxFieldsTried))
      if (await isSorted(context, list, field, direction(plain.items, field))) {
        value.push(field);
        break;
      }
  }
  if (value.length === 0) return undefined;
  return {
    value,
    how: 'sortBy puts the list in the order of the field, and the list has another order without it',
  };
}

/** Returns true if sorting by a field gives the list an order that it does not have by default. */
async function isSorted(
  context: Context,
  list: (typeof candidates)[number]['list'],
  field: string,
  usual: Direction | undefined,
): Promise<boolean> {
  for (const order of ['asc', 'desc']) {
    const query = { sortBy: field, order };
    const sorted = await ifExercised(firstPage(context, list, { query }));
    if (!sorted) return false;
    const now = direction(sorted.items, field);
    if (now !== undefined && now !== 'none' && now !== usual) return true;
  }
  return false;
}

/** Discovers an unknown order id with the form of a listed id. */
async function findUnknownOrder(context: Context): Promise<Found<string> | undefined> {
  const [known] = await orderIds(context);
  return known === undefined
    ? undefined
    : unknownId(context, known, id => askOrder(context, id), errors.unknownOrder);
}

/** Texts that are unlikely to be ids. The first has no character that a gateway could reject. */
const unlikelyIds = ['not-an-order-request-id', 'not an id!', 'x'.repeat(300)];

/**
 * Returns true if a status is a wrong response to a text that cannot be an id. 400 and 404 are right (§4.1 rule 2). A success, and the
 * statuses of key checks, limiters and gateways, show nothing.
 */
const isWrongForAnyId = (status: number): boolean =>
  ![200, 400, 401, 403, 404, 429].includes(status) && !isOutage(status);

/** Discovers a text that the target rejects as malformed. */
async function findInvalidRequest(context: Context): Promise<Found<string> | undefined> {
  for (const [index, value] of unlikelyIds.entries()) {
    const exchange = await askRequest(context, value);
    const { status } = exchange.response;
    const isWrong = index === 0 && isWrongForAnyId(status);
    if (isAnsweredAs(errors.invalidOrderRequestId, exchange) || isWrong)
      return { value, how: answerOf(exchange) };
  }
  return undefined;
}

/** Possible names of the paging parameters of the search (§4.1 rule 5). */
const pagingNames = {
  page: ['page', 'currentPage', 'pageNumber'],
  limit: ['limit', 'pageSize', 'perPage', 'per_page'],
} as const;

/** Requests page 2 with one product per page, and tries one pair of names at a time. The response shows which of the two has an effect. */
async function findParam(
  { api }: Context,
  which: 'page' | 'limit',
): Promise<Found<string> | undefined> {
  const read = async (query: Readonly<Record<string, number>> = {}) =>
    toPage(lists.search, await api.send(route.search, { query }));
  const plain = await read();
  const [, second] = plain?.items ?? [];
  for (const [n, name] of pagingNames[which].entries()) {
    if (second === undefined) break;
    const page = pagingNames.page.slice(n, n + 1).map(each => [each, 2] as const);
    const limit = pagingNames.limit.slice(n, n + 1).map(each => [each, 1] as const);
    const tried =
      (await read(Object.fromEntries([...page, ...limit]))) ??
      (await read({ [name]: which === 'page' ? 2 : 1 }));
    const isOne = tried?.limit === 1 || (tried?.items.length === 1 && tried.total === plain?.total);
    const isSecond = tried?.page === 2 || isDeepStrictEqual(tried?.items[0], second);
    if (which === 'page' ? isSecond : isOne)
      return { value: name, how: `GET /products/search shows the effect of ${name}` };
  }
  return undefined;
}

const pricePairs = [
  ['minPrice', 'maxPrice'],
  ['priceMin', 'priceMax'],
] as const;

/** Discovers the parameters for the lowest and the highest price. They make the search find fewer products. */
async function findNumberParams(context: Context): Promise<Found<string[]> | undefined> {
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
  return undefined;
}

const bulkPaths = ['orders/bulk', 'bulk-orders', 'orders/bulk-orders', 'bulk'];

/**
 * Discovers the path that creates bulk orders, which the spec does not show (§4.1 rule 8). Such a path rejects an empty order with
 * 400 or 422.
 */
async function findBulkPath({ api }: Context): Promise<Found<string> | undefined> {
  for (const path of bulkPaths) {
    // The path may not be a route at all, so the response says nothing about the route of the
    // spec.
    const to = { ...route.createBulkOrder, id: `POST /${path}, tried` };
    const params = { bulkPath: path };
    const { response } = await api.send(to, { params, body: {}, costs: [] });
    if ([400, 422].includes(response.status))
      return { value: path, how: `POST /${path} answers an empty order with ${response.status}` };
  }
  return undefined;
}

/** Finds an order that the key of another account lists and our key does not. */
async function findForeignOrder(context: Context): Promise<Found<string> | undefined> {
  const theirs = await orderIds(context, { key: 'other-account' });
  const ours = await orderIds(context);
  const value = theirs.find(id => !ours.includes(id));
  return value === undefined
    ? undefined
    : { value, how: 'listed by GET /orders for GV_KEY_OTHER_ACCOUNT only' };
}

type Name = Discoverable & Use;

/**
 * Makes the value of a setting: as it is given, or as it is discovered.
 *
 * @param notFound Reason if the search finds nothing.
 */
const record = <Setting extends Name>(
  name: Setting,
  search: (context: Context) => Promise<Found<SettingValue<Setting>> | undefined>,
  notFound: string,
  stage: Stage = 'reads',
): Preparation => ({
  name,
  stage,
  make: async context =>
    context.target.values[name] ??
    (
      await discover(context, name, async () => {
        const found = await search(context);
        if (found) return found;
        throw new NotExercised(notFound);
      })
    ).value,
});

/** Names and ids of a run. The searches read, except for the path of bulk orders. */
export const names: readonly Preparation[] = [
  record(
    'GV_SEARCH_PAGE_PARAM',
    context => findParam(context, 'page'),
    `none of ${pagingNames.page.join(', ')} has an effect on the page`,
  ),
  record(
    'GV_SEARCH_LIMIT_PARAM',
    context => findParam(context, 'limit'),
    `none of ${pagingNames.limit.join(', ')} has an effect on the limit`,
  ),
  record(
    'GV_SEARCH_NUMBER_PARAMS',
    findNumberParams,
    `${pricePairs.flat().join(', ')} change nothing`,
  ),
  record(
    'GV_LEDGER_CURRENCY_PARAM',
    findLedgerCurrencyParam,
    `none of ${currencyNames.join(', ')} makes the ledger return fewer entries, in one currency`,
  ),
  record('GV_SORT_BY', findSortFields, 'none of the tried fields sorts its list'),
  record(
    'GV_ORDER_UNKNOWN',
    findUnknownOrder,
    'GET /orders lists no order whose id could be a model',
  ),
  record(
    'GV_ORDER_REQUEST_INVALID',
    findInvalidRequest,
    `${route.orderRequest.id} rejects none of ${unlikelyIds.length} texts as invalid`,
  ),
  {
    ...record(
      'GV_ORDER_FOREIGN',
      findForeignOrder,
      'GV_KEY_OTHER_ACCOUNT lists no order that GV_API_KEY does not list',
    ),
    needs: ['GV_KEY_OTHER_ACCOUNT'],
    unless: ['GV_ORDER_FOREIGN'],
  },
  record(
    'GV_BULK_ORDER_PATH',
    findBulkPath,
    `none of ${bulkPaths.join(', ')} answers an empty order with 400 or 422`,
    'orders',
  ),
];
