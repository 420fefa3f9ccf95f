import type { StringRule, VoucherRules } from '../rules/bodies.ts';
import type { Patch } from '../types.ts';
import {
  at,
  breaking,
  editSuccess,
  type Fault,
  instead,
  type Json,
  onRequest,
  onRules,
  together,
} from '../patches.ts';
import type { World } from '../world.ts';
import { inBytes, unknownProducts } from './voucher-bounds.ts';

/** Changes the body of a request before validation. */
const received = (change: (body: Json) => unknown): Patch =>
  onRequest(at.sendBulk, ({ body }) => {
    if (typeof body === 'object' && body) change(body);
  });

const text = (field: 'campaignName' | 'notes', change: Partial<StringRule>): Patch =>
  onRules(({ bodies }) => Object.assign(bodies.sendBulk[field], change));

/** Values that a lenient service sends if it cannot read a voucher. */
export const voucher: Record<keyof VoucherRules, unknown> = {
  productCode: 'NWBK-GB-01',
  merchant: 'Northwind Books',
  currency: 'GBP',
  valuePurchased: 10,
  recipientEmail: 'recipient@example.com',
  recipientName: 'Zoë Okafor',
  message: 'Thank you',
};

/** Changes the vouchers of a request before validation. */
const vouchers = (change: (voucher: Json, index: number, all: Json[]) => Json): Patch =>
  received(body => {
    if (Array.isArray(body.vouchers)) body.vouchers = body.vouchers.map(change);
  });

/** Sends some vouchers as copies of another position, without validation. */
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

/** Sends the vouchers of products in the catalog, and reports that the other vouchers failed. */
const knownOnly = onRules(({ automation }) =>
  Object.assign(automation, { bulkInvalid: 'report', declines: unknownProducts }),
);
/** §4.2 send_bulk_vouchers, §8: the body. Generated faults move each bound by one. */
export const vouchersBulkFaults: readonly Fault[] = [
  ...breaking('vouchers-bulk.size', {
    'bulk-of-50-at-most': onRules(({ bodies }) => (bodies.sendBulk.vouchers.max = 50)),
    'bulk-cut-at-100': received(body => {
      if (Array.isArray(body.vouchers)) body.vouchers = body.vouchers.slice(0, 100);
    }),
  }),
  ...breaking('vouchers-bulk.required', {
    'bulk-without-vouchers-sends-one': received(body => (body.vouchers ??= [voucher])),
  }),
  ...breaking('vouchers-bulk.optional', {
    'bulk-needs-a-campaign-name': text('campaignName', { required: true }),
    'bulk-never-sent': instead(at.sendBulk, () => true, 409, { success: false }),
  }),
  ...breaking('vouchers-bulk.types', {
    'bulk-of-one-voucher-without-list-accepted': received(body => {
      const { vouchers } = body;
      if (typeof vouchers === 'object' && vouchers && !Array.isArray(vouchers))
        body.vouchers = 'productCode' in vouchers ? [vouchers] : [voucher];
    }),
    'bulk-elements-of-text-accepted': vouchers(one =>
      typeof one === 'object' && one ? one : voucher,
    ),
  }),
  ...breaking('vouchers-bulk.campaign-name-length', {
    'bulk-campaign-counted-in-bytes': text('campaignName', { length: inBytes }),
  }),
  ...breaking('vouchers-bulk.notes-length', {
    'bulk-notes-counted-in-bytes': text('notes', { length: inBytes }),
  }),

  // §4.2: elements of `vouchers` have the shape of a send_voucher body.
  ...breaking('vouchers-bulk.voucher-shape', {
    'bulk-needs-a-recipient-name-beside-a-message': onRules(({ automation }) => {
      automation.declines = ({ message, recipientName }) =>
        message !== undefined && recipientName === undefined ? 'Who is it for?' : undefined;
    }),
    'bulk-only-first-voucher-checked': unchecked(index => index > 0, 0),
    'bulk-last-voucher-unchecked': unchecked((index, last) => index === last && last > 0, 0),
  }),

  // §4.2 send_bulk_vouchers: the response.
  ...breaking('vouchers-bulk.fields', {
    'bulk-recipient-missing-in-last-result': sent(({ results }) => {
      delete results.at(-1).recipientEmail;
    }),
  }),
  ...breaking('vouchers-bulk.echo', {
    'bulk-campaign-and-notes-swapped': sent((data, { campaignName, notes }) => {
      if (campaignName !== undefined && notes !== undefined)
        Object.assign(data, { campaignName: notes, notes: campaignName });
    }),
    'bulk-letters-as-question-marks': sent(data => {
      for (const name of ['campaignName', 'notes'])
        data[name] = data[name]?.replaceAll(/[^\x20-\x7e]/g, '?');
    }),
  }),
  ...breaking('vouchers-bulk.counts', {
    'bulk-sent-counts-those-that-failed': together(
      knownOnly,
      sent(data => (data.vouchersSent = data.totalVouchers)),
    ),
    'bulk-last-sent-one-not-counted-nor-named': sent(data => {
      data.vouchersSent -= 1;
      data.results.pop();
    }),
  }),
  ...breaking('vouchers-bulk.results', {
    'bulk-recipients-in-reverse': sent(({ results }) => {
      const names = results.map(({ recipientEmail }: Json) => recipientEmail).toReversed();
      for (const [index, result] of results.entries()) result.recipientEmail = names[index];
    }),
    'bulk-index-counts-those-that-were-sent': together(
      knownOnly,
      sent(({ results: all }) => {
        let [good, bad] = [0, all.length - 1];
        for (const each of all) each.voucherIndex = each.status === 'sent' ? good++ : bad--;
      }),
    ),
  }),
];
