/** §4.2 send_voucher. */
import { folded, isSameAmount } from '../../schemas/schema.ts';
import { field, sentBody } from '../../schemas/records/exchange.ts';
import { sendVoucherBody, sentVoucher } from '../../schemas/resources/automation.ts';
import { route } from '../../schemas/routes.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { violations } from '../../harness/run/expect/schema-violations.ts';
import { fieldsInData, isAcceptedOf } from '../automation/judgements.ts';
import { requireSome } from '../../harness/verdict.ts';
import { bothBodies, type Judgements } from '../../harness/run/judgement.ts';

/** The merchant may be that of the product, so only a check that sent a merchant of the catalog expects it. */
const repeated = ['productCode', 'currency', 'valuePurchased', 'recipientEmail'];
/** A response may leave out optional inputs. */
const repeatedIfAtAll = ['recipientName', 'message'];
const exact = ['productCode', 'currency'];

/** Returns a text without what a service may change: case, blanks, signs that pages escape, characters beyond the BMP. */
const plain = (text: string): string =>
  folded(text.replaceAll(/&#?\w+;|[<>&"'`\\\u{10000}-\u{10ffff}]/gu, ''));

/** Expects a value as it was sent, with its letters in one of their canonical forms. */
export function expectRepeated(given: unknown, sent: unknown, name: string): void {
  const form = exact.includes(name) ? String : plain;
  const isSame =
    typeof given === 'string' && typeof sent === 'string'
      ? form(given) === form(sent)
      : isSameAmount(given, sent);
  expect(isSame ? sent : given, name).toEqual(sent);
}

/** A request that had to be refused has requirements of its own. */
const isValid = (body: Record<string, unknown>): boolean =>
  violations(sendVoucherBody, body).length === 0;

/** True if a body keeps the constraints, in which more than two decimals are left open. */
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
      for (const name of [...repeated, ...repeatedIfAtAll]) {
        const given = field(exchange, 'data', name);
        const isLeftOut = repeatedIfAtAll.includes(name) && (given ?? undefined) === undefined;
        if (name in body && !isLeftOut) expectRepeated(given, body[name], name);
      }
    },
  },
  'vouchers.texts-not-sent': {
    appliesTo: isAcceptedOf(route.sendVoucher),
    requires: bothBodies,
    verify: exchange => {
      const names = repeatedIfAtAll.filter(name => !(name in sentBody(exchange)));
      requireSome(names, 'the request has both texts');
      for (const name of names) expect(field(exchange, 'data', name) ?? '', name).toBe('');
    },
  },
};
