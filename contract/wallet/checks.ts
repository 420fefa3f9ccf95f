/** §2.5 Wallet document, §2.6 WalletTransaction, §4.1 the wallet routes. */
import { fieldsOn, type Context } from '../../fixtures/run/context.ts';
import { observation, requirement } from '../../fixtures/run/requirement.ts';
import { partsOf } from '../judgements.ts';
import { expectRead } from '../service/judgements.ts';
import { walletsIn } from './judgements.ts';
import { known } from '../steps/settings.ts';
import { expectNone } from '../steps/again.ts';
import { changedWhileRead, exchangesOf, mostPages, readWhole } from '../steps/lists.ts';
import {
  filteredLedger,
  reachOf,
  unlikeFiltered,
  wrongTotal,
  carriedBy,
  identityOf,
  heldCurrencies,
  notInLedger,
  withoutTransactions,
} from '../steps/ledger.ts';
import { lastPage, secondPage } from '../shared/later-pages.ts';
import { requireGoodKey } from '../steps/keys.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { lists, toPage } from '../../schemas/lists.ts';
import {
  arrayIn,
  at,
  bodyOf,
  fieldNames,
  isObject,
  type Item,
} from '../../schemas/records/exchange.ts';
import { route } from '../../schemas/routes.ts';
import { isSameCurrency, ledgerCurrencies } from '../../schemas/schema.ts';

const readWallets = ({ api }: Context) => api.send(route.wallet);

const readLedger = (context: Context) => readWhole(context, lists.ledger);

requirement('wallet.fields', async context => {
  // The wallets are read later, and so have what was bought between the two reads.
  const lacking = async () => {
    const { items } = await readLedger(context);
    return withoutTransactions(arrayIn(bodyOf(await readWallets(context))), items);
  };
  await context.each(fieldsOn(route.wallet, partsOf('wallet.fields')), async ({ field: name }) => {
    const exchange = await readWallets(context);
    expectRead(exchange);
    context.judge(exchange, name);
    if (name === 'transactions')
      await expectNone('currencies of wallets without the transactions of the ledger', lacking);
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

requirement('wallet.transaction-currency', async context =>
  context.judge(await readWallets(context)),
);

requirement('wallet.of-each-currency', context =>
  expectNone('currencies of the ledger without a wallet', async () => {
    const { items, complete } = await readLedger(context);
    if (items.length === 0) throw new NotExercised('the ledger is empty');
    const wallets = bodyOf(await readWallets(context));
    if (!Array.isArray(wallets)) throw new NotExercised('there is no list', 'wallet.fields');
    const isThere = (currency: string) =>
      wallets.some(each => isSameCurrency(at(each, 'currency'), currency));
    return heldCurrencies(items, complete).filter(each => !isThere(each));
  }),
);

requirement('wallet.ledger-holds-wallets', context =>
  expectNone('transactions of wallets that the ledger does not have', async () => {
    const wallets = walletsIn(await readWallets(context)).filter(isObject);
    const carried = carriedBy(wallets);
    if (carried.length === 0) throw new NotExercised('the wallets carry no transactions');
    const ledger = await readLedger(context);
    const isInReach = reachOf(ledger);
    const known = carried.filter(({ entry }) => isInReach(entry));
    if (known.length === 0)
      throw new NotExercised('what was read of the ledger is of another time than the wallets');
    return notInLedger(known, ledger.items);
  }),
);

/** A case of each currency that the filter takes. */
const inEach = (what: string) =>
  ledgerCurrencies.map(currency => ({ id: `${currency}: ${what}`, currency }));

/** Returns what the ledger and the ledger of a currency do not have alike. */
async function unlikeAll(context: Context, name: string, currency: string) {
  const all = await readLedger(context);
  const isOwn = (item: Item) => isSameCurrency(item['currency'], currency);
  const own = all.items.filter(isObject).filter(isOwn);
  const found = await filteredLedger(context, name, currency);
  if (own.length === 0) {
    // A list that is empty for the account shows nothing of others either (§5.6).
    if (all.complete && found.items.length > 0) return found.items;
    throw new NotExercised(`the ledger has nothing in ${currency}`);
  }
  if ([all, found].some(changedWhileRead))
    throw new NotExercised('the ledger changed each time while it was read');
  return [
    ...wrongTotal(found, all.complete ? own.length : undefined),
    ...unlikeFiltered(all, found, isOwn),
  ];
}

requirement('wallet.ledger-currency', async context => {
  const { each, judge } = context;
  const name = await known(context, 'GV_LEDGER_CURRENCY_PARAM');
  await each(inEach('taken'), async ({ currency }) => {
    const { pages } = await filteredLedger(context, name, currency);
    expectRead(pages[0]!.exchange);
  });
  await each(inEach('no others'), async ({ currency }) =>
    judge(exchangesOf(await filteredLedger(context, name, currency))),
  );
  await each(inEach('all of them'), ({ currency }) =>
    expectNone('entries that only one of the two ledgers shows', () =>
      unlikeAll(context, name, currency),
    ),
  );
  const pageOf = (currency: string) => ({
    list: lists.ledger,
    query: { [name]: currency },
    atMost: mostPages,
    identityOf,
  });
  await each(['on the second page as well'], async () => {
    const currency = ledgerCurrencies[0];
    const [, second] = exchangesOf(await filteredLedger(context, name, currency));
    if (second) return judge(second);
    await expectNone('entries of the second page that are not after the first', async () => {
      const { exchange, notAfterFirst } = await secondPage(context, pageOf(currency), 2);
      judge(exchange);
      return notAfterFirst;
    });
  });
  await each(inEach('on the last page as well'), ({ currency }) =>
    expectNone('entries of the last page that are not after the first', async () => {
      const { exchange, notAfterFirst } = await lastPage(context, pageOf(currency));
      if (notAfterFirst.length === 0) judge(exchange);
      return notAfterFirst;
    }),
  );
});

const outside = ['JPY', 'gbp'];

requirement('wallet.ledger-currency-closed', async context => {
  const name = await known(context, 'GV_LEDGER_CURRENCY_PARAM');
  if ((await readLedger(context)).items.length === 0) throw new NotExercised('the ledger is empty');
  await context.each(['JPY'], async currency =>
    context.judge(await context.api.send(route.ledger, { query: { [name]: currency } })),
  );
});

observation('wallet.ledger-currency-refusal', async context => {
  const { api, observe } = context;
  const name = await known(context, 'GV_LEDGER_CURRENCY_PARAM');
  for (const currency of outside) {
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

observation('wallet.transaction-types', async context => {
  const items = (await readLedger(context)).items.filter(isObject);
  const kinds = items.map(({ details }) => (isObject(details) ? details['type'] : undefined));
  context.observe('wallet.transaction-types', {
    transactionType: [...new Set(items.map(item => item['transactionType']))],
    details: [...new Set(kinds)],
  });
});

observation('wallet.balance-payload', async ({ api, observe }) => {
  const exchange = await api.send(route.walletBalance);
  const { status } = exchange.response;
  observe('wallet.balance-payload', { status, fields: fieldNames(exchange) });
});
