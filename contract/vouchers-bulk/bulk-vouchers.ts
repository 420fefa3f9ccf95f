/** Sends vouchers to try among good vouchers of a bulk (§4.2). */
import { field, isAccepted, type Exchange } from '../../schemas/records/exchange.ts';
import type { Payload } from '../../fixtures/payloads/payloads.ts';
import {
  withDistinctRecipients,
  costsOf,
  cheapestVoucher,
  requireRoom,
  sendBulk,
  type Voucher,
} from '../steps/vouchers.ts';
import type { Context } from '../../harness/run/context.ts';
import { NotExercised, SuiteError } from '../../harness/verdict.ts';

/** Returns true if each voucher of a bulk was accepted. */
export const acceptsAll = (exchange: Exchange): boolean =>
  isAccepted(exchange) && field(exchange, 'data', 'vouchersFailed') === 0;

/** Returns a payload that has a voucher between two good vouchers. A service may check only one position of a bulk. */
export function inBulk(good: Voucher, payload: Payload, position: number): Payload {
  const among = (voucher: unknown) => ({
    vouchers: [0, 1, 2].map(at => (at === position ? voucher : good)),
  });
  return {
    ...payload,
    id: `${payload.field}: ${payload.id}`,
    body: among(payload.body),
    control: among(payload.control),
  };
}

/** Returns one payload for each field and keyword, which breaks the keyword. Other payloads are tried on single vouchers. */
export function oneBreakerEach(all: readonly Payload[]): Payload[] {
  const seen = new Set<string>();
  return all.filter(({ field: name, keyword, valid }) => {
    const key = `${name} ${keyword}`;
    return valid || seen.has(key) ? false : seen.add(key);
  });
}

/** Number of vouchers in a bulk that may take longer than GV_TIMEOUT. */
const largeBulk = 50;

/**
 * Sends a bulk in which each voucher has its own recipient.
 *
 * @throws NotExercised if the run lacks money for the bulk, or if a large bulk gets no response.
 */
export async function sendToDistinctRecipients(
  context: Context,
  body: unknown,
  again?: boolean,
): Promise<Exchange> {
  const costs = costsOf(body);
  requireRoom(context, costs, await cheapestVoucher(context));
  try {
    return await sendBulk(context, withDistinctRecipients(body), again);
  } catch (error) {
    if (costs.length < largeBulk || !(error instanceof SuiteError)) throw error;
    throw new NotExercised(
      `no response to a bulk of ${costs.length}: set a higher GV_TIMEOUT, because the spec limits no response time`,
    );
  }
}
