import type { Statements } from '../../schemas/statement.ts';

const needs = ['GV_AUTOMATION_KEY'] as const;

/** §4.2 get_wallet_transactions, §8 its limit. */
export const transactions = {
  'transactions.fields': {
    anchor: '§4.2',
    text: 'The response and every transaction in it have the fields of §4.2 with the right types',
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
    text: 'The response has as many transactions as the limit, or all transactions if there are fewer',
    implied:
      '§4.2: the request limits the list of transactions, and only the limit shortens the list',
    needs,
  },
  'transactions.default-limit': {
    anchor: '§4.2, §8',
    text: 'Without a limit, the response has 50 transactions if there are more',
    implied: false,
    needs,
  },
  'transactions.dates': {
    anchor: '§4.2',
    text: 'Every calendar day is accepted as fromDate, as toDate, and as both',
    implied: false,
    needs,
  },
  'transactions.date-format': {
    anchor: '§4.2',
    text: 'fromDate and toDate accept only calendar dates of the form YYYY-MM-DD',
    implied: false,
    needs,
  },
  'transactions.date-range': {
    anchor: '§2, §4.2',
    text: 'The response has only transactions of the UTC days from fromDate to toDate, including both days',
    implied:
      '§2, §4.2: timestamps are in UTC, and the two dates are the start and the end of the range',
    needs,
  },
  'transactions.whole-range': {
    anchor: '§2, §4.2',
    text: 'The response has all transactions of the UTC days from fromDate to toDate, including both days',
    implied:
      '§2, §4.2: timestamps are in UTC, the two dates are the start and the end of the range, and only the limit shortens the list',
    needs,
  },
  'transactions.one-day': {
    anchor: '§2, §4.2',
    text: 'A range of one day has all transactions of that UTC day, also the transactions at its start and its end',
    implied:
      '§2, §4.2: timestamps are in UTC, and a range that starts and ends on one day has that day',
    needs,
  },
  'transactions.count': {
    anchor: '§4.2',
    text: 'totalCount is the number of returned transactions, of transactions in the range, or of all transactions',
    implied: '§4.2: totalCount is a total of transactions, and the spec does not say of which',
    needs,
  },
  'transactions.currency': {
    anchor: '§2.6, §4.2',
    text: 'A transaction has the currency of the ledger entry with the same time',
    implied: '§2.6, §4.2: both lists show the money of one account, and a payment has one currency',
    doubt: 'The automation key may belong to another account',
    needs: ['GV_API_KEY', 'GV_AUTOMATION_KEY'],
  },
  'transactions.amount': {
    anchor: '§2.6, §4.2',
    text: 'The transactions have the times and amounts of the ledger entries',
    implied: '§2.6, §4.2: both lists show the money of one account',
    doubt:
      'The automation key may belong to another account, its amounts may be in cents, or the response may have the oldest transactions',
    needs: ['GV_API_KEY', 'GV_AUTOMATION_KEY'],
  },
  'transactions.balance': {
    anchor: '§4.2',
    text: 'The newest transaction in a currency states the balance of that currency',
    implied:
      '§4.2: a transaction has a balance, and the balance after the newest transaction is the balance of get_wallet_balance',
    doubt:
      'A transaction may state the balance before it, or leave out money on hold, or the response may have the oldest transactions',
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
    stage: 'independent',
  },
} as const satisfies Statements;
