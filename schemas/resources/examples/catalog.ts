/** Samples of the catalog (§2.1, §2.7, §2.8). */
import { catalogFilters } from '../catalog-filters.ts';
import { browsedProduct, searchedProduct } from '../product.ts';
import { productsPage, searchPage } from '../pages.ts';
import { lacking, paging, type Sample } from './example.ts';

const plainProduct = {
  _id: 'p1',
  imageUrl: 'https://img.example.com/1.png',
  merchant: 'Café Ü',
  productCode: 'CAFE-1',
  country: 'GB',
  currency: 'GBP',
  minPrice: 5,
  maxPrice: 99.5,
  denominations: [5, 10],
  category: 'Food,Drink',
  description: '',
  termsAndConditions: 'Once.',
};
const redemption = { channel: 'online' };
const productFields = '_id merchant productCode country currency minPrice maxPrice';
const searchPaging = { total: 1, totalPages: 1, currentPage: 1, limit: 20 };

export const catalogSamples: Readonly<Record<string, Sample>> = {
  browsedProduct: {
    schema: browsedProduct,
    body: { ...plainProduct, redemption },
    required: `${productFields} redemption`,
    valid: {
      'redemption has a region': { redemption: { channel: 'online', region: 'UK' } },
      'there are no denominations': { denominations: [] },
      'null for what a product may lack': {
        imageUrl: null,
        denominations: null,
        category: null,
        description: null,
        termsAndConditions: null,
      },
    },
    invalid: {
      'redemption has no channel': { redemption: { region: 'UK' } },
      'the country has three letters': { country: 'GBR' },
      'a price is text': { minPrice: '5' },
      'the currency is empty': { currency: '' },
      'a denomination is text': { denominations: ['5'] },
    },
  },
  searchedProduct: {
    schema: searchedProduct,
    body: { ...plainProduct, redemption },
    required: productFields,
    invalid: { 'redemption has no channel': { redemption: {} } },
  },
  productsPage: {
    schema: productsPage,
    body: { ...paging, products: [{ ...plainProduct, redemption }] },
    required: 'total page totalPages products',
    invalid: {
      'a product lacks redemption': { products: [plainProduct] },
      'total is a fraction': { total: 1.5 },
      'page is text': { page: '1' },
    },
  },
  searchPage: {
    schema: searchPage,
    body: { products: [plainProduct], pagination: searchPaging },
    required: 'products pagination',
    invalid: lacking(searchPaging, pagination => ({ pagination })),
  },
  catalogFilters: {
    schema: catalogFilters,
    body: { categories: ['Food'], merchants: [] },
    required: 'categories merchants',
    invalid: {
      'a category is there twice': { categories: ['Food', 'Food'] },
      'a merchant is there twice': { merchants: ['A', 'A'] },
      'a merchant is no text': { merchants: [1] },
    },
  },
};
