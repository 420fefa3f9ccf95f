import { listedOrder } from './order.ts';
import { topLevelPagination } from './pagination.ts';
import { object } from '../schema.ts';

/** Body of the order history (§4.1). */
export const ordersPage = object('Orders page', {
  ...topLevelPagination,
  orders: { type: 'array', items: listedOrder },
});
