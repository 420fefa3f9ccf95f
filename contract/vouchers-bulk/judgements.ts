/** §4.2 send_bulk_vouchers. */
import { isDeepStrictEqual } from 'node:util';
import {
  arrayIn,
  at,
  field,
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
import { expect } from '../../harness/run/expect/expect.ts';
import { violations } from '../../harness/run/expect/schema-violations.ts';
import { fieldsInDataAndList, isAcceptedOf } from '../automation/judgements.ts';
import { expectRepeated, expectTexts } from '../vouchers/judgements.ts';
import { bothBodies, type Judgements } from '../../harness/run/judgement.ts';

/** Returns true for accepted valid bulks. Other requirements judge invalid requests. */
const about = (exchange: Exchange): boolean =>
  isAcceptedOf(route.sendBulkVouchers)(exchange) &&
  (exchange.request.body === undefined ||
    violations(sendBulkVouchersBody, sentBody(exchange)).length === 0 ||
    Number(field(exchange, 'data', 'vouchersFailed')) > 0);

export const resultsIn = (exchange: Exchange): readonly unknown[] =>
  arrayIn(field(exchange, 'data', 'results'));

const sentVouchers = (exchange: Exchange): readonly unknown[] =>
  arrayIn(sentBody(exchange)['vouchers']);

const isSent = ({ status }: Item): boolean => status === 'sent';

/** Expects a number in a range. */
function expectBetween(value: unknown, least: number, most: number, name: string): void {
  expect(value, name).toBeAtLeast(least);
  expect(value, name).toBeAtMost(most);
}

export const vouchersBulk: Judgements = {
  'vouchers-bulk.fields': fieldsInDataAndList(
    about,
    sendBulkVouchersData,
    ['results', sentBulkVoucher],
    // The result of a voucher that failed may lack fields.
    exchange => (field(exchange, 'data', 'vouchersFailed') === 0 ? resultsIn(exchange) : []),
  ),
  'vouchers-bulk.echo': {
    appliesTo: about,
    requires: bothBodies,
    parts: ['campaignName', 'notes'],
    verify: (exchange, _given, name) => {
      const body = sentBody(exchange);
      const given = field(exchange, 'data', name) ?? undefined;
      if (name in body && given !== undefined) expectRepeated(given, body[name], name);
    },
  },
  'vouchers-bulk.texts-repeated': {
    appliesTo: about,
    requires: bothBodies,
    verify: exchange => expectTexts(exchange, ['campaignName', 'notes']),
  },
  'vouchers-bulk.counts': {
    appliesTo: about,
    requires: bothBodies,
    verify: exchange => {
      const count = sentVouchers(exchange).length;
      const [total, sent, failed] = ['totalVouchers', 'vouchersSent', 'vouchersFailed'].map(name =>
        field(exchange, 'data', name),
      );
      const results = resultsIn(exchange).filter(isObject);
      const haveSent = results.filter(isSent).length;
      expect(total, 'totalVouchers').toBe(count);
      expectBetween(sent, haveSent, count, 'vouchersSent');
      expectBetween(failed, 0, count - haveSent, 'vouchersFailed');
      // A voucher that is still being sent has another status, and may count as neither sent nor failed.
      const done = Number(sent) + Number(failed);
      const others = results.length - haveSent;
      expectBetween(done, count - others, count, 'vouchersSent and vouchersFailed together');
    },
  },
  'vouchers-bulk.results': {
    appliesTo: about,
    requires: bothBodies,
    verify: exchange => {
      const vouchers = sentVouchers(exchange);
      const results = resultsIn(exchange).filter(isObject);
      const indices = results.map(({ voucherIndex }) => voucherIndex);
      expect(results.length, 'results').toBeAtMost(vouchers.length);
      // The spec does not show how a failed voucher names its recipient.
      const named = results.filter(({ recipientEmail }) => String(recipientEmail).includes('@'));
      const sent = Number(field(exchange, 'data', 'vouchersSent'));
      expect(named.length, 'results that name a recipient').toBeAtLeast(sent);
      const given = named.map(({ recipientEmail }) => recipientEmail);
      // The spec does not show where indices begin.
      const [fromZero, fromOne] = [0, 1].map(first =>
        named.map(({ voucherIndex, recipientEmail: named }) => {
          const asked = at(vouchers[Number(voucherIndex) - first], 'recipientEmail');
          // The spec does not say how a result names an address that is not a text.
          return typeof asked === 'string' || asked === undefined ? asked : named;
        }),
      );
      const expected = isDeepStrictEqual(given, fromOne) ? fromOne : fromZero;
      expect(given, 'recipients of the results').toEqual(expected);
      expect(indices, 'voucherIndex of the results').toBeDistinct();
    },
  },
};
