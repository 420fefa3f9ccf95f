import { inStage, ownOrders, type Statements, using } from '../../schemas/statement.ts';

const buying = { needs: ['spend', 'GV_ORDER_BODY'], effect: 'spend', uses: ownOrders } as const;

/** Of statements that any order request shows: of a setting, or of an order of the run. */
const ofRequests = {
  wants: [
    ['GV_ORDER_REQUEST_SUCCEEDED', 'GV_ORDER_REQUEST_FAILED', 'GV_ORDER_REQUEST_BULK', 'spend'],
  ],
  uses: ['single order', 'bulk order'],
  effect: 'spend',
} as const;

const ofGifts = {
  ...buying,
  needs: ['spend'],
  wants: ['GV_ORDER_BODY'],
  uses: [...ownOrders, 'two orders'],
} as const;
const otherTexts =
  'A service may take these texts from another part of the body, or escape or shorten them';

const statements = {
  'orders-made.shown': {
    anchor: '§2.2, §2.3, §2.4',
    text: 'The creation or its order request shows an order for each line with a product of the catalog',
    implied:
      '§2.3, §2.4: the result of a single order is usually an Order, and the result of a bulk order lists its orders',
    doubt:
      'A product may be out of stock or have a new price, and a result may be any object (§2.3)',
    ...buying,
  },
  'orders-made.as-asked': {
    anchor: '§2.2, §2.4, §4.1 rule 7',
    text: 'Each order in the response has the product, currency and value of a line that was ordered. rejectedOrders, if present, names the products of the other lines',
    implied:
      '§2.2, §2.4: an order has a product, a currency and a value, and the service creates the requested order. A rejected order has the productCode of its order line',
    ...buying,
    uses: [...ownOrders, 'order body', 'bulk body'],
  },
  'orders-made.gift': {
    anchor: '§2.2',
    text: 'An order in the response has the message and the recipient of the requested giftOrder',
    implied: '§2.2: giftOrder carries a message and a recipient',
    doubt: otherTexts,
    ...ofGifts,
  },
  'orders-made.gift-listed': {
    anchor: '§2.2',
    text: 'An order in the order list has the message and the recipient of the requested giftOrder',
    implied: '§2.2: giftOrder carries a message and a recipient',
    doubt: otherTexts,
    ...ofGifts,
  },
  'orders-made.listed': {
    anchor: '§1',
    text: 'Each created order is listed once among the orders of the account',
    implied: '§1: an account can list its orders, and a created order is one of them',
    ...buying,
    uses: [...ownOrders, 'two orders'],
  },
  'orders-made.same-everywhere': {
    anchor: '§2.2, §2.3, §2.4',
    text: 'The order list shows an order with the product, currency, value, merchant and createdAt that its creation or its order request returned',
    implied:
      '§2.2, §2.3, §2.4: the creation, the order request and the list show the same order, and a field of an order has one value',
    ...buying,
  },
  'orders-made.created-at': {
    anchor: '§2, §2.2, §2.3, §2.6',
    text: 'An order, its order request and its purchase state the time of the call that created the order, within a minute',
    implied: '§2, §2.2, §2.3, §2.6: times are in UTC, and a record has the time of its creation',
    doubt: 'The clocks of a service may differ, and a queue may create an order minutes later',
    ...buying,
  },
  'orders-made.request-kept': {
    anchor: '§2.3, §3',
    text: 'An order request that has ended can be polled again',
    implied:
      '§3: polling returns the result of a request that succeeded, and the error of a request that failed',
    doubt: 'A service may keep an order request only for a short time',
    ...ofRequests,
  },
  'orders-made.request-same': {
    anchor: '§2.3, §3',
    text: 'An order request that has ended shows the same orders, or an error, each time it is polled. Its createdAt never changes',
    implied:
      '§2.3, §3: polling returns the result or the error of the request, and createdAt is the time of its creation',
    ...ofRequests,
  },
  'orders-made.wallet': {
    anchor: '§2.5',
    text: 'After an order, each wallet still exists and has the fields that it had before',
    implied:
      '§2.5: a purchase changes a balance, and no clause says that it removes a wallet or a field',
    feature: 'orders',
    ...buying,
    uses: [...ownOrders, 'wallets'],
  },
  'orders-made.balances': {
    anchor: '§1, §2.5',
    text: 'An order lowers the balance of the wallet of its currency by its value, and changes no other balance',
    implied:
      '§1, §2.5: a wallet is prepaid, there is one for each currency, and orders are paid from it',
    doubt:
      'Other clients may spend from the same wallet, an account may pay by invoice, later or at a discount, or a cache may return an old balance',
    ...buying,
  },
  'orders-made.remaining-balance': {
    anchor: '§2.4, §2.5',
    text: 'remainingBalance of a bulk order is the balance of the wallet of its currency after the order',
    implied:
      '§2.4, §2.5: the remaining balance of a wallet is its balance after the bulk order is paid',
    doubt:
      'Other clients may spend meanwhile, the service may subtract money on hold, or a cache may return an old balance',
    ...buying,
    feature: 'bulk',
    uses: ['bulk order', 'bulk with an unknown product'],
  },
  'orders-made.in-ledger': {
    anchor: '§1, §2.2, §2.6',
    text: 'The ledger has one purchase for each order, with the id, the value and the currency of the order',
    implied:
      '§1, §2.6: orders are paid from a wallet, the ledger has its transactions, and a purchase has the id of its order',
    doubt:
      'An account may pay for orders by invoice, at a discount or from a wallet in another currency, or for a bulk order with one purchase',
    ...buying,
    uses: [...ownOrders, 'two orders'],
  },
  'orders-made.paid-in-ledger': {
    anchor: '§1, §2.5, §2.6',
    text: 'If an order lowers the balance of a wallet by its value, the ledger has an entry for the order. A bulk order may have one entry for its whole value',
    implied:
      '§1, §2.5, §2.6: the ledger has the transactions of the wallets, and a payment from a wallet is one of them',
    ...buying,
  },
  'orders-made.in-filtered-ledger': {
    anchor: '§4.1',
    text: 'The purchase of an order is also in the ledger when it is filtered by the currency of the order',
    implied: '§4.1: the currency filter returns all entries of the ledger in that currency',
    doubt: 'A service may answer filtered requests from an index that lags behind',
    ...buying,
    needs: [...buying.needs, 'GV_LEDGER_CURRENCY_PARAM'],
    uses: [...ownOrders, 'GV_LEDGER_CURRENCY_PARAM'],
  },
} as const satisfies Statements;

/** §1, §2.2 to §2.6 Orders of the run, in every response that shows them. */
// A long list of orders is read from its newest page on, sorted by time.
export const ordersMade = inStage('made', using(['GV_SORT_BY'], statements));
