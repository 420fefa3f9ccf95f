/**
 * The routes of the API (§4, and those that §4.1.9 and §5 to §7 only name): what the suite may call, with which
 * key, behind which limiter, and what a call would do if it were accepted.
 */
import type { Schema } from './schema.ts';
import { bulkOrderCreated } from './resources/bulk-order.ts';
import { catalogFilters } from './resources/catalog-filters.ts';
import { envelope } from './resources/envelope.ts';
import { getWalletBalanceBody, getWalletBalanceData } from './resources/get-wallet-balance.ts';
import {
  getWalletTransactionsBody,
  getWalletTransactionsData,
} from './resources/get-wallet-transactions.ts';
import { integrationStatus } from './resources/integration-status.ts';
import { ledgerPage } from './resources/ledger-page.ts';
import { orderRequestStatus, queuedOrderRequest } from './resources/order-request.ts';
import { createdOrder } from './resources/order.ts';
import { ordersPage } from './resources/orders-page.ts';
import { productsPage } from './resources/products-page.ts';
import { searchPage } from './resources/search-page.ts';
import { sendBulkVouchersBody, sendBulkVouchersData } from './resources/send-bulk-vouchers.ts';
import { sendVoucherBody, sentVoucher } from './resources/send-voucher.ts';
import { toolDetails, toolNames } from './resources/tool.ts';
import { wallet } from './resources/wallet.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
export type Family = 'business' | 'automation' | 'tool';
export type LimiterName = 'catalog' | 'webhooks' | 'wallet';
/** What a request would do if it were accepted; `spend` implies `write`. */
export type Effect = 'read' | 'write' | 'spend';
/** What a route reads, or what a write to it changes: one makes the cached reads of the other stale. */
export type Resource =
  | 'catalog'
  | 'orders'
  | 'order-requests'
  | 'wallet'
  | 'webhooks'
  | 'account'
  | 'integration'
  | 'tools';

export interface Route {
  /** Method and path below the family's prefix, `GET /products`. */
  readonly id: string;
  readonly method: Method;
  /** Path template below `{base_url}`; the bulk path's is given by the target. */
  readonly path: string;
  readonly family: Family;
  readonly resource: Resource;
  readonly effect: Effect;
  /** What else changes when a request is accepted. */
  readonly touches?: readonly Resource[];
  readonly limiter?: LimiterName;
  readonly params?: Readonly<Record<string, Schema>>;
  readonly query?: Readonly<Record<string, Schema & { repeatable?: true }>>;
  readonly body?: Schema;
  /** Body schema by success status; absent where the spec shows no payload. */
  readonly success?: Readonly<Record<number, Schema>>;
  readonly summary: string;
  readonly anchor: string;
}

const business = '/api/v1/business';
const automation = '/api/v1/automation';

const pageQuery = {
  page: { type: 'integer', minimum: 1 },
  limit: { type: 'integer', minimum: 1 },
} as const;
const sortQuery = {
  sortBy: { type: 'string' },
  order: { type: 'string', enum: ['asc', 'desc'] },
} as const;
const id = { id: { type: 'string' } } as const;

