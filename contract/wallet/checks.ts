/** §2.5 Wallet document, §2.6 WalletTransaction, §4.1 the wallet routes. */
import { fieldsOn, type Context } from '../../harness/run/context.ts';
import { observation, requirement } from '../requirement.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { expectEach, fail } from '../../harness/run/expect/found.ts';
import { partsOf } from '../judgements.ts';
import { expectRead } from '../service/judgements.ts';
import { walletsIn, isPurchase } from './judgements.ts';
import { again } from '../steps/again.ts';
import {
  exchangesOf,
  halfOf,
  type ListRead,
  missingFrom,
  readLastItems,
  readWhole,
  requestPage,
  requireWhole,
} from '../steps/lists.ts';
import { hasWallet, identityOf, isInPartRead, withoutSign } from './ledger.ts';
import { requireGoodKey } from '../steps/keys.ts';
import { own } from '../../harness/run/own.ts';
import { requireMoney } from '../steps/purchases.ts';
import { balancesIn } from '../setup/shop.ts';
import { requireSome } from '../../harness/verdict.ts';
import { group } from '../../schemas/group.ts';
import { lists, toPage } from '../../schemas/lists.ts';
import {
  arrayIn,
  at,
  bodyOf,
  fieldNames,
  isObject,
  type Exchange,
  type Item,
} from '../../schemas/records/exchange.ts';
import { errors, isRow } from '../../schemas/resources/errors.ts';
import { route } from '../../schemas/routes.ts';
import { cents, isSameCurrency, ledgerCurrencies } from '../../schemas/schema.ts';

const readWallets = ({ api }: Context) => api.send(route.wallet);

const readLedger = (context: Context) => readWhole(context, lists.ledger);

requirement('wallet.fields', async context => {
  const exchange = await readWallets(context);
  await context.each(fieldsOn(route.wallet, partsOf('wallet.fields')), ({ field: name }) => {
    expectRead(exchange);
    context.judge(exchange, name);
  });
});

requirement('wallet.one-per-currency', async context => context.judge(await readWallets(context)));

requirement('wallet.owner', async context => {
  const { api, each, judge } = context;
  await each(['our key'], async () => judge(await readWallets(context)));
  await each(['the key of another account'], async () =>
    judge(await api.send(route.wallet, { key: 'other-account' })),
  );
});

requirement('wallet.transaction-fields', async context => {
  const fields = fieldsOn(route.wallet, partsOf('wallet.transaction-fields'));
  await context.each(fields, async ({ field: name }) =>
    context.judge(await readWallets(context), name),
  );
});

requirement('wallet.ledger-fields', async context => {
  const fields = fieldsOn(route.ledger, partsOf('wallet.ledger-fields'));
  await context.each(fields, async ({ field: name }) =>
    context.judge(exchangesOf(await readLedger(context)), name),
  );
});

requirement('wallet.purchase-order', async context => {
  const { each, judge } = context;
  await each(['in wallets'], async () => judge(await readWallets(context)));
  await each(['in the ledger'], async () => judge(exchangesOf(await readLedger(context))));
});

requirement('wallet.paid-orders', async context =>
  again(async () => {
    const ledger = await readLedger(context);
    const orders = await readWhole(context, lists.orders);
    const paid = orders.items.filter(order => at(order, 'isPaid') === true);
    const purchases = ledger.items.filter(isObject).filter(isPurchase);
    if (purchases.length === 0) requireWhole(ledger);
    const what = `purchases in the ledger, with ${paid.length} paid orders`;
    if (paid.length > 0) expect(purchases.length, what).toBeAtLeast(1);
  }),
);

/** Returns an amount without its sign, and its currency. */
const paid = (amount: unknown, currency: unknown) => ({
  value: withoutSign(amount),
  currency: String(currency).toUpperCase(),
});

requirement('wallet.purchase-value', context =>
  again(async () => {
    const ledger = await readLedger(context);
    const last = await readLastItems(context, lists.ledger, ledger);
    const byOrder = group([...ledger.items, ...last].filter(isObject), ({ orderID }) => orderID);
    const orders = (await readWhole(context, lists.orders)).items.filter(isObject);
    const pairs = orders.flatMap(order => {
      const [entry, ...others] = byOrder.get(order['_id']) ?? [];
      // Several transactions of one order are a payment and its refund, for example.
      return entry && others.length === 0 ? [{ order, entry }] : [];
    });
    expectEach(
      pairs,
      ({ order }) => `value and currency of the transaction with orderID ${String(order['_id'])}`,
      ({ entry }) => paid(entry['transactionValue'], entry['currency']),
      ({ order }) => paid(order['valuePurchased'], order['currency']),
    );
  }),
);

requirement('wallet.transaction-currency', async context =>
  context.judge(await readWallets(context)),
);

const currenciesOf = (items: readonly unknown[]): string[] =>
  items.map(each => String(at(each, 'currency')).toUpperCase());

requirement('wallet.of-each-currency', context =>
  again(async () => {
    const { items } = await readLedger(context);
    const wallets = currenciesOf(arrayIn(bodyOf(await readWallets(context))));
    for (const currency of new Set(currenciesOf(items)))
      expect(wallets, 'currencies of the wallets').toSatisfy(`a list with ${currency}`, all =>
        all.includes(currency),
      );
  }),
);

