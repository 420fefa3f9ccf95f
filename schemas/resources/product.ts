import { nullable, object } from '../schema.ts';
import { identifier, number, string } from '../values.ts';

const fields = {
  _id: { ...identifier, description: 'Identifies the product record.' },
  imageUrl: { ...string, description: 'Where the picture of the product is.' },
  merchant: { ...string, description: 'Name of the merchant, for display.' },
  productCode: { ...string, description: 'What an order names the product by.' },
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

/** A product as the catalog search gives it; its `redemption` is only said to be seen there (§2.1). */
export const searchedProduct = object('Searched product', fields, {
  redemption: nullable(redemption),
});

/** A product as the browse route gives it: with `redemption` (§2.1). */
export const browsedProduct = object('Browsed product', { ...fields, redemption });
