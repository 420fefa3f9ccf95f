/** Ids of order requests: one that succeeded, an unknown one, and one of an invalid format (§4.1 rule 2). */
import { has } from '../../../schemas/records/exchange.ts';
import { errors } from '../../../schemas/resources/errors.ts';
import { route } from '../../../schemas/routes.ts';
import type { Context } from '../../../fixtures/run/context.ts';
import { NotApplicable } from '../../../fixtures/verdict.ts';
import { endedOrder, queuedId } from '../../orders/order-requests.ts';
import { answerOf, discover, NotFound, type Found } from './discover.ts';
import { isAnsweredAs, unknownId } from './unknown-id.ts';
import { isOfGateway } from '../../../fixtures/client/wire/gateway.ts';

const ask =
  ({ api }: Context) =>
  (id: string) =>
    api.send(route.orderRequest, { params: { id } });

/** The request that became of the run's own order. */
async function ownRequest(context: Context): Promise<string> {
  try {
    return await queuedId(context, 'single');
  } catch (error) {
    if (!(error instanceof NotApplicable)) throw error;
    throw new NotFound('orders are made synchronously here: no order request is known');
  }
}

/** GV_ORDER_REQUEST_SUCCEEDED: that of the run's own order. */
export const succeededRequest = (context: Context): Promise<string> =>
  discover(context, 'GV_ORDER_REQUEST_SUCCEEDED', () => findSucceeded(context));

async function findSucceeded(context: Context): Promise<Found<string>> {
  const value = await ownRequest(context);
  const ended = await endedOrder(context, 'single');
  if (!has(ended, 'result')) throw new NotFound('the order of this run did not end with a result');
  return { value, how: 'the order request of this run, which ended with a result' };
}

/** GV_ORDER_REQUEST_UNKNOWN: of the form of a known one. */
export const unknownRequest = (context: Context): Promise<string> =>
  discover(context, 'GV_ORDER_REQUEST_UNKNOWN', () => findUnknown(context));

async function findUnknown(context: Context): Promise<Found<string>> {
  const { values } = context.target;
  const named = [
    values.GV_ORDER_REQUEST_SUCCEEDED,
    values.GV_ORDER_REQUEST_BULK,
    values.GV_ORDER_REQUEST_FAILED,
  ].filter(id => id !== undefined);
  const known = named.length > 0 ? named : [await ownRequest(context)];
  return unknownId(context, known, ask(context), errors.unknownOrderRequest);
}

/** Texts that are hardly the id of anything; the first has no character that a gateway could reject. */
const oddities = ['not-an-order-request-id', 'not an id!', 'x'.repeat(300)];

/** A text that nobody has as an id is either invalid or unknown: 400 or 404, and nothing else (§4.1 rule 2). */
const isNeither = (status: number): boolean =>
  ![200, 400, 401, 403, 404, 429].includes(status) && !isOfGateway(status);

/** GV_ORDER_REQUEST_INVALID: a text that is answered as an invalid format. */
export const invalidRequest = (context: Context): Promise<string> =>
  discover(context, 'GV_ORDER_REQUEST_INVALID', () => findInvalid(context));

async function findInvalid(context: Context): Promise<Found<string>> {
  for (const [index, value] of oddities.entries()) {
    const exchange = await ask(context)(value);
    const { status } = exchange.response;
    const isWrong = index === 0 && isNeither(status);
    if (isAnsweredAs(errors.invalidOrderRequestId, exchange) || isWrong)
      return { value, how: answerOf(exchange) };
  }
  throw new NotFound(
    `${route.orderRequest.id} rejects none of ${oddities.length} texts as invalid`,
  );
}
