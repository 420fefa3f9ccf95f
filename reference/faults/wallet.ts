import type { Patch } from '../types.ts';
import {
  at,
  breaking,
  editSuccess,
  type Fault,
  type Json,
  onError,
  onItems,
  onOwns,
  onSuccess,
  instead,
  onRequest,
  onRules,
  queryValue,
} from '../patches.ts';
import type { LedgerEntry } from '../data/records.ts';
import { firstInPlace } from './paging.ts';

/** Changes the 404 of an account without a wallet. */
const noWallet = (on: Parameters<typeof onError>[0], status: number, body?: Json): Patch =>
  onError(on, 404, (_body, reply) => {
    reply.status = status;
    return body;
  });
const noPage = { currentPage: 1, totalPages: 0, totalTransactions: 0, limit: 20 };

const currencies = ['GBP', 'USD', 'EUR', 'NGN'];

/** Leaves out the entry at this place in the ledger of all accounts. */
export const losing = (place: number): Patch =>
  onOwns(({ ledger }) => {
    const gone = ledger[place];
    return (isOwn, record, { route }) => isOwn && !(route === at.ledger && record === gone);
  });

const matching = (matches: (entry: LedgerEntry, currency: string) => boolean): Patch =>
  onRules(rules => (rules.ledger.matches = matches));

/** Replaces a currency outside the list. Undefined ignores the currency. */
const foreignCurrency = (replacement: string | undefined): Patch =>
  onRequest(at.ledger, (request, { rules }) => {
    const name = rules.names.ledgerCurrency;
    const currency = queryValue(request, name);
    if (currency === undefined || currencies.includes(currency)) return;
    if (replacement === undefined) delete request.query[name];
    else request.query[name] = replacement;
  });

/** §2.5, §2.6: wallet documents and their transactions. */
export const walletFaults: readonly Fault[] = [
  ...breaking('wallet.fields', {
    'wallet-balance-as-text': onItems(at.wallet, wallet => {
      wallet.balance = String(wallet.balance);
    }),
    'wallet-list-in-a-wrapper': onSuccess(at.wallet, wallets => ({ wallets })),
  }),
  ...breaking('wallet.one-per-currency', {
    'wallet-naira-called-pounds': onItems(at.wallet, wallet => {
      if (wallet.currency === 'NGN') wallet.currency = 'GBP';
    }),
  }),
  ...breaking('wallet.owner', {
    'wallet-in-euro-of-another-owner': onItems(at.wallet, (wallet, _index, _request, world) => {
      if (wallet.currency === 'EUR') wallet.userID = world.accounts.other.id;
    }),
  }),
  ...breaking('wallet.transaction-currency', {
    'wallet-one-funding-of-another-currency': editSuccess(at.wallet, wallets => {
      const isFunding = ({ transactionType }: Json) => transactionType === 'funding';
      wallets.at(-1).transactions.findLast(isFunding).currency = 'USD';
    }),
  }),
  ...breaking('wallet.transaction-fields', {
    'wallet-transaction-details-null-on-one-purchase': onItems(at.wallet, ({ transactions }) => {
      const bought = transactions.findLast((entry: Json) => entry.transactionType === 'purchase');
      if (bought) bought.details = null;
    }),
  }),
  ...breaking('wallet.of-each-currency', {
    'wallet-last-one-missing': onSuccess(at.wallet, (wallets: Json[]) => wallets.slice(0, -1)),
  }),
  ...breaking('wallet.purchase-order', {
    'wallet-purchases-name-no-order': onItems([at.ledger], entry => delete entry.orderID),
    'wallet-ledger-without-purchases': onOwns(
      () =>
        (isOwn, { transactionType }, { route }) =>
          isOwn && !(route === at.ledger && transactionType === 'purchase'),
    ),
  }),
  ...breaking('wallet.not-found', {
    'wallet-none-in-other-words': onError([at.wallet, at.ledger], 404, () => ({
      error: 'Not found',
    })),
    'wallet-none-is-an-empty-list': noWallet(at.wallet, 200, []),
    'wallet-none-in-ledger-is-an-empty-page': noWallet(at.ledger, 200, {
      transactions: [],
      pagination: noPage,
    }),
  }),

  // §2.6, §4.1 GET /wallet/transactions
  ...breaking('wallet.ledger-fields', {
    'wallet-ledger-details-missing-on-purchases': onItems(at.ledger, entry => {
      if (entry.transactionType === 'purchase') delete entry.details;
    }),
  }),
  ...breaking('wallet.ledger-holds-wallets', {
    'wallet-ledger-dates-a-minute-late': onItems(at.ledger, entry => {
      entry.timestamp = new Date(Date.parse(entry.timestamp) + 60_000).toISOString();
    }),
  }),
  ...breaking('wallet.ledger-currency', {
    'wallet-ledger-currency-ignored': matching(() => true),
    'wallet-ledger-without-wallet-where-there-is-one': instead(
      at.ledger,
      (request, { rules }) => queryValue(request, rules.names.ledgerCurrency) === 'EUR',
      404,
      { error: 'Wallet not found' },
    ),
    'wallet-ledger-currency-finds-fundings-only': matching(
      ({ details }, wanted) => details.currency === wanted,
    ),
    'wallet-ledger-filtered-pages-begin-anew': firstInPlace(
      'ledger',
      (page, { query }, { names }) => page > 1 && query[names.ledgerCurrency] !== undefined,
    ),
    'wallet-ledger-currency-forgotten-on-later-pages-in-euro': onRequest(
      at.ledger,
      ({ query }, { rules }) => {
        const name = rules.names.ledgerCurrency;
        if (Number(query['page']) > 1 && query[name] === 'EUR') delete query[name];
      },
    ),
  }),
  ...breaking('wallet.ledger-currency-closed', {
    'wallet-ledger-foreign-currency-ignored': foreignCurrency(undefined),
  }),
];
