/** Vouchers that a run sends through the automation routes (§4.2). */
import { route, type Route } from '../../schemas/routes.ts';
import { sendBulkVouchersBody, sendVoucherBody } from '../../schemas/resources/automation.ts';
import { automationCurrencies, type ObjectSchema } from '../../schemas/schema.ts';
import { total, type Cost } from '../../fixtures/client/ledger/money.ts';
import { field, isAccepted, isObject, type Exchange } from '../../schemas/records/exchange.ts';
import type { Purchase } from '../../fixtures/payloads/purchase.ts';
import { nextValue, offers, type Offer } from '../shared/purchases.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { violations } from '../../fixtures/run/expect/schema-violations.ts';
import { NotExercised } from '../../fixtures/verdict.ts';

export interface Voucher {
  readonly productCode: string;
  readonly merchant: string;
  readonly currency: string;
  readonly valuePurchased: number;
  readonly recipientEmail: string;
}

/** The least value that is inside of its bounds, and not at one: most of a run stands on it. */
const insideBounds = 0.02;

/** The cheapest voucher with nothing but its required fields (§4.2). */
export async function leastVoucher(
  context: Context,
  currencies: readonly string[] = automationCurrencies,
): Promise<Voucher> {
  const [offer] = await vouchersOn(context, currencies);
  const inside = offer!.value < insideBounds ? nextValue(offer!) : undefined;
  return voucherOf(context, offer!, inside);
}

/**
 * Returns the offers of the catalog in these currencies, as far as the run may spend them, the cheapest first. Those with a code
 * or a merchant at a bound come behind the others, since most of a run stands on the first one. A catalog may have codes that no
 * voucher may have (§4.2): those come last.
 */
export async function vouchersOn(
  context: Context,
  currencies: readonly string[] = automationCurrencies,
): Promise<readonly Offer[]> {
  const { productCode = {}, merchant = {} } = sendVoucherBody.properties;
  const schema = { type: 'object', properties: { productCode, merchant } } as const;
  const found = await offers(context, spendable(context, currencies));
  const oddness = (offer: Offer) =>
    violations(schema, offer).length > 0 ? 2 : Number(isAtBound(offer));
  return found.toSorted((a, b) => oddness(a) - oddness(b));
}

/** §8: of 3 or 50 characters, and a merchant of 1 or 100; a code without letters is as special. */
const isAtBound = ({ productCode, merchant }: Offer): boolean =>
  [3, 50].includes(productCode.length) ||
  [1, 100].includes(merchant.length) ||
  !/[a-z]/i.test(productCode);

/** Returns the currencies that the run may spend; all of them if it may spend none. */
function spendable({ target }: Context, currencies: readonly string[]): readonly string[] {
  const { GV_MAX_SPEND: limits } = target.values;
  const affordable = currencies.filter(currency => !limits || currency in limits);
  return affordable.length > 0 ? affordable : currencies;
}

/** A voucher of a product, of its least value unless stated otherwise. */
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

const isCode = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Z]{3}$/.test(value);

/** Returns the costs of a body; a text that is no currency code may be read as any currency. */
export function costOf(voucher: unknown): Cost {
  const { currency, valuePurchased } = isObject(voucher) ? voucher : {};
  const value = Number(valuePurchased);
  return {
    currency: isCode(currency) ? currency : undefined,
    value: Number.isFinite(value) ? Math.max(value, 0) : 0,
  };
}

/** Returns a function that sends bodies to a route. */
const sender =
  (to: Route, schema: ObjectSchema, costs: (body: unknown) => Cost[]) =>
  ({ api }: Pick<Context, 'api'>, body: unknown, again = false): Promise<Exchange> =>
    api.send(to, {
      body,
      costs: costs(body),
      unordered: violations(schema, body).length > 0,
      ...(again ? {} : { once: JSON.stringify(body) }),
    });

/** Returns the costs of a bulk. */
export function costsOf(body: unknown): Cost[] {
  const vouchers = isObject(body) ? body['vouchers'] : undefined;
  return Array.isArray(vouchers) ? vouchers.map(costOf) : [];
}

