/** §4.2 get_wallet_transactions, §8 its limit. */
import { field, sentBody, type Exchange } from '../../schemas/records/exchange.ts';
import { getWalletTransactionsData } from '../../schemas/resources/automation.ts';
import { route } from '../../schemas/routes.ts';
import type { ObjectSchema } from '../../schemas/schema.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { fieldsInDataAndList, isAcceptedOf } from '../automation/judgements.ts';
import { bothBodies, withFields, type Judgements } from '../../fixtures/run/judgement.ts';

const about = isAcceptedOf(route.getWalletTransactions);

/** @throws NotExercised if the response has none. */
export function transactionsIn(exchange: Exchange): unknown[] {
  const transactions = field(exchange, 'data', 'transactions');
  if (!Array.isArray(transactions))
    throw new NotExercised('the response has no transactions', 'transactions.fields');
  return transactions as unknown[];
}

// The transactions are judged field by field.
const data = withFields(getWalletTransactionsData, { transactions: { type: 'array' } });
const item = getWalletTransactionsData.properties['transactions']?.items as ObjectSchema;

/** Values beyond the bounds (§4.2) have requirements of their own. */
const isLimit = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 100;

export const transactions: Judgements = {
  'transactions.fields': fieldsInDataAndList(about, data, ['transactions', item], transactionsIn),
  'transactions.limit': {
    appliesTo: about,
    requires: bothBodies,
    verify: exchange => {
      const { limit = 50 } = sentBody(exchange);
      if (!isLimit(limit)) throw new NotExercised('the request has no valid limit');
      const { length } = transactionsIn(exchange);
      expect(length, `transactions, with a limit of ${limit}`).toBeAtMost(limit);
    },
  },
  'transactions.count': {
    appliesTo: about,
    verify: exchange => {
      const { length } = transactionsIn(exchange);
      if (length === 0) throw new NotExercised('the response has no transactions to count');
      expect(field(exchange, 'data', 'totalCount'), 'totalCount').toBeAtLeast(length);
    },
  },
};
