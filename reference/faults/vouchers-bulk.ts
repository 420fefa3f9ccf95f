import type { StringRule, VoucherRules } from '../rules/bodies.ts';
import type { Patch } from '../types.ts';
import {
  at,
  breaking,
  editSuccess,
  type Fault,
  type Json,
  onItems,
  onRequest,
  onRules,
  together,
} from '../patches.ts';
import type { World } from '../world.ts';
import { between, inBytes, ruleOf, unknownProducts } from './voucher-bounds.ts';

/** Changes the body of a request before validation. */
const received = (change: (body: Json) => unknown): Patch =>
  onRequest(at.sendBulk, ({ body }) => {
    if (typeof body === 'object' && body) change(body);
  });

const size = (change: { min?: number; max?: number }): Patch =>
  onRules(({ bodies }) => Object.assign(bodies.sendBulk.vouchers, change));
const text = (field: 'campaignName' | 'notes', change: Partial<StringRule>): Patch =>
  onRules(({ bodies }) => Object.assign(bodies.sendBulk[field], change));

/** The voucher that a lenient service sends in place of one that it cannot read. */
export const voucher: Record<keyof VoucherRules, unknown> = {
  productCode: 'NWBK-GB-01',
  merchant: 'Northwind Books',
  currency: 'GBP',
  valuePurchased: 10,
  recipientEmail: 'recipient@example.com',
  recipientName: 'Zoë Okafor',
  message: 'Thank you',
};

const rule = ruleOf('bulkVoucher');

/** Changes the vouchers of a request before validation. */
const vouchers = (change: (voucher: Json, index: number, all: Json[]) => Json): Patch =>
  onRequest(at.sendBulk, ({ body }) => {
    const list = (body as Json)?.vouchers;
    if (Array.isArray(list)) (body as Json).vouchers = list.map(change);
  });

/** Accepts vouchers without this field, using a default. */
const filling = (field: keyof VoucherRules, value: unknown): Patch =>
  vouchers(voucher =>
    typeof voucher === 'object' && voucher ? { [field]: value, ...voucher } : voucher,
  );

/** Sends some vouchers as copies of another position, whatever they hold. */
const unchecked = (where: (index: number, last: number) => boolean, from: number): Patch =>
  vouchers((voucher, index, all) => {
    const good = all.at(from);
    if (!good || !voucher || !where(index, all.length - 1)) return voucher;
    const { recipientEmail } = voucher;
    const isAddress = typeof recipientEmail === 'string' && recipientEmail.includes('@');
    return isAddress ? { ...good, recipientEmail } : { ...good };
  });

const sent = (change: (data: Json, requested: Json, world: World) => unknown): Patch =>
  editSuccess(at.sendBulk, ({ data }, { body }, world) => change(data, body, world));
const results = (change: (result: Json, index: number) => unknown): Patch =>
  onItems(at.sendBulk, change);

/** Sends the vouchers of the catalog, and reports that the others failed. */
const knownOnly = onRules(({ automation }) =>
  Object.assign(automation, { bulkInvalid: 'report', declines: unknownProducts }),
);
const failedSoFar = new WeakMap<World, number>();
const lastCampaign = new WeakMap<World, string>();

