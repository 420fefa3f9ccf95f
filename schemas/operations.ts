/** Parameters, bodies and anchors of the routes, as far as the spec shows them (§4). */
import {
  bulkOrderCreated,
  createdOrder,
  orderRequestStatus,
  queuedOrderRequest,
} from './resources/orders.ts';
import { catalogFilters } from './resources/catalog.ts';
import {
  envelope,
  getWalletBalanceBody,
  getWalletBalanceData,
  getWalletTransactionsBody,
  getWalletTransactionsData,
  integrationStatus,
  sendBulkVouchersBody,
  sendBulkVouchersData,
  sendVoucherBody,
  sentVoucher,
  toolDetails,
  toolNames,
} from './resources/automation.ts';
import { ledgerPage, ordersPage, productsPage, searchPage } from './lists.ts';
import { wallet } from './resources/wallet.ts';
import { route, type Route, type RouteName } from './routes.ts';
import type { Schema } from './schema.ts';

export interface Operation {
  readonly summary: string;
  readonly anchor: string;
  readonly params?: Readonly<Record<string, Schema>>;
  readonly query?: Readonly<Record<string, Schema & { repeatable?: true }>>;
  readonly body?: Schema;
  /** Body schema by success status. Absent if the spec shows no payload. */
  readonly success?: Readonly<Record<number, Schema>>;
}

const pageQuery = {
  page: { type: 'integer', minimum: 1 },
  limit: { type: 'integer', minimum: 1 },
} as const;
const sortQuery = {
  sortBy: { type: 'string' },
  order: { type: 'string', enum: ['asc', 'desc'] },
} as const;
const id = { id: { type: 'string' } } as const;

const operations: Readonly<Record<RouteName, Operation>> = {
  browse: {
    query: { ...pageQuery, ...sortQuery },
    success: { 200: productsPage },
    summary: 'Browse the catalog',
    anchor: '§4.1',
  },
  search: {
    query: {
      merchant: { type: 'string' },
      category: { type: 'string', repeatable: true },
      useCase: { type: 'string', repeatable: true },
    },
    success: { 200: searchPage },
    summary: 'Search the catalog',
    anchor: '§4.1',
  },
  filters: {
    success: { 200: catalogFilters },
    summary: 'Read the filter values of the catalog',
    anchor: '§4.1',
  },
  orders: {
    query: { ...pageQuery, ...sortQuery },
    success: { 200: ordersPage },
    summary: 'List the orders of the account',
    anchor: '§4.1',
  },
  orderRequest: {
    params: id,
    success: { 200: orderRequestStatus },
    summary: 'Read the state of an asynchronous order request',
    anchor: '§4.1',
  },
  wallet: {
    success: { 200: { type: 'array', items: wallet } },
    summary: 'Read the wallets of the account',
    anchor: '§4.1',
  },
  ledger: {
    query: pageQuery,
    success: { 200: ledgerPage },
    summary: 'List the wallet transactions of the account',
    anchor: '§4.1',
  },
  createOrder: {
    success: { 201: createdOrder, 202: queuedOrderRequest },
    summary: 'Create an order (body not shown)',
    anchor: '§4.1 rule 7',
  },
  createBulkOrder: {
    params: { bulkPath: { type: 'string' } },
    success: { 201: bulkOrderCreated, 202: queuedOrderRequest },
    summary: 'Create orders in bulk (path and body not shown)',
    anchor: '§4.1 rule 8',
  },
  order: {
    params: { orderId: { type: 'string' } },
    summary: 'Read an order (payload not shown)',
    anchor: '§4.1 rule 9',
  },
  auth: {
    summary: 'Check the key and the state of the business (payload not shown)',
    anchor: '§4.1 rule 9',
  },
  walletBalance: {
    summary: 'Read the wallet balance (payload not shown)',
    anchor: '§4.1 rule 9',
  },
  createWebhook: {
    summary: 'Register a webhook (payload not shown)',
    anchor: '§4.1 rule 9',
  },
  updateWebhook: {
    params: id,
    summary: 'Change a webhook (payload not shown)',
    anchor: '§4.1 rule 9',
  },
  deleteWebhook: {
    params: id,
    summary: 'Remove a webhook (payload not shown)',
    anchor: '§4.1 rule 9',
  },
  sendVoucher: {
    body: sendVoucherBody,
    success: { 200: envelope('send_voucher', sentVoucher) },
    summary: 'Send a voucher',
    anchor: '§4.2',
  },
  sendBulkVouchers: {
    body: sendBulkVouchersBody,
    success: { 200: envelope('send_bulk_vouchers', sendBulkVouchersData) },
    summary: 'Send several vouchers',
    anchor: '§4.2',
  },
  getWalletTransactions: {
    body: getWalletTransactionsBody,
    success: { 200: envelope('get_wallet_transactions', getWalletTransactionsData) },
    summary: 'Read the transactions of the wallet',
    anchor: '§4.2',
  },
  getWalletBalance: {
    body: getWalletBalanceBody,
    success: { 200: envelope('get_wallet_balance', getWalletBalanceData) },
    summary: 'Read the balance of the wallet',
    anchor: '§4.2',
  },
  status: {
    success: { 200: integrationStatus },
    summary: 'Read the status of the integration',
    anchor: '§4.2',
  },
  tool: {
    params: { toolName: { type: 'string', enum: [...toolNames] } },
    success: { 200: toolDetails },
    summary: 'Read the details of a gift-finding tool',
    anchor: '§4.3',
  },
};

const byId = new Map(
  (Object.keys(operations) as RouteName[]).map(name => [route[name].id, operations[name]]),
);

export const operationOf = ({ id }: Route): Operation => byId.get(id)!;

/** True if the spec shows the body of a success. */
export const hasShownBody = (of: Route): boolean => operationOf(of).success !== undefined;
