/** A bulk order of which a line is rejected, where `rejectedOrders` and what stands beside it show (§2.4). */
import { field, isSuccess, type Exchange } from '../../schemas/records/exchange.ts';
import { route } from '../../schemas/routes.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { isQueued } from './judgements.ts';
import { ifExercised, NotExercised } from '../../fixtures/verdict.ts';
import { bulkOrderBody, bulkOrderPath } from '../shared/discovery/order-bodies.ts';
import { withLine } from '../shared/requests/lines.ts';
import { cheapestElsewhere, costOfPurchase, fill } from '../shared/requests/purchase.ts';
import { endOf, readNamed } from './order-requests.ts';
import { unknownProduct } from './unknown-product.ts';

/**
 * What became of a bulk of a good line and one of an unknown product; made where the settings name none that has any.
 *
 * @throws NotExercised where the target rejects it as a whole.
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
