/** Sends harmless requests with good and bad keys, and decides when the rejection of a key is evidence. */
import { route, type Route } from '../../schemas/routes.ts';
import type { SendOptions } from '../../harness/client/api.ts';
import type { Context } from '../../harness/run/context.ts';
import { own } from '../../harness/run/own.ts';
import { costsOf, acceptedBulk, acceptedVoucher } from './vouchers.ts';
import { isAccepted, type Exchange } from '../../schemas/records/exchange.ts';
import { goodRole, isRole, requireDifferent, type KeyChoice } from '../../harness/config/keys.ts';
import { answersGoodKey } from './live-routes.ts';
import { NotExercised } from '../../harness/verdict.ts';

/**
 * Accepts any type, as most clients do. Some frameworks treat only clients that ask for JSON as API clients, and send other
 * clients to a login or an error page (§4: responses are JSON).
 */
export const acceptAnyType: SendOptions = { headers: { Accept: '*/*' } };

/** Well-formed unknown id, if no setting names one. */
const unknownId = '000000000000000000000000';

type Request = (context: Context) => SendOptions | Promise<SendOptions>;

const unknownWebhook = ({ target }: Context) => ({
  params: { id: target.values.GV_WEBHOOK_UNKNOWN ?? unknownId },
});

/** Returns an empty body, which creates nothing. */
const empty = () => ({ body: {}, costs: [] });

/** Options of a harmless request, by route. A route that is not listed needs none. */
const requests: Readonly<Record<string, Request>> = {
  [route.orderRequest.id]: ({ target: { values } }) => ({
    params: {
      id: values.GV_ORDER_REQUEST_SUCCEEDED ?? values.GV_ORDER_REQUEST_UNKNOWN ?? unknownId,
    },
  }),
  [route.order.id]: ({ target }) => ({
    params: { orderId: target.values.GV_ORDER_UNKNOWN ?? unknownId },
  }),
  [route.createWebhook.id]: () => ({ body: {} }),
  [route.updateWebhook.id]: context => ({
    ...unknownWebhook(context),
    body: context.target.values.GV_WEBHOOK_BODY ?? {},
  }),
  [route.deleteWebhook.id]: unknownWebhook,
  [route.createOrder.id]: empty,
  [route.createBulkOrder.id]: async context => ({
    params: { bulkPath: own(context, 'GV_BULK_ORDER_PATH') },
    ...empty(),
  }),
  [route.sendVoucher.id]: empty,
  [route.sendBulkVouchers.id]: empty,
  [route.getWalletTransactions.id]: () => ({ body: {} }),
  [route.getWalletBalance.id]: () => ({ body: {} }),
  [route.tool.id]: () => ({ params: { toolName: 'get_gift_details' } }),
};

/**
 * Returns a request that buys, sends and registers nothing with any key.
 *
 * @throws NotExercised if a setting that the route needs is missing.
 */
export const harmlessRequest = async (context: Context, to: Route): Promise<SendOptions> =>
  (await requests[to.id]?.(context)) ?? {};

/** Sends the harmless request to a route with the good key. */
export const sendWithGoodKey = async (context: Context, to: Route): Promise<Exchange> =>
  context.api.send(to, await harmlessRequest(context, to));

/**
 * Requires that the route answers the good key as it should. If it does not, the rejection of a bad key proves nothing.
 *
 * @throws NotExercised if the good key gets another answer.
 */
export async function requireGoodKey(context: Context, to: Route): Promise<Exchange> {
  const exchange = await sendWithGoodKey(context, to);
  if (answersGoodKey(to, exchange)) return exchange;
  const { status } = exchange.response;
  throw new NotExercised(
    [401, 403].includes(status)
      ? `${to.id} rejects the good key too (status ${status})`
      : `${to.id} answers the good key with ${status}, and may not have checked the key`,
  );
}

/**
 * Sends the harmless request of a route with another key.
 *
 * @param changes Changes to the request, which must stay harmless.
 * @throws NotExercised if the route does not answer the good key as it should, or if both keys are the same.
 */
export async function sendWithKey(
  context: Context,
  to: Route,
  key: KeyChoice | undefined,
  changes: SendOptions = {},
): Promise<Exchange> {
  const goodKey = goodRole(to.family);
  if (key !== undefined && isRole(key) && key !== goodKey)
    requireDifferent(context.target, key, goodKey);
  const options = await harmlessRequest(context, to);
  const good = await requireGoodKey(context, to);
  const exchange = await context.api.send(to, { ...options, ...changes, key });
  const mayBeForBody = to.family !== 'business' && to.effect !== 'read';
  return mayBeForBody && exchange.response.status === good.response.status
    ? sendVouchersWithKey(context, to, key)
    : exchange;
}

/**
 * Sends vouchers with a key to an automation route. The spec does not show the rejections of these routes (§7). If they reject
 * the empty body with the same status for every key, only vouchers show whether the key is rejected.
 *
 * @throws NotExercised if the good key is rejected too.
 */
async function sendVouchersWithKey(
  context: Context,
  to: Route,
  key: KeyChoice | undefined,
): Promise<Exchange> {
  const voucher = own(context, 'cheapest voucher');
  const isSingle = to.id === route.sendVoucher.id;
  const body = isSingle ? voucher : { vouchers: [voucher] };
  const exchange = await context.api.send(to, { body, costs: costsOf(body), key });
  if (!isAccepted(exchange)) (isSingle ? acceptedVoucher : acceptedBulk)(context);
  return exchange;
}
