import type { VoucherRules } from '../rules/bodies.ts';
import type { Patch } from '../types.ts';
import {
  at,
  breaking,
  editSuccess,
  type Fault,
  instead,
  isBody,
  type Json,
  onRequest,
  onRules,
  together,
} from '../patches.ts';
import type { World } from '../world.ts';
import { inBytes } from './vouchers.ts';

/** Changes the body of a request before validation. */
const received = (change: (body: Json) => unknown): Patch =>
  onRequest(at.sendBulk, ({ body }) => {
    if (typeof body === 'object' && body) change(body);
  });

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

/** Sends some vouchers as copies of the first, without validation. */
const unchecked = (where: (index: number, last: number) => boolean): Patch =>
  received(({ vouchers: all }) => {
    if (!Array.isArray(all)) return;
    for (const [index, voucher] of all.entries())
      if (isBody(voucher) && where(index, all.length - 1))
        Object.assign(voucher, all[0], { recipientEmail: voucher['recipientEmail'] });
  });

const sent = (change: (data: Json, requested: Json, world: World) => unknown): Patch =>
  editSuccess(at.sendBulk, ({ data }, { body }, world) => change(data, body, world));

/** Sends the vouchers of products in the catalog, and reports that the other vouchers failed. */
const knownOnly = onRules(({ automation }) => {
  automation.bulkInvalid = 'report';
  automation.declines = ({ productCode }, _request, { products }) =>
    products.some(each => each.productCode === productCode) ? undefined : 'Product not found';
});

/** §4.2 send_bulk_vouchers, §8: the body. Generated faults move each bound by one. */
export const vouchersBulkFaults: readonly Fault[] = [
  ...breaking('vouchers-bulk.size', {
    'bulk-cut-at-100': received(body => {
      if (Array.isArray(body.vouchers)) body.vouchers = body.vouchers.slice(0, 100);
    }),
  }),
  ...breaking('vouchers-bulk.required', {
    'bulk-needs-a-campaign-name': onRules(
      ({ bodies }) => (bodies.sendBulk.campaignName.required = true),
    ),
    'bulk-never-sent': instead(at.sendBulk, () => true, 409, { success: false }),
    'bulk-without-vouchers-sends-one': received(body => (body.vouchers ??= [voucher])),
  }),
  ...breaking('vouchers-bulk.types', {
    'bulk-of-one-voucher-without-list-accepted': received(body => {
      if (isBody(body.vouchers)) body.vouchers = [{ ...voucher, ...body.vouchers }];
    }),
    'bulk-elements-of-text-accepted': received(body => {
      if (Array.isArray(body.vouchers))
        body.vouchers = body.vouchers.map((one: unknown) => (isBody(one) ? one : voucher));
    }),
  }),
  ...breaking('vouchers-bulk.campaign-name-length', {
    'bulk-campaign-counted-in-bytes': onRules(
      ({ bodies }) => (bodies.sendBulk.campaignName.length = inBytes),
    ),
  }),
  ...breaking('vouchers-bulk.notes-length', {
    'bulk-notes-counted-in-bytes': onRules(
      ({ bodies }) => (bodies.sendBulk.notes.length = inBytes),
    ),
  }),

  // §4.2: elements of `vouchers` have the shape of a send_voucher body.
  ...breaking('vouchers-bulk.voucher-shape', {
    'bulk-needs-a-recipient-name-beside-a-message': onRules(({ automation }) => {
      automation.declines = ({ message, recipientName }) =>
        message !== undefined && recipientName === undefined ? 'Who is it for?' : undefined;
    }),
    'bulk-only-first-voucher-checked': unchecked(index => index > 0),
    'bulk-last-voucher-unchecked': unchecked((index, last) => index === last && last > 0),
  }),

  ...breaking('vouchers-bulk.voucher-currencies', {
    'bulk-without-vouchers-in-eur': instead(
      at.sendBulk,
      ({ body }) => JSON.stringify(body).includes('"EUR"'),
      409,
      { success: false },
    ),
  }),
  ...breaking('vouchers-bulk.highest-value', {
    'bulk-vouchers-up-to-9999': instead(
      at.sendBulk,
      ({ body }) => /:10000\b/.test(JSON.stringify(body)),
      409,
      { success: false },
    ),
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
  ...breaking('vouchers-bulk.texts-repeated', {
    'bulk-notes-never-repeated': sent(data => (data.notes = null)),
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
