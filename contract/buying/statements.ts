import type { Statements } from '../../schemas/statement.ts';

const spending = {
  needs: ['spend', 'GV_ORDER_BODY'],
  effect: 'spend',
  stage: 'orders',
} as const;

const unsold =
  'A supplier may be out of stock, an account may have a limit for one order, or a wallet may be empty';

/** §2.1 Prices and codes of the catalog, checked by buying. */
export const buying = {
  'buying.listed-product': {
    anchor: '§2.1, §7',
    text: 'An order for a product of the catalog never gets "Product not found", neither in the response nor as the error of its order request',
    implied:
      '§2.1, §7: the catalog has the products that the key can buy, with the codes to order them by, and the 404 is for unknown products',
    ...spending,
    uses: ['shop', 'order body', 'bulk order'],
  },
  'buying.min-price': {
    anchor: '§2.1',
    text: 'An order below the minPrice of a product is rejected',
    implied: false,
    ...spending,
    uses: ['shop', 'order body', 'single order'],
  },
  'buying.max-price': {
    anchor: '§2.1',
    text: 'An order above the maxPrice of a product is rejected',
    implied: false,
    ...spending,
    uses: ['shop', 'order body', 'single order'],
  },
  'buying.price-bounds': {
    anchor: '§2.1',
    text: 'A product is sold for its minPrice and its maxPrice. A product without denominations is also sold for a value between the two prices',
    implied: false,
    doubt: unsold,
    ...spending,
    uses: ['shop', 'order body'],
  },
  'buying.denominations': {
    anchor: '§2.1',
    text: 'A product is sold for its denominations',
    implied: false,
    doubt: unsold,
    ...spending,
    uses: ['shop', 'order body'],
  },
  'buying.both-paid': {
    anchor: '§1, §2.5',
    text: 'Of two orders at the same moment, each that is accepted lowers the balance by as much as the same order alone',
    implied: '§1, §2.5: a wallet is prepaid, and each order is paid from it',
    doubt: 'Other clients may spend from the same wallet, or a cache may return an old balance',
    ...spending,
    uses: ['single order', 'two orders'],
  },
} as const satisfies Statements;
