import { cents } from '../data/records.ts';
import { findWallet } from '../routes/purchase.ts';
import type { VoucherRules } from '../rules/bodies.ts';
import type { Patch } from '../types.ts';
import {
  at,
  breaking,
  editSuccess,
  type Fault,
  type Json,
  onReply,
  onRequest,
  onRules,
} from '../patches.ts';

const sent = (change: (voucher: Json, requested: Json) => unknown): Patch =>
  editSuccess(at.sendVoucher, ({ data }, { body }) => change(data, body));

const isGood = ({ recipientEmail }: Json): boolean => String(recipientEmail).includes('@');

/** Takes the values of some vouchers from the balance if the request is refused. */
const charging = (route: typeof at.sendVoucher | typeof at.sendBulk, of: (body: Json) => Json[]) =>
  onReply(route, ({ status }, { account, body }, world) => {
    if (status !== 400 || typeof body !== 'object' || body === null) return;
    for (const { currency, valuePurchased } of of(body)) {
      const wallet = account && findWallet(world, account, currency);
      if (wallet && typeof valuePurchased === 'number')
        wallet.balance = cents(wallet.balance - valuePurchased);
    }
  });

/** Repeats texts otherwise. */
const texts = (change: (text: string) => string): Patch =>
  sent(voucher => {
    for (const name of ['recipientName', 'message'])
      if (typeof voucher[name] === 'string') voucher[name] = change(voucher[name]);
  });

/** Accepts a voucher without this field, using a default. */
const filling = (field: keyof VoucherRules, value: unknown): Patch =>
  onRequest(at.sendVoucher, ({ body }) => {
    const voucher = body as Json;
    if (typeof voucher === 'object' && voucher && !(field in voucher)) voucher[field] = value;
  });

/** Accepts a list in this field, using a default. */
const listing = (field: keyof VoucherRules, value: string): Patch =>
  onRequest(at.sendVoucher, ({ body }) => {
    if (Array.isArray((body as Json)?.[field])) (body as Json)[field] = value;
  });

/** Accepts a value of another scalar type in this field. */
const coercing = (field: keyof VoucherRules): Patch =>
  onRules(({ bodies }) => (bodies.sendVoucher[field].coerces = true));

/** Accepts an object in this field, as its string. */
const asText = (field: keyof VoucherRules): Patch =>
  onRequest(at.sendVoucher, ({ body }) => {
    const value = (body as Json)?.[field];
    if (typeof value === 'object' && value) (body as Json)[field] = String(value);
  });

/** Echoes a field of the previous voucher. */
const stale = (field: string): Patch => {
  let last: unknown;
  return sent(voucher => {
    const now = voucher[field];
    voucher[field] = last ?? `before ${now}`;
    last = now;
  });
};

/** The message of the last voucher that had one, as of an object that is used again. */
function keptMessage(): Patch {
  let last: unknown;
  return sent(voucher => {
    last = voucher['message'] ?? last;
    if (last !== undefined) voucher['message'] = last;
  });
}

