/** Chooses products of the catalog to buy: first the cheapest products that a wallet can pay for. */
import type { Context } from '../../harness/run/context.ts';
import { own } from '../../harness/run/own.ts';
import { NotExercised, requireSome } from '../../harness/verdict.ts';
import { offersIn, type Offer } from '../setup/shop.ts';

/**
 * Returns the products that the run may buy, as in `Shop`.
 *
 * @param currencies Currencies of the products.
 * @throws NotExercised if there are no products.
 */
export function offers(context: Context, currencies: readonly string[]): readonly Offer[] {
  const found = offersIn(own(context, 'shop'), currencies);
  const where = currencies.join(', ');
  requireSome(found, `the catalog offers nothing in ${where} that GV_MAX_SPEND permits`);
  return found;
}

/**
 * Requires that all balances were read, and that one of them is not 0, because a comparison of balances that are all 0 shows nothing.
 *
 * @throws NotExercised if they show no money.
 */
export function requireMoney(...balances: readonly unknown[]): void {
  if (!balances.every(Number.isFinite) || balances.every(balance => balance === 0))
    throw new NotExercised('there is no money to compare: a balance is absent, or all are 0');
}
