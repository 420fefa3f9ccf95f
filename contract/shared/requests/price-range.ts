/** Amounts with two decimals inside the price range of a product (§2.1), where any value between the two is on offer. */
import type { Context } from '../../../fixtures/run/context.ts';
import { NotExercised } from '../../../fixtures/verdict.ts';
import { offers, type Purchase } from './purchase.ts';
import { voucherOf, type Voucher } from './vouchers.ts';

/** Whether a hundred times an amount is no integer, as binary fractions have it. */
export const isUneven = (amount: number): boolean => !Number.isInteger(amount * 100);

/** The least amount above another that a binary fraction misses from below: a hundred times it is no integer. */
function unevenAbove(least: number): number {
  let cents = Math.round(least * 100) + 1;
  while (Math.floor((cents / 100) * 100) === cents) cents += 1;
  return cents / 100;
}

/** An amount of that kind in the range, and one with two decimals that a binary fraction represents exactly. */
export const unevenPrice = ({ value }: Purchase): readonly [uneven: number, even: number] => [
  unevenAbove(value),
  Math.ceil(value) + 0.25,
];

export const hasUnevenPrice = (offer: Purchase): boolean =>
  Math.max(...unevenPrice(offer)) < (offer.highest ?? 0);

/**
 * The cheapest vouchers in a currency with both amounts.
 *
 * @throws NotExercised where there are none.
 */
export async function unevenVouchers(
  context: Context,
  currency: string,
): Promise<{ readonly uneven: Voucher; readonly even: Voucher }> {
  const offer = (await offers(context, [currency])).find(hasUnevenPrice);
  if (!offer) throw new NotExercised(`no product in ${currency} has a range of prices`);
  const [uneven, even] = unevenPrice(offer);
  return { uneven: voucherOf(context, offer, uneven), even: voucherOf(context, offer, even) };
}