/** Sends a voucher; the same body is sent once a run, unless `again`. */
export const sendVoucher = sender(route.sendVoucher, sendVoucherBody, body => [costOf(body)]);

/** Sends vouchers in bulk; the same body is sent once a run, unless `again`. */
export const sendBulk = sender(route.sendBulkVouchers, sendBulkVouchersBody, costsOf);

/** True if a bulk sent anything: one that is accepted and sends nothing has refused each of its vouchers. */
export const sentSome = (exchange: Exchange): boolean =>
  isAccepted(exchange) &&
  !(
    field(exchange, 'data', 'vouchersSent') === 0 &&
    Number(field(exchange, 'data', 'vouchersFailed')) > 0
  );

/** @throws NotExercised if a plain voucher of the catalog is refused: by its constraints or anything else. */
export function requireAccepted(exchange: Exchange): Exchange {
  if (!sentSome(exchange))
    throw new NotExercised(
      `${exchange.route} refuses a plain voucher of the catalog with ${exchange.response.status}: ` +
        'perhaps for its recipient (GV_RECIPIENT), its product or lack of funds',
    );
  return exchange;
}

/** The least voucher, if it is accepted: without it no refusal is evidence. */
export async function plainVoucher(context: Context): Promise<Voucher> {
  const voucher = await leastVoucher(context);
  requireAccepted(await sendVoucher(context, voucher));
  return voucher;
}

/** The least voucher, if a bulk of it is accepted. */
export async function plainBulk(context: Context): Promise<Voucher> {
  const voucher = await leastVoucher(context);
  requireAccepted(await sendBulk(context, { vouchers: [voucher] }));
  return voucher;
}

/** Vouchers of the least value that the run may need beside its largest requests. */
const others = 100;

/**
 * Permits the largest requests only if they leave enough for all others.
 *
 * @throws NotExercised if GV_MAX_SPEND has no room for it.
 */
export function requireRoom({ target }: Context, costs: readonly Cost[], least: Voucher): void {
  const { GV_MAX_SPEND: limits } = target.values;
  for (const [currency, cost] of Object.entries(total(costs))) {
    const limit = limits?.[currency];
    const needed = cost + others * least.valuePurchased;
    if (cost > (others / 2) * least.valuePurchased && limit !== undefined && limit < needed)
      throw new NotExercised(
        `the payload costs ${cost} ${currency}, and the rest of the run needs some: GV_MAX_SPEND of ${needed} ${currency} permits it`,
      );
  }
}

const recipientName = 'Zoe Mueller';
const message = 'Happy birthday from all of us';

/** A voucher with every field, sent once a run, whatever the response. */
export async function fullVoucher(context: Context): Promise<Exchange> {
  return sendVoucher(context, { ...(await leastVoucher(context)), recipientName, message });
}

/** @throws NotExercised if `fullVoucher` is refused. */
export const acceptedVoucher = async (context: Context): Promise<Exchange> =>
  requireAccepted(await fullVoucher(context));

/** @throws NotExercised if `fullBulk` is refused. */
export const acceptedBulk = async (context: Context): Promise<Exchange> =>
  requireAccepted(await fullBulk(context));

/** A bulk sending with every field and three vouchers to recipients that differ, sent once a run. */
export const fullBulk = async (context: Context): Promise<Exchange> =>
  sendBulk(context, await fullBulkBody(context));

/** The same voucher, for another address of the recipient. */
export function tagged(voucher: Voucher, tag: string): Voucher {
  const [name = '', domain = ''] = voucher.recipientEmail.split('@');
  return { ...voucher, recipientEmail: `${name}${tag}@${domain}` };
}

export async function fullBulkBody(context: Context) {
  const voucher = await leastVoucher(context);
  const vouchers = ['', '+second', '+third'].map(tag => tagged(voucher, tag));
  return { vouchers, campaignName: 'Conformance', notes: 'Sent by a test' };
}
