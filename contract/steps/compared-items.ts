/** Compares the items of two reads of a list, or of two lists. */
import { isObject } from '../../schemas/records/exchange.ts';

/** Returns the id of an item, or its JSON if it has no id. The id is enough because an image URL may be signed for each response. */
export const keyOf = (item: unknown): string => {
  const id = isObject(item) ? item['_id'] : undefined;
  return typeof id === 'string' ? id : JSON.stringify(item);
};

/** Returns the items that `others` lack. Duplicates count. `key` decides when two items are the same. */
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
