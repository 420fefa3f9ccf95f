import type { Statements } from './statement.ts';

const buying = { needs: ['spend', 'GV_ORDER_BODY'], effect: 'spend' } as const;

/** §1, §2.2 to §2.6 The orders that a run made, wherever they show. */
export const ordersMade = {
  'orders-made.as-asked': {
    anchor: '§2.2, §2.4, §4.1.7',
    text: 'The order in the response has the product, currency and value that were ordered',
    ...buying,
  },
  'orders-made.listed': {
    anchor: '§1',
    text: 'A created order, single or of a bulk, is among the orders of the account',
    ...buying,
  },
  'orders-made.same-everywhere': {
    anchor: '§2.2, §2.3, §2.4',
    text: 'An order is listed with the product, value, currency and creation time that its creation or request returned',
    ...buying,
  },
  'orders-made.created-at': {
    anchor: '§2.2, §2.3',
    text: 'createdAt of a record stays the same from one read to the next',
    effect: 'spend',
  },
  'orders-made.wallet': {
    anchor: '§2.5',
    text: 'After a purchase the wallets are there, with the fields that they had before it',
    ...buying,
  },
  'orders-made.in-ledger': {
    anchor: '§1, §2.6',
    text: 'The purchase of an order that is paid carries the id of the order in the ledger',
    ...buying,
  },
  'orders-made.ledger-value': {
    anchor: '§2.6',
    text: 'Whether transactionValue of a purchase is the value of its order',
    ...buying,
    observed: true,
    varies: true,
  },
} as const satisfies Statements;
