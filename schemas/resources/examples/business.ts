/** Samples of the catalog, of orders and their requests, and of wallets (§2.1 to §2.8). */
import { browsedProduct, catalogFilters, searchedProduct } from '../catalog.ts';
import {
  bulkOrderCreated,
  createdOrder,
  listedOrder,
  order,
  orderRequestStatus,
  queuedOrderRequest,
} from '../orders.ts';
import { ledgerPage, ordersPage, productsPage, searchPage } from '../../lists.ts';
import { ledgerTransaction, wallet, walletTransaction } from '../wallet.ts';
import { at, dated, lacking, paging, type Sample } from './automation.ts';

const plainProduct = {
  _id: 'p1',
  imageUrl: 'https://img.example.com/1.png',
  merchant: 'Café Ü',
  productCode: 'CAFE-1',
  country: 'GB',
  currency: 'GBP',
  minPrice: 5,
  maxPrice: 99.5,
  denominations: [5, 10],
  category: 'Food,Drink',
  description: '',
  termsAndConditions: 'Once.',
};
const redemption = { channel: 'online' };
const productFields = '_id merchant productCode country currency minPrice maxPrice';
const searchPaging = { total: 1, totalPages: 1, currentPage: 1, limit: 20 };

export const catalogSamples: Readonly<Record<string, Sample>> = {
  browsedProduct: {
    schema: browsedProduct,
    body: { ...plainProduct, redemption },
    required: `${productFields} redemption`,
    valid: {
      'redemption has a region': { redemption: { channel: 'online', region: 'UK' } },
      'there are no denominations': { denominations: [] },
      'null for what a product may lack': {
        imageUrl: null,
        denominations: null,
        category: null,
        description: null,
        termsAndConditions: null,
      },
    },
    invalid: {
      'the country has three letters': { country: 'GBR' },
      'the currency is empty': { currency: '' },
    },
  },
  searchedProduct: {
    schema: searchedProduct,
    body: { ...plainProduct, redemption },
    required: productFields,
    invalid: { 'redemption has no channel': { redemption: {} } },
  },
  productsPage: {
    schema: productsPage,
    body: { ...paging, products: [{ ...plainProduct, redemption }] },
    required: 'total page totalPages products',
    invalid: { 'a product lacks redemption': { products: [plainProduct] } },
  },
  searchPage: {
    schema: searchPage,
    body: { products: [plainProduct], pagination: searchPaging },
    required: 'products pagination',
    invalid: lacking(searchPaging, pagination => ({ pagination })),
  },
  catalogFilters: {
    schema: catalogFilters,
    body: { categories: ['Food'], merchants: [] },
    required: 'categories merchants',
    invalid: {
      'a category is there twice': { categories: ['Food', 'Food'] },
      'a merchant is there twice': { merchants: ['A', 'A'] },
    },
  },
};

const imageUrl = 'https://img.example.com/1.png';
const plainOrder = {
  _id: 'o1',
  productCode: 'CAFE-1',
  merchant: { name: 'Café Ü' },
  currency: 'GBP',
  valuePurchased: 10,
  status: 'active',
  isPaid: true,
  isActive: true,
  isActivated: false,
  usageLimit: 1,
  giftOrder: { message: 'Hi', recipientEmail: 'a@example.com', recipientName: 'Ada' },
  transactionId: 't1',
  ...dated,
};
const orderFields =
  '_id productCode merchant currency valuePurchased status isPaid isActive isActivated transactionId createdAt updatedAt';
const summary = { totalOrders: 1, totalValue: 10, currency: 'GBP', remainingBalance: 90.5 };

export const orderSamples: Readonly<Record<string, Sample>> = {
  order: {
    schema: order,
    body: plainOrder,
    required: orderFields,
    valid: {
      'the status is another one, and the merchant has more': {
        status: 'expired',
        merchant: { name: 'A', voucherCode: 'X' },
      },
      'it is not paid and has no transaction': { isPaid: false, transactionId: null },
      'null for what an order may lack': {
        previousUserId: null,
        usageLimit: null,
        giftOrder: null,
      },
      'the recipient is of a type that no table gives': { giftOrder: { recipientName: ['Ada'] } },
    },
    invalid: {
      'the merchant has no name': { merchant: {} },
      'it is paid and its transaction is empty': { transactionId: '' },
    },
  },
  listedOrder: {
    schema: listedOrder,
    body: { ...plainOrder, imageUrl },
    required: orderFields,
  },
  createdOrder: {
    schema: createdOrder,
    body: { ...plainOrder, product: { imageUrl, merchant: 'A', productCode: 'B' } },
    required: `${orderFields} product`,
    invalid: {
      'the merchant of the product is an object': {
        product: { imageUrl, merchant: { name: 'A' }, productCode: 'B' },
      },
      ...lacking({ imageUrl, merchant: 'A', productCode: 'B' }, product => ({ product })),
    },
  },
  ordersPage: {
    schema: ordersPage,
    body: { ...paging, orders: [{ ...plainOrder, imageUrl }] },
    required: 'total page totalPages orders',
  },
  orderRequestStatus: {
    schema: orderRequestStatus,
    body: { orderRequestId: 'r1', status: 'queued', type: 'single', ...dated },
    required: 'orderRequestId status type createdAt updatedAt',
    valid: {
      'the status is another one': { status: 'processing' },
      'the result is any object': { type: 'bulk', result: { any: 1 } },
      'result and error are null': { result: null, error: null },
    },
    invalid: {
      'the type is another one': { type: 'triple' },
      'the result is a list': { result: [] },
    },
  },
  queuedOrderRequest: {
    schema: queuedOrderRequest,
    body: { orderRequestId: 'r1', status: 'queued' },
    required: 'orderRequestId status',
    invalid: { 'the status is another one': { status: 'pending' } },
  },
  bulkOrderCreated: {
    schema: bulkOrderCreated,
    body: { success: true, orders: [plainOrder], summary },
    required: 'success orders summary',
    valid: { 'orders were rejected': { rejectedOrders: [{ productCode: 'A', reason: 'B' }] } },
    invalid: {
      ...lacking(summary, part => ({ summary: part })),
      ...lacking({ productCode: 'A', reason: 'B' }, part => ({ rejectedOrders: [part] })),
    },
  },
};

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
    invalid: { 'a transaction is empty': { transactions: [{}] } },
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
