/** One order of a product for a value: how it is sent, the end of the request that it becomes (§2.3, §3), and if it was sold. */
import { field, has, isSuccess, type Exchange } from '../../schemas/records/exchange.ts';
import { route } from '../../schemas/routes.ts';
import type { Purchase } from '../../fixtures/payloads/purchase.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { ifAnswered, NotExercised } from '../../fixtures/verdict.ts';
import { isAboutBody, orderBody, orderPlaces, purchaseOf, withoutGift } from './order-bodies.ts';
import { answeredAt, lateMs } from './polling.ts';
import { cheapest, unknownProduct } from './purchases.ts';
import { isQueued } from '../orders/judgements.ts';

/** A purchase that is ordered without a giftOrder, if the target makes such orders. */
export interface Tried extends Purchase {
  readonly isPlain?: boolean;
}

/** @throws NotExercised if GV_ORDER_BODY lacks one of these places. */
async function bodyWith(context: Context, places: readonly string[]): Promise<unknown> {
  const template = await orderBody(context);
  const lacking = places.find(place => !JSON.stringify(template).includes(place));
  if (lacking !== undefined) throw new NotExercised(`GV_ORDER_BODY has no ${lacking}`);
  return template;
}

/**
 * Orders a product, once a run; the run's own order serves if it is the same.
 *
 * @throws NotExercised if GV_ORDER_BODY has no place for product and value.
 */
export async function order(context: Context, purchase: Tried): Promise<Exchange> {
  const template = await bodyWith(context, orderPlaces);
  const send = (body: unknown) => context.api.send(route.createOrder, purchaseOf(body, purchase));
  const plain = purchase.isPlain ? withoutGift(template) : undefined;
  if (plain === undefined) return send(template);
  const exchange = await send(plain);
  return (await isRejectedForBody(context, exchange)) ? send(template) : exchange;
}

/** True if an order was rejected for its body, at once or by its request: a target may demand that it is a gift. */
async function isRejectedForBody(context: Context, creation: Exchange): Promise<boolean> {
  if (!isQueued(creation)) return isAboutBody(creation);
  const ended = await ifAnswered(endOf(context, creation));
  return ended !== undefined && hasFailed(ended);
}

/**
 * Orders a product that no catalog has, once a run.
 *
 * @throws NotExercised if GV_ORDER_BODY has no place for a product code.
 */
export async function orderUnknownProduct(context: Context): Promise<Exchange> {
  const template = await bodyWith(context, ['{{productCode}}']);
  const purchase = { ...(await cheapest(context)), productCode: unknownProduct };
  return context.api.send(route.createOrder, purchaseOf(template, purchase));
}

/** @throws NotExercised if the creation returned no id. */
export function requestIdIn(queued: Exchange): string {
  const id = field(queued, 'orderRequestId');
  if (typeof id !== 'string' || id === '')
    throw new NotExercised('the creation returned no orderRequestId', 'orders.queued');
  return id;
}

/** The request that a creation became, at its end. */
export async function endOf(context: Context, queued: Exchange): Promise<Exchange> {
  const id = requestIdIn(queued);
  return context.memo(`the end of ${id}`, () => pollToEnd(context, id, answeredAt(queued)));
}

/** An order that takes a second is read three times, one that takes minutes eight times in half a minute. */
const firstWaitMs = 350;
const longestWaitMs = 10_000;

/** It has ended when `result` or `error` is there, whatever `status` says. */
export const hasEnded = (exchange: Exchange): boolean =>
  isSuccess(exchange) && (has(exchange, 'result') || has(exchange, 'error'));

/** It has failed when there is an error, and no result. */
export const hasFailed = (exchange: Exchange): boolean =>
  isSuccess(exchange) && has(exchange, 'error') && !has(exchange, 'result');

const mayRecover = ({ response: { status } }: Exchange): boolean => status === 404 || status >= 500;

/** The first read of a request, most often while it is queued; sent once a run. */
export const readFirst = ({ api }: Context, id: string): Promise<Exchange> =>
  api.send(route.orderRequest, { params: { id }, once: `first read ${id}` });

/**
 * The request at its end; one that cannot be read as that read shows it.
 *
 * @param since when it was created: what several workers wait for it counts together.
 * @throws NotExercised if it does not end within GV_ASYNC_TIMEOUT.
 */
export async function pollToEnd(context: Context, id: string, since: number): Promise<Exchange> {
  const { api, target, clock } = context;
  const timeOut = since + target.asyncTimeoutMs;
  let readable = since;
  let due = since;
  let exchange = await readFirst(context, id);
  for (let wait = firstWaitMs, fresh = false; ; wait = Math.min(wait * 2, longestWaitMs)) {
    if (hasEnded(exchange)) return exchange;
    if (!isSuccess(exchange) && !mayRecover(exchange)) return exchange;
    if (isSuccess(exchange)) readable = answeredAt(exchange);
    const until = isSuccess(exchange) ? timeOut : Math.min(timeOut, readable + lateMs);
    if (fresh && clock.now() >= until) return requireEnd(exchange, target.asyncTimeoutMs);
    due = Math.max(due + wait, clock.now());
    await clock.sleep(Math.max(0, Math.min(due, until) - clock.now()));
    exchange = await api.send(route.orderRequest, { params: { id }, fresh });
    fresh = true;
  }
}

/** A request that states that it succeeded, and shows nothing, has ended without its result. */
function requireEnd(exchange: Exchange, asyncTimeoutMs: number): Exchange {
  if (isSuccess(exchange) && field(exchange, 'status') !== 'succeeded')
    throw new NotExercised(
      `the order request had neither result nor error after ${asyncTimeoutMs / 1000} s (GV_ASYNC_TIMEOUT)`,
    );
  return exchange;
}

/** @throws NotExercised if there is no such request. */
export async function readable(read: Promise<Exchange>): Promise<Exchange> {
  const exchange = await read;
  if (!isSuccess(exchange)) {
    const { status } = exchange.response;
    throw new NotExercised(`the order request answers ${status}`, 'orders.request-fields');
  }
  return exchange;
}

/** The response that shows what became of an order: to its creation, or to the request that it became at its end. */
export const outcomeOf = async (context: Context, creation: Exchange): Promise<Exchange> =>
  isQueued(creation) ? endOf(context, creation) : creation;

/**
 * Orders a product, and returns if it was sold, at once or by the request that the order became; and the response that shows it.
 *
 * @throws NotExercised if the response does not show it.
 */
export async function buy(
  context: Context,
  purchase: Tried,
): Promise<{ readonly isSold: boolean; readonly shownBy: Exchange }> {
  const creation = await order(context, purchase);
  const { status } = creation.response;
  if (status >= 500) throw new NotExercised(`the order gets ${status}`);
  if (!isQueued(creation)) return { isSold: isSuccess(creation), shownBy: creation };
  const shownBy = await readable(endOf(context, creation));
  if (!hasEnded(shownBy))
    throw new NotExercised('the order request shows no result', 'orders.request-result');
  return { isSold: !has(shownBy, 'error'), shownBy };
}
