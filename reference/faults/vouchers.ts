import { paidWithoutLock } from './at-once.ts';
import { cents } from '../data/records.ts';
import { findWallet } from '../routes/purchase.ts';
import type { FieldRule, VoucherRules } from '../rules/bodies.ts';
import type { Incoming, Patch } from '../types.ts';
import type { World } from '../world.ts';
import {
  at,
  breaking,
  editSuccess,
  type Fault,
  instead,
  isBody,
  type Json,
  onData,
  onError,
  onItems,
  onOwns,
  onRequest,
  onRules,
  together,
} from '../patches.ts';

const sent = (change: (voucher: Json, requested: Json) => unknown): Patch =>
  editSuccess(at.sendVoucher, ({ data }, { body }) => change(data, body));

/** Changes the request before validation. */
const received = (change: (voucher: Json) => unknown): Patch =>
  onRequest(at.sendVoucher, ({ body }) => {
    if (isBody(body)) change(body);
  });

/** Subtracts the value of a voucher from the wallet, or adds it. */
function charge({ account, body }: Incoming, world: World, sign: 1 | -1 = 1): void {
  const { currency, valuePurchased } = (body ?? {}) as Json;
  const wallet = account && findWallet(world, account, currency);
  if (wallet && typeof valuePurchased === 'number')
    wallet.balance = cents(wallet.balance - sign * valuePurchased);
}

/** Rejects some requests. */
const refusing = (refused: (voucher: Json) => boolean): Patch =>
  onRequest(at.sendVoucher, request => {
    if (isBody(request.body) && refused(request.body)) request.body = [];
  });

/** Changes the rules for one field. */
const rule = <F extends keyof VoucherRules>(field: F, change: Partial<VoucherRules[F]>): Patch =>
  onRules(({ bodies }) =>
    Object.assign<FieldRule, Partial<FieldRule>>(bodies.sendVoucher[field], change),
  );

