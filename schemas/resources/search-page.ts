import { searchPagination } from './pagination.ts';
import { searchedProduct } from './product.ts';
import { object } from '../schema.ts';

/** Body of the product search (§4.1). */
export const searchPage = object('Search page', {
  products: { type: 'array', items: searchedProduct },
  pagination: searchPagination,
});
