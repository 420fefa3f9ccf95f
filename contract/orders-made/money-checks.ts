/** §2.4 to §2.6 Wallets and ledger after the orders of the run. */
import { requirement } from '../requirement.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { NotExercised, requireSome } from '../../harness/verdict.ts';
import { bulkIn } from '../../schemas/orders.ts';
import {
  arrayIn,
  bodyOf,
  isAbsent,
  isObject,
  isSuccess,
  type Exchange,
  type Item,
} from '../../schemas/records/exchange.ts';
import { cents, isSameCurrency } from '../../schemas/schema.ts';
import { again } from '../steps/again.ts';
import { ownOrderCases, pairCases } from '../steps/orders.ts';
import { own } from '../../harness/run/own.ts';
import { requireMoney } from '../steps/purchases.ts';
import { withoutSign } from '../wallet/ledger.ts';
import { judgeOrders, purchasesOf, readSince } from './made-orders.ts';

/**
 * Returns the wallets of a response by currency.
 *
 * @throws NotExercised if the response has no wallets.
 */
function walletsIn(exchange: Exchange | undefined): ReadonlyMap<string, Item> {
  const found = exchange && isSuccess(exchange) ? arrayIn(bodyOf(exchange)).filter(isObject) : [];
  requireSome(found, 'the wallets cannot be read', 'service.routes');
  return new Map(found.map(wallet => [String(wallet['currency']).toUpperCase(), wallet]));
}

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value);

/** Returns the types of the fields of a wallet that are present in `like`. */
const typesOf = (wallet: Item | undefined, like: Item): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.keys(like)
      .filter(name => !isAbsent(like[name]))
      .map(name => [name, isAbsent(wallet?.[name]) ? 'absent' : kindOf(wallet?.[name])]),
  );

requirement('orders-made.wallet', async context =>
  judgeOrders(context, ({ after }) => {
    const before = own(context, 'wallets');
    if (after) expect(after, 'the wallets after the order').toHaveStatus(200);
    const now = walletsIn(after);
    for (const [currency, wallet] of walletsIn(before))
      expect(
        typesOf(now.get(currency), wallet),
        `the wallet in ${currency}`,
        after!,
        before,
      ).toEqual(typesOf(wallet, wallet));
  }),
);

requirement('orders-made.balances', async context =>
  judgeOrders(context, ({ orders, before, after }) => {
    const now = walletsIn(after);
    for (const [currency, { balance }] of walletsIn(before)) {
      const paid = orders.filter(each => isSameCurrency(each['currency'], currency));
      const sum = paid.reduce((total, each) => total + Number(each['valuePurchased']), 0);
      expect(
        cents(now.get(currency)?.['balance']),
        `balance in ${currency} after orders for ${cents(sum)} ${currency}, ${String(balance)} before`,
        after!,
        before!,
      ).toBe(cents(Number(balance) - sum));
    }
  }),
);

requirement('orders-made.remaining-balance', async context =>
  judgeOrders(
    context,
    ({ shownBy, before, after }) => {
      const { summary } = bulkIn(shownBy) ?? {};
      const currency = String(summary?.['currency']).toUpperCase();
      const wallet = walletsIn(after).get(currency);
      requireMoney(walletsIn(before).get(currency)?.['balance'], wallet?.['balance']);
      expect(cents(summary?.['remainingBalance']), 'remainingBalance', shownBy, after!).toBe(
        cents(wallet?.['balance']),
      );
    },
    ownOrderCases.filter(({ kind }) => kind === 'bulk'),
  ),
);

const paidIn = ({ transactionValue }: Item): unknown => withoutSign(transactionValue);

requirement('orders-made.in-ledger', async context =>
  judgeOrders(
    context,
    ({ orders }) =>
      again(async () => {
        for (const order of orders) {
          const purchases = await purchasesOf(context, order);
          expect(
            purchases.map(each => ({ value: paidIn(each), currency: each['currency'] })),
            `purchases with orderID ${String(order['_id'])} in the ledger`,
          ).toEqual([{ value: cents(order['valuePurchased']), currency: order['currency'] }]);
        }
      }),
    [...ownOrderCases, ...pairCases],
  ),
);

requirement('orders-made.paid-in-ledger', async context =>
  judgeOrders(context, ({ orders, before, after }) => {
    const currency = String(orders[0]?.['currency']).toUpperCase();
    const [had, has] = [before, after].map(each => walletsIn(each).get(currency)?.['balance']);
    const cost = cents(orders.reduce((sum, each) => sum + Number(each['valuePurchased']), 0));
    if (cents(Number(had) - Number(has)) !== cost)
      throw new NotExercised('the order did not lower the balance by its value');
    return again(async () => {
      const own = await Promise.all(orders.map(each => purchasesOf(context, each)));
      const { items } = await readSince(context, orders[0]!, 'ledger');
      const ofBulk = items.filter(each => isObject(each) && paidIn(each) === cost);
      expect(
        own.flat().length + (orders.length > 1 ? ofBulk.length : 0),
        `entries of the ledger for an order that cost ${String(cost)} ${currency}`,
      ).toSatisfy('1 or more', count => count > 0);
    });
  }),
);

requirement('orders-made.in-filtered-ledger', async context => {
  const name = own(context, 'GV_LEDGER_CURRENCY_PARAM');
  await judgeOrders(context, ({ orders }) =>
    again(async () => {
      for (const order of orders) {
        const purchases = await purchasesOf(context, order);
        const query = { [name]: String(order['currency']).toUpperCase() };
        if (purchases.length > 0)
          expect(
            (await purchasesOf(context, order, query)).length,
            `number of purchases with orderID ${String(order['_id'])} for ${JSON.stringify(query)}`,
          ).toBe(purchases.length);
      }
    }),
  );
});
