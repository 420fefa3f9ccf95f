/** §1, §4.2 Balances after two vouchers at the same moment. */
import { requirement } from '../requirement.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { NotExercised, requireSome } from '../../harness/verdict.ts';
import { field, type Exchange } from '../../schemas/records/exchange.ts';
import { cents } from '../../schemas/schema.ts';
import { hasSentVoucher } from '../../schemas/vouchers.ts';
import { firstVoucher } from '../steps/vouchers.ts';

/** Returns by how much a balance fell between two reads, or NaN if it cannot be read. */
const fall = (...reads: readonly (Exchange | undefined)[]): number => {
  const [had, has] = reads.map(each => each && field(each, 'data', 'balance'));
  return cents(Number(had) - Number(has));
};

requirement('vouchers.both-paid', async context => {
  const { voucher, before, after, two, afterTwo } = await firstVoucher(context);
  const accepted = two.filter(hasSentVoucher);
  requireSome(accepted, 'no voucher at the same moment as another was sent', 'vouchers.accepted');
  const price = fall(before, after);
  const fell = fall(after, afterTwo);
  if (!(price > 0) || Number.isNaN(fell))
    throw new NotExercised('a voucher alone does not lower the balance', 'vouchers.price');
  expect(
    fell,
    `fall of the balance in ${voucher.currency} after ${accepted.length} of 2 vouchers at the same moment`,
    after!,
    afterTwo!,
  ).toBe(cents(accepted.length * price));
});
