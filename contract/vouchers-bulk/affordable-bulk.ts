/** Bulk sendings of any size, within what a run may spend and wait for. */
import type { Exchange } from '../../schemas/records/exchange.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { NotExercised, SuiteError } from '../../fixtures/verdict.ts';
import { costsOf, requireRoom, sendBulk, type Voucher } from '../shared/requests/vouchers.ts';
import { isOfGateway } from '../../fixtures/client/wire/gateway.ts';

/** From this number of vouchers on, a bulk may take the target longer than a run waits. */
const many = 50;

const slow = (count: number, what: string): NotExercised =>
  new NotExercised(
    `a bulk of ${count}: ${what}; how long it may take is not stated, and a higher GV_TIMEOUT may show it`,
  );

/**
 * Sends a bulk where the run has room for its costs.
 *
 * @throws NotExercised where it has none, or where no response comes to a large one.
 */
export async function sendAffordable(
  context: Context,
  least: Voucher,
  body: unknown,
  again?: boolean,
): Promise<Exchange> {
  const costs = costsOf(body);
  requireRoom(context, costs, least);
  const isLarge = costs.length >= many;
  try {
    const exchange = await sendBulk(context, body, again);
    const { status } = exchange.response;
    if (isLarge && isOfGateway(status)) throw slow(costs.length, `status ${status}`);
    return exchange;
  } catch (error) {
    if (isLarge && error instanceof SuiteError) throw slow(costs.length, error.message);
    throw error;
  }
}
