/** Examples of wallets and the ledger (§2.5, §2.6, §4.1). */
import { walletSamples } from '../../schemas/resources/examples/business.ts';
import { route } from '../../schemas/routes.ts';
import { exchangeOn } from '../../fixtures/testing/exchange.ts';
import { wrongFields, type ExamplesById } from '../../fixtures/testing/examples.ts';

const wallet = walletSamples['wallet']?.body ?? {};
const wallets = (...changes: readonly object[]) =>
  exchangeOn(route.wallet, { body: changes.map(each => ({ ...wallet, ...each })) });

const sample = { ...walletSamples['walletTransaction']?.body, currency: 'GBP', orderID: 'o1' };
const carrying = (...transactions: readonly unknown[]) => wallets({ transactions });
const ledger = (transactions: readonly unknown[], currency?: string) =>
  exchangeOn(route.ledger, {
    query: currency === undefined ? {} : { currency },
    body: { transactions, pagination: {} },
  });
const purchase = (orderID: unknown) => ({ ...sample, transactionType: 'purchase', orderID });

const none = exchangeOn(route.wallet, { body: [] });
const noPage = exchangeOn(route.ledger, { query: { currency: 'GBP' }, body: {} });
const refused = exchangeOn(route.wallet, { status: 404, body: { error: 'x' } });
const ignores = { 'an error': refused, 'another route': exchangeOn(route.walletBalance) };
const empty = { 'no wallets': none, 'no list': exchangeOn(route.wallet, { body: {} }) };

export const walletExamples: ExamplesById = {
  'wallet.fields': {
    passes: {
      'the sample': wallets({}),
      'what its transactions hold': carrying({}),
      'null for the transactions of one': wallets({}, { transactions: null }),
    },
    fails: {
      ...wrongFields(wallet, wallets),
      'an object': [exchangeOn(route.wallet, { body: wallet }), 'an array', ...Object.keys(wallet)],
      'one without a balance': [wallets({}, { balance: undefined }), 'balance'],
      'an empty list': [none, 'an array'],
    },
    ignores,
  },
  'wallet.one-per-currency': {
    passes: { 'two currencies': wallets({}, { currency: 'EUR' }), 'one wallet': wallets({}) },
    fails: {
      'two in a currency': wallets({}, { currency: 'EUR' }, { _id: 'w2' }),
      'two in a currency, one in small letters': wallets({}, { currency: 'gbp' }),
    },
    inconclusive: empty,
    ignores,
  },
  'wallet.owner': {
    passes: { 'one for all': wallets({ userID: 'u1' }, { userID: 'u1' }) },
    fails: { 'two of them': wallets({ userID: 'u1' }, { userID: 'u1' }, { userID: 'u2' }) },
    inconclusive: {
      ...empty,
      'one wallet': wallets({ userID: 'u1' }),
      'one names its owner': wallets({ userID: 'u1' }, { userID: null }),
    },
    ignores,
  },
  'wallet.transaction-fields': {
    passes: {
      'the sample': carrying(sample),
      'a purchase without its order': carrying({
        ...sample,
        transactionType: 'purchase',
        orderID: null,
      }),
    },
    fails: {
      ...wrongFields(sample, each => carrying(each)),
      'a funding without details': [carrying(sample, { ...sample, details: null }), 'details'],
      'details without a type': [carrying({ ...sample, details: {} }), 'details'],
      'no timestamp': [carrying(sample, { ...sample, timestamp: undefined }), 'timestamp'],
    },
    inconclusive: { ...empty, 'no transactions': carrying() },
    ignores,
  },
  'wallet.ledger-fields': {
    passes: { 'the sample': ledger([sample]) },
    fails: {
      ...wrongFields(sample, each => ledger([each])),
      'no currency': [ledger([{ ...sample, currency: undefined }]), 'currency'],
    },
    inconclusive: { 'an empty page': ledger([]), 'no page': noPage },
    ignores: { 'a wallet': wallets({}) },
  },
  'wallet.purchase-order': {
    passes: {
      'in a wallet': carrying(sample, purchase('o1')),
      'in the ledger': ledger([purchase('o1')]),
    },
    fails: {
      'a purchase without an order': carrying(purchase(undefined)),
      'null for it': ledger([purchase('o1'), purchase(null)]),
      'an empty one': ledger([purchase('')]),
    },
    inconclusive: { 'no purchases': ledger([sample]), ...empty, 'no page': noPage },
    ignores,
  },
  'wallet.transaction-currency': {
    passes: {
      'the currency of the wallet': carrying(sample, sample),
      'in small letters': carrying({ ...sample, currency: 'gbp' }),
      'an entry without a currency': carrying(sample, { ...sample, currency: undefined }),
      'an empty one': carrying(sample, { ...sample, currency: '' }),
      'a purchase in the currency of its order': carrying(sample, {
        ...purchase('o1'),
        currency: 'EUR',
      }),
    },
    fails: { 'another currency': carrying(sample, { ...sample, currency: 'EUR' }) },
    inconclusive: {
      ...empty,
      'no transactions': carrying(),
      'none states a currency': carrying({ ...sample, currency: undefined }),
    },
    ignores,
  },
  'wallet.ledger-currency': {
    passes: {
      'only the currency': ledger([sample, sample], 'GBP'),
      'in small letters': ledger([{ ...sample, currency: 'gbp' }], 'GBP'),
    },
    fails: {
      'another currency as well': ledger([sample, { ...sample, currency: 'EUR' }], 'GBP'),
      'no currency': ledger([{ ...sample, currency: undefined }], 'GBP'),
    },
    inconclusive: {
      'no filter': ledger([sample]),
      'a currency outside the list': ledger([sample], 'JPY'),
      'an empty page': ledger([], 'GBP'),
      'no page': noPage,
    },
    ignores: { 'an error': exchangeOn(route.ledger, { status: 400 }), 'a wallet': wallets({}) },
  },
  'wallet.ledger-currency-closed': {
    passes: {
      'nothing is found': ledger([], 'JPY'),
      'it is rejected': exchangeOn(route.ledger, { query: { currency: 'JPY' }, status: 400 }),
    },
    fails: {
      'the filter has no effect': ledger([sample], 'JPY'),
      'it is there after all': ledger([{ ...sample, currency: 'JPY' }], 'JPY'),
    },
    inconclusive: {
      'no filter': ledger([sample]),
      'a currency of the list': ledger([sample], 'GBP'),
      'a currency of the list in small letters': ledger([sample], 'gbp'),
      'the limiter rejects it': exchangeOn(route.ledger, {
        query: { currency: 'JPY' },
        status: 429,
      }),
      'the target fails': exchangeOn(route.ledger, { query: { currency: 'JPY' }, status: 500 }),
    },
    ignores: { 'a wallet': wallets({}) },
  },
  'wallet.not-found': {
    passes: Object.fromEntries(
      [route.wallet, route.ledger, route.walletBalance].map(to => [
        to.id,
        exchangeOn(to, { status: 404, body: { error: 'Wallet not found' } }),
      ]),
    ),
    fails: {
      'another text': refused,
      'no JSON': exchangeOn(route.ledger, { status: 404, body: 'Wallet not found' }),
    },
    ignores: {
      'another status': exchangeOn(route.wallet, { status: 403 }),
      'another route': exchangeOn(route.order, { status: 404 }),
    },
  },
};
