/** Ids of orders: unknown ones, and those of another account. */
import { lists } from '../../../schemas/lists.ts';
import { isObject } from '../../../schemas/records/exchange.ts';
import { errors } from '../../../schemas/resources/errors.ts';
import { route } from '../../../schemas/routes.ts';
import type { KeyChoice } from '../../../fixtures/config/keys.ts';
import type { Context } from '../../../fixtures/run/context.ts';
import { readWhole } from '../lists/snapshot.ts';
import { discover, NotFound, type Found } from './discover.ts';
import { unknownId } from './unknown-id.ts';

async function orderIds(context: Context, key: KeyChoice): Promise<string[]> {
  const { items } = await readWhole(context, lists.orders, key === 'business' ? {} : { key });
  return items
    .map(item => (isObject(item) ? item['_id'] : undefined))
    .filter((id): id is string => typeof id === 'string' && id !== '');
}

/** GV_ORDER_UNKNOWN: of the form of the orders that are listed. */
export const unknownOrder = (context: Context): Promise<string> =>
  discover(context, 'GV_ORDER_UNKNOWN', () => findUnknown(context));

async function findUnknown(context: Context): Promise<Found<string>> {
  const ids = await orderIds(context, 'business');
  if (ids.length === 0) throw new NotFound('GET /orders lists no order whose form could be taken');
  const ask = (orderId: string) => context.api.send(route.order, { params: { orderId } });
  return unknownId(context, ids, ask, errors.unknownOrder);
}

/** GV_ORDER_FOREIGN: an order that the key of another account lists, and ours does not. */
export const foreignOrder = (context: Context): Promise<string> =>
  discover(context, 'GV_ORDER_FOREIGN', () => findForeign(context));

async function findForeign(context: Context): Promise<Found<string>> {
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
