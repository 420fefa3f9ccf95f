import { nullable, object } from '../schema.ts';
import { identifier, number, string } from '../values.ts';

const fields = {
  _id: { ...identifier, description: 'Identifies the product record.' },
  imageUrl: { ...string, description: 'Address of the product picture.' },
  merchant: { ...string, description: 'Name of the merchant, for display.' },
  productCode: { ...string, description: 'Identifies the product in an order.' },
  country: { ...string, pattern: '^[A-Za-z]{2}$', description: 'Two-letter country code.' },
  currency: { ...string, description: 'Currency code.' },
  minPrice: { ...number, description: 'Lowest value that can be bought.' },
  maxPrice: { ...number, description: 'Highest value that can be bought.' },
  denominations: { type: 'array', items: number, description: 'Fixed values on offer.' },
  category: { ...string, description: 'Names of categories, separated by commas.' },
  description: { ...string, description: 'Free text.' },
  termsAndConditions: { ...string, description: 'Free text.' },
} as const;

const redemption = {
  ...object('Redemption', { channel: string }, { region: nullable(string) }),
  description: 'How a voucher of the product is redeemed.',
};

/** A product in search results; the spec only reports a `redemption` as seen there (§2.1). */
export const searchedProduct = object('Searched product', fields, {
  redemption: nullable(redemption),
});

/** A product when browsing: with `redemption` (§2.1). */
export const browsedProduct = object('Browsed product', { ...fields, redemption });
