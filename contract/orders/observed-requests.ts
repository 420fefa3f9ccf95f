/** What order requests show where the spec leaves it open (§2.3, §3). */
import { field, isObject, type Exchange } from '../../schemas/records/exchange.ts';
import type { ObservationId } from '../statements.ts';
import type { CheckContext } from '../../fixtures/run/context.ts';
import { orderRequests, type OrderKind } from './order-requests.ts';
import { hasEnded } from '../shared/polling.ts';

/** Undefined where the request shows nothing of it. */
type Shown = (exchange: Exchange, kind: OrderKind | undefined) => object | undefined;

/** Records what each order request shows. */
export async function observeRequests(
  context: CheckContext,
  id: ObservationId,
  shown: Shown,
): Promise<void> {
  await context.each(orderRequests(context), async ({ id: of, read, kind }) => {
    const seen = shown(await read(), kind);
    if (seen) context.observe(id, { of, ...seen });
  });
}

/** Fields of the results of one kind. */
export const resultFields =
  (of: OrderKind): Shown =>
  (exchange, kind) => {
    const result = field(exchange, 'result');
    return kind === of && isObject(result) ? { fields: Object.keys(result) } : undefined;
  };

/** Statuses of requests that have ended, or of the others. */
export const statusWhere =
  (isAtEnd: boolean): Shown =>
  exchange =>
    hasEnded(exchange) === isAtEnd ? { status: field(exchange, 'status') } : undefined;
