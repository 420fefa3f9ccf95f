import type { Statements } from '../../schemas/statement.ts';

const spending = { needs: ['spend', 'GV_ORDER_BODY'], effect: 'spend', stage: 'orders' } as const;
const doubt =
  'A supplier may be out of stock, an account may be limited in what one order costs, or a wallet may be empty';

/** §2.1 Prices and codes of the catalog, checked by buying. */
export const buying = {
  'buying.listed-product': {
    anchor: '§2.1, §7',
    text: 'An order of a product that the catalog lists never gets "Product not found", at once or as the error of its request',
    implied:
      '§2.1, §7: the catalog has what the key can buy and the code to order it by; the 404 is for products that are not known',
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
    text: 'A product is sold for its minPrice and its maxPrice, and without denominations for a value between them',
    implied: false,
    doubt,
    ...spending,
  },
  'buying.denominations': {
    anchor: '§2.1',
    text: 'A product is sold for each of its denominations',
    implied: false,
    doubt,
    ...spending,
  },
} as const satisfies Statements;
