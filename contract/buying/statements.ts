import type { Statements } from '../../schemas/statement.ts';

const spending = {
  needs: ['spend', 'GV_ORDER_BODY'],
  effect: 'spend',
  stage: 'orders',
  uses: ['orders'],
} as const;

/** §2.1 Prices and codes of the catalog, checked by buying. */
export const buying = {
  'buying.listed-product': {
    anchor: '§2.1, §7',
    text: 'An order for a product of the catalog never gets "Product not found", neither in the response nor as the error of its order request',
    implied:
      '§2.1, §7: the catalog has the products that the key can buy, with the codes to order them by, and the 404 is for unknown products',
    ...spending,
  },
  'buying.price-range': {
    anchor: '§2.1',
    text: 'An order below the minPrice or above the maxPrice of a product is rejected',
    implied: false,
    ...spending,
  },
  'buying.price-bounds': {
    anchor: '§2.1',
    text: 'A product is sold for its minPrice, its maxPrice and its denominations. A product without denominations is also sold for a value between the two prices',
    implied: false,
    doubt:
      'A supplier may be out of stock, an account may have a limit for one order, or a wallet may be empty',
    ...spending,
  },
} as const satisfies Statements;
