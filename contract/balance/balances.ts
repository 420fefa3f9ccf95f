/** Finds amounts in a response of any shape. The spec does not show the shape for all currencies (§4.2). */
import { isObject } from '../../schemas/records/exchange.ts';
import { ledgerCurrencies } from '../../schemas/schema.ts';

/** Returns the numbers inside a value, and the numbers in texts like `£12.50`. */
export function amountsIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (typeof value === 'string')
    return /^\D{0,4}[\d,]+(\.\d+)?\D{0,4}$/.test(value)
      ? [Number(value.replaceAll(/[^\d.]/g, ''))]
      : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(amountsIn) : [];
}

const namedIn = (value: unknown): string[] => {
  const text = (JSON.stringify(value) ?? '').toUpperCase();
  return ledgerCurrencies.filter(code => text.includes(`"${code}"`));
};

/** Returns the amounts in the parts of a value that name this currency and no other: `{ "EUR": 3 }`, `{ "code": "EUR", "balance": 3 }`. */
export function amountsFor(value: unknown, currency: string): number[] {
  const named = namedIn(value);
  if (!named.includes(currency)) return [];
  if (named.length === 1) return amountsIn(value);
  if (Array.isArray(value)) return value.flatMap(each => amountsFor(each, currency));
  return Object.entries(isObject(value) ? value : {}).flatMap(([name, each]) =>
    name.toUpperCase() === currency ? amountsIn(each) : amountsFor(each, currency),
  );
}
