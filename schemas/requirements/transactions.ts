import type { Statements } from './statement.ts';

const needs = ['GV_AUTOMATION_KEY'] as const;

/** §4.2 get_wallet_transactions, §8 its limit. */
export const transactions = {
  'transactions.fields': {
    anchor: '§4.2',
    text: 'The answer and every transaction in it have their fields with their types',
    needs,
  },
  'transactions.limit-range': {
    anchor: '§4.2, §8',
    text: 'The limit is an integer from 1 to 100',
    needs,
  },
  'transactions.limit': {
    anchor: '§4.2',
    text: 'No more transactions are given than the limit allows',
    needs,
  },
  'transactions.default-limit': {
    anchor: '§4.2, §8',
    text: 'Without a limit the answer is that of a limit of 50',
    needs,
  },
  'transactions.date-format': {
    anchor: '§4.2',
    text: 'fromDate and toDate are calendar dates YYYY-MM-DD; anything else is refused',
    needs,
  },
  'transactions.date-range': {
    anchor: '§4.2',
    text: 'Only transactions between fromDate and toDate are given, and none of those is lost',
    needs,
  },
  'transactions.count': {
    anchor: '§4.2',
    text: 'totalCount is not below the number of transactions given',
    needs,
  },
  'transactions.body-optional': {
    anchor: '§4.2',
    text: 'Every field of the request is optional',
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
  },
  'transactions.date-freedoms': {
    anchor: '§4.2',
    text: 'What a range gets whose start is after its end, and whether its ends belong to it',
    needs,
    observed: true,
  },
} as const satisfies Statements;
