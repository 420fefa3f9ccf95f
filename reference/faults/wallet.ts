import type { Incoming, Patch } from '../types.ts';
import type { World } from '../world.ts';
import {
  at,
  breaking,
  editSuccess,
  type Fault,
  type Json,
  onData,
  onError,
  onItems,
  onOwns,
  onSuccess,
  onRequest,
  onRules,
} from '../patches.ts';
import { cents, type LedgerEntry } from '../data/records.ts';
import { findWallet } from '../routes/purchase.ts';

const matching = (matches: (entry: LedgerEntry, currency: string) => boolean): Patch =>
  onRules(rules => (rules.ledger.matches = matches));

/** Subtracts the last purchase from its wallet again. */
function payAgain(_body: Json, { account }: Incoming, world: World): void {
  const [{ currency, transactionValue }] = world.ledger as [LedgerEntry];
  const wallet = account && findWallet(world, account, currency);
  if (wallet) wallet.balance = cents(wallet.balance - transactionValue);
}

/** §2.5, §2.6: wallet documents and their transactions. */
export const walletFaults: readonly Fault[] = [
  ...breaking('wallet.fields', {
    'wallet-balance-as-text': onItems(at.wallet, wallet => {
      wallet.balance = String(wallet.balance);
    }),
    'wallet-list-in-a-wrapper': onSuccess(at.wallet, wallets => ({ wallets })),
  }),
  ...breaking('wallet.purchases', {
    'wallet-pays-twice-for-bulk-vouchers': editSuccess(at.sendBulk, payAgain),
    'wallet-pays-ten-times-for-vouchers': editSuccess(at.sendVoucher, (body, request, world) => {
      for (let again = 1; again < 10; again++) payAgain(body, request, world);
    }),
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
  }),
  ...breaking('wallet.paid-orders', {
    'wallet-ledger-without-purchases': onOwns(
      () =>
        (isOwn, { transactionType }, { route }) =>
          isOwn && !(route === at.ledger && transactionType === 'purchase'),
    ),
  }),
  ...breaking('wallet.purchase-value', {
    'wallet-old-purchases-in-cents': onData(({ ledger }) => {
      for (const entry of ledger) if (entry.orderID) entry.transactionValue *= 100;
    }),
    'wallet-some-listed-orders-for-nothing': onItems(at.orders, order => {
      if (parseInt(order._id.slice(-2), 16) % 10 === 0) order.valuePurchased = 0;
    }),
  }),
  ...breaking('wallet.not-found', {
    'wallet-none-in-other-words': onError([at.wallet, at.ledger], 404, () => ({
      error: 'Not found',
    })),
    'wallet-none-is-an-empty-list': onError(at.wallet, 404, (_body, reply) => {
      reply.status = 200;
      return [];
    }),
  }),

  // §2.6, §4.1 GET /wallet/transactions
  ...breaking('wallet.ledger-fields', {
    'wallet-ledger-details-missing-on-fundings': onItems(at.ledger, entry => {
      if (entry.transactionType === 'funding') delete entry.details;
    }),
  }),
  ...breaking('wallet.ledger-holds-wallets', {
    'wallet-ledger-dates-a-minute-late': onItems(at.ledger, entry => {
      entry.timestamp = new Date(Date.parse(entry.timestamp) + 60_000).toISOString();
    }),
  }),
  ...breaking('wallet.ledger-currency', {
    'wallet-ledger-currency-ignored': matching(() => true),
    'wallet-ledger-currency-forgotten-on-later-pages-in-euro': onRequest(
      at.ledger,
      ({ query }, { rules }) => {
        const name = rules.names.ledgerCurrency;
        if (Number(query['page']) > 1 && query[name] === 'EUR') delete query[name];
      },
    ),
  }),
  ...breaking('wallet.ledger-currency-all', {
    'wallet-ledger-currency-finds-fundings-only': matching(
      ({ details }, wanted) => details.currency === wanted,
    ),
  }),
  ...breaking('wallet.ledger-currency-closed', {
    'wallet-ledger-foreign-currency-ignored': onRequest(at.ledger, ({ query }, { rules }) => {
      const { names, ledger } = rules;
      if (!ledger.currencies.includes(String(query[names.ledgerCurrency])))
        delete query[names.ledgerCurrency];
    }),
  }),
];
