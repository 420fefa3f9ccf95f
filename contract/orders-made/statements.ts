import { inStage, type Statements } from '../../schemas/statement.ts';

const buying = { needs: ['spend', 'GV_ORDER_BODY'], effect: 'spend' } as const;

/** §1, §2.2 to §2.6 Orders of the run, in every response that shows them. */
export const ordersMade = inStage('made', {
  'orders-made.as-asked': {
    anchor: '§2.2, §2.4, §4.1 rule 7',
    text: 'The orders in the response have the products, currencies and values that were ordered. rejectedOrders, if present, has the products that were not made',
    implied:
      '§2.2, §2.4: an order has a product, a currency and a value, and the service makes the order that it was asked for; a rejected line has the productCode of its order line',
    ...buying,
  },
  'orders-made.gift': {
    anchor: '§2.2',
    text: 'An order carries the message and the recipient that were given in its giftOrder, and is listed with them',
    implied: '§2.2: giftOrder carries a message and a recipient',
    doubt:
      'A service may take these texts from another place of the body, or escape and shorten them',
    ...buying,
  },
  'orders-made.listed': {
    anchor: '§1',
    text: 'Each created order is listed once among the orders of the account',
    implied: '§1: an account can list its orders, and a created order is one of them',
    ...buying,
  },
  'orders-made.same-everywhere': {
    anchor: '§2.2, §2.3, §2.4',
    text: 'An order is listed with the product, currency, value and merchant that its creation or request returned',
    implied:
      '§2.2, §2.3, §2.4: a creation, its request and the list show one order, and an order has one value of a field',
    ...buying,
  },
  'orders-made.image': {
    anchor: '§2.2, §4.1',
    text: 'A created order is listed with an imageUrl',
    implied: '§2.2, §4.1: lists of orders have imageUrl',
    doubt: 'A product may have no picture',
    ...buying,
  },
  'orders-made.created-at': {
    anchor: '§2, §2.2, §2.3',
    text: 'An order, its request and its purchase state the time of the call that made them, within a minute. The time stays the same when it is read again',
    implied:
      '§2, §2.2, §2.3: times are in UTC, and a record has the time of its creation, which does not change',
    doubt: 'The clocks of a service may differ, and a queue may make an order minutes later',
    effect: 'spend',
  },
  'orders-made.request-kept': {
    anchor: '§2.3, §3',
    text: 'An order request that has ended shows the same orders, or an error, each time that it is polled',
    implied:
      '§3: polling returns the result of a request that succeeded, and the error of a request that failed',
    doubt: 'A service may keep an order request for a short time only',
    effect: 'spend',
  },
  'orders-made.wallet': {
    anchor: '§2.5',
    text: 'After an order, each wallet is there with the fields that it had before',
    implied: '§2.5: a purchase changes a balance, and no clause takes away a wallet or a field',
    feature: 'orders',
    ...buying,
  },
  'orders-made.balances': {
    anchor: '§1, §2.5',
    text: 'An order lowers the balance of the wallet of its currency by its value, and changes no other balance',
    implied:
      '§1, §2.5: a wallet is prepaid, there is one for each currency, and orders are paid from it',
    doubt:
      'Other clients may spend from the same wallet, an account may pay by invoice, later or at a discount, or a cache may keep a balance',
    ...buying,
  },
  'orders-made.remaining-balance': {
    anchor: '§2.4, §2.5',
    text: 'remainingBalance of a bulk order is the balance of the wallet of its currency after it',
    implied: '§2.4, §2.5: what remains of a wallet is its balance once the bulk is paid',
    doubt:
      'Other clients may spend meanwhile, the service may subtract holds, or a cache may keep a balance',
    ...buying,
    feature: 'bulk',
  },
  'orders-made.in-ledger': {
    anchor: '§1, §2.6',
    text: 'The ledger has one purchase for each order, with the id of the order and its value',
    implied:
      '§1, §2.6: orders are paid from a wallet, the ledger has its transactions, and a purchase has the id of its order',
    doubt: 'An account may pay orders by invoice or at a discount, or a bulk with one purchase',
    ...buying,
  },
  'orders-made.in-filtered-ledger': {
    anchor: '§4.1',
    text: 'The purchase of an order is in the ledger of its currency, too',
    implied: '§4.1: the currency filter returns what the ledger has in that currency',
    doubt: 'A service may answer filtered requests from an index that is behind',
    needs: [...buying.needs, 'GV_LEDGER_CURRENCY_PARAM'],
    effect: 'spend',
  },
  'orders-made.second-currency': {
    anchor: '§1, §2.2, §2.6',
    text: 'The purchase of an order in the ledger has the value and the currency of the order, in each of two currencies',
    implied:
      '§1, §2.6: wallets of several currencies pay for orders, and a ledger states the payments',
    doubt: 'An account may pay all orders from one wallet, or at a discount',
    ...buying,
  },
} as const satisfies Statements);
