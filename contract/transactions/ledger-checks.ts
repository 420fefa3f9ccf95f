/** §2.6, §4.2 Compares get_wallet_transactions with the ledger and the balance. */
import type { Context } from '../../harness/run/context.ts';
import { requirement } from '../requirement.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { fail } from '../../harness/run/expect/found.ts';
import { isSameTime } from '../../harness/run/expect/formats.ts';
import { readWhole } from '../steps/lists.ts';
import { again } from '../steps/again.ts';
import { requireMoney } from '../steps/purchases.ts';
import { isInPartRead, timeOf as timeInLedger, withoutSign } from '../wallet/ledger.ts';
import { idOf, largest, timeOf, transactionsFor } from './requested-transactions.ts';
import { NotExercised, requireSome } from '../../harness/verdict.ts';
import { lists } from '../../schemas/lists.ts';
import { field, isObject, type Item } from '../../schemas/records/exchange.ts';
import { route } from '../../schemas/routes.ts';
import { automationCurrencies, isSameCurrency, isSameToTheCent } from '../../schemas/schema.ts';

/** Returns the newest transactions, the ledger, and a function that finds the ledger entries with the time of a transaction. */
async function readBoth(context: Context) {
  const ledger = await readWhole(context, lists.ledger);
  const entries = ledger.items.filter(isObject);
  requireSome(entries, 'the ledger is empty');
  const inReach = isInPartRead(ledger);
  const all = await transactionsFor(context, largest);
  if (all.length === 0)
    fail('the transactions of the wallets', `none; the ledger has ${entries.length}`);
  const transactions = all.filter(({ processedAt }) => inReach({ timestamp: processedAt }));
  const entriesAt = (each: Item) =>
    entries.filter(entry => isSameTime(timeInLedger(entry), timeOf(each)));
  return { transactions, entries, entriesAt };
}

const upper = ({ currency }: Item): string => String(currency).toUpperCase();

requirement('transactions.currency', context =>
  again(async () => {
    const { transactions, entriesAt } = await readBoth(context);
    const pairs = transactions.flatMap(each => {
      const listed = entriesAt(each).map(upper);
      return listed.length > 0 ? [{ each, listed }] : [];
    });
    requireSome(pairs, 'no transaction has the time of a ledger entry', 'transactions.amount');
    for (const { each, listed } of pairs)
      expect(upper(each), `currency of the transaction ${idOf(each)}`).toBeOneOf(listed);
  }),
);

requirement('transactions.amount', context =>
  again(async () => {
    const { transactions, entries, entriesAt } = await readBoth(context);
    for (const each of transactions) {
      const { processedAt, amount } = each;
      const listed = entriesAt(each).map(entry => withoutSign(Number(entry['transactionValue'])));
      expect(processedAt, `processedAt of ${idOf(each)}`).toSatisfy(
        'the timestamp of a ledger entry',
        time => entriesAt({ processedAt: time }).length > 0,
      );
      const what = `amount of the transaction ${idOf(each)}`;
      expect(withoutSign(Number(amount)), what).toBeOneOf(listed);
    }
    const oldest = Math.min(...transactions.map(timeOf));
    if (!Number.isFinite(oldest))
      throw new NotExercised('no transaction has a time', 'transactions.fields');
    const since = transactions.filter(each => timeOf(each) > oldest);
    const what = `number of transactions after ${new Date(oldest).toISOString()}, compared with the ledger`;
    const listed = entries.filter(entry => timeInLedger(entry) > oldest);
    expect(since.length, what).toBe(listed.length);
  }),
);

requirement('transactions.balance', async context => {
  await context.each(automationCurrencies, currency =>
    again(async () => {
      const [newest] = (await transactionsFor(context, largest))
        .filter(each => isSameCurrency(each['currency'], currency))
        .toSorted((a, b) => timeOf(b) - timeOf(a));
      if (!newest) throw new NotExercised(`the newest transactions are not in ${currency}`);
      const exchange = await context.api.send(route.getWalletBalance, { body: { currency } });
      const balance = Number(field(exchange, 'data', 'balance'));
      requireMoney(newest['balance'], balance);
      expect(newest['balance'], `balance of the newest transaction in ${currency}`).toSatisfy(
        `${balance}, as in get_wallet_balance`,
        given => isSameToTheCent(Number(given), balance),
      );
    }),
  );
});
