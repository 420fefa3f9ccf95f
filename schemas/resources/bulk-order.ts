import { order } from './order.ts';
import { nullable, object } from '../schema.ts';
import { boolean, integer, number, string } from '../values.ts';

/** Outcome of a bulk order (§2.4). */
export const bulkOrderCreated = object(
  'Bulk order created',
  {
    success: boolean,
    orders: { type: 'array', items: order },
    summary: object('Bulk order summary', {
      totalOrders: integer,
      totalValue: number,
      currency: string,
      remainingBalance: number,
    }),
  },
  {
    rejectedOrders: nullable({
      type: 'array',
      items: object('Rejected order', { productCode: string, reason: string }),
    }),
  },
);
