import {
  isEmail,
  type FieldRule,
  type NumberRule,
  type StringRule,
  type VoucherRules,
} from '../rules/bodies.ts';
import type { AutomationRules } from '../rules/rules.ts';
import type { Patch } from '../types.ts';
import { pricesOnly } from '../variants/vouchers.ts';
import {
  at,
  breaking,
  type Fault,
  type Json,
  onData,
  onReply,
  onRequest,
  onRules,
  together,
} from '../patches.ts';

/** Changes the rules for one field of a single voucher, or of the vouchers in a bulk. */
export const ruleOf =
  (body: 'sendVoucher' | 'bulkVoucher') =>
  <F extends keyof VoucherRules>(field: F, change: Partial<VoucherRules[F]>): Patch =>
    onRules(({ bodies }) =>
      Object.assign<FieldRule, Partial<FieldRule>>(bodies[body][field], change),
    );
const rule = ruleOf('sendVoucher');
const code = (change: Partial<StringRule>): Patch => rule('productCode', change);
const value = (change: Partial<NumberRule>): Patch => rule('valuePurchased', change);
/** Rejects vouchers of some values. */
const refusing = (refused: (amount: number, currency: unknown) => boolean): Patch =>
  onRequest(at.sendVoucher, request => {
    const { valuePurchased: amount, currency } = (request.body as Json) ?? {};
    if (typeof amount === 'number' && refused(amount, currency)) request.body = [];
  });
export const between = (low: number, high: number) => (text: string) =>
  text.length < low || text.length > high;
const pattern = (expression: RegExp): Patch => code({ pattern: expression });

/** Rejects codes that match, except those of the catalog: other vouchers can still be sent. */
const rejecting = (expression: RegExp): Patch =>
  onData(({ rules, products }) => {
    const codes = new Set(products.map(({ productCode }) => productCode));
    rules.bodies.sendVoucher.productCode.test = text => codes.has(text) || !expression.test(text);
  });

export const unknownProducts: AutomationRules['declines'] = (
  { productCode },
  _request,
  { products },
) => (products.some(each => each.productCode === productCode) ? undefined : 'Product not found');

/** Rejects codes that match before the codes of products are looked up; unknown codes are 404. */
const lookedUp = (expression: RegExp): Patch =>
  together(
    rejecting(expression),
    onRules(({ automation }) => (automation.declines = unknownProducts)),
    onReply(at.sendVoucher, reply => {
      if ((reply.body as Json)?.error === 'Product not found') reply.status = 404;
    }),
  );

const currency = (change: (given: string) => string): Patch =>
  onRequest(at.sendVoucher, ({ body }) => {
    const sent = (body as Json)?.currency;
    if (typeof sent === 'string') (body as Json).currency = change(sent);
  });

export const inBytes = (text: string): number => Buffer.byteLength(text);
const sold = ['GBP', 'USD', 'EUR'];

/** Truncates and accepts a text that is too long. */
const cutting = (field: 'merchant' | 'recipientName' | 'message', max: number): Patch =>
  onRequest(at.sendVoucher, ({ body }) => {
    const sent = (body as Json)?.[field];
    if (typeof sent === 'string') (body as Json)[field] = [...sent].slice(0, max).join('');
  });

/** Breaks a bound where every product is sold for its own prices only, of which those of one include both bounds. */
const onOffer = (change: Partial<NumberRule>): Patch => together(pricesOnly, value(change));

