/** Requests that are about the key or an id, and when the refusal of a key is evidence. */
import { route, type Route } from '../../schemas/routes.ts';
import type { SendOptions } from '../../harness/client/api.ts';
import type { Context } from '../../harness/run/context.ts';
import { bulkOrderPath } from './discovery.ts';
import { unknownWebhook } from './webhooks.ts';
import { costsOf, leastVoucher, acceptedBulk, acceptedVoucher } from './vouchers.ts';
import { isAccepted, type Exchange } from '../../schemas/records/exchange.ts';
import { goodRole, isRole, requireDifferent, type KeyChoice } from '../../harness/config/keys.ts';
import { answersGoodKey } from '../../harness/run/judgement.ts';
import { NotExercised } from '../../harness/verdict.ts';

/**
 * Asks as most clients do: a framework may take those alone that name JSON for clients of an API, send others to a login, and show
 * them its errors as pages (§4: responses are JSON).
 */
export const anyType: SendOptions = { headers: { Accept: '*/*' } };

/** A well-formed id that nobody has, if the target declares none. */
const nobody = '000000000000000000000000';

type Request = (context: Context) => SendOptions | Promise<SendOptions>;

const unknownHook = async (context: Context) => ({
  params: { id: await unknownWebhook(context) },
});

/** An empty body, of which nothing is made. */
const empty = () => ({ body: {}, costs: [] });

/** What a harmless request carries besides its route, by route; nothing if it is not here. */
const requests: Readonly<Record<string, Request>> = {
  [route.orderRequest.id]: ({ target: { values } }) => ({
    params: { id: values.GV_ORDER_REQUEST_SUCCEEDED ?? values.GV_ORDER_REQUEST_UNKNOWN ?? nobody },
  }),
  [route.order.id]: ({ target }) => ({
    params: { orderId: target.values.GV_ORDER_UNKNOWN ?? nobody },
  }),
  [route.createWebhook.id]: () => ({ body: {} }),
  [route.updateWebhook.id]: async context => ({
    ...(await unknownHook(context)),
    body: context.target.values.GV_WEBHOOK_BODY ?? {},
  }),
  [route.deleteWebhook.id]: unknownHook,
  [route.createOrder.id]: empty,
  [route.createBulkOrder.id]: async context => ({
    params: { bulkPath: await bulkOrderPath(context) },
    ...empty(),
  }),
  [route.sendVoucher.id]: empty,
  [route.sendBulkVouchers.id]: empty,
  [route.getWalletTransactions.id]: () => ({ body: {} }),
  [route.getWalletBalance.id]: () => ({ body: {} }),
  [route.tool.id]: () => ({ params: { toolName: 'get_gift_details' } }),
};

/**
 * Returns a request that buys, sends and registers nothing, whatever key it carries.
 *
 * @throws NotExercised if the target does not declare what the route needs.
 */
export const harmlessRequest = async (context: Context, to: Route): Promise<SendOptions> =>
  (await requests[to.id]?.(context)) ?? {};

/** The harmless request to a route, with the good key, sent once a run. */
export async function sendWithGoodKey(context: Context, to: Route): Promise<Exchange> {
  const options = await harmlessRequest(context, to);
  const shared = to.effect === 'read' ? { earlier: true } : { once: 'good key' };
  return context.api.send(to, { ...options, ...shared });
}

/**
 * The refusal of a bad key is evidence only if the route answers the good key as it should.
 *
 * @throws NotExercised if it does not.
 */
export async function requireGoodKey(context: Context, to: Route): Promise<Exchange> {
  const exchange = await sendWithGoodKey(context, to);
  if (answersGoodKey(to, exchange)) return exchange;
  const { status } = exchange.response;
  throw new NotExercised(
    [401, 403].includes(status)
      ? `${to.id} refuses the good key too (status ${status})`
      : `${to.id} answers the good key with ${status}: whether it looked at the key is not known`,
  );
}

/**
 * The response to what the good key may send, sent with another key.
 *
 * @param changes of the request, which leave it harmless.
 * @throws NotExercised if the good key is not answered as it should be, or is the other key.
 */
export async function sendWithKey(
  context: Context,
  to: Route,
  key: KeyChoice | undefined,
  changes: SendOptions = {},
): Promise<Exchange> {
  requireOther(context, to, key);
  const options = await harmlessRequest(context, to);
  const good = await requireGoodKey(context, to);
  const exchange = await context.api.send(to, { ...options, ...changes, key });
  const mayBeOfBody = to.family !== 'business' && to.effect !== 'read';
  return mayBeOfBody && exchange.response.status === good.response.status
    ? sendVouchersWithKey(context, to, key)
    : exchange;
}

/**
 * The rejections of automation routes are not shown (§7). If they reject the empty body with the same status, whatever the key,
 * only vouchers show whether it is the key that is refused.
 *
 * @throws NotExercised if they are refused to the good key as well.
 */
async function sendVouchersWithKey(
  context: Context,
  to: Route,
  key: KeyChoice | undefined,
): Promise<Exchange> {
  const voucher = await leastVoucher(context);
  const isSingle = to.id === route.sendVoucher.id;
  const body = isSingle ? voucher : { vouchers: [voucher] };
  const exchange = await context.api.send(to, { body, costs: costsOf(body), key });
  if (!isAccepted(exchange)) await (isSingle ? acceptedVoucher : acceptedBulk)(context);
  return exchange;
}

/** @throws NotExercised if the good key is the other one, too. */
function requireOther({ target }: Context, to: Route, key: KeyChoice | undefined): void {
  const good = goodRole(to.family);
  if (key !== undefined && isRole(key) && key !== good) requireDifferent(target, key, good);
}
