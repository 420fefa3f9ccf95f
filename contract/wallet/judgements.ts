/** §2.5 Wallet document, §2.6 WalletTransaction, §4.1 the wallet routes. */
import { lists, toPage } from '../../schemas/lists.ts';
import {
  arrayIn,
  at,
  bodyOf,
  isAbsent,
  isObject,
  isSuccess,
  sentQuery,
  type Exchange,
  type Item,
} from '../../schemas/records/exchange.ts';
import { errors } from '../../schemas/resources/errors.ts';
import {
  ledgerTransaction,
  wallet as walletSchema,
  walletTransaction,
} from '../../schemas/resources/wallet.ts';
import { route } from '../../schemas/routes.ts';
import { identifier, ledgerCurrencies, object } from '../../schemas/schema.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { NotExercised } from '../../harness/verdict.ts';
import { isError } from '../errors/judgements.ts';
import {
  fieldsIn,
  fieldsInList,
  fieldsOf,
  isSuccessOf,
  pageOf,
  withoutCondition,
  type TargetFacts,
  type Judgements,
} from '../../harness/run/judgement.ts';

/**
 * Returns the wallets of a response.
 *
 * @throws NotExercised if the response has no wallets.
 */
export function walletsIn(exchange: Exchange): readonly unknown[] {
  const body = bodyOf(exchange);
  if (!Array.isArray(body) || body.length === 0)
    throw new NotExercised('there are no wallets', 'wallet.fields');
  return body;
}

/** Returns the transactions in the wallets. */
const transactionsInWallets = (exchange: Exchange): unknown[] =>
  walletsIn(exchange).flatMap(each => arrayIn(at(each, 'transactions')));

const transactionsIn = (exchange: Exchange): readonly unknown[] =>
  exchange.route === route.wallet.id
    ? transactionsInWallets(exchange)
    : pageOf(lists.ledger, exchange).items;

const upper = (currency: unknown): string => String(currency).toUpperCase();

/** Returns the fundings in a wallet that state a currency. */
const fundingsOf = ({ currency: wallet, transactions }: Item) =>
  arrayIn(transactions)
    .filter(isObject)
    .filter(each => each['transactionType'] === 'funding' && !isAbsent(each['currency']))
    .map(({ currency }) => ({ wallet, currency }));

/** Returns the currency filter of a page of the ledger, or undefined if the settings show none. */
const filteredBy = (exchange: Exchange, { GV_LEDGER_CURRENCY_PARAM: name }: TargetFacts) =>
  name === undefined ? undefined : (sentQuery(exchange).get(name) ?? undefined);

const showsWallets = isSuccessOf(route.wallet);
const anArray = 'an array';
/** Keys whose account probably has a wallet. */
const keysWithWallet = new Set(['business', 'recorded', 'unrecorded']);
/** Wallet without the fields of its transactions, which another requirement judges. */
const walletFields = object('Wallet', {
  ...walletSchema.properties,
  transactions: { type: ['array', 'null'] },
});
/** Returns true for an entry of a purchase (§2.6). */
export const isPurchase = (entry: Item): boolean => entry['transactionType'] === 'purchase';
const purchase = object('Purchase', { orderID: { ...identifier, minLength: 1 } });

const noWallet = isError(errors.noWallet, route.wallet, route.ledger, route.walletBalance);

export const wallet: Judgements = {
  'wallet.fields': {
    appliesTo: showsWallets,
    parts: [anArray, ...fieldsOf(walletFields)],
    verify: (exchange, _given, name) => {
      // An account without a wallet gets a 404 (§7).
      const minItems = name === anArray && keysWithWallet.has(exchange.key) ? 1 : 0;
      expect(exchange).toMatchSchema({ title: 'The wallets', type: 'array', minItems });
      if (name !== anArray) expect(bodyOf(exchange) as unknown[]).toHaveField(walletFields, name);
    },
  },
  'wallet.one-per-currency': {
    appliesTo: showsWallets,
    verify: exchange => {
      const currencies = walletsIn(exchange).map(each => upper(at(each, 'currency')));
      expect(currencies, 'currencies of the wallets').toBeDistinct();
    },
  },
  'wallet.owner': {
    appliesTo: showsWallets,
    verify: exchange => {
      const owners = walletsIn(exchange)
        .map(each => at(each, 'userID'))
        .filter(each => typeof each === 'string');
      const [first, ...others] = owners;
      for (const other of others) expect(other, 'userID of a wallet').toBe(first);
    },
  },
  'wallet.transaction-fields': fieldsIn(
    showsWallets,
    withoutCondition(walletTransaction, 'orderID'),
    transactionsInWallets,
  ),
  'wallet.ledger-fields': fieldsInList(
    lists.ledger,
    withoutCondition(ledgerTransaction, 'orderID'),
  ),
  'wallet.purchase-order': {
    appliesTo: isSuccessOf(route.wallet, route.ledger),
    verify: exchange => {
      const purchases = transactionsIn(exchange).filter(isObject).filter(isPurchase);
      expect(purchases, 'purchases').toHaveField(purchase, 'orderID');
    },
  },
  'wallet.transaction-currency': {
    appliesTo: showsWallets,
    verify: exchange => {
      const fundings = walletsIn(exchange).filter(isObject).flatMap(fundingsOf);
      for (const { wallet: own, currency } of fundings)
        expect(upper(currency), `currency of a funding in the ${upper(own)} wallet`).toBe(
          upper(own),
        );
    },
  },
  'wallet.ledger-currency': {
    appliesTo: isSuccessOf(route.ledger),
    verify: (exchange, given) => {
      const currency = filteredBy(exchange, given);
      if (!ledgerCurrencies.some(each => each === currency)) return;
      for (const each of pageOf(lists.ledger, exchange).items)
        expect(upper(at(each, 'currency')), 'currency of an entry').toBe(currency);
    },
  },
  'wallet.ledger-currency-closed': {
    appliesTo: exchange => exchange.route === route.ledger.id,
    verify: (exchange, given) => {
      const currency = filteredBy(exchange, given);
      const { status } = exchange.response;
      const isListed = ledgerCurrencies.some(each => each === currency?.toUpperCase());
      if (currency === undefined || isListed || status === 429 || status >= 500) return;
      const items = isSuccess(exchange) ? (toPage(lists.ledger, exchange)?.items ?? []) : [];
      expect(items.length, `entries found for ${currency}`).toBe(0);
    },
    requiresAccepted: true,
  },
  'wallet.not-found': {
    ...noWallet,
    // A page past the end, or a currency without a wallet, may get a 404 for another reason.
    appliesTo: exchange => noWallet.appliesTo(exchange) && sentQuery(exchange).size === 0,
  },
};
