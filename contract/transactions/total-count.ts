/** What totalCount may count (§4.2): the transactions of the range, all that there are, or those returned. */
import { field } from '../../schemas/records/exchange.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { transactionsIn } from './judgements.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { withoutTransactions } from './transaction-ranges.ts';
import { largest, requestTransactions, type Item } from './transactions.ts';

interface Counted {
  readonly given: number;
  readonly totalCount: number;
}

/** @throws NotExercised where the response has no transactions or no number of them. */
async function countedIn(context: Context, body: Item, fresh: boolean): Promise<Counted> {
  const exchange = await requestTransactions(context, body, fresh);
  const given = transactionsIn(exchange).length;
  const totalCount = field(exchange, 'data', 'totalCount');
  if (typeof totalCount !== 'number')
    throw new NotExercised('there is no totalCount', 'transactions.fields');
  return { given, totalCount };
}

/** Of a response with room for more, which has all of them. */
export async function countOfAll(context: Context, fresh: boolean): Promise<Counted[]> {
  const all = await countedIn(context, largest, fresh);
  if (all.given >= largest.limit) throw new NotExercised('the response is full');
  return all.totalCount === all.given ? [] : [all];
}

/** Of one transaction and of a hundred. */
export async function countsByLimit(context: Context, fresh: boolean): Promise<Counted[]> {
  const one = await countedIn(context, { limit: 1 }, fresh);
  const hundred = await countedIn(context, largest, fresh);
  const both = [one, hundred];
  if (hundred.given === 0) throw new NotExercised('there are no transactions');
  const areReturned = both.every(({ given, totalCount }) => given === totalCount);
  return one.totalCount === hundred.totalCount || areReturned ? [] : both;
}

/** Of a range that no transaction is in. */
export async function countOfNone(context: Context, fresh: boolean): Promise<Counted[]> {
  const none = await countedIn(context, withoutTransactions, fresh);
  if (none.given > 0)
    throw new NotExercised('the range has transactions', 'transactions.date-range');
  const all = await countedIn(context, largest, fresh);
  return [0, all.totalCount].includes(none.totalCount) ? [] : [none];
}
