/** Sends vouchers through the automation routes (§4.2). */
import { route, type Route } from '../../schemas/routes.ts';
import { sendBulkVouchersBody, sendVoucherBody } from '../../schemas/resources/automation.ts';
import { automationCurrencies, type ObjectSchema } from '../../schemas/schema.ts';
import { total, type Cost } from '../../harness/client/ledger/money.ts';
import {
  arrayIn,
  field,
  isAccepted,
  isObject,
  sentBody,
  type Exchange,
} from '../../schemas/records/exchange.ts';
import { hasSentVoucher } from '../../schemas/vouchers.ts';
import type { Purchase } from '../../fixtures/payloads/purchase.ts';
import type { Offer } from '../setup/shop.ts';
import { offers } from './purchases.ts';
import type { Context } from '../../harness/run/context.ts';
import { own } from '../../harness/run/own.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { violations } from '../../harness/run/expect/schema-violations.ts';
import { ifExercised, NotExercised } from '../../harness/verdict.ts';

export interface Voucher {
  readonly productCode: string;
  readonly merchant: string;
  readonly currency: string;
  readonly valuePurchased: number;
  readonly recipientEmail: string;
}

/** Lowest value of §4.2. A run costs little if the target sends vouchers for less than the price of the product. */
export const lowestValue = 0.01;

/** Returns the cheapest voucher that the target sends in one of these currencies. */
export async function cheapestVoucherIn(
  context: Context,
  currencies: readonly string[],
): Promise<Voucher> {
  const [offer] = voucherOffers(context, currencies);
  return cheapestVoucherOf(context, offer!);
}

/** Returns the cheapest voucher that the target sends of an offer. */
export async function cheapestVoucherOf(context: Context, offer: Offer): Promise<Voucher> {
  const tried = voucherOf(context, offer, lowestValue);
  const sent = await ifExercised(sendVoucher(context, tried));
  return sent && hasSentVoucher(sent) ? tried : voucherOf(context, offer);
}

/**
 * Returns the offers of the catalog in these currencies, the cheapest first. Offers at a bound of §4.2 or beyond come last,
 * because most vouchers of a run are of the first offer.
 */
export const voucherOffers = (
  context: Context,
  currencies: readonly string[] = automationCurrencies,
): readonly Offer[] => offers(context, currencies).toSorted(byBounds);

/** Sorts offers at a bound of §4.2 or beyond to the end. */
export const byBounds = (one: Offer, other: Offer): number =>
  Number(isAtBound(one)) - Number(isAtBound(other));

/** Returns true if the product code or the merchant is at a bound or beyond it, or if the code has no letters. */
const isAtBound = ({ productCode, merchant }: Offer): boolean =>
  !/^(?=.*[a-z])[a-z0-9-]{4,49}$/i.test(productCode) || merchant.length < 2 || merchant.length > 99;

/** Returns a voucher of a product. By default, its value is the value of the offer. */
export const voucherOf = (
  { target }: Context,
  { productCode, merchant, currency, value }: Purchase,
  valuePurchased = value,
): Voucher => ({
  productCode,
  merchant,
  currency: currency.toUpperCase(),
  valuePurchased,
  recipientEmail: target.values.GV_RECIPIENT ?? 'recipient@example.com',
});

/** Returns the cost of a voucher. A target may read a text that is not a currency code as any currency. */
export function costOf(voucher: unknown): Cost {
  const { currency, valuePurchased } = isObject(voucher) ? voucher : {};
  const isCode = typeof currency === 'string' && /^[A-Z]{3}$/.test(currency);
  return {
    currency: isCode ? currency : undefined,
    value: Math.max(Number(valuePurchased) || 0, 0),
  };
}

/** Returns a function that sends bodies to a route. Valid bodies are purchases, and take turns. */
const sender =
  (to: Route, schema: ObjectSchema) =>
  ({ api }: Pick<Context, 'api'>, body: unknown, again = false): Promise<Exchange> => {
    const isValid = violations(schema, body).length === 0;
    const departs = isValid ? { departs: 'in turn' as const } : {};
    return api.send(to, { body, costs: costsOf(body), fresh: again, ...departs });
  };

/** Returns the costs of a voucher or of a bulk. */
export function costsOf(body: unknown): Cost[] {
  return isObject(body) && 'vouchers' in body
    ? arrayIn(body['vouchers']).map(costOf)
    : [costOf(body)];
}

/** Sends a voucher. `again` sends a body that was sent before once more. */
export const sendVoucher = sender(route.sendVoucher, sendVoucherBody);

/** Sends vouchers in bulk. `again` sends a body that was sent before once more. */
export const sendBulk = sender(route.sendBulkVouchers, sendBulkVouchersBody);

/**
 * Returns a response that accepts a voucher.
 *
 * @throws NotExercised if a valid voucher is rejected. Another requirement reports that.
 */