/** §4.2, §8: the bounds of a single voucher. */
export const voucherBoundsFaults: readonly Fault[] = [
  ...breaking('vouchers.product-code-length', {
    'vouchers-product-code-of-2-accepted': code({ min: 2 }),
    'vouchers-product-code-of-3-refused': code({ min: 4 }),
    'vouchers-product-code-of-50-refused': code({ max: 49 }),
    'vouchers-product-code-of-51-accepted': code({ max: 51 }),
    'vouchers-product-code-without-end': code({ max: Infinity }),
    'vouchers-product-code-without-length': code({ min: 0, max: Infinity }),
    'vouchers-product-code-limited-to-40': code({ max: 40 }),
    'vouchers-product-code-of-20-to-27-refused': code({ test: between(20, 27) }),
    'vouchers-looked-up-code-of-3-refused': lookedUp(/^.{3}$/),
  }),
  ...breaking('vouchers.product-code-pattern', {
    'vouchers-product-code-with-underscore-accepted': pattern(/^[\w-]+$/),
    'vouchers-product-code-with-blank-accepted': pattern(/^[a-zA-Z0-9 -]+$/),
    'vouchers-product-code-with-dot-accepted': pattern(/^[a-zA-Z0-9.-]+$/),
    'vouchers-product-code-of-any-letters-accepted': pattern(/^[\p{L}0-9-]+$/u),
    'vouchers-product-code-of-any-digits-accepted': pattern(/^[a-zA-Z\p{Nd}-]+$/u),
    'vouchers-product-code-of-latin-1-accepted': pattern(/^[a-zA-ZÀ-ÿ0-9-]+$/),
    'vouchers-product-code-of-anything-accepted': pattern(/^/),
    'vouchers-product-code-with-free-start': pattern(/[a-zA-Z0-9-]+$/),
    'vouchers-product-code-with-free-end': pattern(/^[a-zA-Z0-9-]+/),
    'vouchers-product-code-of-several-lines': pattern(/^[a-zA-Z0-9-]+$/m),
    'vouchers-product-code-with-newline-at-its-end': pattern(/^[a-zA-Z0-9-]+\n?$/),
    'vouchers-product-code-in-lower-case-refused': rejecting(/[a-z]/),
    'vouchers-product-code-in-capitals-refused': rejecting(/[A-Z]/),
    'vouchers-product-code-with-digits-refused': rejecting(/[0-9]/),
    'vouchers-looked-up-code-in-lower-case-refused': lookedUp(/[a-z]/),
    'vouchers-product-code-with-hyphen-refused': rejecting(/-/),
    'vouchers-product-code-with-zero-refused': rejecting(/0/),
    'vouchers-product-code-starting-with-hyphen-refused': rejecting(/^-/),
    'vouchers-product-code-with-slash-accepted': pattern(/^[a-zA-Z0-9/-]+$/),
    'vouchers-product-code-cleaned': onRequest(at.sendVoucher, ({ body }) => {
      const sent: Json = body;
      if (typeof sent?.productCode === 'string')
        sent.productCode = sent.productCode.replaceAll(/[^a-zA-Z0-9-]/g, '');
    }),
  }),
  ...breaking('vouchers.merchant-length', {
    'vouchers-merchant-empty-accepted': rule('merchant', { min: 0 }),
    'vouchers-merchant-of-1-refused': rule('merchant', { min: 2 }),
    'vouchers-merchant-of-100-refused': rule('merchant', { max: 99 }),
    'vouchers-merchant-of-101-accepted': rule('merchant', { max: 101 }),
    'vouchers-merchant-without-end': rule('merchant', { max: Infinity }),
    'vouchers-merchant-counted-in-bytes': rule('merchant', { length: inBytes }),
    'vouchers-merchant-cut-at-100': cutting('merchant', 100),
    'vouchers-merchant-limited-to-45': rule('merchant', { max: 45 }),
    'vouchers-merchant-of-4-at-least': rule('merchant', { min: 4 }),
    'vouchers-merchant-of-40-to-60-refused': rule('merchant', { test: between(40, 60) }),
  }),
  ...breaking('vouchers.currency', {
    'vouchers-in-naira-accepted': rule('currency', { values: [...sold, 'NGN'] }),
    'vouchers-in-naira-accepted-for-what-is-sold-in-it': together(
      pricesOnly,
      rule('currency', { values: [...sold, 'NGN'] }),
    ),
    'vouchers-in-dollars-refused': rule('currency', { values: ['GBP', 'EUR'] }),
    'vouchers-in-euro-refused': rule('currency', { values: ['GBP', 'USD'] }),
    'vouchers-in-another-currency-paid-in-pounds': currency(given =>
      sold.includes(given) ? given : 'GBP',
    ),
    'vouchers-in-yen-paid-in-dollars': currency(given => (given === 'JPY' ? 'USD' : given)),
    'vouchers-with-empty-currency-in-pounds': currency(given => given || 'GBP'),
  }),
  ...breaking('vouchers.value-range', {
    'vouchers-value-of-one-penny-on-offer-refused': onOffer({ min: 0.010001 }),
    'vouchers-value-of-10000-on-offer-refused': onOffer({ max: 9999.999 }),
    'vouchers-value-of-nothing-accepted': value({ min: 0 }),
    'vouchers-value-below-zero-accepted': value({ min: -Infinity }),
    'vouchers-value-of-one-penny-refused': value({ min: 0.02 }),
    'vouchers-value-of-one-penny-excluded': value({ min: 0.010001 }),
    'vouchers-value-of-10000-refused': value({ max: 9999.99 }),
    'vouchers-value-of-10000-excluded': value({ max: 9999.999 }),
    'vouchers-value-of-a-penny-more-accepted': value({ max: 10000.01 }),
    'vouchers-value-of-10001-accepted': value({ max: 10001 }),
    'vouchers-value-without-end': value({ max: Infinity }),
    'vouchers-value-of-less-than-a-penny-accepted': value({ min: Number.MIN_VALUE }),
    'vouchers-value-of-uneven-cents-refused': refusing(amount => !Number.isInteger(amount * 100)),
    'vouchers-value-of-no-multiple-of-a-cent-refused': refusing(
      amount => (amount / 0.01) % 1 !== 0,
    ),
    'vouchers-value-of-quarters-only': refusing(
      amount => amount !== 0.01 && !Number.isInteger(amount * 4),
    ),
    ...Object.fromEntries(
      sold.map(each => [
        `vouchers-value-of-uneven-cents-refused-in-${each.toLowerCase()}`,
        refusing((amount, currency) => currency === each && !Number.isInteger(amount * 100)),
      ]),
    ),
    'vouchers-value-of-halves-only': refusing(
      amount => amount !== 0.01 && !Number.isInteger(amount * 2),
    ),
  }),
  ...breaking('vouchers.recipient-email', {
    'vouchers-recipient-of-anything-accepted': rule('recipientEmail', { test: () => true }),
    'vouchers-recipient-not-empty-accepted': rule('recipientEmail', { test: text => text !== '' }),
    'vouchers-recipient-with-dot-accepted': rule('recipientEmail', {
      test: text => /^[^\s]+\.[^\s.]+$/.test(text),
    }),
    'vouchers-recipient-with-at-accepted': rule('recipientEmail', {
      test: text => text.includes('@'),
    }),
    'vouchers-recipient-without-at-accepted': rule('recipientEmail', {
      test: text => isEmail(text) || !text.includes('@'),
    }),
  }),
  ...breaking('vouchers.recipient-name-length', {
    'vouchers-recipient-name-of-100-refused': rule('recipientName', { max: 99 }),
    'vouchers-recipient-name-of-101-accepted': rule('recipientName', { max: 101 }),
    'vouchers-recipient-name-without-end': rule('recipientName', { max: Infinity }),
    'vouchers-recipient-name-counted-in-bytes': rule('recipientName', { length: inBytes }),
    'vouchers-recipient-name-cut-at-100': cutting('recipientName', 100),
    'vouchers-recipient-name-limited-to-40': rule('recipientName', { max: 40 }),
    'vouchers-recipient-name-of-33-to-99-refused': rule('recipientName', { test: between(33, 99) }),
  }),
  ...breaking('vouchers.message-length', {
    'vouchers-message-of-500-refused': rule('message', { max: 499 }),
    'vouchers-message-of-501-accepted': rule('message', { max: 501 }),
    'vouchers-message-without-end': rule('message', { max: Infinity }),
    'vouchers-message-counted-in-bytes': rule('message', { length: inBytes }),
    'vouchers-message-cut-at-500': cutting('message', 500),
    'vouchers-message-limited-to-160': rule('message', { max: 160 }),
    'vouchers-message-limited-to-300': rule('message', { max: 300 }),
    'vouchers-message-of-160-to-255-refused': rule('message', { test: between(160, 255) }),
  }),
];
