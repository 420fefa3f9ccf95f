/** §4.2 send_bulk_vouchers. */
import {
  field,
  has,
  isAbsent,
  isObject,
  sentBody,
  type Exchange,
  type Item,
} from '../../schemas/records/exchange.ts';
import {
  sendBulkVouchersBody,
  sendBulkVouchersData,
  sentBulkVoucher,
} from '../../schemas/resources/automation.ts';
import { route } from '../../schemas/routes.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';
import { violations } from '../../fixtures/run/expect/schema-violations.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { fieldsInDataAndList, isAcceptedOf } from '../automation/judgements.ts';
import { expectRepeated } from '../vouchers/judgements.ts';
import { bothBodies, type Judgements } from '../../fixtures/run/judgement.ts';

/** A request that had to be refused has requirements of its own. */
const about = (exchange: Exchange): boolean =>
  isAcceptedOf(route.sendBulkVouchers)(exchange) &&
  (exchange.request.body === undefined ||
    violations(sendBulkVouchersBody, sentBody(exchange)).length === 0 ||
    Number(field(exchange, 'data', 'vouchersFailed')) > 0);

export const resultsIn = (exchange: Exchange): unknown[] => {
  const results = field(exchange, 'data', 'results');
  return Array.isArray(results) ? (results as unknown[]) : [];
};

const sentVouchers = (exchange: Exchange): unknown[] => {
  const { vouchers } = sentBody(exchange);
  return Array.isArray(vouchers) ? (vouchers as unknown[]) : [];
};

const isSent = ({ status }: Item): boolean => status === 'sent';
const isUnderWay = ({ status }: Item): boolean => typeof status === 'string' && status !== 'sent';

export const vouchersBulk: Judgements = {
  'vouchers-bulk.fields': fieldsInDataAndList(
    about,
    sendBulkVouchersData,
    ['results', sentBulkVoucher],
    exchange => {
      if (field(exchange, 'data', 'vouchersFailed') === 0) return resultsIn(exchange);
      throw new NotExercised('some of the vouchers were refused, and their results may be shorter');
    },
  ),
  'vouchers-bulk.echo': {
    appliesTo: about,
    requires: bothBodies,
    parts: ['campaignName', 'notes'],
    verify: (exchange, _given, name) => {
      const body = sentBody(exchange);
      if (!(name in body)) throw new NotExercised(`the request has no ${name}`);
      if (!has(exchange, 'data', name))
        throw new NotExercised(`the response leaves out the optional ${name}`);
      if (!expectRepeated(field(exchange, 'data', name), body[name], name))
        throw new NotExercised('how special characters are repeated is not shown');
    },
  },
  'vouchers-bulk.counts': {
    appliesTo: about,
    requires: bothBodies,
    verify: exchange => {
      const count = sentVouchers(exchange).length;
      const [total, sent, failed] = ['totalVouchers', 'vouchersSent', 'vouchersFailed'].map(name =>
        field(exchange, 'data', name),
      );
      expect(total, 'totalVouchers').toBe(count);
      const done = Number(sent) + Number(failed);
      expect(done, 'vouchersSent and vouchersFailed together').toBeAtMost(count);
      const results = resultsIn(exchange).filter(isObject);
      expect(results.filter(isSent).length, 'results with the status sent').toBeAtMost(
        count - Number(failed),
      );
      // A voucher that is neither yet has a status of its own.
      const underWay = results.filter(isUnderWay).length;
      expect(done + underWay, 'vouchers that were sent, failed or are under way').toBeAtLeast(
        count,
      );
      expect(Math.min(Number(sent), Number(failed)), 'the smaller of the two').toBeAtLeast(0);
    },
  },
  'vouchers-bulk.results': {
    appliesTo: about,
    requires: bothBodies,
    verify: exchange => {
      const vouchers = sentVouchers(exchange);
      const results = resultsIn(exchange).filter(isObject);
      expect(results.length, 'results').toBeAtMost(vouchers.length);
      expect(results.length, 'results, at least one for each voucher sent').toBeAtLeast(
        Number(field(exchange, 'data', 'vouchersSent')),
      );
      if (results.length === 0) throw new NotExercised('there are no results');
      const indices = results.map(result => Number(result['voucherIndex']));
      expect(new Set(indices).size, 'different indices').toBe(indices.length);
      const mayHaveFailed = field(exchange, 'data', 'vouchersFailed') !== 0;
      // The spec does not show if they start at 0 or 1: one of the two has to fit all results.
      const nameless = results.filter(({ recipientEmail }) => isAbsent(recipientEmail)).length;
      const mayLackRecipient = nameless <= Number(field(exchange, 'data', 'vouchersFailed'));
      const fits = (base: number) =>
        results.every((result, at) => {
          const voucher = vouchers[(indices[at] ?? NaN) - base];
          if (!isObject(voucher)) return mayHaveFailed && voucher !== undefined;
          const { recipientEmail } = voucher;
          // The spec does not show what names the recipient of a voucher without a valid one.
          const hasRecipient = typeof recipientEmail === 'string' && recipientEmail.includes('@');
          if (mayHaveFailed && !hasRecipient) return true;
          if (mayLackRecipient && isAbsent(result['recipientEmail'])) return true;
          return recipientEmail === result['recipientEmail'];
        });
      expect(results, 'results').toSatisfy(
        'the recipient of the voucher at its index, in each result',
        () => fits(0) || fits(1),
      );
    },
  },
};
