import type { Statements } from '../../schemas/statement.ts';

const needs = ['GV_AUTOMATION_KEY'] as const;

/** §4.2 get_wallet_balance. */
export const balance = {
  'balance.fields': {
    anchor: '§4.2',
    text: 'The response for one currency has the fields of §4.2 with the right types',
    implied: false,
    needs,
  },
  'balance.currency': {
    anchor: '§4.2',
    text: 'GBP, USD and EUR are accepted if the account has a wallet in the currency, and the response names the requested currency',
    implied:
      '§4.2: request and response both have the field currency, and the response is about the requested currency',
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
    text: 'Without a currency, the response names each currency with money, and has an amount for each of them',
    implied: false,
    needs,
  },
  'balance.of-wallet': {
    anchor: '§2.5, §4.2',
    text: 'A currency has the same balance in its wallet and in get_wallet_balance',
    implied:
      '§2.5, §4.2: one wallet per currency has one balance, and the automation routes read the balances of wallets',
    doubt:
      'The automation key may belong to another account, or its balance may leave out money on hold',
    needs: ['GV_API_KEY', 'GV_AUTOMATION_KEY'],
  },
  'balance.among-all': {
    anchor: '§4.2',
    text: 'A currency has the same balance alone and among the balances of all currencies',
    implied:
      '§4.2: one wallet per currency has one balance, and without a currency the response has all of them',
    doubt:
      'The spec does not show the response without a currency, so it may state amounts in another form',
    needs,
  },
  'balance.after-order': {
    anchor: '§2.5, §4.2',
    text: 'After an order, each wallet and get_wallet_balance have the same balance',
    implied:
      '§2.5, §4.2: one wallet per currency has one balance, and the automation routes read it',
    doubt:
      'The automation key may belong to another account, or its balance may leave out money on hold',
    needs: ['GV_AUTOMATION_KEY', 'spend', 'GV_ORDER_BODY'],
    effect: 'spend',
    stage: 'made',
    uses: ['single order'],
  },
  'balance.all-shape': {
    anchor: '§4.2',
    text: 'Shape of the response for all currencies',
    needs,
    observed: true,
  },
  'balance.freedoms': {
    anchor: '§4.2',
    text: 'Whether a currency with a blank is accepted, and whether an empty currency counts as absent',
    needs,
    observed: true,
    stage: 'independent',
  },
} as const satisfies Statements;
