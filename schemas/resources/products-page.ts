import { browsedProduct } from './product.ts';
import { topLevelPagination } from './pagination.ts';
import { object } from '../schema.ts';

/** Body of the catalog browse route (§4.1). */
export const productsPage = object('Products page', {
  ...topLevelPagination,
  products: { type: 'array', items: browsedProduct },
});
