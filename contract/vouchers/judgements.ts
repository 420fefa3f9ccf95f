/** §4.2 send_voucher. */
import { folded, isSameAmount } from '../../schemas/schema.ts';
import { type Exchange, field, sentBody } from '../../schemas/records/exchange.ts';
import { sendVoucherBody, sentVoucher } from '../../schemas/resources/automation.ts';
import { route } from '../../schemas/routes.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { violations } from '../../harness/run/expect/schema-violations.ts';
import { fieldsInData, isAcceptedOf } from '../automation/judgements.ts';
import { bothBodies, type Judgements } from '../../harness/run/judgement.ts';

/** Fields that the response repeats. It may also repeat the merchant of the catalog, so only checks that sent this merchant expect it. */
const repeated = ['productCode', 'currency', 'valuePurchased', 'recipientEmail'];
/** Optional fields that a response may leave out. */
const optionalFields = ['recipientName', 'message'];
const exactFields = ['productCode', 'currency'];

/** Returns a text without the parts that a service may change: case, blanks, characters that HTML escapes, characters beyond the BMP. */
const plain = (text: string): string =>
  folded(text.replaceAll(/&#?\w+;|[<>&"'`\\\u{10000}-\u{10ffff}]/gu, ''));

/** Expects a value as it was sent. Letters may have another Unicode normalization. */
export function expectRepeated(given: unknown, sent: unknown, name: string): void {
  const form = exactFields.includes(name) ? String : plain;
  expect(given, name).toSatisfy(String(sent), value =>
    typeof value === 'string' && typeof sent === 'string'
      ? form(value) === form(sent)
      : isSameAmount(value, sent),
  );
}

/** Expects the response to have each text that the request has. Another requirement compares the texts. */
export function expectTexts(exchange: Exchange, all: readonly string[]): void {
  for (const name of all.filter(each => sentBody(exchange)[each]))
    expect(field(exchange, 'data', name), name).toSatisfy(
      'present',
      given => (given ?? null) !== null,
    );
}

/** Returns true for valid bodies. Other requirements judge invalid requests. */
const isValid = (body: Record<string, unknown>): boolean =>
  violations(sendVoucherBody, body).length === 0;

/** Returns true if a body keeps the constraints and its value has at most two decimals. The spec leaves further decimals open. */
const isPlain = (body: Record<string, unknown>): boolean =>
  isValid(body) && Number.isInteger(Math.round(Number(body['valuePurchased']) * 1e6) / 1e4);

export const vouchers: Judgements = {
  'vouchers.fields': fieldsInData(
    route.sendVoucher,
    sentVoucher,
    exchange =>
      isAcceptedOf(route.sendVoucher)(exchange) &&
      (exchange.request.body === undefined || isValid(sentBody(exchange))),
  ),
  'vouchers.echo': {
    appliesTo: exchange => isAcceptedOf(route.sendVoucher)(exchange) && isPlain(sentBody(exchange)),
    requires: bothBodies,
    verify: exchange => {
      const body = sentBody(exchange);
      for (const name of [...repeated, ...optionalFields]) {
        const given = field(exchange, 'data', name);
        const isLeftOut = optionalFields.includes(name) && (given ?? undefined) === undefined;
        if (name in body && !isLeftOut) expectRepeated(given, body[name], name);
      }
    },
  },
  'vouchers.texts-repeated': {
    appliesTo: isAcceptedOf(route.sendVoucher),
    requires: bothBodies,
    verify: exchange => expectTexts(exchange, optionalFields),
  },
  'vouchers.texts-not-sent': {
    appliesTo: isAcceptedOf(route.sendVoucher),
    requires: bothBodies,
    verify: exchange => {
      for (const name of optionalFields.filter(each => !(each in sentBody(exchange))))
        expect(field(exchange, 'data', name) ?? '', name).toBe('');
    },
  },
};
