/** Every setting that a run can do without, and how it is found out. */
import { lists, type Page, toPage } from '../../schemas/lists.ts';
import { isObject, has, type Exchange } from '../../schemas/records/exchange.ts';
import { ledgerCurrencies } from '../../schemas/schema.ts';
import type { SendOptions } from '../../harness/client/api.ts';
import type { Context } from '../../harness/run/context.ts';
import { ifExercised, NotApplicable, NotExercised, requireSome } from '../../harness/verdict.ts';
import { identifiers, readWhole, type ReadOptions } from './lists.ts';
import { answerOf, discovered, unknownId, isAnsweredAs } from './discovery.ts';
import { anyType } from './keys.ts';
import { route } from '../../schemas/routes.ts';
import { keyOf } from '../../harness/config/keys.ts';
import { errors } from '../../schemas/resources/errors.ts';
import { endedOrder, queuedId } from './orders.ts';
import { isOfGateway } from '../../harness/client/response.ts';

const currencyNames = ['currency', 'walletCurrency', 'currencyCode', 'wallet'];

const currenciesOf = (items: readonly unknown[]): unknown[] =>
  items.filter(isObject).map(item => item['currency']);

/** The name that makes entries of one currency of those that were of several. */
export const ledgerCurrencyParam = discovered('GV_LEDGER_CURRENCY_PARAM', async context => {
  const { items, total = items.length } = await readWhole(context, lists.ledger);
  const seen = currenciesOf(items);
  const currency = ledgerCurrencies.find(each => seen.includes(each));
  if (currency === undefined || seen.every(each => each === currency))
    throw new NotExercised('the ledger has only one currency: no filter shows');
  for (const name of currencyNames) {
    const query = { [name]: currency };
    const filtered = await ifExercised(readWhole(context, lists.ledger, { query }));
    const [page] = filtered?.pages ?? [];
    if (page && isFiltered(page, currency, total, seen))
      return { value: name, how: `GET /wallet/transactions?${name}=${currency} returns less` };
  }
  throw new NotExercised(`none of ${currencyNames.join(', ')} filters the ledger by a currency`);
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

/** Names of a least and a greatest price that make the search find less. */
export const searchNumberParams = discovered('GV_SEARCH_NUMBER_PARAMS', async context => {
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
  throw new NotExercised(`${pricePairs.map(pair => pair.join(', ')).join(', ')} change nothing`);
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

/** Fields that put a list in order when it is asked to be sorted by them, and only then. */
export const sortFields = discovered('GV_SORT_BY', async context => {
  const value: string[] = [];
  for (const { list, fields } of candidates) {
    const plain = await ifExercised(readWhole(context, list));
    if (!plain?.complete) continue;
    const differing = fields.filter(field => direction(plain.items, field) !== undefined);
    for (const field of differing.slice(0, mostFields)) {
      if (!(await isSorted(context, list, field, direction(plain.items, field)))) continue;
      value.push(field);
      break;
    }
  }
  requireSome(value, 'no field of a list that was tried sorts it');
  return { value, how: 'sortBy puts the list in order by it; without it the list is in another' };
});

/** If the list is in order by a field in one of the directions, and not in the one that it has without being asked. */
async function isSorted(
  context: Context,
  list: (typeof candidates)[number]['list'],
  field: string,
  usual: Direction | undefined,
): Promise<boolean> {
  for (const order of ['asc', 'desc']) {
    const query = { sortBy: field, order };
    const sorted = await ifExercised(readWhole(context, list, { query }));
    if (!sorted) return false;
    const now = direction(sorted.items, field);
    if (now !== undefined && now !== 'none' && now !== usual) return true;
  }
  return false;
}

type Direction = 'rising' | 'falling' | 'none';

/** By its neighbours that differ; undefined if too few do. */
function direction(items: readonly unknown[], field: string): Direction | undefined {
  const values = items
    .map(item => (isObject(item) ? item[field] : undefined))
    .filter(value => typeof value === 'number' || typeof value === 'string');
  const steps = values.slice(1).filter((value, index) => value !== values[index]);
  const rising = values.slice(1).filter((value, index) => value > values[index]!);
  if (steps.length < 4) return undefined;
  if (rising.length >= steps.length * inOrder) return 'rising';
  return rising.length <= steps.length * (1 - inOrder) ? 'falling' : 'none';
}

// Ids of orders (unknown ones, those of another account) and of order requests (succeeded, unknown, invalid; §4.1 rule 2).

/** Returns the ids of the orders that an account lists, as many as are read of it. */
export async function orderIds(context: Context, options: ReadOptions = {}): Promise<string[]> {
  const { items } = await readWhole(context, lists.orders, options);
  return identifiers(items, '_id');
}

/** Asks for an order that may be nobody's, as `askRequest`. */
export const askOrder = ({ api }: Context, orderId: string): Promise<Exchange> =>
  api.send(route.order, { params: { orderId }, ...anyType });

/** An id of the form of the orders that are listed. */
export const unknownOrder = discovered('GV_ORDER_UNKNOWN', async context => {
  const ids = await orderIds(context);
  requireSome(ids, 'GET /orders lists no order whose form could be taken');
  return unknownId(context, ids, id => askOrder(context, id), errors.unknownOrder);
});

const listedElsewhere = discovered('GV_ORDER_FOREIGN', async context => {
  const theirs = await orderIds(context, { key: 'other-account' });
  const ours = await orderIds(context);
  const value = theirs.find(id => !ours.includes(id));
  if (value === undefined)
    throw new NotExercised(
      theirs.length === 0
        ? 'GV_KEY_OTHER_ACCOUNT lists no orders'
        : 'GV_KEY_OTHER_ACCOUNT lists no order that GV_API_KEY does not list',
    );
  return { value, how: 'listed by GET /orders for GV_KEY_OTHER_ACCOUNT only' };
});

/** Returns an order that the key of another account lists, and ours does not. */
export function foreignOrder(context: Context): Promise<string> {
  if (context.target.values.GV_ORDER_FOREIGN === undefined) keyOf(context.target, 'other-account');
  return listedElsewhere(context);
}

/** Asks for an order request that may be nobody's: the checks and the search for such an id share the exchange. */
export const askRequest = (
  { api }: Context,
  id: string,
  options: SendOptions = {},
): Promise<Exchange> => api.send(route.orderRequest, { params: { id }, ...anyType, ...options });

/** The request that became of the run's own order. */
async function ownRequest(context: Context): Promise<string> {
  try {
    return await queuedId(context, 'single');
  } catch (error) {
    if (!(error instanceof NotApplicable)) throw error;
    throw new NotExercised('orders are made synchronously here: no order request is known');
  }
}

/** The request of the run's own order. */
export const succeededRequest = discovered('GV_ORDER_REQUEST_SUCCEEDED', async context => {
  const value = await ownRequest(context);
  const ended = await endedOrder(context, 'single');
  if (!has(ended, 'result'))
    throw new NotExercised('the order of this run did not end with a result');
  return { value, how: 'the order request of this run, which ended with a result' };
});

/** A request id of the form of a known one. */
export const unknownRequest = discovered('GV_ORDER_REQUEST_UNKNOWN', async context => {
  const { values } = context.target;
  const named = [
    values.GV_ORDER_REQUEST_SUCCEEDED,
    values.GV_ORDER_REQUEST_BULK,
    values.GV_ORDER_REQUEST_FAILED,
  ].filter(id => id !== undefined);
  const known = named.length > 0 ? named : [await ownRequest(context)];
  return unknownId(context, known, id => askRequest(context, id), errors.unknownOrderRequest);
});

/** Texts that are hardly the id of anything; the first has no character that a gateway could reject. */
const oddities = ['not-an-order-request-id', 'not an id!', 'x'.repeat(300)];

/** A text that nobody has as an id is either invalid or unknown: 400 or 404, and nothing else (§4.1 rule 2). */
const isNeither = (status: number): boolean =>
  ![200, 400, 401, 403, 404, 429].includes(status) && !isOfGateway(status);

/** A text that is answered as an invalid format. */
export const invalidRequest = discovered('GV_ORDER_REQUEST_INVALID', async context => {
  for (const [index, value] of oddities.entries()) {
    const exchange = await askRequest(context, value);
    const { status } = exchange.response;
    const isWrong = index === 0 && isNeither(status);
    if (isAnsweredAs(errors.invalidOrderRequestId, exchange) || isWrong)
      return { value, how: answerOf(exchange) };
  }
  throw new NotExercised(
    `${route.orderRequest.id} rejects none of ${oddities.length} texts as invalid`,
  );
});
