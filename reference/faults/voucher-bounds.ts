import type { FieldRule, StringRule, VoucherRules } from '../rules/bodies.ts';
import type { AutomationRules } from '../rules/rules.ts';
import type { Patch } from '../types.ts';
import { at, breaking, type Fault, type Json, onRequest, onRules } from '../patches.ts';

/** Changes the rules for one field of a single voucher, or of the vouchers in a bulk. */
const ruleOf =
  (body: 'sendVoucher' | 'bulkVoucher') =>
  <F extends keyof VoucherRules>(field: F, change: Partial<VoucherRules[F]>): Patch =>
    onRules(({ bodies }) =>
      Object.assign<FieldRule, Partial<FieldRule>>(bodies[body][field], change),
    );
const rule = ruleOf('sendVoucher');
const code = (change: Partial<StringRule>): Patch => rule('productCode', change);
const pattern = (expression: RegExp): Patch => code({ pattern: expression });

/** Rejects vouchers of some values. */
const refusing = (refused: (amount: number, currency: unknown) => boolean): Patch =>
  onRequest(at.sendVoucher, request => {
    const { valuePurchased: amount, currency } = (request.body as Json) ?? {};
    if (typeof amount === 'number' && refused(amount, currency)) request.body = [];
  });

export const unknownProducts: AutomationRules['declines'] = (
  { productCode },
  _request,
  { products },
) => (products.some(each => each.productCode === productCode) ? undefined : 'Product not found');

const currency = (change: (given: string) => string): Patch =>
  onRequest(at.sendVoucher, ({ body }) => {
    const sent = (body as Json)?.currency;
    if (typeof sent === 'string') (body as Json).currency = change(sent);
  });

export const inBytes = (text: string): number => Buffer.byteLength(text);
const sold = ['GBP', 'USD', 'EUR'];

/** Shortens a text that is too long, and accepts it. */
const cutting = (field: 'merchant' | 'recipientName' | 'message', max: number): Patch =>
  onRequest(at.sendVoucher, ({ body }) => {
    const sent = (body as Json)?.[field];
    if (typeof sent === 'string') (body as Json)[field] = [...sent].slice(0, max).join('');
  });

/** §4.2, §8: bounds of a single voucher. Generated faults move each bound by one. */
export const voucherBoundsFaults: readonly Fault[] = [
  ...breaking('vouchers.product-code-length', {
    'vouchers-product-code-limited-to-40': code({ max: 40 }),
  }),
  ...breaking('vouchers.product-code-pattern', {
    'vouchers-product-code-of-any-letters-accepted': pattern(/^[\p{L}0-9-]+$/u),
    'vouchers-product-code-of-several-lines': pattern(/^[a-zA-Z0-9-]+$/m),
    'vouchers-product-code-in-lower-case-refused': code({
      test: text => !/^[a-z0-9-]+$/.test(text),
    }),
  }),
  ...breaking('vouchers.merchant-length', {
    'vouchers-merchant-counted-in-bytes': rule('merchant', { length: inBytes }),
    'vouchers-merchant-cut-at-100': cutting('merchant', 100),
  }),
  ...breaking('vouchers.currency', {
    'vouchers-in-naira-accepted': rule('currency', { values: [...sold, 'NGN'] }),
    'vouchers-in-another-currency-paid-in-pounds': currency(given =>
      sold.includes(given) ? given : 'GBP',
    ),
  }),
  ...breaking('vouchers.value-range', {
    'vouchers-value-of-quarters-only': refusing(
      amount => amount !== 0.01 && !Number.isInteger(amount * 4),
    ),
    'vouchers-value-of-uneven-cents-refused-in-euro': refusing(
      (amount, currency) => currency === 'EUR' && !Number.isInteger(amount * 100),
    ),
  }),
  ...breaking('vouchers.recipient-email', {
    'vouchers-recipient-with-at-accepted': rule('recipientEmail', {
      test: text => text.includes('@'),
    }),
  }),
  ...breaking('vouchers.recipient-name-length', {
    'vouchers-recipient-name-counted-in-bytes': rule('recipientName', { length: inBytes }),
    'vouchers-recipient-name-cut-at-100': cutting('recipientName', 100),
  }),
  ...breaking('vouchers.message-length', {
    'vouchers-message-counted-in-bytes': rule('message', { length: inBytes }),
    'vouchers-message-limited-to-160': rule('message', { max: 160 }),
  }),
];
