/** Finds and changes the places of fields in a body: `orders.*.currency`, with `*` for each item of a list. */
import type { Json } from '../../patches.ts';

/** Returns each place in a value, including places of objects and lists. */
export function placesIn(value: Json): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(placesIn).map(place => `*.${place}`);
  return Object.keys(value).flatMap(name => [
    name,
    ...placesIn(value[name]).map(place => `${name}.${place}`),
  ]);
}

/** Changes one field. `record` is the object or list with the field, and `item` the nearest list item around it. */
export type Change = (record: Json, name: string, item: Json) => unknown;

/** Calls `change` for each field at a place. */
export function edit(value: Json, place: string, change: Change, item: Json = value): void {
  const [name = '', ...rest] = place.split('.');
  const below = rest.join('.');
  if (typeof value !== 'object' || value === null) return;
  if (name === '*') for (const each of value) edit(each, below, change, each);
  else if (below !== '') edit(value[name], below, change, item);
  else if (name in value) change(value, name, item);
}

/** Returns the values at a place, in order. */
export function valuesAt(value: Json, place: string): Json[] {
  const found: Json[] = [];
  edit(value, place, (record, name) => found.push(record[name]));
  return found;
}

export const idOf = (record: Json): unknown =>
  record?._id ?? record?.transactionId ?? record?.orderRequestId ?? record?.timestamp;

export const isSame = (a: Json, b: Json): boolean => JSON.stringify(a) === JSON.stringify(b);
