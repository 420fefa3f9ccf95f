/** Compares the items of two reads of a list, or of two lists. */
import { isObject } from '../../schemas/records/exchange.ts';

/** Returns a text that is the same for two items if they are one, by its id: a URL of an image may be signed anew for each response. */
export const keyOf = (item: unknown): string => {
  const id = isObject(item) ? item['_id'] : undefined;
  return typeof id === 'string' ? id : JSON.stringify(item);
};

/** Those of `items` that `others` lack, each counted as often as it is there; `key`: what makes two the same. */
export function missingFrom(
  others: readonly unknown[],
  items: readonly unknown[],
  key: (item: unknown) => string = keyOf,
): unknown[] {
  const counts = new Map<string, number>();
  for (const item of others) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return items.filter(item => {
    const left = counts.get(key(item)) ?? 0;
    counts.set(key(item), left - 1);
    return left <= 0;
  });
}
