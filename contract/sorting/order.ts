/** Compares neighbours in a list sorted by a field (§4.1). */
import type { ObjectSchema } from '../../schemas/schema.ts';
import { isObject } from '../../schemas/records/exchange.ts';

type Value = string | number;

/** Returns the values of a field. Items without the field are left out, because the spec does not show where a sort puts them. */
export const valuesIn = (items: readonly unknown[], field: string): Value[] =>
  items
    .map(item => (isObject(item) ? item[field] : undefined))
    .filter(value => typeof value === 'number' || typeof value === 'string');

/** Returns true for a field of numbers or times. They have only one order, and texts may have several. */
export const isMeasured = ({ properties }: ObjectSchema, field: string): boolean =>
  ['number', 'integer'].includes(String(properties[field]?.type)) ||
  properties[field]?.format === 'date-time';

type Compare = (a: Value, b: Value) => number;

const byValue: Compare = (a, b) => (a < b ? -1 : Number(a > b));
const collator = new Intl.Collator('en');
const byDictionary: Compare = (a, b) =>
  typeof a === 'string' && typeof b === 'string' ? collator.compare(a, b) : byValue(a, b);

/** Returns the first two neighbours that are out of order, or undefined. Texts may be in dictionary order or in the order of character codes. */
export function outOfOrder(
  values: readonly Value[],
  order: 'asc' | 'desc',
): readonly [Value, Value] | undefined {
  const sign = order === 'asc' ? 1 : -1;
  const found = [byValue, byDictionary].map(compare =>
    values.findIndex((value, at) => at > 0 && sign * compare(values[at - 1]!, value) > 0),
  );
  const at = found.includes(-1) ? -1 : Math.max(...found);
  return at < 0 ? undefined : [values[at - 1]!, values[at]!];
}