/** Returns the transactions in the wallets, each with the currency of its wallet. */
const listedIn = (wallets: Exchange): Item[] =>
  walletsIn(wallets)
    .filter(isObject)
    .flatMap(({ transactions, currency }) =>
      arrayIn(transactions)
        .filter(isObject)
        .map(entry => ({ ...entry, currency })),
    );

/** Expects a ledger to show all of these entries. Of two equal entries, each must be shown. */
function expectAll({ items }: ListRead, entries: readonly Item[], ledger: string): void {
  const missing = new Set(missingFrom(items.filter(isObject), entries, identityOf));
  for (const entry of entries)
    expect(
      missing.has(entry),
      `${ledger} lacks the ${String(entry['transactionType'])} of ${String(entry['timestamp'])}`,
    ).toBe(false);
}

requirement('wallet.ledger-holds-wallets', context =>
  again(async () => {
    const ledger = await readLedger(context);
    const listed = listedIn(await readWallets(context)).filter(isInPartRead(ledger));
    if (listed.length === 0 && ledger.items.length > 0)
      fail('the transactions of the wallets', `none; the ledger has ${ledger.total}`);
    expectAll(ledger, listed, 'the ledger');
  }),
);

/** Returns a case for each currency of the filter. */
const inEach = (what: string) =>
  ledgerCurrencies.map(currency => ({ id: `${currency}: ${what}`, currency }));

const entriesIn = (currency: string, items: readonly unknown[]): Item[] =>
  items.filter(isObject).filter(each => isSameCurrency(each['currency'], currency));

/** Reads the ledger, and returns how to read its entries in one currency: in two pages, if the whole ledger was read. */
async function filterBy(context: Context, currency: string) {
  const name = own(context, 'GV_LEDGER_CURRENCY_PARAM');
  const all = await readLedger(context);
  const expected = entriesIn(currency, all.items);
  const limit = all.complete ? halfOf({ size: all.size, total: expected.length }) : all.size;
  return { all, expected, filtered: { query: { [name]: currency }, limit } };
}

requirement('wallet.ledger-currency', async context => {
  await context.each(inEach('no others'), async ({ currency }) => {
    const { filtered } = await filterBy(context, currency);
    const first = await requestPage(context, lists.ledger, filtered);
    // An account without a wallet in the currency may get the error of a missing wallet (§7).
    if (!isRow(first, errors.noWallet) || (await hasWallet(context, currency)))
      expect(first).toHaveStatus(200);
    context.judge(exchangesOf(await readWhole(context, lists.ledger, filtered)));
  });
});

requirement('wallet.ledger-currency-all', async context => {
  await context.each(inEach('all of them'), ({ currency }) =>
    again(async () => {
      const { all, expected, filtered } = await filterBy(context, currency);
      const found = await readWhole(context, lists.ledger, filtered);
      if (all.complete && all.items.length > 0)
        expect(found.total, `total of the ledger in ${currency}`).toBe(expected.length);
      const last = found.complete ? await readLastItems(context, lists.ledger, all) : [];
      const listed = [...expected, ...entriesIn(currency, last)].filter(isInPartRead(found));
      expectAll(found, listed, `the ledger in ${currency}`);
    }),
  );
});

requirement('wallet.ledger-currency-closed', async context => {
  const name = own(context, 'GV_LEDGER_CURRENCY_PARAM');
  const { items } = await readWhole(context, lists.ledger);
  requireSome(items, 'the ledger is empty');
  await context.each(['JPY'], async currency =>
    context.judge(await context.api.send(route.ledger, { query: { [name]: currency } })),
  );
});

observation('wallet.ledger-currency-refusal', async context => {
  const { api, observe } = context;
  const name = own(context, 'GV_LEDGER_CURRENCY_PARAM');
  for (const currency of ['JPY', 'gbp']) {
    const exchange = await api.send(route.ledger, { query: { [name]: currency } });
    const { status } = exchange.response;
    const value = { currency, status, items: toPage(lists.ledger, exchange)?.items.length };
    observe('wallet.ledger-currency-refusal', value, { marked: status >= 500 });
  }
});

requirement('wallet.not-found', async context => {
  await context.each([route.wallet, route.ledger, route.walletBalance], async from => {
    context.judge(await context.api.send(from, { key: 'no-wallet' }));
    await requireGoodKey(context, from);
  });
});

requirement('wallet.purchases', async context => {
  const { api } = context;
  const before = own(context, 'wallets');
  const after = await api.send(route.wallet);
  const spent = api.spent();
  await context.each(Object.keys(spent).sort(), currency => {
    const [first, last] = [before, after].map(each => balancesIn(bodyOf(each)).get(currency));
    requireMoney(first, last);
    const value = cents(spent[currency] ?? 0);
    const fell = `fall of the balance in ${currency} since the start of the run`;
    expect(cents(Number(first) - Number(last)), fell, after, before).toSatisfy(
      `at most ${value}, the value of all purchases`,
      each => Number(each) <= value,
    );
  });
});

observation('wallet.transaction-types', async context => {
  const items = (await readLedger(context)).items.filter(isObject);
  context.observe('wallet.transaction-types', {
    transactionType: [...new Set(items.map(item => item['transactionType']))],
    details: [...new Set(items.map(item => at(item, 'details', 'type')))],
  });
});

observation('wallet.balance-payload', async ({ api, observe }) => {
  const exchange = await api.send(route.walletBalance);
  const { status } = exchange.response;
  observe('wallet.balance-payload', { status, fields: fieldNames(exchange) });
});
