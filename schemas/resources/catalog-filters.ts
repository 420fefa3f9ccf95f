import { object } from '../schema.ts';
import { strings } from '../values.ts';

const distinct = { ...strings, uniqueItems: true } as const;

/** Distinct categories and merchants over the products that the key can access (§2.7). */
export const catalogFilters = object('Catalog filters', {
  categories: distinct,
  merchants: distinct,
});
