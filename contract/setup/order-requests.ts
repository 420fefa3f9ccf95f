/** Sends an order once a run, and polls its order request until it ends (§2.3, §3). */
import { errors } from '../../schemas/resources/errors.ts';
import { hasEnded, isQueued } from '../../schemas/orders.ts';
import { field, isSuccess, type Exchange } from '../../schemas/records/exchange.ts';
import { route, type Route } from '../../schemas/routes.ts';
import type { SendOptions } from '../../harness/client/api.ts';
import type { Context } from '../../harness/run/context.ts';
import { ifAnswered, NotExercised } from '../../harness/verdict.ts';
import { withoutOtherPurchases } from '../steps/purchases.ts';

/** Time after which a new record must be readable. */
const lateMs = 5000;

/** Returns when a response was complete, in milliseconds since 1970. */
const receivedAt = ({ times }: Exchange): number => times.startedAt + times.durationMs;

/** Body and costs of an order. `once` identifies it in the run. */
export type OrderOptions = SendOptions & { readonly once: string };

/** Order that was sent, with the wallets around it. */
export interface Sent {
  /** Response to the order, which may be an error. */
  readonly creation: Exchange;
  /** Wallets right before the order, or undefined if they cannot be read. */
  readonly before: Exchange | undefined;
  /** Wallets right after the order has ended. */
  readonly after: Exchange | undefined;
}

/**
 * Sends an order, and reads the wallets before it and after its end. The run buys nothing else meanwhile, so the balances show
 * the price of the order.
 */
export const sendOrder = (context: Context, to: Route, order: OrderOptions): Promise<Sent> =>
  context.memo(`${to.id} ${order.once}`, () => {
    const { api } = context;
    const readWallets = (when: string) => {
      const headers = { 'Cache-Control': 'no-cache' };
      return ifAnswered(api.send(route.wallet, { headers, once: `${when} ${order.once}` }));
    };
    return withoutOtherPurchases(context, async () => {
      const before = await readWallets('before');
      // This function already has its turn.
      const creation = await api.send(to, { ...order, unordered: true });
      if (isQueued(creation)) await ifAnswered(readToEnd(context, creation));
      return { before, creation, after: await readWallets('after') };
    });
  });

/** Reads an order request at once, while it is usually queued, and then at its end. */
async function readToEnd(context: Context, queued: Exchange): Promise<void> {
  await readFirst(context, requestIdIn(queued));
  await endOf(context, queued);
}

/**
 * Returns the id of a queued order request.
 *
 * @throws NotExercised if the creation returned no id.
 */
export function requestIdIn(queued: Exchange): string {
  const id = field(queued, 'orderRequestId');
  if (typeof id !== 'string' || id === '')
    throw new NotExercised('the creation returned no orderRequestId', 'orders.queued');
  return id;
}

/** Returns the last poll of the order request of a creation. It shows the end, unless the order takes longer than GV_ASYNC_TIMEOUT. */
export async function endOf(context: Context, queued: Exchange): Promise<Exchange> {
  const id = requestIdIn(queued);
  return context.memo(`the end of ${id}`, () => pollToEnd(context, id, receivedAt(queued)));
}

/**
 * Returns an order request that has ended.
 *
 * @throws NotExercised if it has not. Another requirement reports that.
 */
export function requireEnd(exchange: Exchange): Exchange {
  if (hasEnded(exchange)) return exchange;
  throw new NotExercised('the order request did not end', 'orders.request-ends');
}

const mayRecover = ({ response: { status } }: Exchange): boolean =>
  status === errors.unknownOrderRequest.status || status >= 500;

/** Reads a request for the first time, usually while it is queued. Sent once a run. */
export const readFirst = ({ api }: Context, id: string): Promise<Exchange> =>
  api.send(route.orderRequest, { params: { id }, once: `first read ${id}` });

/**
 * First wait between polls. An order that takes a second is polled three times, an order that takes minutes eight times in half a
 * minute.
 */
const firstWaitMs = 350;
const longestWaitMs = 10_000;

/**
 * Polls a request until it ends, cannot be read, or GV_ASYNC_TIMEOUT is over.
 *
 * @param since Time when the order request was created, from which GV_ASYNC_TIMEOUT counts.
 */
export async function pollToEnd(context: Context, id: string, since: number): Promise<Exchange> {
  const { api, target, clock } = context;
  const timeOut = since + target.asyncTimeoutMs;
  let readable = since;
  let due = since;
  let until = timeOut;
  for (let wait = firstWaitMs, fresh = false; ; wait = Math.min(wait * 2, longestWaitMs)) {
    due = Math.max(due + wait, clock.now());
    await clock.sleep(Math.max(0, Math.min(due, until) - clock.now()));
    const exchange = await api.send(route.orderRequest, { params: { id }, fresh });
    fresh = true;
    if (hasEnded(exchange)) return exchange;
    if (!isSuccess(exchange) && !mayRecover(exchange)) return exchange;
    if (isSuccess(exchange)) readable = receivedAt(exchange);
    until = isSuccess(exchange) ? timeOut : Math.min(timeOut, readable + lateMs);
    if (clock.now() >= until) return exchange;
  }
}

/**
 * Returns a successful read of an order request.
 *
 * @throws NotExercised if the request does not exist.
 */
export async function readable(
  read: Promise<Exchange>,
  elsewhere = 'orders.request-readable',
): Promise<Exchange> {
  const exchange = await read;
  if (isSuccess(exchange)) return exchange;
  const { status } = exchange.response;
  throw new NotExercised(`the order request answers ${status}`, elsewhere);
}

/**
 * Returns the response that shows the result of an order: the creation, or its request at the end.
 *
 * @throws NotExercised if the request did not end.
 */
export async function outcomeOf(context: Context, creation: Exchange): Promise<Exchange> {
  return isQueued(creation) ? requireEnd(await endOf(context, creation)) : creation;
}
