/** Orders of what no catalog has (§7), and bulk orders of which such a line is rejected (§2.4). */
import { type Exchange, field, isSuccess } from '../../schemas/records/exchange.ts';
import { route } from '../../schemas/routes.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { NotExercised, ifExercised } from '../../fixtures/verdict.ts';
import {
  orderBody,
  bulkOrderBody,
  withLine,
  cheapest,
  costOfPurchase,
  fill,
  cheapestElsewhere,
} from '../shared/purchases.ts';
import { bulkOrderPath } from '../shared/discovery.ts';
import { sendOrder, endOf, readNamed } from './order-requests.ts';
import { isQueued } from './judgements.ts';

const unknownProduct = 'NO-SUCH-PRODUCT-7F3A';

/**
 * The response to such an order that is about its product.
 *
 * @throws NotExercised if a known product is rejected as well.
 */
export async function rejectedForProduct(context: Context): Promise<Exchange> {
  const exchange = await orderUnknownProduct(context);
  const { status } = exchange.response;
  // A rejection that the order of a known product gets too is not about the product.
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
 * @throws NotExercised if GV_ORDER_BODY has no place for a product code.
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

/**
 * Returns the result of a bulk with a rejected line: one of the settings, or one of a good line and one of an unknown product.
 *
 * @throws NotExercised if the target rejects it as a whole.
 */
export async function partlyRejected(context: Context): Promise<Exchange> {
  const named = await ifExercised(readBulk(context));
  const known = named && field(named, 'result', 'rejectedOrders');
  if (named && Array.isArray(known) && known.length > 0) return named;
  const creation = await createMixed(context);
  return isQueued(creation) ? endOf(context, creation) : creation;
}

const readBulk = async (context: Context): Promise<Exchange> =>
  readNamed(context, 'GV_ORDER_REQUEST_BULK');

async function createMixed(context: Context): Promise<Exchange> {
  const template = await bulkOrderBody(context);
  const mixed = withLine(template, ofUnknown);
  if (mixed === undefined)
    throw new NotExercised('GV_BULK_ORDER_BODY has no list of orders with a {{productCode}}');
  const good = await cheapestElsewhere(context);
  const exchange = await context.api.send(route.createBulkOrder, {
    params: { bulkPath: await bulkOrderPath(context) },
    body: fill(mixed, good),
    // The line that has to be rejected would cost as much as a good one.
    costs: [costOfPurchase(good, template), costOfPurchase(good, {})],
    once: 'a line of an unknown product',
  });
  if (!isSuccess(exchange))
    throw new NotExercised(
      `a bulk with an unknown product is rejected as a whole, with ${exchange.response.status}`,
    );
  return exchange;
}

const ofUnknown = (line: unknown): unknown =>
  JSON.parse(JSON.stringify(line).replaceAll('{{productCode}}', unknownProduct));
