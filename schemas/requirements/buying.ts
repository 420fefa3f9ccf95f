import type { Statements } from './statement.ts';

const spending = { needs: ['spend', 'GV_ORDER_BODY'], effect: 'spend' } as const;

/** §2.1 What the catalog states about prices and codes, seen when something is bought. */
export const buying = {
  'buying.listed-product': {
    anchor: '§2.1, §7',
    text: 'A productCode of the catalog is no unknown product when it is ordered',
    ...spending,
  },
  'buying.price-range': {
    anchor: '§2.1',
    text: 'A product is sold for its minPrice and its maxPrice, and for nothing below or above',
    ...spending,
  },
  'buying.denominations': {
    anchor: '§2.1',
    text: 'A value among the denominations of a product can be ordered',
    ...spending,
  },
} as const satisfies Statements;
