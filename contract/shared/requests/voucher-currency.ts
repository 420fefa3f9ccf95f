/** Vouchers in one currency, and whether it is what they are refused for (§4.2). */
import { field, isAccepted, type Exchange } from '../../../schemas/records/exchange.ts';
import { route } from '../../../schemas/routes.ts';
import { automationCurrencies } from '../../../schemas/values.ts';
import type { Context } from '../../../fixtures/run/context.ts';
import { ifExercised, NotExercised } from '../../../fixtures/verdict.ts';
import { unevenVouchers } from './price-range.ts';
import {
  leastVoucher,
  leastVouchers,
  requireAccepted,
  sendVoucher,
  sentSome,
  type Voucher,
} from './vouchers.ts';

/** Products that are tried in a currency before it counts as refused: one may be sold out. */
const tries = 3;

/**
 * The response to a voucher in a currency: the first that is accepted, or else the last.
 *
 * @throws NotExercised where something else may be what refuses.
 */
export async function voucherIn(context: Context, currency: string): Promise<Exchange> {
  const uneven = await unevenIn(context, currency);
  if (uneven) return uneven;
  const vouchers = (await leastVouchers(context, [currency])).slice(0, tries);
  let refused: Exchange | undefined;
  for (const voucher of vouchers) {
    refused = await sendVoucher(context, voucher);
    if (isAccepted(refused)) return refused;
  }
  const [dearest = 0] = vouchers.map(({ valuePurchased }) => valuePurchased).toReversed();
  if (!refused || vouchers.length < tries)
    throw new NotExercised(`the catalog has too few products in ${currency} to show it`);
  if (!(await hasFunds(context, currency, dearest)))
    throw new NotExercised(`it is refused, perhaps for lack of ${currency}`);
  for (const other of automationCurrencies)
    if (isAccepted(await sendVoucher(context, await leastVoucher(context, [other]))))
      return refused;
  return requireAccepted(refused);
}

/**
 * The response to a bulk of one voucher in a currency.
 *
 * @throws NotExercised where something else may be what refuses.
 */
export async function bulkIn(
  context: Context,
  currency: string,
  send: (body: unknown) => Promise<Exchange>,
): Promise<Exchange> {
  const uneven = await unevenIn(context, currency, each => send({ vouchers: [each] }));
  if (uneven) return uneven;
  const voucher = await leastVoucher(context, [currency]);
  const exchange = await send({ vouchers: [voucher] });
  // Sent alone afterwards, it shows that neither the currency nor the funds are what refuses.
  const alone = { ...voucher, message: `after a sending in ${currency}` };
  if (!sentSome(exchange) && !isAccepted(await sendVoucher(context, alone)))
    throw new NotExercised(`a voucher in ${currency} is refused alone as well`);
  return exchange;
}

/**
 * A voucher in a currency with nothing but its required fields. Two decimals show more for the price of one voucher.
 *
 * @throws NotExercised where it is refused.
 */
export const acceptedIn = async (context: Context, currency: string): Promise<Exchange> =>
  (await unevenIn(context, currency)) ??
  requireAccepted(await sendVoucher(context, await leastVoucher(context, [currency])));

/** Undefined where it is refused, there is no such product, the run may not spend as much, or the plain voucher is sent anyway. */
async function unevenIn(
  context: Context,
  currency: string,
  send = (voucher: Voucher) => sendVoucher(context, voucher),
): Promise<Exchange | undefined> {
  if ((await leastVoucher(context)).currency === currency) return undefined;
  const vouchers = await ifExercised(unevenVouchers(context, currency));
  const sent = vouchers && (await ifExercised(send(vouchers.uneven)));
  return sent && sentSome(sent) ? sent : undefined;
}

async function hasFunds({ api }: Context, currency: string, value: number): Promise<boolean> {
  const balance = await api.send(route.getWalletBalance, { body: { currency } });
  return isAccepted(balance) && Number(field(balance, 'data', 'balance')) >= value;
}
