/** §4.2 get_wallet_transactions, §8 its limit. */
import { at, field, sentBody, type Exchange } from '../../schemas/records/exchange.ts';
import { getWalletTransactionsData } from '../../schemas/resources/automation.ts';
import { route } from '../../schemas/routes.ts';
import type { ObjectSchema } from '../../schemas/schema.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { NotExercised } from '../../harness/verdict.ts';
import { fieldsInDataAndList, isAcceptedOf } from '../automation/judgements.ts';
import { bothBodies, withFields, type Judgements } from '../../harness/run/judgement.ts';

const about = isAcceptedOf(route.getWalletTransactions);

/**
 * Returns the transactions of a response.
 *
 * @throws NotExercised if it has none.
 */
export function transactionsIn(exchange: Exchange): unknown[] {
  const transactions = field(exchange, 'data', 'transactions');
  if (!Array.isArray(transactions))
    throw new NotExercised('the response has no transactions', 'transactions.fields');
  return transactions as unknown[];
}

// The transactions are judged field by field.
const data = withFields(getWalletTransactionsData, { transactions: { type: 'array' } });
const item = getWalletTransactionsData.properties['transactions']?.items as ObjectSchema;

/** Range of days of a request. */
export interface Days {
  readonly fromDate?: unknown;
  readonly toDate?: unknown;
}

const isDay = (value: unknown): boolean => /^\d{4}-\d\d-\d\d$/.test(String(value));

/** Returns a test for transactions in a range of UTC days, both ends included. A value that is not a day does not limit the range. */
export const isWithin =
  ({ fromDate, toDate }: Days) =>
  (transaction: unknown): boolean => {
    const day = String(at(transaction, 'processedAt')).slice(0, 10);
    return !(isDay(fromDate) && day < String(fromDate)) && !(isDay(toDate) && day > String(toDate));
  };

/** Returns true for a valid limit. Other requirements judge values beyond the bounds (§4.2). */
const isLimit = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 100;

export const transactions: Judgements = {
  'transactions.fields': fieldsInDataAndList(about, data, ['transactions', item], transactionsIn),
  'transactions.limit': {
    appliesTo: about,
    requires: bothBodies,
    verify: exchange => {
      const { limit = 50 } = sentBody(exchange);
      const { length } = transactionsIn(exchange);
      if (isLimit(limit))
        expect(length, `transactions, with a limit of ${limit}`).toBeAtMost(limit);
    },
  },
  'transactions.date-range': {
    appliesTo: exchange => {
      const { fromDate, toDate } = sentBody(exchange);
      return about(exchange) && [fromDate, toDate].some(isDay);
    },
    requires: bothBodies,
    verify: exchange => {
      const { fromDate, toDate } = sentBody(exchange);
      const isInside = isWithin({ fromDate, toDate });
      const outside = transactionsIn(exchange).filter(each => !isInside(each));
      const times = outside.map(each => at(each, 'processedAt'));
      const range = JSON.stringify({ fromDate, toDate });
      expect(times, 'processedAt of other transactions').toBeEmpty(`only transactions of ${range}`);
    },
  },
  'transactions.count': {
    appliesTo: about,
    comparesTotal: true,
    verify: exchange => {
      const { length } = transactionsIn(exchange);
      expect(field(exchange, 'data', 'totalCount'), 'totalCount').toBeAtLeast(length);
    },
  },
};
