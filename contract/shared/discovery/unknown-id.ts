/** Ids that nobody has: of the form of a known one, and answered as unknown. */
import { field, type Exchange } from '../../../schemas/records/exchange.ts';
import type { ErrorRow } from '../../../schemas/resources/errors.ts';
import type { Context } from '../../../fixtures/run/context.ts';
import { NotFound, type Found } from './discover.ts';
import { similarId } from './similar-id.ts';
import { isOfGateway } from '../../../fixtures/client/wire/gateway.ts';

/** Ids that are tried where somebody may have the first one. */
const tries = [1, 2, 3];

/**
 * An id that is answered as unknown. Where nobody can have it, any other response than that to an id of an invalid format
 * is for the checks to judge; where somebody may, only the response of an unknown one shows that nobody has it.
 *
 * @param ask sends a request with an id.
 * @param unknown the response that the spec states (§7).
 */
export async function unknownId(
  { facts }: Context,
  known: readonly string[],
  ask: (id: string) => Promise<Exchange>,
  unknown: ErrorRow,
): Promise<Found<string>> {
  const [first, ...others] = known;
  if (first === undefined) throw new NotFound('no id is known whose form could be taken');
  let seen = '';
  for (const attempt of tries) {
    const random = facts.bytes(`${unknown.error} ${attempt}`);
    const { id, unique } = similarId([first, ...others], random);
    const exchange = await ask(id);
    const { status } = exchange.response;
    if (isAnsweredAs(unknown, exchange) || (unique && isTelling(status)))
      return { value: id, how: `of the form of a known id; ${exchange.route} answers ${status}` };
    seen = `${exchange.route} answers ${status} to an id of the form of a known one`;
    if (unique) break;
  }
  throw new NotFound(seen);
}

/** By its status, or its text: a target that states that it found nothing knows no such id. */
export const isAnsweredAs = ({ status, error }: ErrorRow, exchange: Exchange): boolean =>
  exchange.response.status === status || field(exchange, 'error') === error;

/** Not that of an id of another format, of a key that is rejected, of a limiter or of a gateway. */
const isTelling = (status: number): boolean =>
  ![400, 401, 422, 429].includes(status) && !isOfGateway(status);
