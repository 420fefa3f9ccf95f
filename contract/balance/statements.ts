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
    text: 'The balance is that of the requested currency, and each currency that has one is accepted',
    implied:
      '§4.2: request and response have a currency by the same name, and a balance that was asked for in one currency is in it',
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
    text: 'The balance of a currency is one number: in the wallet, alone, and among all balances',
    implied:
      '§2.5, §4.2: one wallet per currency has one balance, and the automation routes read the balances of wallets',
    needs,
  },
  'balance.after-order': {
    anchor: '§2.5, §4.2',
    text: 'The balance of the currency of an order is still one number after it: in the wallet, and alone',
    implied:
      '§2.5, §4.2: one wallet per currency has one balance, and the automation routes read it whenever they are asked',
    needs: ['GV_AUTOMATION_KEY', 'GV_ORDER_BODY'],
    effect: 'spend',
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
  'balance.wallet': {
    anchor: '§2.5, §4.2',
    text: 'Whether the automation balance is that of the wallet of the business key',
    needs,
    observed: true,
    varies: ['wallet', 'automation'],
  },
} as const satisfies Statements;
