/** §1, §4.2 Balances after vouchers, and their entries in the ledger. */
import { requirement } from '../requirement.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { NotExercised } from '../../harness/verdict.ts';
import { field, isObject, type Exchange } from '../../schemas/records/exchange.ts';
import { cents, isSameCurrency } from '../../schemas/schema.ts';
import { hasSentVoucher } from '../../schemas/vouchers.ts';
import { again } from '../steps/again.ts';
import { exchangesOf, requireWhole } from '../steps/lists.ts';
import { purchaseLists, readNewest } from '../steps/newest-items.ts';
import { own } from '../../harness/run/own.ts';
import { timeOf, withoutSign } from '../wallet/ledger.ts';

/** Returns by how much a balance fell between two reads, or NaN if it cannot be read. */
const fall = (...reads: readonly (Exchange | undefined)[]): number => {
  const [had, has] = reads.map(each => each && field(each, 'data', 'balance'));
  return cents(Number(had) - Number(has));
};

requirement('vouchers.both-paid', context => {
  const { voucher, before, after } = own(context, 'first voucher');
  const { both, after: afterTwo } = own(context, 'two vouchers');
  const accepted = both.filter(hasSentVoucher);
  const price = fall(before, after);
  const fell = fall(after, afterTwo);
  if (!(accepted.length * price > 0) || Number.isNaN(fell))
    throw new NotExercised('no second voucher was sent, or a voucher alone is not paid');
  expect(
    fell,
    `fall of the balance in ${voucher.currency} after ${accepted.length} of 2 vouchers at the same moment`,
    after!,
    afterTwo!,
  ).toBe(cents(accepted.length * price));
});

/** Tolerance for the clocks of the service, in milliseconds. */
const clockMs = 60_000;

requirement('vouchers.paid-in-ledger', async context => {
  const { voucher, exchange, before, after } = own(context, 'first voucher');
  if (fall(before, after) !== voucher.valuePurchased)
    throw new NotExercised('a voucher does not lower the balance by its value', 'vouchers.price');
  const since = exchange.times.startedAt - clockMs;
  await again(async () => {
    const ledger = await readNewest(context, purchaseLists.ledger, since);
    const paid = ledger.items
      .filter(isObject)
      .filter(
        entry =>
          withoutSign(entry['transactionValue']) === voucher.valuePurchased &&
          isSameCurrency(entry['currency'], voucher.currency) &&
          entry['transactionType'] !== 'funding' &&
          timeOf(entry) > since,
      );
    if (paid.length === 0) requireWhole(ledger);
    const what = `entries of ${voucher.valuePurchased} ${voucher.currency} since the voucher`;
    expect(paid.length, what, exchange, ...exchangesOf(ledger)).toSatisfy(
      '1 or more',
      count => count > 0,
    );
  });
});
