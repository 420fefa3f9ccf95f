import { isAbsent, type Item } from '../records/exchange.ts';
import { identifier, nullable, number, object, string, strings, text } from '../schema.ts';

const fields = {
  _id: { ...identifier, description: 'Identifies the product record.' },
  merchant: { ...string, description: 'Name of the merchant, for display.' },
  productCode: { ...text, description: 'Identifies the product in an order.' },
  country: { ...string, pattern: '^[A-Za-z]{2}$', description: 'Two-letter country code.' },
  currency: { ...text, description: 'Currency code.' },
  minPrice: { ...number, description: 'Lowest value that can be bought.' },
  maxPrice: { ...number, description: 'Highest value that can be bought.' },
} as const;

/** Fields that some products may lack, but not all. The table of §2.1 does not say which fields are required. */
const usual = {
  imageUrl: { ...nullable(string), description: 'Address of the product picture.' },
  denominations: {
    ...nullable({ type: 'array', items: number }),
    description: 'Fixed values on offer.',
  },
  category: { ...nullable(string), description: 'Names of categories, separated by commas.' },
  description: { ...nullable(string), description: 'Free text.' },
  termsAndConditions: { ...nullable(string), description: 'Free text.' },
};

/** Fields that the table calls free text. */
export const freeTexts: readonly string[] = ['description', 'termsAndConditions'];

/** Fields that at least some of several products must have. */
export const usualInProducts: readonly string[] = Object.keys(usual);

const redemption = {
  ...object('Redemption', { channel: string }, { region: nullable(string) }),
  description: 'How a voucher of the product is redeemed.',
};

/** Product in search results. The spec says only that `redemption` was seen there (§2.1). */
export const searchedProduct = object('Searched product', fields, {
  ...usual,
  redemption: nullable(redemption),
});

/** Product when browsing, with `redemption` (§2.1). */
export const browsedProduct = object('Browsed product', { ...fields, redemption }, usual);

const distinct = { ...strings, uniqueItems: true } as const;

/** Distinct categories and merchants of the products that the key can access (§2.7). */
export const catalogFilters = object('Catalog filters', {
  categories: distinct,
  merchants: distinct,
});

/** Product of a catalog list, with any fields. */
export type Product = Item;

/** Returns the categories of a product, which are separated by commas (§2.1). */
export const categoryNames = ({ category }: Product): string[] =>
  (isAbsent(category) ? '' : String(category))
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '');

/** Returns a field of a product with sorted names and values, because the spec promises no order. */
export function unordered(product: Product, name: string): unknown {
  const value = product[name];
  if (name === 'category') return categoryNames(product).toSorted();
  return Array.isArray(value) ? value.toSorted((a, b) => Number(a) - Number(b)) : value;
}
