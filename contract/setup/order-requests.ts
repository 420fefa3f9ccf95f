/** Sends an order, and polls its order request until it ends (§2.3, §3). */
import { errors } from '../../schemas/resources/errors.ts';
import { hasEnded, isQueued } from '../../schemas/orders.ts';
import { field, isSuccess, type Exchange } from '../../schemas/records/exchange.ts';
import { route, type Route } from '../../schemas/routes.ts';
import { readIfAnswered, type SendOptions } from '../../harness/client/api.ts';
import type { Context } from '../../harness/run/context.ts';
import { NotExercised, SuiteError } from '../../harness/verdict.ts';
import type { Purchase } from '../../fixtures/payloads/purchase.ts';

/** Time after which a new record must be readable. */
const lateMs = 5000;

/** Returns when a response was complete, in milliseconds since 1970. */
const receivedAt = ({ times }: Exchange): number => times.startedAt + times.durationMs;

/** Order of the run. A field that cannot be read is undefined. */
export interface OwnOrder extends Followed {
  readonly lines: readonly Purchase[];
  /** Response to the order, which may be an error. */
  readonly creation: Exchange;
  /** First read of its order request, usually while it is queued. */
  readonly first?: Exchange | undefined;
  /** Wallets right before the order. */
  readonly before: Exchange | undefined;
  /** Wallets right after the order has ended. */
  readonly after: Exchange | undefined;
}

/** End of the order request of a queued order. */
interface Followed {
  /** Last poll. It shows the end, unless the order takes longer than GV_ASYNC_TIMEOUT. */
  readonly end?: Exchange | undefined;
  /** Reason why there is no last poll. */
  readonly unread?: Error;
}

/** Sends an order, and reads the wallets before it and after its end. Reads its order request at once, and then until its end. */
export async function placeOrder(
  context: Context,
  to: Route,
  lines: readonly Purchase[],
  order: SendOptions,
): Promise<OwnOrder> {
  const before = await readWalletsBefore(context);
  const creation = await context.api.send(to, order);
  const first = await readFirst(context, creation);
  const followed = await follow(context, creation);
  return { lines, creation, first, ...followed, before, after: await readWalletsAfter(context) };
}

/** Reads the order request of an order right after its creation. Returns undefined if there is none, or if it cannot be read. */
async function readFirst({ api }: Context, creation: Exchange): Promise<Exchange | undefined> {
  const id = isQueued(creation) ? idIn(creation) : undefined;
  return id === undefined ? undefined : readIfAnswered(api, route.orderRequest, { params: { id } });
}

/**
 * Reads the wallets right before an order. After another order, the log has them, because nothing else is bought meanwhile. Returns undefined
 * if they cannot be read, because the order matters more.
 */
export const readWalletsBefore = ({ api }: Context): Promise<Exchange | undefined> =>
  readIfAnswered(api, route.wallet);

/** Reads the wallets after the end of an order, as `readWalletsBefore`. */
export const readWalletsAfter = ({ api }: Context): Promise<Exchange | undefined> =>
  readIfAnswered(api, route.wallet, { fresh: true });

/** Reads the order request of a queued order until its end. */
export async function follow(context: Context, creation: Exchange): Promise<Followed> {
  if (!isQueued(creation)) return {};
  try {
    return { end: await pollToEnd(context, requestIdIn(creation), receivedAt(creation)) };
  } catch (error) {
    if (error instanceof NotExercised || error instanceof SuiteError) return { unread: error };
    throw error;
  }
}

/**
 * Returns the id of a queued order request.
 *
 * @throws NotExercised if the creation returned no id.
 */
export function requestIdIn(queued: Exchange): string {
  const id = idIn(queued);
  if (id === undefined)
    throw new NotExercised('the creation returned no orderRequestId', 'orders.queued');
  return id;
}

function idIn(queued: Exchange): string | undefined {
  const id = field(queued, 'orderRequestId');
  return typeof id === 'string' && id !== '' ? id : undefined;
}

const mayRecover = ({ response: { status } }: Exchange): boolean =>
  status === errors.unknownOrderRequest.status || status >= 500;

/**
 * First wait between polls. An order that takes a second is polled three times, an order that takes minutes eight times in half a
 * minute.
 */
const firstWaitMs = 350;
const longestWaitMs = 10_000;

/**
 * Polls a request until it ends, cannot be read, or GV_ASYNC_TIMEOUT is over. Another check may have polled it, because several checks buy
 * the same.
 *
 * @param since Time when the order request was created, from which GV_ASYNC_TIMEOUT counts.
 */
export async function pollToEnd(context: Context, id: string, since: number): Promise<Exchange> {
  const { api, target, clock } = context;
  const timeOut = since + target.asyncTimeoutMs;
  let readable = since;
  let due = since;
  let until = timeOut;
  for (let wait = firstWaitMs; ; wait = Math.min(wait * 2, longestWaitMs)) {
    due = Math.max(due + wait, clock.now());
    await clock.sleep(Math.max(0, Math.min(due, until) - clock.now()));
    // A timer may end a moment early.
    const askedAt = Math.min(due, clock.now());
    const known = await api.send(route.orderRequest, { params: { id } });
    const isLate = known.times.startedAt < askedAt && !hasEnded(known);
    const exchange = isLate
      ? await api.send(route.orderRequest, { params: { id }, fresh: true })
      : known;
    if (hasEnded(exchange)) return exchange;
    if (!isSuccess(exchange) && !mayRecover(exchange)) return exchange;
    if (isSuccess(exchange)) readable = receivedAt(exchange);
    until = isSuccess(exchange) ? timeOut : Math.min(timeOut, readable + lateMs);
    if (clock.now() >= until) return exchange;
  }
}
