/** Ids of orders (unknown ones, those of another account) and of order requests (succeeded, unknown, invalid; §4.1 rule 2). */
import { lists } from '../../../schemas/lists.ts';
import { isObject, has } from '../../../schemas/records/exchange.ts';
import { errors } from '../../../schemas/resources/errors.ts';
import { route } from '../../../schemas/routes.ts';
import type { KeyChoice } from '../../../fixtures/config/keys.ts';
import type { Context } from '../../../fixtures/run/context.ts';
import { readWhole } from '../lists/snapshot.ts';
import { discover, NotFound, type Found, answerOf } from './discover.ts';
import { unknownId, isAnsweredAs } from './unknown-id.ts';
import { NotApplicable } from '../../../fixtures/verdict.ts';
import { endedOrder, queuedId } from '../../orders/order-requests.ts';
import { isOfGateway } from '../../../fixtures/client/response.ts';

async function orderIds(context: Context, key: KeyChoice): Promise<string[]> {
  const { items } = await readWhole(context, lists.orders, key === 'business' ? {} : { key });
  return items
    .map(item => (isObject(item) ? item['_id'] : undefined))
    .filter((id): id is string => typeof id === 'string' && id !== '');
}

/** GV_ORDER_UNKNOWN: of the form of the orders that are listed. */
export const unknownOrder = (context: Context): Promise<string> =>
  discover(context, 'GV_ORDER_UNKNOWN', () => findUnknownOrder(context));

async function findUnknownOrder(context: Context): Promise<Found<string>> {
  const ids = await orderIds(context, 'business');
  if (ids.length === 0) throw new NotFound('GET /orders lists no order whose form could be taken');
  const ask = (orderId: string) => context.api.send(route.order, { params: { orderId } });
  return unknownId(context, ids, ask, errors.unknownOrder);
}

/** GV_ORDER_FOREIGN: an order that the key of another account lists, and ours does not. */
export const foreignOrder = (context: Context): Promise<string> =>
  discover(context, 'GV_ORDER_FOREIGN', () => findForeignOrder(context));

async function findForeignOrder(context: Context): Promise<Found<string>> {
  const theirs = await orderIds(context, 'other-account');
  const ours = await orderIds(context, 'business');
  const value = theirs.find(id => !ours.includes(id));
  if (value === undefined)
    throw new NotFound(
      theirs.length === 0
        ? 'GV_KEY_OTHER_ACCOUNT lists no orders'
        : 'GV_KEY_OTHER_ACCOUNT lists no order that GV_API_KEY does not list',
    );
  return { value, how: 'listed by GET /orders for GV_KEY_OTHER_ACCOUNT only' };
}

const ask =
  ({ api }: Context) =>
  (id: string) =>
    api.send(route.orderRequest, { params: { id } });

/** The request that became of the run's own order. */
async function ownRequest(context: Context): Promise<string> {
  try {
    return await queuedId(context, 'single');
  } catch (error) {
    if (!(error instanceof NotApplicable)) throw error;
    throw new NotFound('orders are made synchronously here: no order request is known');
  }
}

/** GV_ORDER_REQUEST_SUCCEEDED: that of the run's own order. */
export const succeededRequest = (context: Context): Promise<string> =>
  discover(context, 'GV_ORDER_REQUEST_SUCCEEDED', () => findSucceededRequest(context));

async function findSucceededRequest(context: Context): Promise<Found<string>> {
  const value = await ownRequest(context);
  const ended = await endedOrder(context, 'single');
  if (!has(ended, 'result')) throw new NotFound('the order of this run did not end with a result');
  return { value, how: 'the order request of this run, which ended with a result' };
}

/** GV_ORDER_REQUEST_UNKNOWN: of the form of a known one. */
export const unknownRequest = (context: Context): Promise<string> =>
  discover(context, 'GV_ORDER_REQUEST_UNKNOWN', () => findUnknownRequest(context));

async function findUnknownRequest(context: Context): Promise<Found<string>> {
  const { values } = context.target;
  const named = [
    values.GV_ORDER_REQUEST_SUCCEEDED,
    values.GV_ORDER_REQUEST_BULK,
    values.GV_ORDER_REQUEST_FAILED,
  ].filter(id => id !== undefined);
  const known = named.length > 0 ? named : [await ownRequest(context)];
  return unknownId(context, known, ask(context), errors.unknownOrderRequest);
}

/** Texts that are hardly the id of anything; the first has no character that a gateway could reject. */
const oddities = ['not-an-order-request-id', 'not an id!', 'x'.repeat(300)];

/** A text that nobody has as an id is either invalid or unknown: 400 or 404, and nothing else (§4.1 rule 2). */
const isNeither = (status: number): boolean =>
  ![200, 400, 401, 403, 404, 429].includes(status) && !isOfGateway(status);

/** GV_ORDER_REQUEST_INVALID: a text that is answered as an invalid format. */
export const invalidRequest = (context: Context): Promise<string> =>
  discover(context, 'GV_ORDER_REQUEST_INVALID', () => findInvalidRequest(context));

async function findInvalidRequest(context: Context): Promise<Found<string>> {
  for (const [index, value] of oddities.entries()) {
    const exchange = await ask(context)(value);
    const { status } = exchange.response;
    const isWrong = index === 0 && isNeither(status);
    if (isAnsweredAs(errors.invalidOrderRequestId, exchange) || isWrong)
      return { value, how: answerOf(exchange) };
  }
  throw new NotFound(
    `${route.orderRequest.id} rejects none of ${oddities.length} texts as invalid`,
  );
}
