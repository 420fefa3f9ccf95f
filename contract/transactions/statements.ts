import type { Statements } from '../../schemas/statement.ts';

const needs = ['GV_AUTOMATION_KEY'] as const;

/** §4.2 get_wallet_transactions, §8 its limit. */
export const transactions = {
  'transactions.fields': {
    anchor: '§4.2',
    text: 'The response and every transaction in it have their fields with their types',
    implied: false,
    needs,
  },
  'transactions.limit-range': {
    anchor: '§4.2, §8',
    text: 'The limit is an integer from 1 to 100',
    implied: false,
    needs,
  },
  'transactions.limit': {
    anchor: '§4.2',
    text: 'The response has no more transactions than the limit allows',
    implied:
      '§4.2: the request has a limit for a list of transactions, and a limit is not exceeded',
    needs,
  },
  'transactions.default-limit': {
    anchor: '§4.2, §8',
    text: 'Without a limit the response is the same as with a limit of 50',
    implied: false,
    needs,
  },
  'transactions.dates': {
    anchor: '§4.2',
    text: 'Every day of the calendar is accepted as fromDate, as toDate, and as both',
    implied: false,
    needs,
  },
  'transactions.date-format': {
    anchor: '§4.2',
    text: 'fromDate and toDate are calendar dates YYYY-MM-DD; anything else is rejected',
    implied: false,
    needs,
  },
  'transactions.date-range': {
    anchor: '§2, §4.2',
    text: 'The response has all transactions of the UTC days from fromDate to toDate, both included, and no others',
    implied: false,
    needs,
  },
  'transactions.count': {
    anchor: '§4.2',
    text: 'totalCount is the number of the transactions returned, of the range, or of all transactions',
    implied: '§4.2: totalCount states the number of the transactions, and a total counts something',
    needs,
  },
  'transactions.currency': {
    anchor: '§2.6, §4.2',
    text: 'A transaction has the currency of the entry of the ledger at its time',
    implied:
      '§2.6, §4.2: both lists show the money of one account, and a movement of money has one currency',
    doubt: 'The automation key may be of another account',
    needs: ['GV_API_KEY', 'GV_AUTOMATION_KEY'],
  },
  'transactions.amount': {
    anchor: '§2.6, §4.2',
    text: 'The transactions have the times and the amounts of the entries of the ledger',
    implied: '§2.6, §4.2: both lists are of the money of one account',
    doubt: 'The automation key may be of another account, or its amounts may be in cents',
    needs: ['GV_API_KEY', 'GV_AUTOMATION_KEY'],
  },
  'transactions.balance': {
    anchor: '§4.2',
    text: 'The newest transaction in a currency has the balance of that currency',
    implied:
      '§4.2: a transaction has a balance, and after the newest transaction it is the balance of get_wallet_balance',
    doubt: 'A transaction may state the balance before it, or money on hold may be left out',
    needs,
  },
  'transactions.body-optional': {
    anchor: '§4.2',
    text: 'Every field of the request is optional',
    implied: false,
    needs,
  },
  'transactions.types': {
    anchor: '§4.2',
    text: 'Transaction types seen',
    needs,
    observed: true,
  },
  'transactions.total-count': {
    anchor: '§4.2',
    text: 'What totalCount counts',
    needs,
    observed: true,
    varies: ['given', 'totalCount'],
  },
  'transactions.date-freedoms': {
    anchor: '§4.2',
    text: 'The response to a range whose start is after its end, and to empty dates',
    needs,
    observed: true,
  },
} as const satisfies Statements;
