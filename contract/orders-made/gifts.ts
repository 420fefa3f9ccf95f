/** What the body of an order gives as a gift, and what became of it (§2.2). */
import { isAbsent, isObject } from '../../schemas/records/exchange.ts';
import { giftFields } from '../../schemas/resources/order.ts';
import { NotExercised } from '../../fixtures/verdict.ts';

type Item = Readonly<Record<string, unknown>>;

/** Texts of the giftOrder of a body, at any depth; empty where it has none. */
function givenIn(body: unknown): Item {
  if (Array.isArray(body)) return Object.assign({}, ...body.map(givenIn)) as Item;
  if (!isObject(body)) return {};
  const { giftOrder, ...rest } = body;
  if (!isObject(giftOrder)) return givenIn(Object.values(rest));
  const isGiven = (text: unknown) =>
    typeof text === 'string' && /^[\w @.+-]*\w[\w @.+-]*$/.test(text);
  return Object.fromEntries(
    giftFields.map(name => [name, giftOrder[name]]).filter(([, text]) => isGiven(text)),
  ) as Item;
}

/** A name and an address are masked in what a request gets that did not send them: their shape is kept. */
const shapeOf = (text: unknown): string =>
  String(text)
    .replaceAll(/\p{Lu}/gu, 'A')
    .replaceAll(/\p{L}/gu, letter => (letter === 'A' ? 'A' : 'a'))
    .replaceAll(/\p{Nd}/gu, '0');

/**
 * Names of the texts that a body gives and an order made of it does not carry. In which words a text comes back is not
 * shown.
 *
 * @throws NotExercised where nothing shows that the target reads a giftOrder in the body of an order.
 */
export function lostTexts(body: unknown, orders: readonly Item[]): string[] {
  const given = Object.entries(givenIn(body));
  if (given.length === 0) throw new NotExercised('the body of the order gives no plain texts');
  const read = orders
    .map(({ giftOrder }) => giftOrder)
    .filter(isObject)
    .filter(gift => given.some(([name, text]) => shapeOf(gift[name]) === shapeOf(text)));
  if (read.length === 0)
    throw new NotExercised(
      'no text of the giftOrder comes back: the body may not be the place for it',
    );
  return read.flatMap(gift => given.map(([name]) => name).filter(name => isAbsent(gift[name])));
}
