/**
 * Sends the vouchers of a run (§4.2). They come one after the other, before any check sends a voucher, so the balances show what each
 * costs.
 */
import { readIfAnswered } from '../../harness/client/api.ts';
import { meeting } from '../../harness/client/clock.ts';
import type { Context } from '../../harness/run/context.ts';
import { own, type Preparation } from '../../harness/run/own.ts';
import { NotExercised } from '../../harness/verdict.ts';
import { arrayIn, at, type Exchange } from '../../schemas/records/exchange.ts';
import { route } from '../../schemas/routes.ts';
import { automationCurrencies } from '../../schemas/schema.ts';
import type { Use } from '../../schemas/statement.ts';
import { hasSentVoucher } from '../../schemas/vouchers.ts';
import {
  cheapestVoucherIn,
  costsOf,
  fullBulkBody,
  lowestValue,
  sendBulk,
  sendVoucher,
  type Voucher,
  voucherOf,
  voucherOffers,
  withDistinctRecipients,
} from '../steps/vouchers.ts';
import { voucherIn } from '../vouchers/voucher-values.ts';
import { largeShare } from './shop.ts';
import { ofCheapest } from './voucher-prices.ts';

/** First voucher of a run, and the balance of its currency around it. A balance that cannot be read is undefined. */
export interface FirstVoucher {
  readonly voucher: Voucher;
  readonly before: Exchange | undefined;
  readonly exchange: Exchange;
  readonly after: Exchange | undefined;
}

/** Two vouchers at the same moment, like the first. */
export interface TwoVouchers {
  readonly both: readonly Exchange[];
  /** Balance of their currency after both. */
  readonly after: Exchange | undefined;
}

/** Voucher that must be rejected, alone or in a bulk, and the balance of its currency around it. */
export interface RefusedVoucher {
  readonly currency: string;
  readonly body: unknown;
  readonly before: Exchange;
  readonly exchange: Exchange;
  readonly after: Exchange;
}

/** Returns the request of the balance in a currency, past caches. */
const balanceIn = (currency: string) =>
  [route.getWalletBalance, { body: { currency }, fresh: true }] as const;

/**
 * Sends a voucher for 0.01, and if it is rejected, a voucher for the price of the product. If the target sends vouchers for 0.01, money
 * for all of them is kept: it is less than the price of an order, and shows dozens of cases.
 */
async function sendFirst(context: Context): Promise<FirstVoucher> {
  const [offer] = voucherOffers(context);
  const send = async (voucher: Voucher) => {
    const balance = () => readIfAnswered(context.api, ...balanceIn(voucher.currency));
    const before = await balance();
    const exchange = await sendVoucher(context, voucher);
    return { voucher, before, exchange, after: await balance() };
  };
  const lowest = await send(voucherOf(context, offer!, lowestValue));
  if (!hasSentVoucher(lowest.exchange)) return send(voucherOf(context, offer!));
  const { currency } = lowest.voucher;
  const money = Math.min(ofCheapest.money, largeShare(own(context, 'shop'), currency));
  context.api.keep?.({ currency, money, each: ofCheapest.each });
  return lowest;
}

/**
 * Sends the cheapest voucher to two recipients at the same moment.
 *
 * @throws NotExercised if the first voucher was rejected.
 */
async function sendTwo(context: Context): Promise<TwoVouchers> {
  const { voucher, exchange } = own(context, 'first voucher');
  if (!hasSentVoucher(exchange))
    throw new NotExercised('the first voucher was rejected', 'vouchers.accepted');
  const departs = meeting(2, context.clock);
  const vouchers = at(withDistinctRecipients({ vouchers: [voucher, voucher] }), 'vouchers');
  const both = await Promise.all(
    arrayIn(vouchers).map(body => {
      const options = { body, costs: costsOf(body), departs, fresh: true };
      return context.api.send(route.sendVoucher, options);
    }),
  );
  return { both, after: await readIfAnswered(context.api, ...balanceIn(voucher.currency)) };
}

const sendFull = (context: Context): Promise<Exchange> =>
  sendVoucher(context, {
    ...own(context, 'cheapest voucher'),
    recipientName: 'Zoe Mueller',
    message: 'Happy birthday from all of us',
  });

const sendFullBulk = (context: Context): Promise<Exchange> =>
  sendBulk(context, fullBulkBody(context));

const toCents = (value: unknown): number => Math.round(Number(value) * 100);

/** Returns a voucher for some cents more than another, so that no other voucher of the run has its value. */
const costing = (voucher: Voucher, more: number): Voucher => ({
  ...voucher,
  valuePurchased: (toCents(voucher.valuePurchased) + more) / 100,
});

const malformed = (voucher: Voucher): Voucher => ({
  ...voucher,
  recipientEmail: 'recipient.example.com',
});

/** Returns the cheapest voucher in a currency that few requests of the run use, if the run may spend such a currency. */
async function voucherInOtherCurrency(context: Context): Promise<Voucher> {
  const { currency } = own(context, 'cheapest voucher');
  const { GV_MAX_SPEND: limits } = context.target.values;
  const others = automationCurrencies.filter(
    each => each !== currency && (!limits || each in limits),
  );
  return cheapestVoucherIn(context, others.length > 0 ? others : [currency]);
}

/** Sends a body with a malformed voucher, and reads the balance around it. */
async function refuse(
  context: Context,
  currency: string,
  body: unknown,
  send: typeof sendVoucher,
): Promise<RefusedVoucher> {
  const before = await context.api.send(...balanceIn(currency));
  const exchange = await send(context, body, true);
  return {
    currency,
    body,
    before,
    exchange,
    after: await context.api.send(...balanceIn(currency)),
  };
}

async function refuseAlone(context: Context): Promise<RefusedVoucher> {
  const voucher = await voucherInOtherCurrency(context);
  return refuse(context, voucher.currency, malformed(costing(voucher, 3)), sendVoucher);
}

async function refuseInBulk(context: Context): Promise<RefusedVoucher> {
  const voucher = await voucherInOtherCurrency(context);
  const vouchers = [costing(voucher, 9), malformed(costing(voucher, 6))];
  return refuse(context, voucher.currency, { vouchers }, sendBulk);
}

const record = (name: Use, make: Preparation['make'], uses: readonly Use[]): Preparation => ({
  name,
  stage: 'orders',
  needs: ['spend', 'GV_AUTOMATION_KEY'],
  uses,
  make,
});

/** Vouchers of a run, in the order in which they are sent. */
export const vouchers: readonly Preparation[] = [
  record('first voucher', sendFirst, ['shop']),
  // oxlint-disable-next-line require-await -- a gap becomes a rejection
  record('cheapest voucher', async of => own(of, 'first voucher').voucher, ['first voucher']),
  // oxlint-disable-next-line require-await -- a gap becomes a rejection
  record('plain voucher', async of => own(of, 'first voucher').exchange, ['first voucher']),
  record('two vouchers', sendTwo, ['first voucher']),
  ...automationCurrencies.map(currency =>
    record(`voucher in ${currency}`, of => voucherIn(of, currency), ['shop']),
  ),
  record('full voucher', sendFull, ['cheapest voucher']),
  record('full bulk', sendFullBulk, ['cheapest voucher']),
  record('refused voucher', refuseAlone, ['shop', 'cheapest voucher']),
  record('bulk with a refused voucher', refuseInBulk, ['shop', 'cheapest voucher']),
];
