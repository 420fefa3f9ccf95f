/** The bounds of the value of a voucher (§4.2), of products whose own prices include them (§2.1). */
import { field, isAccepted, type Exchange } from '../../schemas/records/exchange.ts';
import { route } from '../../schemas/routes.ts';
import { automationCurrencies, sumsOf } from '../../schemas/schema.ts';
import type { Context, CheckContext } from '../../fixtures/run/context.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import {
  leastVoucher,
  sendBulk,
  sendVoucher,
  type Voucher,
  voucherOf,
  vouchersOn,
} from '../steps/vouchers.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';
import { sendVoucherBody } from '../../schemas/resources/automation.ts';
import type { Offer } from '../shared/purchases.ts';
import { tryPayload, type Send } from '../steps/bounds.ts';

const { minimum = 0, maximum = 0 } = sendVoucherBody.properties['valuePurchased'] ?? {};

/** Each bound, and a value next to it. */
const bounds = [
  { at: minimum, near: 2 * minimum },
  { at: maximum, near: maximum - minimum },
] as const;

const isOffered = ({ value, highest = value, denominations }: Offer, wanted: number): boolean =>
  denominations.length > 0 ? denominations.includes(wanted) : wanted >= value && wanted <= highest;

/**
 * Tries each bound with the first product that is offered for it and for another value, if there is one. Accepted of the
 * plain voucher's product, it costs nothing more.
 */
export async function tryValuesOnOffer(context: CheckContext, send: Send): Promise<void> {
  const all = await vouchersOn(context);
  const least = await leastVoucher(context);
  const offered = bounds.flatMap(({ at, near }) => {
    const insideOf = ({ denominations }: Offer): number | undefined =>
      denominations.length > 0 ? denominations.find(value => value !== at) : near;
    const offer = all.find(each => isOffered(each, at) && insideOf(each) !== undefined);
    return offer
      ? [{ id: `${at}, which a product is offered for`, at, offer, inside: insideOf(offer) }]
      : [];
  });
  await context.each(offered, async ({ at, offer, inside }) => {
    const plain = await send({ ...least, valuePurchased: at });
    if (isAccepted(plain)) return expect(plain).toBeAccepted();
    const body = voucherOf(context, offer, at);
    await tryPayload({ valid: true, body, control: voucherOf(context, offer, inside) }, send);
  });
}

const toCents = (value: number): number => Math.round(value * 100);

/** The cheapest voucher in another currency than most of a run is in, if the run may spend any. */
async function quietVoucher(context: Context): Promise<Voucher> {
  const { currency: own } = await leastVoucher(context);
  const { GV_MAX_SPEND: limits } = context.target.values;
  const others = automationCurrencies.filter(each => each !== own && (!limits || each in limits));
  return leastVoucher(context, others.length > 0 ? others : [own]);
}

/**
 * Returns the cents that a balance lost while a voucher and a bulk with a bad one were refused: the sum of some of their values. No other request of a run has these values: the cheapest voucher is what others buy meanwhile.
 *
 * @throws NotExercised if they are accepted, or other vouchers were paid meanwhile.
 */
export async function lostToRefused(context: Context): Promise<readonly number[]> {
  const plain = await quietVoucher(context);
  const costing = (more: number): Voucher => ({
    ...plain,
    valuePurchased: (toCents(plain.valuePurchased) + more) / 100,
  });
  const bad = (more: number) => ({ ...costing(more), recipientEmail: 'recipient.example.com' });
  const [alone, inBulk, good] = [bad(3), bad(6), costing(9)];
  const values = [alone, inBulk, good].map(each => toCents(each.valuePurchased));
  const { quietly = act => act() } = context.api;
  const fall = await quietly(async () => {
    const before = await balanceIn(context, good.currency);
    requireRefused(await sendVoucher(context, alone, true));
    requireRefused(await sendBulk(context, { vouchers: [good, inBulk] }, true));
    return before - (await balanceIn(context, good.currency));
  });
  if (fall === 0) return [];
  if (!sumsOf(values).includes(fall))
    throw new NotExercised('the balance changed by other amounts than those of the refused ones');
  return [fall];
}

function requireRefused(exchange: Exchange): void {
  if (isAccepted(exchange))
    throw new NotExercised(`${exchange.route} accepts a bad voucher, or a good one beside it`);
}

async function balanceIn({ api }: Context, currency: string): Promise<number> {
  const exchange = await api.send(route.getWalletBalance, { body: { currency }, fresh: true });
  const balance = field(exchange, 'data', 'balance');
  if (typeof balance !== 'number') throw new NotExercised(`there is no balance in ${currency}`);
  return toCents(balance);
}
