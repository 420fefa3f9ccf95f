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
import { at, dated, paging, type Sample } from './automation.ts';

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
  },
  searchedProduct: {
    schema: searchedProduct,
    body: { ...plainProduct, redemption },
    required: productFields,
  },
  productsPage: {
    schema: productsPage,
    body: { ...paging, products: [{ ...plainProduct, redemption }] },
    required: 'total page totalPages products',
  },
  searchPage: {
    schema: searchPage,
    body: { products: [plainProduct], pagination: searchPaging },
    required: 'products pagination',
  },
  catalogFilters: {
    schema: catalogFilters,
    body: { categories: ['Food'], merchants: [] },
    required: 'categories merchants',
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
  },
  queuedOrderRequest: {
    schema: queuedOrderRequest,
    body: { orderRequestId: 'r1', status: 'queued' },
    required: 'orderRequestId status',
  },
  bulkOrderCreated: {
    schema: bulkOrderCreated,
    body: { success: true, orders: [plainOrder], summary },
    required: 'success orders summary',
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
  },
  walletTransaction: {
    schema: walletTransaction,
    body: funding,
    required: transactionFields,
  },
  ledgerTransaction: {
    schema: ledgerTransaction,
    body: { ...funding, currency: 'GBP' },
    required: `${transactionFields} currency`,
  },
  ledgerPage: {
    schema: ledgerPage,
    body: { transactions: [{ ...funding, currency: 'GBP' }], pagination: ledgerPaging },
    required: 'transactions pagination',
  },
};