/** §4.2 send_voucher: its response, its required and optional fields and their types. */
export const vouchersFaults: readonly Fault[] = [
  ...breaking('vouchers.fields', {
    'vouchers-code-missing-in-euro': sent(voucher => {
      if (voucher.currency === 'EUR') delete voucher.voucherCode;
    }),
    'vouchers-created-at-missing-without-message': sent(voucher => {
      if (voucher.message === undefined) delete voucher.createdAt;
    }),
  }),
  ...breaking('vouchers.echo', {
    'vouchers-product-code-in-lower-case': sent(voucher => {
      const { productCode } = voucher;
      const lower = productCode.toLowerCase();
      voucher.productCode = lower === productCode ? productCode.toUpperCase() : lower;
    }),
    'vouchers-merchant-of-the-one-before': stale('merchant'),
    'vouchers-message-of-the-one-before': keptMessage(),
    'vouchers-value-in-pence': sent(voucher => (voucher.valuePurchased *= 100)),
    'vouchers-value-with-fee': sent(voucher => {
      voucher.valuePurchased = Math.round(voucher.valuePurchased * 101) / 100 + 0.01;
    }),
    'vouchers-value-cut-to-cents': sent(voucher => {
      voucher.valuePurchased = Math.floor(voucher.valuePurchased * 100) / 100;
    }),
    ...Object.fromEntries(
      ['GBP', 'USD', 'EUR'].map(currency => [
        `vouchers-value-without-cents-in-${currency.toLowerCase()}`,
        sent(voucher => {
          if (voucher.currency === currency)
            voucher.valuePurchased = Math.trunc(voucher.valuePurchased);
        }),
      ]),
    ),
    'vouchers-value-in-single-precision': sent(voucher => {
      voucher.valuePurchased = Math.fround(voucher.valuePurchased);
    }),
    'vouchers-currency-always-pounds-or-dollars': sent(voucher => {
      voucher.currency = voucher.currency === 'GBP' ? 'USD' : 'GBP';
    }),
    'vouchers-recipient-masked': sent(voucher => {
      voucher.recipientEmail = voucher.recipientEmail.replace(/^[^@]*/, '***');
    }),
    'vouchers-recipient-of-the-sender': sent(voucher => {
      voucher.recipientEmail = 'vouchers@harbour-rewards.example.com';
    }),
    'vouchers-name-and-message-swapped': sent((voucher, { recipientName, message }) => {
      if (recipientName !== undefined && message !== undefined) {
        Object.assign(voucher, { recipientName: message, message: recipientName });
      }
    }),
    'vouchers-message-cut': sent((voucher, { message }) => {
      if (message) voucher.message = message.slice(0, -1);
    }),
    'vouchers-message-replaced': sent((voucher, { message }) => {
      if (message) voucher.message = 'You have received a gift voucher';
    }),
    'vouchers-name-in-capitals': sent((voucher, { recipientName }) => {
      if (recipientName) voucher.recipientName = `MX ${recipientName.toUpperCase()}`;
    }),
    'vouchers-letters-as-question-marks': texts(text => text.replaceAll(/[^\x20-\x7e]/g, '?')),
    'vouchers-letters-stripped': texts(text => text.replaceAll(/[^\x20-\x7e]/g, '')),
    'vouchers-letters-read-as-latin-1': texts(text => Buffer.from(text).toString('latin1')),
    'vouchers-letters-without-accents': texts(text =>
      text.normalize('NFD').replaceAll(/\p{M}/gu, ''),
    ),
    'vouchers-letters-beyond-latin-1-lost': texts(text =>
      text.replaceAll(/[^\x20-\xff]/g, '\u{fffd}'),
    ),
  }),
  ...breaking('vouchers.required', {
    'vouchers-without-product-code-accepted': filling('productCode', 'NWBK-GB-01'),
    'vouchers-without-merchant-accepted': filling('merchant', 'Northwind Books'),
    'vouchers-without-currency-in-pounds': filling('currency', 'GBP'),
    'vouchers-of-products-in-dollars-without-currency': onRequest(
      at.sendVoucher,
      ({ body }, { products }) => {
        const voucher = body as Json;
        const sold = products.find(({ productCode }) => productCode === voucher?.productCode);
        if (sold?.currency === 'USD') voucher.currency ??= 'USD';
      },
    ),
    'vouchers-without-value-worth-ten': filling('valuePurchased', 10),
    'vouchers-without-recipient-sent-home': filling('recipientEmail', 'owner@example.com'),
  }),
  ...breaking('vouchers.optional', {
    'vouchers-need-a-recipient-name': onRules(({ bodies }) => {
      bodies.sendVoucher.recipientName.required = true;
    }),
    'vouchers-need-a-message': onRules(({ bodies }) => {
      bodies.sendVoucher.message.required = true;
    }),
    'vouchers-need-a-name-or-a-message': onRequest(at.sendVoucher, request => {
      const { recipientName, message } = (request.body ?? {}) as Json;
      if ((recipientName ?? message) === undefined) request.body = [];
    }),
  }),
  ...breaking('vouchers.refused-unpaid', {
    'vouchers-charged-before-they-are-looked-at': charging(at.sendVoucher, body => [body]),
    'vouchers-of-a-refused-bulk-charged': charging(at.sendBulk, ({ vouchers }) =>
      Array.isArray(vouchers) ? vouchers.filter(isGood) : [],
    ),
  }),
  ...breaking('vouchers.types', {
    'vouchers-value-of-numeric-string-accepted': coercing('valuePurchased'),
    'vouchers-merchant-of-number-accepted': coercing('merchant'),
    'vouchers-product-code-of-number-accepted': coercing('productCode'),
    'vouchers-recipient-name-of-number-accepted': coercing('recipientName'),
    'vouchers-message-of-boolean-accepted': coercing('message'),
    'vouchers-message-of-object-accepted': asText('message'),
    'vouchers-recipient-name-of-list-accepted': listing('recipientName', 'Zoë Okafor'),
    'vouchers-currency-of-list-accepted': listing('currency', 'GBP'),
    'vouchers-recipients-of-list-accepted': listing('recipientEmail', 'recipient@example.com'),
    'vouchers-merchant-of-object-accepted': asText('merchant'),
  }),
];
