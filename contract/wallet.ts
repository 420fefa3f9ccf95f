/** §2.5 Wallet document, §2.6 WalletTransaction, §4.1 the wallet routes. */
import { errors } from '../schemas/resources/errors.ts';
import { route } from '../schemas/routes.ts';
import type { ObjectSchema } from '../schemas/schema.ts';
import { ledgerCurrencies } from '../schemas/values.ts';
import { ledgerTransaction, walletTransaction, wallet } from '../schemas/resources/wallet.ts';
import type { Context } from '../fixtures/engine/context.ts';
import { bodyOf, isObject } from '../schemas/records/exchange.ts';
import { expect } from '../fixtures/matchers/expect.ts';
import { askPage } from '../fixtures/scenarios/pages.ts';
import { lists, toPage } from '../schemas/lists.ts';
import { given } from '../fixtures/config/needs.ts';
import { persisting } from '../fixtures/scenarios/persisting.ts';
import { observation, requirement } from '../fixtures/engine/requirement.ts';
import { readWhole } from '../fixtures/scenarios/snapshot.ts';
import { NotExercised } from '../fixtures/verdict.ts';

type Parts = Pick<Context, 'api' | 'target'>;
type Item = Record<string, unknown>;

/** @throws NotExercised where there are none; `wallet.fields` tells why. */
async function wallets({ api }: Parts, fresh = false): Promise<unknown[]> {
  const body = bodyOf(await api.send(route.wallet, { fresh }));
  if (!Array.isArray(body) || body.length === 0) throw new NotExercised('there are no wallets');
  return body;
}

const inWallets = async (parts: Parts, fresh = false): Promise<unknown[]> =>
  (await wallets(parts, fresh)).flatMap(each =>
    isObject(each) && Array.isArray(each['transactions'])
      ? (each['transactions'] as unknown[])
      : [],
  );

const inLedger = async ({ api, target }: Parts): Promise<readonly unknown[]> =>
  (await readWhole(api, target, lists.ledger)).items;

/** Fields of a transaction; what a purchase names has a requirement of its own. */
const plain = ({ if: _if, then: _then, ...schema }: ObjectSchema): ObjectSchema => schema;

requirement('wallet.fields', async ({ api, each }) => {
  await each(['an array', ...Object.keys(wallet.properties)], async name => {
    const exchange = await api.send(route.wallet);
    expect(exchange).toHaveStatus(200);
    expect(exchange).toKeep({ title: 'The wallets', type: 'array' });
    // What the transactions hold has a requirement of its own.
    const transactions = { type: 'array' } as const;
    const schema = { ...wallet, properties: { ...wallet.properties, transactions } };
    if (name !== 'an array') expect(bodyOf(exchange) as unknown[]).toHaveField(schema, name);
  });
});

requirement('wallet.one-per-currency', async parts => {
  const currencies = (await wallets(parts)).map(each => (isObject(each) ? each['currency'] : each));
  expect(currencies.filter((each, index) => currencies.indexOf(each) !== index)).toEqual([]);
});

requirement('wallet.transaction-fields', async ({ each, ...parts }) => {
  await each(Object.keys(walletTransaction.properties), async name => {
    expect(await inWallets(parts)).toHaveField(plain(walletTransaction), name);
  });
});

requirement('wallet.ledger-fields', async ({ each, ...parts }) => {
  await each(Object.keys(ledgerTransaction.properties), async name => {
    expect(await inLedger(parts)).toHaveField(plain(ledgerTransaction), name);
  });
});

requirement('wallet.purchase-order', async ({ each, ...parts }) => {
  const places = [
    { id: 'in wallets', items: inWallets },
    { id: 'in the ledger', items: inLedger },
  ];
  await each(places, async ({ items }) => {
    const purchases = (await items(parts))
      .filter(isObject)
      .filter(({ transactionType }) => transactionType === 'purchase');
    if (purchases.length === 0) throw new NotExercised('there are no purchases');
    const nameless = purchases.filter(
      ({ orderID }) => typeof orderID !== 'string' || orderID === '',
    );
    expect(nameless, 'purchases without an orderID').toEqual([]);
  });
});

/** What makes a transaction of a wallet and one of the ledger the same. */
const identity = ({ transactionType, transactionValue, timestamp, orderID }: Item): string =>
  JSON.stringify([
    transactionType,
    transactionValue,
    Date.parse(String(timestamp)),
    orderID ?? null,
  ]);

requirement('wallet.ledger-holds-wallets', async parts => {
  const missing = await persisting(async fresh => {
    const carried = (await inWallets(parts, fresh)).filter(isObject);
    if (carried.length === 0) throw new NotExercised('the wallets carry no transactions');
    const { items, complete } = await readWhole(parts.api, parts.target, lists.ledger, { fresh });
    if (!complete) throw new NotExercised('the ledger is too long to be read whole');
    const known = new Set(items.filter(isObject).map(identity));
    return carried.filter(each => !known.has(identity(each)));
  });
  expect(missing, 'transactions of wallets that the ledger does not have').toEqual([]);
});

