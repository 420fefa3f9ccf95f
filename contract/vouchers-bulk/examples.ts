/** Examples of send_bulk_vouchers (§4.2). */
import { automationSamples } from '../../schemas/resources/examples/automation.ts';
import { route } from '../../schemas/routes.ts';
import { exchangeOn } from '../../fixtures/testing/exchange.ts';
import { without, wrongFields, type ExamplesById } from '../../fixtures/testing/examples.ts';

const voucher = automationSamples['sendVoucherBody']?.body ?? {};
const result = automationSamples['sentBulkVoucher']?.body ?? {};
const data = {
  ...automationSamples['sendBulkVouchersData']?.body,
  results: [result],
  campaignName: 'Spring',
  notes: 'Hi',
};
const sent = { vouchers: [voucher], campaignName: 'Spring', notes: 'Hi' };

const bulk = (changes: object, body: unknown = sent) =>
  exchangeOn(route.sendBulkVouchers, {
    sent: body,
    body: { success: true, action: 'send_bulk_vouchers', data: { ...data, ...changes } },
  });

const [first, second] = ['a@example.com', 'b@example.com'] as const;
const two = { vouchers: [first, second].map(recipientEmail => ({ ...voucher, recipientEmail })) };
/** Returns a bulk of two vouchers whose results have these indices and recipients. */
const results = (vouchersSent: number, ...pairs: readonly [index: number, recipient?: string][]) =>
  bulk(
    {
      vouchersSent,
      results: pairs.map(([voucherIndex, recipientEmail]) => ({ voucherIndex, recipientEmail })),
    },
    two,
  );

const counts = (totalVouchers: unknown, vouchersSent: unknown, vouchersFailed: unknown) =>
  bulk({ totalVouchers, vouchersSent, vouchersFailed }, two);

/** Returns a bulk whose counts say that nothing was sent or failed yet. */
const underWay = (totalVouchers: number, ...statuses: readonly string[]) =>
  bulk(
    {
      totalVouchers,
      vouchersSent: 0,
      vouchersFailed: 0,
      results: statuses.map((status, voucherIndex) => ({ voucherIndex, status })),
    },
    two,
  );

const ignores = {
  'a refusal': exchangeOn(route.sendBulkVouchers, { status: 400, body: { success: false } }),
  'another action': exchangeOn(route.sendVoucher, { body: { success: true, data } }),
};

export const vouchersBulkExamples: ExamplesById = {
  'vouchers-bulk.fields': {
    passes: {
      'the sample': bulk({}),
      'a refused voucher without id and time': bulk({
        vouchersFailed: 1,
        results: [{ voucherIndex: 0, recipientEmail: 'a@example.com', status: 'failed' }],
      }),
      'a refused voucher with the address that was no text': bulk({
        vouchersFailed: 1,
        results: [{ voucherIndex: 0, recipientEmail: ['a@example.com'], status: 'failed' }],
      }),
    },
    fails: {
      ...wrongFields(data, bulk),
      ...Object.fromEntries(
        Object.keys(result).map(field => [
          `${field} of a result has another type`,
          [
            bulk({ results: [{ ...result, [field]: [[0]] }] }),
            ...(field === 'recipientEmail' ? [] : ['results']),
            `results: ${field}`,
          ],
        ]),
      ),
      'a sent voucher without an id': [
        bulk({ results: [without(result, 'voucherId')] }),
        'results: voucherId',
      ],
    },
    ignores,
  },
  'vouchers-bulk.echo': {
    passes: {
      'as they were sent': bulk({}),
      'one left out': bulk({ notes: null }),
      'special characters, escaped': bulk({ notes: 'a &lt; b' }, { ...sent, notes: 'a < b' }),
    },
    fails: {
      'empty notes': [bulk({ notes: '' }), 'notes'],
      'another campaignName': [bulk({ campaignName: 'Autumn' }), 'campaignName'],
      'notes that are cut': [bulk({ notes: 'H' }), 'notes'],
    },
    inconclusive: {
      'nothing was sent': bulk({}, { vouchers: [voucher] }),
      'both left out': bulk({ notes: null, campaignName: undefined }),
    },
    ignores,
  },
  'vouchers-bulk.texts-repeated': {
    passes: {
      'both texts': bulk({}),
      'no notes were sent': bulk({ notes: null }, without(sent, 'notes')),
    },
    fails: {
      'no campaignName': bulk({ campaignName: undefined }),
      'notes that are null': bulk({ notes: null }),
    },
    inconclusive: { 'no texts were sent': bulk({}, { vouchers: [voucher] }) },
    ignores,
  },
  'vouchers-bulk.counts': {
    passes: {
      'all sent': counts(2, 2, 0),
      'one failed': counts(2, 1, 1),
      'all under way': underWay(2, 'queued', 'queued'),
    },
    fails: {
      'another total': counts(1, 1, 0),
      'a sum that differs': counts(2, 1, 0),
      'less than none': counts(2, 3, -1),
      'more than there are': counts(2, 2, 1),
      'one failed, and was sent by its result': bulk(
        {
          totalVouchers: 2,
          vouchersSent: 1,
          vouchersFailed: 1,
          results: [0, 1].map(voucherIndex => ({ voucherIndex, status: 'sent' })),
        },
        two,
      ),
      'one sent, and not counted': underWay(2, 'queued', 'sent'),
      'no numbers': counts(2, undefined, undefined),
    },
    ignores,
  },
  'vouchers-bulk.results': {
    passes: {
      'indices from 0': results(2, [0, first], [1, second]),
      'indices from 1': results(2, [2, second], [1, first]),
      'only the sent vouchers': results(1, [1, second]),
      'one of two failed, and its result names nobody': bulk(
        {
          vouchersSent: 1,
          vouchersFailed: 1,
          results: [
            { voucherIndex: 0, recipientEmail: first },
            { voucherIndex: 1, recipientEmail: null },
          ],
        },
        two,
      ),
      'one without a recipient was refused': bulk(
        {
          vouchersSent: 1,
          vouchersFailed: 1,
          results: [
            { voucherIndex: 1, recipientEmail: first },
            { voucherIndex: 0, recipientEmail: '' },
          ],
        },
        { vouchers: [without(voucher, 'recipientEmail'), { ...voucher, recipientEmail: first }] },
      ),
    },
    fails: {
      'fewer than were sent': results(2, [0, first]),
      'more than were requested': results(2, [0, first], [1, second], [2, first]),
      'an index twice': results(2, [0, first], [0, first]),
      'the recipient of another': results(2, [0, second], [1, first]),
      'no recipient': results(1, [0]),
      'one failed, and two results name nobody': bulk(
        { vouchersSent: 1, vouchersFailed: 1, results: [{ voucherIndex: 0 }, { voucherIndex: 1 }] },
        two,
      ),
    },
    inconclusive: { 'no results': results(0) },
    ignores: {
      ...ignores,
      'a voucher without a recipient, and none failed': bulk(
        { vouchersSent: 1, results: [{ voucherIndex: 0, recipientEmail: first }] },
        { vouchers: [without(voucher, 'recipientEmail')] },
      ),
    },
  },
};
