/** Discovers settings that were not given. */
import { lists, type Page } from '../../schemas/lists.ts';
import { at, isObject, type Exchange } from '../../schemas/records/exchange.ts';
import { ledgerCurrencies } from '../../schemas/schema.ts';
import type { SendOptions } from '../../harness/client/api.ts';
import type { Context } from '../../harness/run/context.ts';
import { ifExercised, NotExercised, requireSome } from '../../harness/verdict.ts';
import { identifiers, readWhole, type ReadOptions } from './lists.ts';
import { answerOf, discovered, unknownId, isAnsweredAs } from './discovery.ts';
import { acceptAnyType } from './keys.ts';
import { route } from '../../schemas/routes.ts';
import { errors } from '../../schemas/resources/errors.ts';
import { isOutage } from '../../schemas/gateway.ts';

const currencyNames = ['currency', 'walletCurrency', 'currencyCode', 'wallet'];

const currenciesOf = (items: readonly unknown[]): unknown[] =>
  items.filter(isObject).map(item => item['currency']);

/** Discovers the parameter that filters the ledger by currency. */
export const ledgerCurrencyParam = discovered('GV_LEDGER_CURRENCY_PARAM', async context => {
  const { items, total = items.length } = await readWhole(context, lists.ledger);
  const seen = currenciesOf(items);
  const currency = ledgerCurrencies.find(each => seen.includes(each));
  if (currency === undefined || seen.every(each => each === currency))
    throw new NotExercised('the ledger has only one currency, so a filter has no visible effect');
  for (const name of currencyNames) {
    const query = { [name]: currency };
    const filtered = await ifExercised(readWhole(context, lists.ledger, { query }));
    const [page] = filtered?.pages ?? [];
    if (page && isFiltered(page, currency, total, seen))
      return { value: name, how: `GET /wallet/transactions?${name}=${currency} returns less` };
  }
  throw new NotExercised(`none of ${currencyNames.join(', ')} filters the ledger by a currency`);
});

/** Returns true if a page has fewer entries than the whole list, and a larger share of them is in the currency. */
function isFiltered(page: Page, currency: string, total: number, all: readonly unknown[]): boolean {
  const share = (currencies: readonly unknown[]) =>
    currencies.filter(each => each === currency).length / currencies.length;
  const found = currenciesOf(page.items);
  return found.length > 0 && (page.total ?? found.length) < total && share(found) > share(all);
}

/** Fields to sort by. Numbers come first because their order is certain. The lists share no field, so each field is judged by one list. */
const candidates = [
  { list: lists.browse, fields: ['minPrice', 'maxPrice', 'country'] },
  { list: lists.orders, fields: ['valuePurchased', 'updatedAt', 'createdAt'] },
] as const;

/** Number of fields to try for each list. */
const maxFieldsTried = 2;
/** Share of neighbours that rise or fall in a sorted list. A few may be out of order. */
const sortedShare = 0.8;

/** Discovers fields by which sortBy sorts a list, if the list is not in that order without sortBy. */
export const sortFields = discovered('GV_SORT_BY', async context => {
  const value: string[] = [];
  for (const { list, fields } of candidates) {
    const plain = await ifExercised(readWhole(context, list));
    if (!plain?.complete) continue;
    const usable = fields.filter(field => direction(plain.items, field) !== undefined);
    for (const field of usable.slice(0, maxFieldsTried))
      if (await isSorted(context, list, field, direction(plain.items, field))) {
        value.push(field);
        break;
      }
  }
  requireSome(value, 'none of the tried fields sorts its list');
  return {
    value,
    how: 'sortBy puts the list in the order of the field, and the list has another order without it',
  };
});

/** Returns true if sorting by a field gives the list an order that it does not have by default. */
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

export type Value = string | number;

/** Returns the values of a field. Items without the field are left out, because the spec does not show where a sort puts them. */
export const valuesIn = (items: readonly unknown[], field: string): Value[] =>
  items
    .map(item => at(item, field))
    .filter(value => typeof value === 'number' || typeof value === 'string');

type Direction = 'rising' | 'falling' | 'none';

/** Returns the direction of neighbours that differ, or undefined if too few differ. */
export function direction(items: readonly unknown[], field: string): Direction | undefined {
  const values = valuesIn(items, field);
  const steps = values.slice(1).filter((value, index) => value !== values[index]);
  const rising = values.slice(1).filter((value, index) => value > values[index]!);
  if (steps.length < 4) return undefined;
  if (rising.length >= steps.length * sortedShare) return 'rising';
  return rising.length <= steps.length * (1 - sortedShare) ? 'falling' : 'none';
}

// Ids of orders (unknown, of another account) and of order requests (invalid; §4.1 rule 2).

/** Returns the ids of the orders that were read for an account. */
export async function orderIds(context: Context, options: ReadOptions = {}): Promise<string[]> {
  const { items } = await readWhole(context, lists.orders, options);
  return identifiers(items, '_id');
}

/** Requests an order by an id that may be unknown, as `askRequest` does. */
export const askOrder = ({ api }: Context, orderId: string): Promise<Exchange> =>
  api.send(route.order, { params: { orderId }, ...acceptAnyType });

/** Discovers an unknown order id with the form of a listed id. */
export const unknownOrder = discovered('GV_ORDER_UNKNOWN', async context => {
  const ids = await orderIds(context);
  requireSome(ids, 'GET /orders lists no order whose id could be a model');
  return unknownId(context, ids[0]!, id => askOrder(context, id), errors.unknownOrder);
});

/** Requests an order request by an id that may be unknown. The checks share the exchange with the search for an unknown id. */
export const askRequest = (
  { api }: Context,
  id: string,
  options: SendOptions = {},
): Promise<Exchange> =>
  api.send(route.orderRequest, { params: { id }, ...acceptAnyType, ...options });

/** Texts that are unlikely to be ids. The first has no character that a gateway could reject. */
const unlikelyIds = ['not-an-order-request-id', 'not an id!', 'x'.repeat(300)];

/**
 * Returns true if a status is a wrong response to a text that cannot be an id. 400 and 404 are right (§4.1 rule 2). A success, and the
 * statuses of key checks, limiters and gateways, show nothing.
 */
const isWrongForAnyId = (status: number): boolean =>
  ![200, 400, 401, 403, 404, 429].includes(status) && !isOutage(status);

/** Discovers a text that the target rejects as malformed. */
export const invalidRequest = discovered('GV_ORDER_REQUEST_INVALID', async context => {
  for (const [index, value] of unlikelyIds.entries()) {
    const exchange = await askRequest(context, value);
    const { status } = exchange.response;
    const isWrong = index === 0 && isWrongForAnyId(status);
    if (isAnsweredAs(errors.invalidOrderRequestId, exchange) || isWrong)
      return { value, how: answerOf(exchange) };
  }
  throw new NotExercised(
    `${route.orderRequest.id} rejects none of ${unlikelyIds.length} texts as invalid`,
  );
});
