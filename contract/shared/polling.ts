/** An order request is read until it ends (§3), at growing intervals. */
import { field, has, isSuccess, type Exchange } from '../../schemas/records/exchange.ts';
import { route } from '../../schemas/routes.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { lateMs } from './late.ts';

/** An order that takes a second is read three times, one that takes minutes eight times in half a minute. */
const firstWaitMs = 350;
const longestWaitMs = 10_000;

/** It has ended when `result` or `error` is there, whatever `status` says. */
export const hasEnded = (exchange: Exchange): boolean =>
  isSuccess(exchange) && (has(exchange, 'result') || has(exchange, 'error'));

const mayRecover = ({ response: { status } }: Exchange): boolean => status === 404 || status >= 500;

/** When a response was there. */
export const answeredAt = ({ times }: Exchange): number => times.startedAt + times.durationMs;

/** The first read of a request, most often while it is queued; sent once a run. */
export const readFirst = ({ api }: Context, id: string): Promise<Exchange> =>
  api.send(route.orderRequest, { params: { id }, once: `first read ${id}` });

/**
 * The request at its end; one that cannot be read as that read shows it.
 *
 * @param since when it was created: what several workers wait for it counts together.
 * @throws NotExercised where it does not end within GV_ASYNC_TIMEOUT.
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
