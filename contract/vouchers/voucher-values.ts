/** Sends vouchers in one currency, with amounts of two decimals, and with several bounds at a time (§2.1, §4.2). */
import type { Exchange } from '../../schemas/records/exchange.ts';
import type { Context } from '../../harness/run/context.ts';
import { NotExercised } from '../../harness/verdict.ts';
import { sendVoucher, type Voucher, voucherOf, voucherOffers } from '../steps/vouchers.ts';
import { nextUnevenAmount } from '../setup/shop.ts';
import { offers } from '../steps/purchases.ts';
import { payloads, rows, type Row } from '../../fixtures/payloads/payloads.ts';
import { sendVoucherBody } from '../../schemas/resources/automation.ts';
import { hasSentVoucher } from '../../schemas/vouchers.ts';

/** Number of products to try in a currency, because one may be sold out. */
const mostProductsTried = 3;

/**
 * Sends vouchers in a currency until one is sent, with only their required fields. The value of the first has two decimals, if a
 * product is sold for such an amount, because that shows more than a whole amount.
 *
 * @returns the first accepted response, or the last rejection.
 */
export async function voucherIn(
  context: Context,
  currency: string,
  send: (voucher: Voucher) => Promise<Exchange> = voucher => sendVoucher(context, voucher),
): Promise<Exchange> {
  const offered = voucherOffers(context, [currency]).slice(0, mostProductsTried);
  const priced = offered.map(offer => voucherOf(context, offer));
  const [first, ...others] = [findUneven(context, currency)?.uneven ?? [], ...priced].flat();
  let exchange = await send(first!);
  for (const voucher of others) if (!hasSentVoucher(exchange)) exchange = await send(voucher);
  return exchange;
}

interface Uneven {
  readonly uneven: Voucher;
  readonly whole: Voucher;
}

/** Returns the cheapest vouchers in a currency for two amounts: a whole amount, and an amount that has no exact binary fraction. */
function findUneven(context: Context, currency: string): Uneven | undefined {
  for (const offer of offers(context, [currency])) {
    const [uneven, whole] = [nextUnevenAmount(offer.value), Math.ceil(offer.value)];
    if (Math.max(uneven, whole) <= (offer.highest ?? 0))
      return { uneven: voucherOf(context, offer, uneven), whole: voucherOf(context, offer, whole) };
  }
  return undefined;
}

/**
 * Returns the cheapest vouchers in a currency for a whole and an uneven amount.
 *
 * @throws NotExercised if no product has both in its range of prices.
 */
export function unevenVouchers(context: Context, currency: string): Uneven {
  const found = findUneven(context, currency);
  if (!found) throw new NotExercised(`no product in ${currency} has a range of prices`);
  return found;
}

/** Fields whose values depend on the catalog. A target may reject them for other reasons than a bound. */
export const fromCatalog = ['productCode', 'merchant', 'currency', 'valuePurchased'];

/** Keywords that are sent alone. The highest value costs more than all other payloads. */
const alone = ['maximum', 'optional', 'enum'];

/** Returns the valid payloads of a voucher in as few vouchers as possible: first the texts, then the fields of the catalog. */
export function voucherRows(voucher: Voucher): readonly [texts: Row[], ofCatalog: Row[]] {
  const base = { ...voucher };
  const valid = payloads(sendVoucherBody, base).filter(
    each => each.valid && !alone.includes(each.keyword),
  );
  const [texts, ofCatalog] = [false, true].map(isOfCatalog =>
    rows(
      base,
      valid.filter(({ field }) => fromCatalog.includes(field) === isOfCatalog),
    ),
  );
  return [texts!, ofCatalog!];
}
