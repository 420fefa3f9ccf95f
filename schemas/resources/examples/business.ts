/** Samples of the catalog, orders, order requests and wallets (§2.1 to §2.8), and of error bodies (§7), typed by hand from the spec. */
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
import { at, dated, paging, type Sample, type Body } from './automation.ts';
import { businessError, errors } from '../errors.ts';

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
    body: { categories: ['Food', 'Drink'], merchants: [plainProduct.merchant] },
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
const summary = { totalOrders: 1, totalValue: 10, currency: 'GBP', remainingBalance: 90 };

export const orderSamples: Readonly<Record<string, Sample>> = {
  order: {
    schema: order,
    body: plainOrder,
    required: orderFields,
  },
  listedOrder: {
    schema: listedOrder,
    body: { ...plainOrder, imageUrl },
    required: `${orderFields} imageUrl`,
  },
  createdOrder: {
    schema: createdOrder,
    body: { ...plainOrder, product: { imageUrl, merchant: 'Café Ü', productCode: 'CAFE-1' } },
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
/** Purchase of the order in the samples, so that the examples of the OpenAPI document agree. */
const purchase = {
  ...funding,
  transactionType: 'purchase',
  transactionValue: plainOrder.valuePurchased,
  orderID: plainOrder._id,
};
const transactionFields = 'transactionType transactionValue timestamp details';
const ledgerPaging = { currentPage: 1, totalPages: 1, totalTransactions: 1, limit: 20 };

export const walletSamples: Readonly<Record<string, Sample>> = {
  wallet: {
    schema: wallet,
    body: {
      _id: 'w',
      userID: 'u',
      currency: 'GBP',
      balance: 90,
      transactions: [purchase],
      ...dated,
    },
    required: '_id userID currency balance createdAt updatedAt',
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
    body: { transactions: [{ ...purchase, currency: 'GBP' }], pagination: ledgerPaging },
    required: 'transactions pagination',
  },
};

type Name = keyof typeof errors;

/** Status, text (undefined if it is not fixed), and other fields that a body must have. */
export const errorRows: Readonly<Record<Name, readonly [number, string | undefined, Body?]>> = {
  invalidOrderRequestId: [400, 'Invalid order request ID format'],
  missingKey: [401, 'Missing API key'],
  invalidKey: [401, 'Invalid API key'],
  ipNotAllowed: [
    403,
    'IP not whitelisted',
    { ip: '192.0.2.1', whitelistedIps: ['198.51.100.0/24'] },
  ],
  incompleteProfile: [
    403,
    'Incomplete business profile',
    { status: 'incomplete', missingFields: ['address'] },
  ],
  verificationPending: [
    403,
    'Business verification pending',
    { status: 'pending', message: 'Soon.' },
  ],
  foreignWebhook: [403, 'You are forbidden from accessing this resource'],
  unknownProduct: [404, 'Product not found'],
  unknownOrder: [404, 'Order not found', { message: 'Order not found or access denied' }],
  unknownOrderRequest: [404, 'Order request not found or access denied'],
  unknownWebhook: [404, 'Webhook not found'],
  noWallet: [404, 'Wallet not found'],
  rateLimited: [429, undefined],
  unexpected: [500, undefined],
  webhookNotRegistered: [500, undefined, { message: 'm' }],
};

const sampleOf = (schema: Sample['schema'], error = 'Any text', more: Body = {}): Sample => ({
  schema,
  body: { error, ...more },
  required: ['error', ...Object.keys(more)].join(' '),
});

export const errorSamples = {
  businessError: sampleOf(businessError),
  ...Object.fromEntries(
    (Object.keys(errors) as Name[]).map(name => {
      const [, error, more] = errorRows[name];
      return [name, sampleOf(errors[name].schema, error, more)];
    }),
  ),
} as Readonly<Record<Name | 'businessError', Sample>>;
