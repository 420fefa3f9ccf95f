/** Examples of get_wallet_transactions (§4.2). */
import { route } from '../../schemas/routes.ts';
import { accepted, bodyOf, refused } from '../automation/examples.ts';
import { wrongFields, type ExamplesById } from '../../fixtures/testing/examples.ts';

const { transactions: history } = bodyOf('getWalletTransactionsData') as { transactions: object[] };
const transaction = { ...history[0] };
const listing = { ...bodyOf('getWalletTransactionsData'), transactions: [transaction] };
const transactions = (data: unknown, sent?: unknown) =>
  accepted(route.getWalletTransactions, data, sent);
const counted = (length: number, totalCount: unknown, sent?: unknown) =>
  transactions({ ...listing, transactions: Array(length).fill(transaction), totalCount }, sent);

const ranged = (sent: object, ...times: readonly string[]) =>
  transactions(
    { ...listing, transactions: times.map(processedAt => ({ ...transaction, processedAt })) },
    sent,
  );

export const transactionExamples: ExamplesById = {
  'transactions.fields': {
    passes: {
      'the sample': transactions(listing),
      'no description': transactions({
        ...listing,
        transactions: [{ ...transaction, description: null }],
      }),
    },
    fails: {
      ...wrongFields(listing, transactions),
      'transactions has another type': [
        transactions({ ...listing, transactions: 'none' }),
        'transactions',
      ],
      ...wrongFields(
        transaction,
        each => transactions({ ...listing, transactions: [each] }),
        field => `transactions: ${field}`,
      ),
      'the description is a number': [
        transactions({ ...listing, transactions: [{ ...transaction, description: 12 }] }),
        'transactions: description',
      ],
    },
    ignores: refused(route.getWalletTransactions),
  },
  'transactions.limit': {
    passes: {
      'as many as the limit': counted(2, 9, { limit: 2 }),
      'fewer than the limit': counted(1, 1, { limit: 2 }),
      '50 without a limit': counted(50, 90),
    },
    fails: {
      'more than the limit': counted(3, 9, { limit: 2 }),
      '51 without a limit': counted(51, 90),
    },
    inconclusive: {
      'a limit beyond the bounds': counted(3, 9, { limit: 101 }),
      'no list': transactions({ ...listing, transactions: {} }, { limit: 2 }),
    },
    ignores: refused(route.getWalletTransactions),
  },
  'transactions.date-range': {
    passes: {
      none: ranged({ fromDate: '2025-03-01' }),
      'the first and the last moment of a day': ranged(
        { fromDate: '2025-03-01', toDate: '2025-03-01' },
        '2025-03-01T00:00:00.000Z',
        '2025-03-01T23:59:59.999Z',
      ),
    },
    fails: {
      'the moment before fromDate': ranged({ fromDate: '2025-03-01' }, '2025-02-28T23:59:59.999Z'),
      'the moment after toDate': ranged({ toDate: '2025-03-01' }, '2025-03-02T00:00:00.000Z'),
    },
    inconclusive: { 'no list': transactions({}, { toDate: '2025-03-01' }) },
    ignores: {
      ...refused(route.getWalletTransactions),
      'no dates': ranged({}, '2025-03-01T00:00:00.000Z'),
    },
  },
  'transactions.count': {
    passes: { 'as many as are shown': counted(2, 2), 'more than are shown': counted(2, 9) },
    fails: { 'fewer than are shown': counted(2, 1), 'no count': counted(2, undefined) },
    inconclusive: { 'no list': transactions({ totalCount: 1 }) },
    ignores: refused(route.getWalletTransactions),
  },
};