/** §4.2 send_bulk_vouchers, §8: its body. */
export const vouchersBulkFaults: readonly Fault[] = [
  ...breaking('vouchers-bulk.size', {
    'bulk-of-none-accepted': size({ min: 0 }),
    'bulk-of-1-refused': size({ min: 2 }),
    'bulk-of-100-refused': size({ max: 99 }),
    'bulk-of-101-accepted': size({ max: 101 }),
    'bulk-without-end': size({ max: Infinity }),
    'bulk-of-50-at-most': size({ max: 50 }),
    'bulk-of-2-to-9-refused': received(body => {
      const { vouchers } = body;
      if (Array.isArray(vouchers) && vouchers.length > 1 && vouchers.length < 10)
        body.vouchers = [];
    }),
    'bulk-of-tens-only': received(body => {
      const { vouchers } = body;
      if (Array.isArray(vouchers) && vouchers.length > 1 && vouchers.length % 10 > 0)
        body.vouchers = [];
    }),
    'bulk-cut-at-100': received(body => {
      if (Array.isArray(body.vouchers)) body.vouchers = body.vouchers.slice(0, 100);
    }),
  }),
  ...breaking('vouchers-bulk.required', {
    'bulk-without-vouchers-sends-one': received(body => (body.vouchers ??= [voucher])),
    'bulk-campaign-alone-sends-one': received(body => {
      if (body.campaignName !== undefined) body.vouchers ??= [voucher];
    }),
  }),
  ...breaking('vouchers-bulk.optional', {
    'bulk-needs-a-campaign-name': text('campaignName', { required: true }),
    'bulk-needs-notes': text('notes', { required: true }),
  }),
  ...breaking('vouchers-bulk.types', {
    'bulk-of-one-voucher-without-list-accepted': received(body => {
      const { vouchers } = body;
      if (typeof vouchers === 'object' && vouchers && !Array.isArray(vouchers)) {
        body.vouchers = 'productCode' in vouchers ? [vouchers] : [voucher];
      }
    }),
    'bulk-of-anything-but-a-list-sends-one': received(body => {
      if ('vouchers' in body && !Array.isArray(body.vouchers)) body.vouchers = [voucher];
    }),
    'bulk-campaign-of-number-accepted': text('campaignName', { coerces: true }),
    'bulk-notes-of-number-accepted': text('notes', { coerces: true }),
    'bulk-notes-of-list-accepted': received(body => {
      if (Array.isArray(body.notes)) body.notes = body.notes.join(' ');
    }),
    'bulk-campaign-of-object-accepted': received(body => {
      if (typeof body.campaignName === 'object') body.campaignName = 'Campaign';
    }),
    'bulk-elements-of-text-accepted': received(body => {
      if (!Array.isArray(body.vouchers)) return;
      body.vouchers = body.vouchers.map((one: unknown) =>
        typeof one === 'object' && one ? one : voucher,
      );
    }),
  }),
  ...breaking('vouchers-bulk.campaign-name-length', {
    'bulk-campaign-of-100-refused': text('campaignName', { max: 99 }),
    'bulk-campaign-of-101-accepted': text('campaignName', { max: 101 }),
    'bulk-campaign-without-end': text('campaignName', { max: Infinity }),
    'bulk-campaign-counted-in-bytes': text('campaignName', { length: inBytes }),
    'bulk-campaign-limited-to-20': text('campaignName', { max: 20 }),
    'bulk-campaign-of-41-to-99-refused': text('campaignName', { test: between(41, 99) }),
  }),
  ...breaking('vouchers-bulk.notes-length', {
    'bulk-notes-of-500-refused': text('notes', { max: 499 }),
    'bulk-notes-of-501-accepted': text('notes', { max: 501 }),
    'bulk-notes-without-end': text('notes', { max: Infinity }),
    'bulk-notes-counted-in-bytes': text('notes', { length: inBytes }),
    'bulk-notes-limited-to-100': text('notes', { max: 100 }),
    'bulk-notes-limited-to-300': text('notes', { max: 300 }),
    'bulk-notes-of-200-to-300-refused': text('notes', { test: between(200, 300) }),
  }),

  // §4.2: elements of `vouchers` have the shape of a send_voucher body.
  ...breaking('vouchers-bulk.voucher-shape', {
    'bulk-product-code-of-2-accepted': rule('productCode', { min: 2 }),
    'bulk-product-code-of-3-refused': rule('productCode', { min: 4 }),
    'bulk-product-code-of-50-refused': rule('productCode', { max: 49 }),
    'bulk-product-code-of-51-accepted': rule('productCode', { max: 51 }),
    'bulk-product-code-of-anything-accepted': rule('productCode', { pattern: /^/ }),
    'bulk-product-code-with-underscore-accepted': rule('productCode', { pattern: /^[\w-]+$/ }),
    'bulk-merchant-empty-accepted': rule('merchant', { min: 0 }),
    'bulk-merchant-of-1-refused': rule('merchant', { min: 2 }),
    'bulk-merchant-of-100-refused': rule('merchant', { max: 99 }),
    'bulk-merchant-of-101-accepted': rule('merchant', { max: 101 }),
    'bulk-in-naira-accepted': rule('currency', { values: ['GBP', 'USD', 'EUR', 'NGN'] }),
    'bulk-in-euro-refused': rule('currency', { values: ['GBP', 'USD'] }),
    'bulk-value-of-nothing-accepted': rule('valuePurchased', { min: 0 }),
    'bulk-value-of-one-penny-refused': rule('valuePurchased', { min: 0.02 }),
    'bulk-value-of-10000-refused': rule('valuePurchased', { max: 9999.99 }),
    'bulk-value-of-a-penny-more-accepted': rule('valuePurchased', { max: 10000.01 }),
    'bulk-value-without-end': rule('valuePurchased', { max: Infinity }),
    'bulk-value-of-numeric-string-accepted': rule('valuePurchased', { coerces: true }),
    'bulk-recipient-of-anything-accepted': rule('recipientEmail', { test: () => true }),
    'bulk-recipient-name-of-100-refused': rule('recipientName', { max: 99 }),
    'bulk-recipient-name-of-101-accepted': rule('recipientName', { max: 101 }),
    'bulk-merchant-limited-to-30': rule('merchant', { max: 30 }),
    'bulk-message-limited-to-160': rule('message', { max: 160 }),
    'bulk-recipient-name-limited-to-40': rule('recipientName', { max: 40 }),
    'bulk-message-of-500-refused': rule('message', { max: 499 }),
    'bulk-message-of-501-accepted': rule('message', { max: 501 }),
    'bulk-message-without-end': rule('message', { max: Infinity }),
    'bulk-without-recipient-accepted': filling('recipientEmail', 'owner@example.com'),
    'bulk-without-product-code-accepted': filling('productCode', 'NWBK-GB-01'),
    'bulk-without-merchant-accepted': filling('merchant', 'Northwind Books'),
    'bulk-without-currency-in-pounds': filling('currency', 'GBP'),
    'bulk-without-value-worth-ten': filling('valuePurchased', 10),
    'bulk-message-of-number-accepted': rule('message', { coerces: true }),
    'bulk-needs-a-recipient-name': rule('recipientName', { required: true }),
    'bulk-needs-a-recipient-name-beside-a-message': onRules(({ automation }) => {
      automation.declines = ({ message, recipientName }) =>
        message !== undefined && recipientName === undefined ? 'Who is it for?' : undefined;
    }),
    'bulk-only-first-voucher-checked': unchecked(index => index > 0, 0),
    'bulk-first-voucher-unchecked': unchecked(index => index === 0, 1),
    'bulk-last-voucher-unchecked': unchecked((index, last) => index === last && last > 0, 0),
    'bulk-only-last-voucher-checked': unchecked((index, last) => index < last, -1),
    'bulk-only-ends-checked': unchecked((index, last) => index > 0 && index < last, 0),
    ...Object.fromEntries(
      ['GBP', 'USD', 'EUR'].map(currency => [
        `bulk-value-of-uneven-cents-refused-in-${currency.toLowerCase()}`,
        vouchers(voucher =>
          voucher?.currency === currency && !Number.isInteger(voucher.valuePurchased * 100)
            ? { ...voucher, valuePurchased: 0 }
            : voucher,
        ),
      ]),
    ),
    'bulk-value-of-uneven-cents-refused': vouchers(voucher =>
      (voucher?.valuePurchased / 0.01) % 1 ? { ...voucher, valuePurchased: 0 } : voucher,
    ),
  }),

  // §4.2 send_bulk_vouchers: its response.
  ...breaking('vouchers-bulk.fields', {
    'bulk-results-by-number': sent(data => (data.results = { ...data.results })),
    'bulk-recipient-missing-in-last-result': sent(({ results }) => {
      delete results.at(-1).recipientEmail;
    }),
  }),
  ...breaking('vouchers-bulk.echo', {
    'bulk-campaign-in-capitals': sent((data, { campaignName }) => {
      if (campaignName) data.campaignName = `THE ${campaignName.toUpperCase()}`;
    }),
    'bulk-campaign-and-notes-swapped': sent((data, { campaignName, notes }) => {
      if (campaignName !== undefined && notes !== undefined) {
        Object.assign(data, { campaignName: notes, notes: campaignName });
      }
    }),
    'bulk-notes-cut': sent((data, { notes }) => {
      if (notes) data.notes = notes.slice(0, -1);
    }),
    'bulk-letters-as-question-marks': sent(data => {
      for (const name of ['campaignName', 'notes'])
        data[name] = data[name]?.replaceAll(/[^\x20-\x7e]/g, '?');
    }),
    'bulk-campaign-of-the-one-before': sent((data, _body, world) => {
      data.campaignName ??= lastCampaign.get(world);
      if (data.campaignName) lastCampaign.set(world, data.campaignName);
    }),
    'bulk-notes-of-a-default': sent((data, { notes }) => {
      if (notes !== undefined) data.notes = 'No notes';
    }),
  }),
  ...breaking('vouchers-bulk.counts', {
    'bulk-total-one-too-many': sent(data => {
      data.totalVouchers += 1;
      data.vouchersSent += 1;
    }),
    'bulk-total-one-too-few': sent(data => {
      data.totalVouchers -= 1;
      data.vouchersSent -= 1;
    }),
    'bulk-total-always-one': sent(data => {
      if (data.results.length > 1) Object.assign(data, { totalVouchers: 1, vouchersSent: 1 });
    }),
    'bulk-failed-ones-are-sent-by-their-results': together(
      onRules(({ automation }) => (automation.bulkInvalid = 'report')),
      sent(({ results }) => {
        for (const result of results) result.status = 'sent';
      }),
    ),
    'bulk-sent-counts-those-that-failed': together(
      knownOnly,
      sent(data => (data.vouchersSent = data.totalVouchers)),
    ),
    'bulk-failed-ones-add-up': together(
      knownOnly,
      sent((data, _body, world) => {
        const all = (failedSoFar.get(world) ?? 0) + data.vouchersFailed;
        failedSoFar.set(world, all);
        data.vouchersFailed = all;
      }),
    ),
    'bulk-sent-counted-from-zero': sent(data => (data.vouchersSent -= 1)),
    'bulk-failed-counts-all': sent(data => (data.vouchersFailed = data.totalVouchers)),
    'bulk-none-sent': sent(data => (data.vouchersSent = 0)),
    'bulk-last-sent-one-not-counted-nor-named': sent(data => {
      data.vouchersSent -= 1;
      data.results.pop();
    }),
    'bulk-sent-and-failed-below-zero': sent(data => {
      data.vouchersSent += 1;
      data.vouchersFailed -= 1;
    }),
  }),
  ...breaking('vouchers-bulk.results', {
    'bulk-results-all-of-index-zero': results(result => (result.voucherIndex = 0)),
    'bulk-index-beyond-the-request': results((result, index) => {
      if (index === 0) result.voucherIndex = 1000;
    }),
    'bulk-last-result-twice': sent(data => data.results.push(data.results.at(-1))),
    'bulk-last-result-missing': sent(data => data.results.pop()),
    'bulk-first-result-missing': sent(data => data.results.shift()),
    'bulk-results-empty': sent(data => (data.results = [])),
    'bulk-recipients-of-the-sender': results(result => {
      result.recipientEmail = 'vouchers@harbour-rewards.example.com';
    }),
    'bulk-last-recipient-masked': sent(data => {
      data.results.at(-1).recipientEmail = '***';
    }),
    'bulk-index-below-zero': results((result, index) => {
      if (index === 0) result.voucherIndex = -1;
    }),
    'bulk-index-counts-those-that-were-sent': together(
      knownOnly,
      sent(({ results: all }) => {
        let [good, bad] = [0, all.length - 1];
        for (const each of all) each.voucherIndex = each.status === 'sent' ? good++ : bad--;
      }),
    ),
    'bulk-two-results-of-one-index': sent(({ results: all }) => {
      if (all.length > 1) all.at(-1).voucherIndex = all[0].voucherIndex;
    }),
  }),
];
