import { cents } from '../data/records.ts';
import { findWallet } from '../routes/purchase.ts';
import type { VoucherRules } from '../rules/bodies.ts';
import type { Patch } from '../types.ts';
import {
  at,
  breaking,
  editSuccess,
  type Fault,
  instead,
  type Json,
  onReply,
  onRequest,
  onRules,
} from '../patches.ts';

const sent = (change: (voucher: Json, requested: Json) => unknown): Patch =>
  editSuccess(at.sendVoucher, ({ data }, { body }) => change(data, body));

const isGood = ({ recipientEmail }: Json): boolean => String(recipientEmail).includes('@');

/** Subtracts the values of some vouchers from the balance if the request is rejected. */
const charging = (route: typeof at.sendVoucher | typeof at.sendBulk, of: (body: Json) => Json[]) =>
  onReply(route, ({ status }, { account, body }, world) => {
    if (status !== 400 || typeof body !== 'object' || body === null) return;
    for (const { currency, valuePurchased } of of(body)) {
      const wallet = account && findWallet(world, account, currency);
      if (wallet && typeof valuePurchased === 'number')
        wallet.balance = cents(wallet.balance - valuePurchased);
    }
  });

/** Accepts another JSON type in a field. */
const taking = (field: keyof VoucherRules, change: (value: Json) => Json): Patch =>
  onRequest(at.sendVoucher, ({ body }) => {
    const value = (body as Json)?.[field];
    if (typeof value === 'object' && value) (body as Json)[field] = change(value);
  });

const coercing = (field: keyof VoucherRules): Patch =>
  onRules(({ bodies }) => (bodies.sendVoucher[field].coerces = true));

/** Shows the last message on later vouchers without a message, as a service that reuses an object. */
function keptMessage(): Patch {
  let last: unknown;
  return sent(voucher => {
    last = voucher['message'] ?? last;
    if (last !== undefined) voucher['message'] = last;
  });
}

/** §4.2 send_voucher: the response, required and optional fields, and types. */
export const vouchersFaults: readonly Fault[] = [
  ...breaking('vouchers.fields', {
    'vouchers-code-missing-in-euro': sent(voucher => {
      if (voucher.currency === 'EUR') delete voucher.voucherCode;
    }),
  }),
  ...breaking('vouchers.echo', {
    'vouchers-value-cut-to-cents': sent(voucher => {
      voucher.valuePurchased = Math.floor(voucher.valuePurchased * 100) / 100;
    }),
    'vouchers-name-and-message-swapped': sent((voucher, { recipientName, message }) => {
      if (recipientName !== undefined && message !== undefined)
        Object.assign(voucher, { recipientName: message, message: recipientName });
    }),
    'vouchers-greek-name-as-question-marks': sent(
      voucher =>
        (voucher.recipientName = voucher.recipientName?.replaceAll(/\p{Script=Greek}/gu, '?')),
    ),
  }),
  ...breaking('vouchers.texts-not-sent', {
    'vouchers-message-of-the-one-before': keptMessage(),
  }),
  ...breaking('vouchers.required', {
    'vouchers-without-currency-in-pounds': onRequest(at.sendVoucher, ({ body }) => {
      if (typeof body === 'object' && body) (body as Json).currency ??= 'GBP';
    }),
  }),
  ...breaking('vouchers.optional', {
    'vouchers-need-a-name-or-a-message': onRequest(at.sendVoucher, request => {
      const { recipientName, message } = (request.body ?? {}) as Json;
      if ((recipientName ?? message) === undefined) request.body = [];
    }),
    'vouchers-never-sent': instead(at.sendVoucher, () => true, 409, { success: false }),
  }),
  ...breaking('vouchers.refused-unpaid', {
    'vouchers-charged-before-they-are-looked-at': charging(at.sendVoucher, body => [body]),
    'vouchers-of-a-refused-bulk-charged': charging(at.sendBulk, ({ vouchers }) =>
      Array.isArray(vouchers) ? vouchers.filter(isGood) : [],
    ),
  }),
  ...breaking('vouchers.types', {
    'vouchers-value-of-numeric-string-accepted': coercing('valuePurchased'),
    'vouchers-recipients-of-list-accepted': taking('recipientEmail', () => 'someone@example.com'),
  }),
];
