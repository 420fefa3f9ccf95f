import type { LedgerEntry } from '../data/records.ts';
import type { Patch } from '../types.ts';
import {
  at,
  breaking,
  type Fault,
  instead,
  onItems,
  onRequest,
  onRules,
  onSuccess,
  pagesBeginAnew,
  queryValue,
} from './patches.ts';

const currencies = ['GBP', 'USD', 'EUR', 'NGN'];

/** Omits entries from the ledger route. */
const omitting = (gone: (entry: LedgerEntry, place: number) => boolean): Patch => ({
  data({ rules, ledger }) {
    const { owns } = rules;
    const places = new Map<unknown, number>(ledger.map((entry, place) => [entry, place]));
    rules.owns = (record, request) =>
      owns(record, request) &&
      !(
        request.route === at.ledger &&
        'transactionType' in record &&
        gone(record as LedgerEntry, places.get(record) ?? -1)
      );
  },
});

const matching = (matches: (entry: LedgerEntry, currency: string) => boolean): Patch =>
  onRules(rules => (rules.ledger.matches = matches));

/** Treats a currency outside the list as another one; undefined ignores it. */
const foreignCurrency = (replacement: string | undefined): Patch =>
  onRequest(at.ledger, (request, { rules }) => {
    const name = rules.names.ledgerCurrency;
    const currency = queryValue(request, name);
    if (currency === undefined || currencies.includes(currency)) return;
    if (replacement === undefined) delete request.query[name];
    else request.query[name] = replacement;
  });

/** §2.6, §4.1 GET /wallet/transactions */
export const ledgerFaults: readonly Fault[] = [
  ...breaking('wallet.ledger-fields', {
    'wallet-ledger-details-missing-on-purchases': onItems(at.ledger, entry => {
      if (entry.transactionType === 'purchase') delete entry.details;
    }),
    'wallet-ledger-details-a-list': onItems(at.ledger, entry => (entry.details = [entry.details])),
    'wallet-ledger-type-missing-on-fundings': onItems(at.ledger, entry => {
      if (entry.transactionType === 'funding') delete entry.transactionType;
    }),
  }),
  ...breaking('wallet.ledger-holds-wallets', {
    'wallet-ledger-loses-one': omitting((_entry, place) => place === 23),
    'wallet-ledger-loses-the-oldest': omitting(({ timestamp }) =>
      timestamp.startsWith('2025-01-01T08:00:00'),
    ),
    'wallet-ledger-without-naira': omitting(({ currency }) => currency === 'NGN'),
    'wallet-ledger-without-fundings': omitting(({ transactionType: type }) => type === 'funding'),
    'wallet-ledger-in-pence': onItems(at.ledger, entry => {
      entry.transactionValue = Math.round(entry.transactionValue * 100);
    }),
    'wallet-ledger-dates-a-minute-late': onItems(at.ledger, entry => {
      entry.timestamp = new Date(Date.parse(entry.timestamp) + 60_000).toISOString();
    }),
    'wallet-ledger-of-the-first-ninety-days': omitting(({ timestamp }) => timestamp > '2025-04'),
    'wallet-ledger-states-another-currency-for-one': onItems(at.ledger, entry => {
      if (entry.timestamp === '2025-01-01T08:00:03.250Z') entry.currency = 'EUR';
    }),
  }),
  ...breaking('wallet.ledger-currency', {
    'wallet-ledger-filtered-in-a-wrapper': onSuccess(at.ledger, (data, request, { rules }) =>
      queryValue(request, rules.names.ledgerCurrency) === undefined
        ? undefined
        : { success: true, data },
    ),
    'wallet-ledger-filtered-is-a-list': onSuccess(at.ledger, (body, request, { rules }) =>
      queryValue(request, rules.names.ledgerCurrency) === undefined ? undefined : body.transactions,
    ),
    'wallet-ledger-without-wallet-where-there-is-one': instead(
      at.ledger,
      (request, { rules }) => queryValue(request, rules.names.ledgerCurrency) === 'EUR',
      404,
      { error: 'Wallet not found' },
    ),
    'wallet-ledger-currency-ignored': matching(() => true),
    'wallet-ledger-currency-ignored-for-dollars': matching(
      (entry, wanted) => wanted === 'USD' || entry.currency === wanted,
    ),
    'wallet-ledger-euro-with-pounds': matching(
      ({ currency }, wanted) => currency === wanted || (wanted === 'EUR' && currency === 'GBP'),
    ),
    'wallet-ledger-currency-finds-fundings-only': matching(
      ({ details }, wanted) => details.currency === wanted,
    ),
    'wallet-ledger-naira-finds-nothing': matching(
      ({ currency }, wanted) => currency === wanted && wanted !== 'NGN',
    ),
    'wallet-ledger-pounds-without-one': {
      data({ rules, ledger }) {
        const gone = ledger.filter(({ currency }) => currency === 'GBP')[9];
        rules.ledger.matches = (entry, wanted) => entry.currency === wanted && entry !== gone;
      },
    },
    'wallet-ledger-one-naira-too-many': {
      data({ rules, ledger }) {
        const extra = ledger.find(({ currency }) => currency !== 'NGN');
        rules.ledger.matches = (entry, wanted) =>
          entry.currency === wanted || (wanted === 'NGN' && entry === extra);
      },
    },
    'wallet-ledger-filtered-pages-begin-anew': pagesBeginAnew(at.ledger, rules => [
      rules.names.ledgerCurrency,
      'page',
    ]),
    'wallet-ledger-currency-forgotten-on-later-pages-in-euro': onRequest(
      at.ledger,
      ({ query }, { rules }) => {
        const name = rules.names.ledgerCurrency;
        if (Number(query['page']) > 1 && query[name] === 'EUR') delete query[name];
      },
    ),
    'wallet-ledger-of-all-accounts-without-a-wallet': {
      data(world) {
        const { rules, accounts } = world;
        const keeps = (each: { accountId: string; currency: string }) =>
          each.accountId !== accounts.main.id || each.currency !== 'NGN';
        world.wallets = world.wallets.filter(keeps);
        world.ledger = world.ledger.filter(keeps);
        world.orders = world.orders.filter(keeps);
        const { owns } = rules;
        rules.owns = (record, request) =>
          owns(record, request) ||
          (request.route === at.ledger &&
            queryValue(request, rules.names.ledgerCurrency) === 'NGN' &&
            'transactionType' in record);
      },
    },
    'wallet-ledger-euro-refused': onRules(
      rules => (rules.ledger.currencies = ['GBP', 'USD', 'NGN']),
    ),
    'wallet-ledger-naira-refused': onRules(
      rules => (rules.ledger.currencies = ['GBP', 'USD', 'EUR']),
    ),
    'wallet-ledger-dollars-and-euro-swapped': matching(
      ({ currency }, wanted) =>
        currency === ({ USD: 'EUR', EUR: 'USD' } as Record<string, string>)[wanted] ||
        (currency === wanted && /GBP|NGN/.test(wanted)),
    ),
  }),
  ...breaking('wallet.ledger-currency-closed', {
    'wallet-ledger-foreign-currency-ignored': foreignCurrency(undefined),
    'wallet-ledger-foreign-currency-is-pounds': foreignCurrency('GBP'),
    'wallet-ledger-foreign-currency-is-naira': foreignCurrency('NGN'),
  }),
  ...breaking('wallet.ledger-fields', {
    'wallet-ledger-without-currency-in-naira': onItems(at.ledger, entry => {
      if (entry.currency === 'NGN') delete entry.currency;
    }),
  }),
];
