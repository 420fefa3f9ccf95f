/** Reads the order of a list, and the ids of orders and order requests. */
import { lists } from '../../schemas/lists.ts';
import { at, type Exchange } from '../../schemas/records/exchange.ts';
import type { SendOptions } from '../../harness/client/api.ts';
import type { Context } from '../../harness/run/context.ts';
import { identifiers, readWhole, type ReadOptions } from './lists.ts';
import { acceptAnyType } from './keys.ts';
import { route } from '../../schemas/routes.ts';

export type Value = string | number;

/** Returns the values of a field. Items without the field are left out, because the spec does not show where a sort puts them. */
export const valuesIn = (items: readonly unknown[], field: string): Value[] =>
  items
    .map(item => at(item, field))
    .filter(value => typeof value === 'number' || typeof value === 'string');

export type Direction = 'rising' | 'falling' | 'none';

/** Share of neighbours that rise or fall in a sorted list. A few may be out of order. */
const sortedShare = 0.8;

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

/** Requests an order request by an id that may be unknown. The checks share the exchange with the search for an unknown id. */
export const askRequest = (
  { api }: Context,
  id: string,
  options: SendOptions = {},
): Promise<Exchange> =>
  api.send(route.orderRequest, { params: { id }, ...acceptAnyType, ...options });
