/** The lines of the last bulk of a run, two good ones and two of unknown products: each is made or rejected (§2.4). */
import { isObject, sentBody } from '../../schemas/records/exchange.ts';
import { isSameAmount } from '../../schemas/schema.ts';
import type { CheckContext, Context } from '../../fixtures/run/context.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { goodLines, linesHaveValues, linesIn, rejectedProducts } from '../steps/order-bodies.ts';
import { rejectedLines } from '../steps/orders.ts';

const codeOf = (item: unknown): unknown => (isObject(item) ? item['productCode'] : item);

/** The last bulk with its lines as they were sent; a line may become several orders. */
async function lastLines(context: Context) {
  const seen = await rejectedLines(context);
  const lines = linesIn(sentBody(seen.creation), rejectedProducts[0]);
  return { ...seen, lines, codes: seen.rejected.map(codeOf) };
}

const namesUnknown = (codes: readonly unknown[]): boolean =>
  rejectedProducts.every(each => codes.some(code => String(code).trim().toUpperCase() === each));

async function judgeRejected(context: Context): Promise<void> {
  const { made, lines, codes, shownBy } = await lastLines(context);
  if (made.length + codes.length !== lines.length || codes.length < rejectedProducts.length)
    throw new NotExercised('the result does not show one order or one rejected line for each line');
  expect(codes, 'productCode of rejected lines', shownBy).toSatisfy(
    rejectedProducts.join(' and '),
    namesUnknown,
  );
}

async function judgeValues(context: Context): Promise<void> {
  const { made, lines, codes, shownBy, creation } = await lastLines(context);
  if (made.length !== 2 || codes.length !== 2 || lines.length !== 4 || !namesUnknown(codes))
    throw new NotExercised('the result does not show the two good lines as orders');
  if (!(await linesHaveValues(context)))
    throw new NotExercised('a line of GV_BULK_ORDER_BODY has no {{value}} of its own');
  const asked = (await goodLines(context)).map(({ value }) => value);
  const values = made.map(({ valuePurchased }) => Number(valuePurchased)).sort((a, b) => a - b);
  const isRounded = values.every(
    (value, index) => Number.isInteger(value) && Math.abs(value - asked[index]!) < 1,
  );
  if (isRounded && !asked.every(Number.isInteger))
    throw new NotExercised('the target may sell whole units only');
  expect(values, 'values of the orders', shownBy, creation).toSatisfy(asked.join(' and '), () =>
    values.every((value, index) => isSameAmount(value, asked[index])),
  );
}

async function judgeLines(context: Context): Promise<void> {
  const { made, lines, codes, shownBy } = await lastLines(context);
  if (new Set(lines.map(line => JSON.stringify(line))).size < lines.length)
    throw new NotExercised('two lines are alike: they may become one order');
  expect([...made.map(codeOf), ...codes], 'products', shownBy).toSatisfy(
    `one of an order or of a rejected line for each of ${lines.length} lines`,
    all => all.length >= lines.length,
  );
}

/** Judges the lines of the last bulk. */
export async function judgeBulkLines(context: CheckContext): Promise<void> {
  const cases = [
    { id: 'rejected lines of a bulk', kind: 'bulk', field: 'productCode', judge: judgeRejected },
    { id: 'good lines of a bulk', kind: 'bulk', field: 'valuePurchased', judge: judgeValues },
    { id: 'each line of a bulk, made or rejected', kind: 'bulk', judge: judgeLines },
  ] as const;
  await context.each(cases, ({ judge }) => judge(context));
}
