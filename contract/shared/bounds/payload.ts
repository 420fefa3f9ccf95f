/** Judges one payload: by acceptance, and by a refusal only if something near is accepted. */
import {
  field,
  isAccepted,
  isJson,
  isObject,
  type Exchange,
} from '../../../schemas/records/exchange.ts';
import { expect } from '../../../fixtures/run/expect/expect.ts';
import type { Payload } from '../../../fixtures/payloads/payloads.ts';
import { NotExercised } from '../../../fixtures/verdict.ts';

/** Sends a body; the same one is sent once a run, unless `again`. */
export type Send = (body: unknown, again?: boolean) => Promise<Exchange>;

/** A payload, and a body that holds other valid ones beside it (beside its control, where it is invalid). */
type Tried = Pick<Payload, 'valid' | 'body' | 'control' | 'further' | 'breaker' | 'blank'> &
  Partial<Pick<Payload, 'field' | 'keyword'>> & { readonly row?: unknown };

/** Conversions that a lenient reader makes in place of a refusal: the clause permits none of them. */
const leniences: Readonly<Record<string, string>> = {
  type: 'another JSON type, which the target may have converted',
  minimum: 'a number below the bound, which the target may have moved inside it',
  maximum: 'a number above the bound, which the target may have moved inside it',
};

/**
 * Tries one payload of an automation action. At the bound: accepted is proof; refused is a failure only if the
 * neighbour inside is accepted, or a value further inside that nothing else could set apart. Beyond it: accepted is a failure;
 * refused is evidence only if the bound is accepted.
 * If all are refused, because a code is looked up in the catalog, say, the bound shows by their statuses: one that keeps
 * it is refused as one that breaks it, and not as its neighbours.
 * A row that is accepted shows each payload of it to be accepted; otherwise they are sent alone.
 *
 * @param accepts how an accepted response is recognised, where more than one thing can be refused.
 * @throws NotExercised if a payload well inside the bounds is rejected too.
 */
export async function tryPayload(
  { row, valid, body, control, further = [], breaker, blank, field: name, keyword = '' }: Tried,
  send: Send,
  accepts: (exchange: Exchange) => boolean = isAccepted,
): Promise<void> {
  const together = row === undefined ? undefined : await send(row);
  const shown = together !== undefined && accepts(together);
  if (valid && shown) return expect(together).toBeAccepted(accepts);
  const exchange = await send(body);
  if (valid && isOfFirewall(exchange))
    throw new NotExercised('what refuses it may be a firewall before the service, for its signs');
  if (!accepts(exchange) && !(!valid && shown)) {
    const { inside, refused } = await findInside([control, ...further], send, accepts);
    if (inside === undefined && valid && breaker !== undefined) {
      const { status } = exchange.response;
      const isApart = status < 500 && !refused.includes(status);
      if (isApart && (await send(breaker)).response.status === status)
        return expect(exchange).toBeAccepted(accepts);
    }
    // A payload that was accepted before may be refused by now, for lack of funds, say.
    if (inside === undefined || (valid && !accepts(await send(inside, true))))
      throw new NotExercised('inconclusive: a payload well inside the bounds is rejected too');
  }
  if (valid) return expect(exchange).toBeAccepted(accepts);
  if (blank && name && accepts(exchange) && !repeats(exchange, name, body))
    throw new NotExercised('it is accepted without the blanks around it, which is left open');
  expect(exchange, leniences[keyword]).toBeRefused(accepts);
}

/** True if a request with signs of markup or of quotes was refused otherwise than in JSON, in which the routes answer. */
const isOfFirewall = (exchange: Exchange): boolean => {
  const { status } = exchange.response;
  const hasSigns = /['<>&;]|\\"/.test(exchange.request.body ?? '');
  return hasSigns && status >= 400 && status < 500 && !isJson(exchange);
};

/** True if the response has a value as it was sent: nothing was dropped before it was looked at. */
const repeats = (exchange: Exchange, name: string, body: unknown): boolean =>
  isObject(body) && field(exchange, 'data', name) === body[name];

/** The first body that is accepted, and the statuses of those before it. */
async function findInside(
  bodies: readonly unknown[],
  send: Send,
  accepts: (exchange: Exchange) => boolean,
): Promise<{ readonly inside?: unknown; readonly refused: readonly number[] }> {
  const refused: number[] = [];
  for (const body of bodies) {
    const exchange = await send(body);
    if (accepts(exchange)) return { inside: body, refused };
    refused.push(exchange.response.status);
  }
  return { refused };
}
