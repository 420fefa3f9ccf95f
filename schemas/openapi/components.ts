/** The named schemas of the OpenAPI document, and references to them. */
import {
  bulkOrderCreated,
  createdOrder,
  listedOrder,
  order,
  orderRequestStatus,
  queuedOrderRequest,
} from '../resources/orders.ts';
import { businessError, errors } from '../resources/errors.ts';
import { browsedProduct, catalogFilters, searchedProduct } from '../resources/catalog.ts';
import {
  getWalletBalanceBody,
  getWalletBalanceData,
  getWalletTransactionsBody,
  getWalletTransactionsData,
  integrationStatus,
  sendBulkVouchersBody,
  sendBulkVouchersData,
  sendVoucherBody,
  sentBulkVoucher,
  sentVoucher,
  toolDetails,
} from '../resources/automation.ts';
import {
  ledgerPage,
  ordersPage,
  ledgerPagination,
  searchPagination,
  productsPage,
  searchPage,
} from '../lists.ts';
import type { Schema } from '../schema.ts';
import { ledgerTransaction, walletTransaction, wallet } from '../resources/wallet.ts';

const upper = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

const named: Readonly<Record<string, Schema>> = {
  browsedProduct,
  searchedProduct,
  productsPage,
  searchPage,
  searchPagination,
  catalogFilters,
  order,
  listedOrder,
  createdOrder,
  ordersPage,
  orderRequestStatus,
  queuedOrderRequest,
  bulkOrderCreated,
  wallet,
  walletTransaction,
  ledgerTransaction,
  ledgerPage,
  ledgerPagination,
  sendVoucherBody,
  sentVoucher,
  sendBulkVouchersBody,
  sendBulkVouchersData,
  sentBulkVoucher,
  getWalletTransactionsBody,
  getWalletTransactionsData,
  getWalletBalanceBody,
  getWalletBalanceData,
  integrationStatus,
  toolDetails,
  businessError,
  ...Object.fromEntries(
    Object.entries(errors).map(([name, { schema }]) => [`${name}Error`, schema]),
  ),
};

const names = new Map<unknown, string>(
  Object.entries(named).map(([name, schema]) => [schema, upper(name)]),
);

/** Returns the `$ref` to the schema of a name. */
type RefOf = (name: string) => string;
const inDocument: RefOf = name => `#/components/schemas/${name}`;

function linkParts(value: unknown, refOf: RefOf): unknown {
  if (Array.isArray(value)) return value.map(each => link(each, refOf));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, link(part, refOf)]));
}

/** A copy of a schema in which each named schema, found by identity, is a `$ref`. */
export function link(schema: unknown, refOf: RefOf = inDocument): unknown {
  const name = names.get(schema);
  return name === undefined ? linkParts(schema, refOf) : { $ref: refOf(name) };
}

const anything = { type: 'object' };

/** Usual forms of fields that may be any object: for readers, and for types that are generated from the document. */
const often: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  // §2.3
  orderRequestStatus: {
    result: { anyOf: [order, bulkOrderCreated, anything, { type: 'null' }] },
  },
  // §4.2: the result of a voucher that was rejected has less than that of one that was sent.
  sendBulkVouchersData: {
    results: {
      type: 'array',
      items: { anyOf: [sentBulkVoucher, sendBulkVouchersData.properties['results']?.items] },
    },
  },
};

const documented = (name: string, schema: Schema): unknown => ({
  ...schema,
  ...(schema.properties && { properties: { ...schema.properties, ...often[name] } }),
});

/** The named schemas, which refer to each other as wanted. */
export const schemasWith = (refOf: RefOf): Record<string, object> =>
  Object.fromEntries(
    Object.entries(named).map(([name, schema]) => [
      upper(name),
      linkParts(documented(name, schema), refOf) as object,
    ]),
  );

/** `components.schemas` of the document. */
export const componentSchemas = schemasWith(inDocument);
