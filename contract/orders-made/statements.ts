import type { Statements } from '../../schemas/statement.ts';

const buying = { needs: ['spend', 'GV_ORDER_BODY'], effect: 'spend' } as const;

/** §1, §2.2 to §2.6 The orders that a run made, wherever they show. */
export const ordersMade = {
  'orders-made.as-asked': {
    anchor: '§2.2, §2.4, §4.1 rule 7',
    text: 'The order in the response has the product, currency and value that were ordered; each line of a bulk is made or rejected, and a rejected one has its product',
    implied:
      '§2.2, §2.4: an order has a product, a currency and a value, and what is made is what was asked for; what is rejected has the productCode that was used',
    ...buying,
  },
  'orders-made.gift': {
    anchor: '§2.2',
    text: 'An order carries the texts of the giftOrder that were given to it, and to no other order, and names a previousUserId only if it is a gift',
    implied:
      '§2.2: giftOrder carries a message and a recipient, and previousUserId is there only in some flows with one',
    ...buying,
  },
  'orders-made.listed': {
    anchor: '§1',
    text: 'A created order, single or of a bulk, is among the orders of the account, once for each call',
    implied:
      '§1: an account can list its orders, and one that was just created is one of them; an order is created singly or in bulk',
    ...buying,
  },
  'orders-made.same-everywhere': {
    anchor: '§2.2, §2.3, §2.4',
    text: 'An order is listed with the product, value, currency and creation time that its creation or request returned, and with no text of its giftOrder in the place of another one',
    implied:
      '§2.2, §2.3, §2.4: a creation, its request and the list show one order, and an order has one value of a field',
    ...buying,
  },
  'orders-made.image': {
    anchor: '§2.2, §4.1',
    text: 'A created order is listed with an imageUrl, if the catalog has one of its product',
    implied: '§2.2, §4.1: lists of orders have imageUrl, and it is that of the product',
    ...buying,
  },
  'orders-made.created-at': {
    anchor: '§2, §2.2, §2.3',
    text: 'What an order made has the time of its creation, in UTC, and keeps it from one read to the next',
    implied:
      '§2, §2.2, §2.3: times are in UTC; a record has the time of its creation, and it was created once',
    effect: 'spend',
  },
  'orders-made.request-kept': {
    anchor: '§2.3, §3',
    text: 'An order request that has ended shows its result, with the same orders, or its error each time that it is polled',
    implied:
      '§3: polling returns the result of a request that succeeded, and the error of one that failed',
    effect: 'spend',
  },
  'orders-made.wallet': {
    anchor: '§2.5',
    text: 'After a purchase the wallets are there, with the fields that they had before it',
    implied:
      '§2.5: a purchase changes a balance, and no clause takes a wallet or a field of it away',
    feature: 'orders',
    ...buying,
  },
  'orders-made.balances': {
    anchor: '§1, §2.5, §2.6',
    text: 'If purchases move the balance of one wallet by their values, they do in every wallet',
    implied:
      '§1, §2.5, §2.6: a wallet is prepaid, and its transactions are what its balance came to be by',
    doubt:
      'Other clients may spend from the same wallet, or the service may hold money before it charges it',
    ...buying,
  },
  'orders-made.remaining-balance': {
    anchor: '§2.4, §2.5',
    text: 'remainingBalance of a bulk order is what the wallet of its currency has after it',
    implied: '§2.4, §2.5: what remains of a wallet is its balance once the bulk is paid',
    ...buying,
    feature: 'bulk',
  },
  'orders-made.in-ledger': {
    anchor: '§1, §2.6',
    text: 'One purchase of the value of an order that is paid carries the id of the order in the ledger',
    implied:
      '§1, §2.6: orders are paid from a wallet, the ledger has its transactions, and a purchase has the id of its order',
    doubt: 'An account may pay orders by invoice',
    ...buying,
  },
  'orders-made.in-filtered-ledger': {
    anchor: '§4.1',
    text: 'The purchase of an order that the ledger shows is in the ledger of its currency as well',
    implied: '§4.1: the currency filter returns what the ledger has in that currency',
    needs: [...buying.needs, 'GV_LEDGER_CURRENCY_PARAM'],
    effect: 'spend',
  },
  'orders-made.second-currency': {
    anchor: '§1, §2.2, §2.6',
    text: 'If the purchase of an order in one of two currencies has its value and currency, that in the other has them too',
    implied:
      '§1, §2.6: wallets of several currencies pay for orders, and a ledger states what was paid in which',
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
