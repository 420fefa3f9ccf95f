import type { Statements } from '../../schemas/statement.ts';

const needs = ['GV_AUTOMATION_KEY'] as const;

/** §4.2 get_wallet_balance. */
export const balance = {
  'balance.fields': {
    anchor: '§4.2',
    text: 'The balance of one currency has the fields of its response with their types',
    implied: false,
    needs,
  },
  'balance.currency': {
    anchor: '§4.2',
    text: 'GBP, USD and EUR are accepted if the account has such a wallet, and the response names the requested currency',
    implied:
      '§4.2: request and response have a currency by the same name, and a balance that was requested in one currency is in it',
    needs,
  },
  'balance.currency-closed': {
    anchor: '§4.2',
    text: 'A currency other than GBP, USD and EUR is rejected',
    implied: false,
    needs,
  },
  'balance.all-currencies': {
    anchor: '§4.2',
    text: 'Without a currency the response has the balances of all currencies',
    implied: false,
    needs,
  },
  'balance.same-everywhere': {
    anchor: '§2.5, §4.2',
    text: 'A currency has the same balance in its wallet, in get_wallet_balance, and among the balances of all currencies',
    implied:
      '§2.5, §4.2: one wallet per currency has one balance, and the automation routes read the balances of wallets',
    doubt:
      'The automation key may be of another account, or its balance may leave out money on hold',
    needs,
  },
  'balance.after-order': {
    anchor: '§2.5, §4.2',
    text: 'After an order, each wallet and get_wallet_balance still have the same balance',
    implied:
      '§2.5, §4.2: one wallet per currency has one balance, and the automation routes read it whenever they are asked',
    doubt:
      'The automation key may be of another account, or its balance may leave out money on hold',
    needs: ['GV_AUTOMATION_KEY', 'GV_ORDER_BODY'],
    effect: 'spend',
    stage: 'made',
  },
  'balance.all-shape': {
    anchor: '§4.2',
    text: 'Shape of the response for all currencies',
    needs,
    observed: true,
  },
  'balance.freedoms': {
    anchor: '§4.2',
    text: 'Whether a currency is accepted with a blank, and an empty one as if it were absent',
    needs,
    observed: true,
  },
} as const satisfies Statements;