requirement('wallet.ledger-currency', async ({ each, ...parts }) => {
  const { api, target } = parts;
  const name = given(target, 'GV_LEDGER_CURRENCY_PARAM');
  await each(
    ledgerCurrencies.map(currency => ({ id: `${currency}: no others`, currency })),
    async ({ currency }) => {
      const query = { [name]: currency };
      const found = await readWhole(api, target, lists.ledger, { query }).catch(
        async (error: unknown) => {
          expect(await api.send(route.ledger, { query })).toHaveStatus(200);
          throw error;
        },
      );
      const items = found.items.filter(isObject);
      if (items.length === 0) throw new NotExercised(`the ledger gives nothing for ${currency}`);
      expect(items.filter(item => item['currency'] !== currency)).toEqual([]);
    },
  );
  await each(
    ledgerCurrencies.map(currency => ({ id: `${currency}: all of them`, currency })),
    async ({ currency }) => {
      const wrong = await persisting(async fresh => {
        const all = await readWhole(api, target, lists.ledger, { fresh });
        if (!all.complete) throw new NotExercised('the ledger is too long to be counted');
        const mine = all.items.filter(isObject).filter(item => item['currency'] === currency);
        if (mine.length === 0) throw new NotExercised(`the ledger has nothing in ${currency}`);
        const query = { [name]: currency };
        const found = await readWhole(api, target, lists.ledger, { query, fresh });
        const total = found.large[0]?.total;
        return [
          ...(total === mine.length ? [] : [`total ${total}, of ${mine.length} in ${currency}`]),
          ...(found.items.length === mine.length
            ? []
            : [`${found.items.length} given, of ${mine.length} in ${currency}`]),
        ];
      });
      expect(wrong).toEqual([]);
    },
  );
  await each(['on the second page as well'], async () => {
    const currency = ledgerCurrencies[0];
    const query = { [name]: currency };
    const exchange = await askPage(api, target, lists.ledger, { page: 2, limit: 2, query });
    const items = toPage(lists.ledger, exchange)?.items.filter(isObject) ?? [];
    if (items.length === 0) throw new NotExercised('there is no second page');
    expect(items.filter(item => item['currency'] !== currency)).toEqual([]);
  });
});

const outside = ['JPY', 'gbp'];

requirement('wallet.ledger-currency-closed', async ({ each, ...parts }) => {
  const name = given(parts.target, 'GV_LEDGER_CURRENCY_PARAM');
  if ((await inLedger(parts)).length === 0) throw new NotExercised('the ledger is empty');
  await each(['JPY'], async currency => {
    const exchange = await parts.api.send(route.ledger, { query: { [name]: currency } });
    expect(toPage(lists.ledger, exchange)?.items ?? [], `found for ${currency}`).toEqual([]);
  });
});

observation('wallet.ledger-currency-refusal', async ({ api, target, observe }) => {
  const name = given(target, 'GV_LEDGER_CURRENCY_PARAM');
  for (const currency of outside) {
    const exchange = await api.send(route.ledger, { query: { [name]: currency } });
    const { status } = exchange.response;
    const items = toPage(lists.ledger, exchange)?.items.length;
    observe(
      'wallet.ledger-currency-refusal',
      { currency, status, items },
      { marked: status >= 500 },
    );
  }
});

requirement('wallet.not-found', async ({ api, each }) => {
  const { status, error } = errors.noWallet;
  await each([route.wallet, route.ledger, route.walletBalance], async from => {
    expect(await api.send(from, { key: 'no-wallet' })).toBeError(status, error);
  });
});

observation('wallet.transaction-types', async ({ observe, ...parts }) => {
  const items = (await inLedger(parts)).filter(isObject);
  const kinds = items.map(({ details }) => (isObject(details) ? details['type'] : undefined));
  observe('wallet.transaction-types', {
    transactionType: [...new Set(items.map(item => item['transactionType']))],
    details: [...new Set(kinds)],
  });
});

observation('wallet.owner', async ({ observe, ...parts }) => {
  const owners = new Set(
    (await wallets(parts)).map(each => (isObject(each) ? each['userID'] : each)),
  );
  observe('wallet.owner', { owners: owners.size }, { marked: owners.size > 1 });
});

observation('wallet.balance-payload', async ({ api, observe }) => {
  const exchange = await api.send(route.walletBalance);
  const body = bodyOf(exchange);
  const fields = isObject(body) ? Object.keys(body) : [];
  observe('wallet.balance-payload', { status: exchange.response.status, fields });
});
