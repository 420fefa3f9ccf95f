/** Samples of wallets and their transactions (§2.5, §2.6, §2.8). */
import { ledgerPage } from '../pages.ts';
import { wallet, ledgerTransaction, walletTransaction } from '../wallet.ts';
import { at, dated, lacking, type Sample } from './example.ts';

const funding = {
  transactionType: 'funding',
  transactionValue: 100,
  timestamp: at,
  details: { type: 'single' },
};
const transactionFields = 'transactionType transactionValue timestamp';
const ledgerPaging = { currentPage: 1, totalPages: 1, totalTransactions: 1, limit: 20 };

export const walletSamples: Readonly<Record<string, Sample>> = {
  wallet: {
    schema: wallet,
    body: { _id: 'w', userID: 'u', currency: 'GBP', balance: 1.5, transactions: [], ...dated },
    required: '_id userID currency balance transactions createdAt updatedAt',
    valid: { 'there is no money in it': { balance: 0, transactions: null } },
    invalid: {
      'a transaction is empty': { transactions: [{}] },
      'the currency is empty': { currency: '' },
    },
  },
  walletTransaction: {
    schema: walletTransaction,
    body: funding,
    required: transactionFields,
    valid: {
      'a purchase names its order': { transactionType: 'purchase', orderID: 'o1' },
      'the type is another one': { transactionType: 'refund' },
      'a funding has no details': { details: null },
    },
    invalid: {
      'a purchase names no order': { transactionType: 'purchase' },
      'the order of a purchase is null': { transactionType: 'purchase', orderID: null },
      'a purchase has no details': { transactionType: 'purchase', orderID: 'o1', details: null },
      'the details of a purchase have no type': {
        transactionType: 'purchase',
        orderID: 'o1',
        details: { description: 'x' },
      },
    },
  },
  ledgerTransaction: {
    schema: ledgerTransaction,
    body: { ...funding, currency: 'GBP' },
    required: `${transactionFields} currency`,
    invalid: {
      'a purchase names no order': { transactionType: 'purchase' },
      'the details of a purchase have an empty type': {
        transactionType: 'purchase',
        orderID: 'o1',
        details: { type: '' },
      },
    },
  },
  ledgerPage: {
    schema: ledgerPage,
    body: { transactions: [{ ...funding, currency: 'GBP' }], pagination: ledgerPaging },
    required: 'transactions pagination',
    invalid: {
      'a transaction has no currency': { transactions: [funding] },
      ...lacking(ledgerPaging, pagination => ({ pagination })),
    },
  },
};
