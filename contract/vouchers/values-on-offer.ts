/** The bounds of the value of a voucher (§4.2), of products whose own prices include them (§2.1). */
import type { Context } from '../../fixtures/run/context.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';
import { isAccepted } from '../../schemas/records/exchange.ts';
import { sendVoucherBody } from '../../schemas/resources/automation.ts';
import type { Offer } from '../shared/purchases.ts';
import { leastVoucher, voucherOf, vouchersOn, type Voucher } from '../shared/vouchers.ts';
import { tryPayload, type Send } from '../shared/bounds.ts';

const { minimum = 0, maximum = 0 } = sendVoucherBody.properties['valuePurchased'] ?? {};

/** Each bound, and a value next to it. */
const bounds = [
  { at: minimum, near: 2 * minimum },
  { at: maximum, near: maximum - minimum },
] as const;

interface OnOffer {
  readonly id: string;
  readonly at: Voucher;
  /** Another value that the product is offered for. */
  readonly inside: Voucher;
}

const isOffered = ({ value, highest = value, denominations }: Offer, wanted: number): boolean =>
  denominations.length > 0 ? denominations.includes(wanted) : wanted >= value && wanted <= highest;

/** Vouchers at the bounds, of the first product that is offered for each and for another value; none where there is none. */
export async function valuesOnOffer(context: Context): Promise<readonly OnOffer[]> {
  const all = await vouchersOn(context);
  return bounds.flatMap(({ at, near }) => {
    const insideOf = ({ denominations }: Offer): number | undefined =>
      denominations.length > 0 ? denominations.find(value => value !== at) : near;
    const offer = all.find(each => isOffered(each, at) && insideOf(each) !== undefined);
    if (!offer) return [];
    return [
      {
        id: `${at}, which a product is offered for`,
        at: voucherOf(context, offer, at),
        inside: voucherOf(context, offer, insideOf(offer)),
      },
    ];
  });
}

/** Judges a bound that the plain voucher did not show: accepted there, it costs nothing more. */
export async function tryOnOffer(
  context: Context,
  { at, inside }: OnOffer,
  send: Send,
): Promise<void> {
  const { valuePurchased } = at;
  const plain = await send({ ...(await leastVoucher(context)), valuePurchased });
  if (isAccepted(plain)) return expect(plain).toBeAccepted();
  await tryPayload({ valid: true, body: at, control: inside }, send);
}
