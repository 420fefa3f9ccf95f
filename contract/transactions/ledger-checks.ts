/** §2.6, §4.2 Compares get_wallet_transactions with the ledger and the balance. */
import type { Context } from '../../harness/run/context.ts';
import { requirement } from '../requirement.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { fail } from '../../harness/run/expect/found.ts';
import { isSameTime } from '../../harness/run/expect/formats.ts';
import { purchaseLists, readNewest } from '../steps/newest-items.ts';
import { again } from '../steps/again.ts';
import { requireMoney } from '../steps/purchases.ts';
import { isInPartRead, timeOf as timeInLedger, withoutSign } from '../wallet/ledger.ts';
import { idOf, largest, timeOf, transactionsFor } from './requested-transactions.ts';
import { field, isObject, type Item } from '../../schemas/records/exchange.ts';
import { route } from '../../schemas/routes.ts';
import { automationCurrencies, isSameCurrency, isSameToTheCent } from '../../schemas/schema.ts';

/** Returns the newest transactions, the ledger since then, and a function that finds the ledger entries with the time of a transaction. */
async function readBoth(context: Context) {
  const all = await transactionsFor(context, largest);
  const oldest = Math.min(...all.map(timeOf));
  const ledger = await readNewest(context, purchaseLists.ledger, oldest);
  const entries = ledger.items.filter(isObject);
  const inReach = isInPartRead(ledger);
  if (all.length === 0 && entries.length > 0)
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
    for (const each of transactions) {
      const listed = entriesAt(each).map(upper);
      if (listed.length > 0)
        expect(upper(each), `currency of the transaction ${idOf(each)}`).toBeOneOf(listed);
    }
  }),
);

/** Returns an amount without its sign. A text stays as it is, so that a failure can show it. */
const amountIn = (value: unknown): unknown =>
  Number.isNaN(Number(value)) ? value : withoutSign(Number(value));

requirement('transactions.amount', context =>
  again(async () => {
    const { transactions, entries, entriesAt } = await readBoth(context);
    for (const each of transactions) {
      const listed = entriesAt(each).map(entry => amountIn(entry['transactionValue']));
      const what = `amount of the transaction ${idOf(each)}, of the ledger entries at ${String(each['processedAt'])}`;
      expect(amountIn(each['amount']), what).toBeOneOf(listed);
    }
    const [oldest] = transactions.map(timeOf).toSorted((a, b) => a - b);
    if (oldest === undefined) return;
    const newer = (times: readonly number[]) => times.filter(time => time > oldest).length;
    expect(newer(transactions.map(timeOf)), 'number of transactions after the oldest one').toBe(
      newer(entries.map(timeInLedger)),
    );
  }),
);

requirement('transactions.balance', async context => {
  await context.each(automationCurrencies, currency =>
    again(async () => {
      const [newest] = (await transactionsFor(context, largest))
        .filter(each => isSameCurrency(each['currency'], currency))
        .toSorted((a, b) => timeOf(b) - timeOf(a));
      const exchange = await context.api.send(route.getWalletBalance, { body: { currency } });
      const balance = Number(field(exchange, 'data', 'balance'));
      requireMoney(newest?.['balance'], balance);
      expect(newest?.['balance'], `balance of the newest transaction in ${currency}`).toSatisfy(
        `${balance}, as in get_wallet_balance`,
        given => isSameToTheCent(Number(given), balance),
      );
    }),
  );
});
