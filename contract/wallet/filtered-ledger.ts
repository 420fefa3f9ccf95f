/** The ledger of one currency (§4.1), as far as the account has a wallet in it. */
import { lists } from '../../schemas/lists.ts';
import { bodyOf, isObject, type Exchange } from '../../schemas/records/exchange.ts';
import { errors, isRow } from '../../schemas/resources/errors.ts';
import { route } from '../../schemas/routes.ts';
import { object } from '../../schemas/schema.ts';
import { isSameCurrency } from '../../schemas/values.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { mostPages, readWhole, type ReadOptions, type Snapshot } from '../shared/lists/snapshot.ts';

/** No wrapper stands between the body and its list (§7). */
const ledgerPage = object('A page of the ledger', {
  transactions: { type: 'array' },
  pagination: { type: 'object' },
});

/**
 * @param name of the currency filter.
 * @throws ExpectationFailed where a currency of the list is not taken.
 * @throws NotExercised where the account has no wallet in it (§7).
 */
export async function filteredLedger(
  context: Context,
  name: string,
  currency: string,
  anew: Pick<ReadOptions, 'fresh' | 'around'> = {},
): Promise<Snapshot> {
  const query = { [name]: currency };
  try {
    return await readWhole(context, lists.ledger, { query, atMost: mostPages, ...anew });
  } catch (error) {
    if (!(error instanceof NotExercised)) throw error;
    const exchange = await context.api.send(route.ledger, { query });
    if (hasNoWallet(exchange) && !(await isThere(context, currency)))
      throw new NotExercised(`the account has no wallet in ${currency}`);
    expect(exchange).toHaveStatus(200);
    expect(exchange).toMatchSchema(ledgerPage);
    throw error;
  }
}

const hasNoWallet = (exchange: Exchange): boolean => isRow(exchange, errors.noWallet);

/** Whether the account has such a wallet, as far as it shows. */
async function isThere({ api }: Context, currency: string): Promise<boolean> {
  const exchange = await api.send(route.wallet);
  const wallets = bodyOf(exchange);
  if (hasNoWallet(exchange)) return false;
  return (
    !Array.isArray(wallets) ||
    wallets.some(each => isObject(each) && isSameCurrency(each['currency'], currency))
  );
}
