import type { Statements } from '../../schemas/statement.ts';

const spending = { needs: ['spend', 'GV_ORDER_BODY'], effect: 'spend' } as const;

/** §2.1 What the catalog states about prices and codes, seen when something is bought. */
export const buying = {
  'buying.listed-product': {
    anchor: '§2.1, §7',
    text: 'A productCode of the catalog is no unknown product when it is ordered',
    implied:
      '§2.1, §7: the catalog has what the key can buy and the code to order it by; the 404 is for products that are not known',
    ...spending,
  },
  'buying.price-range': {
    anchor: '§2.1',
    text: 'A product is sold for its minPrice and its maxPrice, and for nothing below or above',
    implied: false,
    ...spending,
  },
  'buying.denominations': {
    anchor: '§2.1',
    text: 'A value among the denominations of a product can be ordered',
    implied: false,
    ...spending,
  },
} as const satisfies Statements;