export const inBytes = (text: string): number => Buffer.byteLength(text);
const sold = ['GBP', 'USD', 'EUR'];

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
  ...breaking('vouchers.texts-repeated', {
    'vouchers-name-never-repeated': sent(voucher => (voucher.recipientName = null)),
  }),
  ...breaking('vouchers.texts-not-sent', {
    'vouchers-message-of-the-one-before': keptMessage(),
  }),
  ...breaking('vouchers.codes-differ', {
    'vouchers-code-of-the-recipient': sent(
      voucher => (voucher.voucherCode = Buffer.from(voucher.recipientEmail).toString('hex')),
    ),
  }),
  ...breaking('vouchers.accepted', {
    'vouchers-never-sent': instead(at.sendVoucher, () => true, 409, { success: false }),
    'vouchers-all-declined': onRules(
      ({ automation }) => (automation.declines = () => 'Delivery failed'),
    ),
  }),
  ...breaking('vouchers.required', {
    'vouchers-need-a-name-or-a-message': refusing(
      ({ recipientName, message }) => (recipientName ?? message) === undefined,
    ),
    'vouchers-without-currency-in-pounds': received(voucher => (voucher.currency ??= 'GBP')),
  }),
  ...breaking('vouchers.price', {
    'vouchers-charged-twice': editSuccess(at.sendVoucher, (_body, request, world) =>
      charge(request, world),
    ),
    'vouchers-not-charged': editSuccess(at.sendVoucher, (_body, request, world) =>
      charge(request, world, -1),
    ),
  }),
  ...breaking('vouchers.paid-in-ledger', {
    'vouchers-never-in-the-ledger': onOwns(
      () =>
        (isOwn, { details }, { route }) =>
          isOwn && !(route === at.ledger && details?.description?.startsWith('Voucher')),
    ),
    'vouchers-entered-as-fundings': onItems(at.ledger, entry => {
      if (entry.details.description?.startsWith('Voucher')) entry.transactionType = 'funding';
    }),
  }),
  ...breaking('vouchers.both-paid', {
    'vouchers-two-for-the-price-of-one': paidWithoutLock(at.sendVoucher),
  }),
  ...breaking('vouchers.refused-unpaid', {
    'vouchers-charged-before-they-are-looked-at': onError(
      at.sendVoucher,
      400,
      (_body, _reply, request, world) => charge(request, world),
    ),
  }),
  ...breaking('vouchers.types', {
    'vouchers-value-of-numeric-string-accepted': rule('valuePurchased', { coerces: true }),
    'vouchers-value-true-is-one': received(voucher => {
      if (voucher.valuePurchased === true) voucher.valuePurchased = 1;
    }),
    'vouchers-recipients-of-list-accepted': received(voucher => {
      if (Array.isArray(voucher.recipientEmail)) voucher.recipientEmail = 'someone@example.com';
    }),
  }),

  // §8. Generated faults move each bound by one.
  ...breaking('vouchers.product-code-length', {
    'vouchers-product-code-limited-to-40': rule('productCode', { max: 40 }),
  }),
  ...breaking('vouchers.catalog-codes', {
    'vouchers-long-codes-of-the-catalog-refused': together(
      onData(({ products }) => void (products[0]!.productCode = 'N'.repeat(41))),
      onRules(({ automation }) => {
        automation.declines = ({ productCode }, _request, { products }) =>
          productCode.length <= 40 && products.some(each => each.productCode === productCode)
            ? undefined
            : 'Product not found';
      }),
    ),
  }),
  ...breaking('vouchers.product-code-pattern', {
    'vouchers-product-code-of-any-letters-accepted': rule('productCode', {
      pattern: /^[\p{L}0-9-]+$/u,
    }),
    'vouchers-product-code-of-several-lines': rule('productCode', {
      pattern: /^[a-zA-Z0-9-]+$/m,
    }),
    'vouchers-product-code-in-lower-case-refused': rule('productCode', {
      test: text => !/^[a-z0-9-]+$/.test(text),
    }),
  }),
  ...breaking('vouchers.merchant-length', {
    'vouchers-merchant-counted-in-bytes': rule('merchant', { length: inBytes }),
    'vouchers-merchant-cut-at-100': received(voucher => {
      if (typeof voucher.merchant === 'string') voucher.merchant = voucher.merchant.slice(0, 100);
    }),
  }),
  ...breaking('vouchers.currency', {
    'vouchers-in-naira-accepted': rule('currency', { values: [...sold, 'NGN'] }),
    'vouchers-in-the-currency-of-the-product': together(
      rule('currency', { values: [...sold, 'NGN'] }),
      onRules(({ automation }) => {
        automation.declines = ({ productCode, currency }, _request, { products }) =>
          products.find(product => product.productCode === productCode)?.currency === currency
            ? undefined
            : 'The product is sold in another currency';
      }),
    ),
    'vouchers-in-another-currency-paid-in-pounds': received(voucher => {
      if (typeof voucher.currency === 'string' && !sold.includes(voucher.currency))
        voucher.currency = 'GBP';
    }),
  }),
  ...breaking('vouchers.value-range', {
    'vouchers-value-of-uneven-cents-refused-in-euro': refusing(
      ({ currency, valuePurchased: value }) => currency === 'EUR' && !Number.isInteger(value * 100),
    ),
  }),
  ...breaking('vouchers.recipient-email', {
    'vouchers-recipient-with-at-accepted': rule('recipientEmail', {
      test: text => text.includes('@'),
    }),
  }),
  ...breaking('vouchers.recipient-name-length', {
    'vouchers-recipient-name-counted-in-bytes': rule('recipientName', { length: inBytes }),
  }),
  ...breaking('vouchers.message-length', {
    'vouchers-message-counted-in-bytes': rule('message', { length: inBytes }),
    'vouchers-message-limited-to-160': rule('message', { max: 160 }),
  }),
];
