/** Vouchers in one currency, with amounts of two decimals, and with several bounds at a time (§2.1, §4.2). */
import { field, isAccepted, type Exchange } from '../../schemas/records/exchange.ts';
import { route } from '../../schemas/routes.ts';
import { automationCurrencies } from '../../schemas/schema.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { ifExercised, NotExercised } from '../../fixtures/verdict.ts';
import {
  leastVoucher,
  requireAccepted,
  sendVoucher,
  sentSome,
  type Voucher,
  voucherOf,
  vouchersOn,
} from './vouchers.ts';
import { offers, unevenAbove, type Offer } from '../shared/purchases.ts';
import { payloads, type Payload, rows, type Row } from '../../fixtures/payloads/payloads.ts';
import { sendVoucherBody } from '../../schemas/resources/automation.ts';

/** Products that are tried in a currency before it counts as refused: one may be sold out. */
const tries = 3;

/**
 * The response to a voucher in a currency: the first that is accepted, or else the last.
 *
 * @throws NotExercised if something else may be what refuses.
 */
export async function voucherIn(context: Context, currency: string): Promise<Exchange> {
  const uneven = await unevenIn(context, currency);
  if (uneven) return uneven;
  const found = (await vouchersOn(context, [currency])).slice(0, tries);
  const vouchers = found.map(offer => voucherOf(context, offer));
  let refused: Exchange | undefined;
  for (const voucher of vouchers) {
    refused = await sendVoucher(context, voucher);
    if (isAccepted(refused)) return refused;
  }
  if (!refused || vouchers.length < tries)
    throw new NotExercised(`the catalog has too few products in ${currency} to show it`);
  if (!(await hasFunds(context, currency, vouchers.at(-1)!.valuePurchased)))
    throw new NotExercised(`the voucher is rejected, perhaps for lack of ${currency}`);
  for (const other of automationCurrencies)
    if (isAccepted(await sendVoucher(context, await leastVoucher(context, [other]))))
      return refused;
  return requireAccepted(refused);
}

/**
 * The response to a bulk of one voucher in a currency.
 *
 * @throws NotExercised if something else may be what refuses.
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
 * @throws NotExercised if it is refused.
 */
export const acceptedIn = async (context: Context, currency: string): Promise<Exchange> =>
  (await unevenIn(context, currency)) ??
  requireAccepted(await sendVoucher(context, await leastVoucher(context, [currency])));

/** Sends a voucher with two decimals; undefined if it is refused, there is no such product, the run may not spend as much, or the plain voucher is sent anyway. */
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

/** True if a hundred times an amount is no integer, as binary fractions have it. */
const isUneven = (amount: number): boolean => !Number.isInteger(amount * 100);

/** An amount of that kind in the range, and one with two decimals that a binary fraction represents exactly. */
export const unevenPrice = ({
  value,
}: Pick<Offer, 'value'>): readonly [uneven: number, even: number] => [
  unevenAbove(value),
  Math.ceil(value) + 0.25,
];

export const hasUnevenPrice = (offer: Pick<Offer, 'value' | 'highest'>): boolean =>
  Math.max(...unevenPrice(offer)) < (offer.highest ?? 0);

/**
 * The cheapest vouchers in a currency with both amounts.
 *
 * @throws NotExercised if there are none.
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

const texts = ['recipientEmail', 'recipientName', 'message'];
/** The catalog of a target may refuse these for reasons of its own. */
export const fromCatalog = ['productCode', 'merchant', 'currency', 'valuePurchased'];

/** The highest value is sent alone: it costs more than all others. */
const isCheap = ({ keyword }: Payload): boolean => keyword !== 'maximum';

/** Valid payloads of some fields, but the highest value, other currencies and absence, in as few vouchers as possible. */
function rowsOf(voucher: Voucher, fields: readonly string[]): Row[] {
  const base = { ...voucher };
  const valid = payloads(sendVoucherBody, base).filter(
    each => each.valid && isCheap(each) && !['optional', 'enum'].includes(each.keyword),
  );
  return rows(
    base,
    valid.filter(({ field }) => fields.includes(field)),
  );
}

/** Texts and what the catalog knows stay apart: a refusal of one must not hide the other. */
export const voucherRows = (voucher: Voucher): Row[] => [
  ...rowsOf(voucher, texts),
  ...rowsOf(voucher, fromCatalog),
];

/** Of some rows, one that holds an amount which a binary fraction misses, in this currency. */
export const unevenRow = (all: readonly Row[], currency: string): Row | undefined =>
  all.find(({ parts }) =>
    parts.some(({ body }) => {
      const voucher = body as Voucher;
      return voucher.currency === currency && isUneven(voucher.valuePurchased);
    }),
  );

/** The same vouchers as bulks, in which each takes a position of its own. */
export const bulkRows = (voucher: Voucher): Row[] =>
  [texts, fromCatalog].map(fields => {
    const vouchers = rowsOf(voucher, fields);
    return {
      body: { vouchers: vouchers.map(({ body }) => body) },
      parts: vouchers.flatMap(({ parts }) => parts),
    };
  });
