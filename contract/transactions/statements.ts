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
    text: 'Without a limit the response is that of a limit of 50',
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
    anchor: '§4.2',
    text: 'The response has all transactions from the day of fromDate until toDate and no others',
    implied: false,
    needs,
  },
  'transactions.count': {
    anchor: '§4.2',
    text: 'totalCount is the number of the transactions returned, of the range, or of all that there are',
    implied:
      '§4.2: totalCount stands beside the transactions as their number, and a total is that of something',
    needs,
  },
  'transactions.currency': {
    anchor: '§2.6, §4.2',
    text: 'A transaction that is in the ledger, at the same time with the same amount, has the currency that it has there',
    implied:
      '§2.6, §4.2: both lists are of the money of one account, and a movement of it has one currency',
    needs: ['GV_API_KEY', 'GV_AUTOMATION_KEY'],
  },
  'transactions.amount': {
    anchor: '§2.6, §4.2',
    text: 'The transactions count their amounts in one unit, as the entries of the ledger at their time show',
    implied:
      '§2.6, §4.2: one field of one list is one number for all of its records; both lists are of the money of one account',
    needs: ['GV_API_KEY', 'GV_AUTOMATION_KEY'],
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
    text: 'The response to a range whose start is after its end or whose dates are empty, and whether its ends belong to it',
    needs,
    observed: true,
    varies: ['oneDay', 'given'],
  },
} as const satisfies Statements;
