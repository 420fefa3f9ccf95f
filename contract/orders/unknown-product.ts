/** An order of what no catalog has (§7). */
import type { Exchange } from '../../schemas/records/exchange.ts';
import { route } from '../../schemas/routes.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { orderBody } from '../shared/discovery/order-bodies.ts';
import { cheapest, costOfPurchase, fill } from '../shared/requests/purchase.ts';
import { sendOrder } from './order-requests.ts';

export const unknownProduct = 'NO-SUCH-PRODUCT-7F3A';

/**
 * The response to such an order that is about its product.
 *
 * @throws NotExercised where a known product is rejected as well.
 */
export async function rejectedForProduct(context: Context): Promise<Exchange> {
  const exchange = await orderUnknownProduct(context);
  const { status } = exchange.response;
  // What rejects the order of a known product too is not about the product.
  if (
    status >= 400 &&
    status !== 404 &&
    (await sendOrder(context, 'single')).response.status === status
  )
    throw new NotExercised(`the order of a known product is rejected with ${status} too`);
  return exchange;
}

/**
 * Orders it, once a run.
 *
 * @throws NotExercised where GV_ORDER_BODY has no place for a product code.
 */
export async function orderUnknownProduct(context: Context): Promise<Exchange> {
  const template = await orderBody(context);
  if (!JSON.stringify(template).includes('{{productCode}}'))
    throw new NotExercised('GV_ORDER_BODY has no {{productCode}} to put an unknown one in');
  const known = await cheapest(context);
  return context.api.send(route.createOrder, {
    body: fill(template, { ...known, productCode: unknownProduct }),
    costs: [costOfPurchase(known, template)],
    once: 'unknown product',
  });
}
