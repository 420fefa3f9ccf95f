/** §4.2 send_voucher. */
import { folded, isSameAmount } from '../../schemas/schema.ts';
import { field, has, sentBody } from '../../schemas/records/exchange.ts';
import { sendVoucherBody, sentVoucher } from '../../schemas/resources/automation.ts';
import { route } from '../../schemas/routes.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';
import { violations } from '../../fixtures/run/expect/schema-violations.ts';
import { fieldsInData, isAcceptedOf } from '../automation/judgements.ts';
import { bothBodies, type Judgements } from '../../fixtures/run/judgement.ts';

/** The merchant may be that of the product: only the name of the catalog has to come back, which no exchange shows. */
const repeated = ['productCode', 'currency', 'valuePurchased', 'recipientEmail'];
/** A response may leave out optional inputs. */
const repeatedIfAtAll = ['recipientName', 'message'];

const isPlainText = (value: unknown): boolean =>
  typeof value !== 'string' || /^[^\P{ASCII}\p{Cc}<>&"'`\\]*$/u.test(value);

/** Words of letters that UTF-8 and UTF-16 both have without surrogates; those with a letter beyond ASCII. */
const foreignWords = (text: string): string[] =>
  (text.normalize().match(/(?:(?![\u{10000}-\u{10ffff}])[\p{L}\p{M}\p{N}])+/gu) ?? []).filter(
    word => /\P{ASCII}/u.test(word),
  );

/** Texts of the sender, which a target may keep in capitals, or with single blanks. */
const ownTexts = ['recipientEmail', 'recipientName', 'message', 'campaignName', 'notes'];

const hasEntities = (text: string): boolean => /&#?\w+;/.test(text);

/**
 * Judges what is repeated of a value: plain ASCII as it was sent, and the letters of other alphabets in one of their
 * canonical forms; of a text of the sender, whatever its case and its blanks. The repair of characters that pages escape, and of
 * those beyond the BMP, is only observed.
 *
 * @returns false if the value has nothing to judge.
 */
export function expectRepeated(given: unknown, sent: unknown, name: string): boolean {
  if (isSameAmount(given, sent)) return true;
  const form = ownTexts.includes(name) ? folded : (text: string) => text.normalize();
  const text = typeof given === 'string' ? form(given) : '';
  if (typeof sent !== 'string' || isPlainText(sent)) {
    const isSame = typeof given === 'string' && typeof sent === 'string' && text === form(sent);
    expect(isSame ? sent : given, name).toEqual(sent);
    return true;
  }
  const words = foreignWords(form(sent));
  if (words.length === 0 || hasEntities(text)) return false;
  expect(given, name).toSatisfy(`a text with the letters of ${JSON.stringify(sent)}`, () =>
    words.every(word => text.includes(word)),
  );
  return true;
}

const isValid = (body: Record<string, unknown>): boolean =>
  violations(sendVoucherBody, body).length === 0;

/** True if a body keeps the constraints, in which more than two decimals are left open. */
const isPlain = (body: Record<string, unknown>): boolean =>
  isValid(body) && Number.isInteger(Math.round(Number(body['valuePurchased']) * 1e6) / 1e4);

export const vouchers: Judgements = {
  'vouchers.fields': fieldsInData(
    route.sendVoucher,
    sentVoucher,
    // A request that had to be refused has requirements of its own.
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
        const leftOut = repeatedIfAtAll.includes(name) && !has(exchange, 'data', name);
        if (name in body && !leftOut)
          expectRepeated(field(exchange, 'data', name), body[name], name);
      }
    },
  },
};