/** Every route by a short name, in the order of the spec. */
export const route = {
  browse: {
    id: 'GET /products',
    method: 'GET',
    path: `${business}/products`,
    family: 'business',
    resource: 'catalog',
    effect: 'read',
    limiter: 'catalog',
    query: { ...pageQuery, ...sortQuery },
    success: { 200: productsPage },
    summary: 'Browse the catalog',
    anchor: '§4.1',
  },
  search: {
    id: 'GET /products/search',
    method: 'GET',
    path: `${business}/products/search`,
    family: 'business',
    resource: 'catalog',
    effect: 'read',
    limiter: 'catalog',
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
    id: 'GET /products/filters',
    method: 'GET',
    path: `${business}/products/filters`,
    family: 'business',
    resource: 'catalog',
    effect: 'read',
    limiter: 'catalog',
    success: { 200: catalogFilters },
    summary: 'Read the filter values of the catalog',
    anchor: '§4.1',
  },
  orders: {
    id: 'GET /orders',
    method: 'GET',
    path: `${business}/orders`,
    family: 'business',
    resource: 'orders',
    effect: 'read',
    query: { ...pageQuery, ...sortQuery },
    success: { 200: ordersPage },
    summary: 'List the orders of the account',
    anchor: '§4.1',
  },
  orderRequest: {
    id: 'GET /orders/order-requests/{id}',
    method: 'GET',
    path: `${business}/orders/order-requests/{id}`,
    family: 'business',
    resource: 'order-requests',
    effect: 'read',
    params: id,
    success: { 200: orderRequestStatus },
    summary: 'Read the state of an asynchronous order request',
    anchor: '§4.1',
  },
  wallet: {
    id: 'GET /wallet',
    method: 'GET',
    path: `${business}/wallet`,
    family: 'business',
    resource: 'wallet',
    effect: 'read',
    limiter: 'wallet',
    success: { 200: { type: 'array', items: wallet } },
    summary: 'Read the wallets of the account',
    anchor: '§4.1',
  },
  ledger: {
    id: 'GET /wallet/transactions',
    method: 'GET',
    path: `${business}/wallet/transactions`,
    family: 'business',
    resource: 'wallet',
    effect: 'read',
    limiter: 'wallet',
    query: pageQuery,
    success: { 200: ledgerPage },
    summary: 'List the wallet transactions of the account',
    anchor: '§4.1',
  },
  createOrder: {
    id: 'POST /orders',
    method: 'POST',
    path: `${business}/orders`,
    family: 'business',
    resource: 'orders',
    effect: 'spend',
    touches: ['orders', 'order-requests', 'wallet'],
    success: { 201: createdOrder, 202: queuedOrderRequest },
    summary: 'Create an order (body not shown)',
    anchor: '§4.1.7',
  },
  createBulkOrder: {
    id: 'POST bulk orders',
    method: 'POST',
    path: `${business}/{bulkPath}`,
    family: 'business',
    resource: 'orders',
    effect: 'spend',
    touches: ['orders', 'order-requests', 'wallet'],
    params: { bulkPath: { type: 'string' } },
    success: { 201: bulkOrderCreated, 202: queuedOrderRequest },
    summary: 'Create orders in bulk (path and body not shown)',
    anchor: '§4.1.8',
  },
  order: {
    id: 'GET /orders/{orderId}',
    method: 'GET',
    path: `${business}/orders/{orderId}`,
    family: 'business',
    resource: 'orders',
    effect: 'read',
    params: { orderId: { type: 'string' } },
    summary: 'Read an order (payload not shown)',
    anchor: '§4.1.9',
  },
  auth: {
    id: 'GET /auth',
    method: 'GET',
    path: `${business}/auth`,
    family: 'business',
    resource: 'account',
    effect: 'read',
    summary: 'Check the key and the state of the business (payload not shown)',
    anchor: '§4.1.9',
  },
  walletBalance: {
    id: 'GET /wallet/balance',
    method: 'GET',
    path: `${business}/wallet/balance`,
    family: 'business',
    resource: 'wallet',
    effect: 'read',
    limiter: 'wallet',
    summary: 'Read the wallet balance (payload not shown)',
    anchor: '§4.1.9',
  },
  createWebhook: {
    id: 'POST /webhooks',
    method: 'POST',
    path: `${business}/webhooks`,
    family: 'business',
    resource: 'webhooks',
    effect: 'write',
    touches: ['webhooks', 'integration'],
    limiter: 'webhooks',
    summary: 'Register a webhook (payload not shown)',
    anchor: '§4.1.9',
  },
  updateWebhook: {
    id: 'PATCH /webhooks/{id}',
    method: 'PATCH',
    path: `${business}/webhooks/{id}`,
    family: 'business',
    resource: 'webhooks',
    effect: 'write',
    touches: ['webhooks', 'integration'],
    limiter: 'webhooks',
    params: id,
    summary: 'Change a webhook (payload not shown)',
    anchor: '§4.1.9',
  },
  deleteWebhook: {
    id: 'DELETE /webhooks/{id}',
    method: 'DELETE',
    path: `${business}/webhooks/{id}`,
    family: 'business',
    resource: 'webhooks',
    effect: 'write',
    touches: ['webhooks', 'integration'],
    limiter: 'webhooks',
    params: id,
    summary: 'Remove a webhook (payload not shown)',
    anchor: '§4.1.9',
  },
  sendVoucher: {
    id: 'POST /actions/send_voucher',
    method: 'POST',
    path: `${automation}/actions/send_voucher`,
    family: 'automation',
    resource: 'orders',
    effect: 'spend',
    touches: ['orders', 'wallet'],
    body: sendVoucherBody,
    success: { 200: envelope('send_voucher', sentVoucher) },
    summary: 'Send a voucher',
    anchor: '§4.2',
  },
  sendBulkVouchers: {
    id: 'POST /actions/send_bulk_vouchers',
    method: 'POST',
    path: `${automation}/actions/send_bulk_vouchers`,
    family: 'automation',
    resource: 'orders',
    effect: 'spend',
    touches: ['orders', 'wallet'],
    body: sendBulkVouchersBody,
    success: { 200: envelope('send_bulk_vouchers', sendBulkVouchersData) },
    summary: 'Send several vouchers',
    anchor: '§4.2',
  },
  getWalletTransactions: {
    id: 'POST /actions/get_wallet_transactions',
    method: 'POST',
    path: `${automation}/actions/get_wallet_transactions`,
    family: 'automation',
    resource: 'wallet',
    effect: 'read',
    body: getWalletTransactionsBody,
    success: { 200: envelope('get_wallet_transactions', getWalletTransactionsData) },
    summary: 'Read the transactions of the wallet',
    anchor: '§4.2',
  },
  getWalletBalance: {
    id: 'POST /actions/get_wallet_balance',
    method: 'POST',
    path: `${automation}/actions/get_wallet_balance`,
    family: 'automation',
    resource: 'wallet',
    effect: 'read',
    body: getWalletBalanceBody,
    success: { 200: envelope('get_wallet_balance', getWalletBalanceData) },
    summary: 'Read the balance of the wallet',
    anchor: '§4.2',
  },
  status: {
    id: 'GET /status',
    method: 'GET',
    path: `${automation}/status`,
    family: 'automation',
    resource: 'integration',
    effect: 'read',
    success: { 200: integrationStatus },
    summary: 'Read the status of the integration',
    anchor: '§4.2',
  },
  tool: {
    id: 'GET /tools/{toolName}',
    method: 'GET',
    path: '/api/v1/integrations/mcp/tools/{toolName}',
    family: 'tool',
    resource: 'tools',
    effect: 'read',
    params: { toolName: { type: 'string', enum: [...toolNames] } },
    success: { 200: toolDetails },
    summary: 'Read the details of a gift-finding tool',
    anchor: '§4.3',
  },
} as const satisfies Record<string, Route>;

const all: readonly Route[] = Object.values(route);
const family = (...families: Family[]) => all.filter(each => families.includes(each.family));

/** The routes by key family; `integration` are those that need a key with integration permission (§5.4). */
export const routes = {
  all,
  business: family('business'),
  automation: family('automation'),
  tool: family('tool'),
  integration: family('automation', 'tool'),
};