export function requireAccepted(exchange: Exchange): Exchange {
  if (hasSentVoucher(exchange)) return exchange;
  throw new NotExercised(
    `${exchange.route} rejects a valid voucher with ${exchange.response.status}`,
    exchange.route === route.sendVoucher.id ? 'vouchers.accepted' : 'vouchers-bulk.required',
  );
}

/**
 * Returns the cheapest voucher.
 *
 * @throws NotExercised if it is rejected. Then no other rejection is evidence.
 */
export function plainVoucher(context: Context): Voucher {
  requireAccepted(own(context, 'plain voucher'));
  return own(context, 'cheapest voucher');
}

/** Returns the response to the cheapest voucher. If it is rejected, returns the response to a voucher with every field. */
export function anyVoucher(context: Context): Exchange {
  const exchange = own(context, 'plain voucher');
  return hasSentVoucher(exchange) ? exchange : own(context, 'full voucher');
}

/**
 * Expects that a valid voucher was sent, alone or in a bulk.
 *
 * @param asked names the voucher: `a voucher in EUR`.
 * @throws NotExercised if the account cannot pay for it, or if no voucher is accepted.
 */
export async function expectSent(
  context: Context,
  exchange: Exchange,
  asked: string,
): Promise<void> {
  if (!hasSentVoucher(exchange)) {
    await requireFunds(context, exchange);
    requireAccepted(anyVoucher(context));
  }
  expect(exchange, asked).toBeAccepted(hasSentVoucher);
}

/**
 * Requires that the account could pay for the vouchers of a request.
 *
 * @throws NotExercised if it could not.
 */
export async function requireFunds(context: Context, exchange: Exchange): Promise<void> {
  for (const cost of costsOf(sentBody(exchange)))
    if (!(await hasFunds(context, cost)))
      throw new NotExercised(`the account does not have ${cost.value} ${cost.currency}`);
}

/** Returns false if the account states a balance that is too low, or if it has wallets, but none in the currency. */
async function hasFunds(context: Context, { currency = '', value }: Cost): Promise<boolean> {
  const exchange = await context.api.send(route.getWalletBalance, { body: { currency } });
  if (isAccepted(exchange)) return !(Number(field(exchange, 'data', 'balance')) < value);
  const { balances } = own(context, 'shop');
  return balances.size === 0 || balances.has(currency);
}

/** Number of cheapest vouchers that the rest of the run needs. */
const otherVouchers = 100;

/**
 * Requires that GV_MAX_SPEND has room for a request and for the rest of the run.
 *
 * @throws NotExercised if GV_MAX_SPEND is too low.
 */
export function requireRoom({ target }: Context, costs: readonly Cost[], least: Voucher): void {
  const { GV_MAX_SPEND: limits } = target.values;
  for (const [currency, cost] of Object.entries(total(costs))) {
    const limit = limits?.[currency];
    const needed = cost + otherVouchers * least.valuePurchased;
    if (cost > (otherVouchers / 2) * least.valuePurchased && limit !== undefined && limit < needed)
      throw new NotExercised(
        `the payload costs ${cost} ${currency}, and the rest of the run needs money too: set GV_MAX_SPEND to ${needed} ${currency}`,
        undefined,
        { money: { [currency]: needed } },
      );
  }
}

/** Letters of many alphabets, for names and messages. */
export const letters = 'Zoë Łukasz Ωμέγα Дарья שלום مرحبا नमस्ते 語 한국 ไทย かな';

/**
 * Returns the response to the voucher with every field.
 *
 * @throws NotExercised if it was rejected.
 */
export const acceptedVoucher = (context: Context): Exchange =>
  requireAccepted(own(context, 'full voucher'));

/**
 * Returns the response to the bulk with every field and three vouchers to different recipients.
 *
 * @throws NotExercised if it was rejected.
 */
export const acceptedBulk = (context: Context): Exchange =>
  requireAccepted(own(context, 'full bulk'));

/** Returns the body of the bulk with every field. */
export function fullBulkBody(context: Context): Record<string, unknown> {
  const voucher = own(context, 'cheapest voucher');
  const body = { campaignName: 'Conformance', notes: 'Sent by a test' };
  return withDistinctRecipients({ ...body, vouchers: [voucher, voucher, voucher] }) as Record<
    string,
    unknown
  >;
}

/** Returns a bulk in which each voucher has its own recipient, because a service may send only one voucher to a recipient. */
export function withDistinctRecipients(bulk: unknown): unknown {
  if (!isObject(bulk) || !Array.isArray(bulk['vouchers'])) return bulk;
  const vouchers = (bulk['vouchers'] as readonly unknown[]).map((voucher, at) => {
    const { recipientEmail: address } = isObject(voucher) ? voucher : {};
    return at > 0 && typeof address === 'string'
      ? { ...(voucher as object), recipientEmail: address.replace('@', `+${at + 1}@`) }
      : voucher;
  });
  return { ...bulk, vouchers };
}
