import { ownOrders, type Statements } from '../../schemas/statement.ts';

/** §2.5 Wallet document, §2.6 WalletTransaction, §4.1 the wallet routes. */
export const wallet = {
  'wallet.fields': {
    anchor: '§2.5',
    text: 'GET /wallet returns the wallets of the account, and every wallet has the fields of §2.5 with the right types',
    implied: false,
  },
  'wallet.one-per-currency': {
    anchor: '§1, §2.5',
    text: 'No two wallets of an account have the same currency',
    implied: false,
  },
  'wallet.owner': {
    anchor: '§2.5, §5.6',
    text: 'All wallets of a key have the same userID',
    implied:
      '§2.5, §5.6: a wallet names its owner, and a key acts only on records of its own account',
    doubt: 'A wallet may name the person who opened it',
  },
  'wallet.transaction-fields': {
    anchor: '§2.6',
    text: 'Every transaction in a wallet has the fields of §2.6 with the right types',
    implied: false,
  },
  'wallet.ledger-fields': {
    anchor: '§2.6',
    text: 'Every transaction in the ledger has the fields of §2.6 with the right types, including currency',
    implied: false,
  },
  'wallet.purchase-order': {
    anchor: '§2.6',
    text: 'A purchase names its order in orderID',
    implied: false,
  },
  'wallet.paid-orders': {
    anchor: '§1, §2.2, §2.6',
    text: 'If the account has paid orders, the ledger has purchases',
    implied:
      '§1, §2.6: orders are paid from prepaid wallets, and the ledger has their transactions',
    doubt: 'An account may pay for orders by invoice',
  },
  'wallet.purchase-value': {
    anchor: '§2.2, §2.6',
    text: 'A transaction in the ledger with the id of a listed order has the value and the currency of the order',
    implied: '§2.2, §2.6: a purchase names the order that it pays for, and both state a value',
    doubt:
      'A purchase may include a fee or a discount, pay for a whole bulk order, or be paid from a wallet in another currency',
  },
  'wallet.transaction-currency': {
    anchor: '§1, §2.5, §2.6',
    text: 'A funding in a wallet is in the currency of the wallet',
    implied:
      '§1, §2.5: there is a wallet for each currency, and a funding adds money in the currency of its wallet',
    doubt: 'A payment may be converted into the currency of the wallet',
  },
  'wallet.of-each-currency': {
    anchor: '§1, §2.5',
    text: 'The account has a wallet in each currency of its ledger',
    implied:
      '§1, §2.5: there is a wallet for each currency, and an entry of the ledger is a transaction of a wallet',
    doubt: 'A wallet may be closed, or may pay for orders in other currencies',
  },
  'wallet.ledger-holds-wallets': {
    anchor: '§1, §2.5, §2.6',
    text: 'Each transaction listed in a wallet is in the ledger, with the same values and the currency of the wallet',
    implied:
      '§1, §2.5: the ledger has the transactions of all wallets, and a wallet lists its own transactions',
    doubt:
      'The ledger may state other details, or times in whole seconds, and a wallet may list no transactions',
  },
  'wallet.ledger-currency': {
    anchor: '§4.1, §5.6',
    text: 'The currency filter of the ledger accepts GBP, USD, EUR and NGN, and returns only entries in that currency, on every page',
    implied: false,
    needs: ['GV_LEDGER_CURRENCY_PARAM'],
    uses: ['GV_LEDGER_CURRENCY_PARAM'],
  },
  'wallet.ledger-currency-all': {
    anchor: '§4.1',
    text: 'The currency filter of the ledger returns every entry in that currency',
    implied: false,
    needs: ['GV_LEDGER_CURRENCY_PARAM'],
    uses: ['GV_LEDGER_CURRENCY_PARAM'],
  },
  'wallet.ledger-currency-closed': {
    anchor: '§4.1',
    text: 'The currency filter of the ledger finds nothing for a currency other than GBP, USD, EUR and NGN',
    implied: false,
    needs: ['GV_LEDGER_CURRENCY_PARAM'],
    uses: ['GV_LEDGER_CURRENCY_PARAM'],
  },
  'wallet.not-found': {
    anchor: '§7',
    text: 'The wallet routes answer an account without a wallet with 404 "Wallet not found"',
    implied: false,
    needs: ['GV_KEY_NO_WALLET'],
  },
  'wallet.purchases': {
    anchor: '§1, §2.5',
    text: 'The purchases of a run together lower a balance by no more than their values',
    implied:
      '§1, §2.5: a wallet is prepaid, and purchases are paid from the wallet of their currency',
    doubt:
      'Other clients may spend from the same wallet during the run, or a service may charge fees',
    needs: ['spend'],
    effect: 'spend',
    stage: 'made',
    uses: [...ownOrders, 'wallets', 'full bulk'],
  },
  'wallet.transaction-types': {
    anchor: '§2.6',
    text: 'Transaction types and kinds of details seen',
    observed: true,
  },
  'wallet.ledger-currency-refusal': {
    anchor: '§4.1',
    text: 'How the ledger answers a currency outside its list',
    needs: ['GV_LEDGER_CURRENCY_PARAM'],
    observed: true,
    uses: ['GV_LEDGER_CURRENCY_PARAM'],
    stage: 'independent',
  },
  'wallet.balance-payload': {
    anchor: '§4.1 rule 9',
    text: 'What GET /wallet/balance returns',
    observed: true,
  },
} as const satisfies Statements;
