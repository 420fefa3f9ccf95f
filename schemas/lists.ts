/** Describes the four paginated lists (§2.8, §4.1) and the bodies of their pages, and reads responses as pages. */
import { listedOrder } from './resources/orders.ts';
import { browsedProduct, searchedProduct } from './resources/catalog.ts';
import { integer, object, type ObjectSchema } from './schema.ts';
import { ledgerTransaction } from './resources/wallet.ts';
import { at, bodyOf, field, isObject, isSuccess, type Exchange } from './records/exchange.ts';
import { route, type Route } from './routes.ts';

/** Pagination at the top of responses of the catalog and the order history (§2.8). */
export const topLevelPagination = { total: integer, page: integer, totalPages: integer };

/** `pagination` of the product search (§2.8). */
export const searchPagination = object('Search pagination', {
  total: integer,
  totalPages: integer,
  currentPage: integer,
  limit: integer,
});

/** `pagination` of the wallet ledger (§2.8). */
export const ledgerPagination = object('Ledger pagination', {
  currentPage: integer,
  totalPages: integer,
  totalTransactions: integer,
  limit: integer,
});

/** Body of the catalog browse route. */
export const productsPage = object('Products page', {
  ...topLevelPagination,
  products: { type: 'array', items: browsedProduct },
});

/** Body of the product search. */
export const searchPage = object('Search page', {
  products: { type: 'array', items: searchedProduct },
  pagination: searchPagination,
});

/** Body of the order history. */
export const ordersPage = object('Orders page', {
  ...topLevelPagination,
  orders: { type: 'array', items: listedOrder },
});

/** Body of the wallet ledger. */
export const ledgerPage = object('Ledger page', {
  transactions: { type: 'array', items: ledgerTransaction },
  pagination: ledgerPagination,
});

export interface List {
  readonly id: string;
  readonly route: Route;
  /** Field of the body with the items. */
  readonly items: 'products' | 'orders' | 'transactions';
  readonly item: ObjectSchema;
  /** Field that identifies an item. Ledger entries have none. */
  readonly identity?: '_id';
  /** Object of the body with the pagination. Absent if the pagination is at the top of the body. */
  readonly wrapper?: 'pagination';
  readonly pagination: ObjectSchema;
  readonly names: {
    readonly page: 'page' | 'currentPage';
    readonly total: 'total' | 'totalTransactions';
  };
  /** Settings that name the parameters if the spec does not. */
  readonly params?: {
    readonly page: 'GV_SEARCH_PAGE_PARAM';
    readonly limit: 'GV_SEARCH_LIMIT_PARAM';
  };
}

const topLevel = object('Pagination', topLevelPagination);

export const lists = {
  browse: {
    id: route.browse.id,
    route: route.browse,
    items: 'products',
    item: browsedProduct,
    identity: '_id',
    pagination: topLevel,
    names: { page: 'page', total: 'total' },
  },
  search: {
    id: route.search.id,
    route: route.search,
    items: 'products',
    item: searchedProduct,
    identity: '_id',
    wrapper: 'pagination',
    pagination: searchPagination,
    names: { page: 'currentPage', total: 'total' },
    params: { page: 'GV_SEARCH_PAGE_PARAM', limit: 'GV_SEARCH_LIMIT_PARAM' },
  },
  orders: {
    id: route.orders.id,
    route: route.orders,
    items: 'orders',
    item: listedOrder,
    identity: '_id',
    pagination: topLevel,
    names: { page: 'page', total: 'total' },
  },
  ledger: {
    id: route.ledger.id,
    route: route.ledger,
    items: 'transactions',
    item: ledgerTransaction,
    wrapper: 'pagination',
    pagination: ledgerPagination,
    names: { page: 'currentPage', total: 'totalTransactions' },
  },
} as const satisfies Record<string, List>;

export const allLists: readonly List[] = Object.values(lists);

/** Lists that take `sortBy` and `order`. */
export const sortable = [lists.browse, lists.orders] as const;

/** Page as the target returned it. A number that is missing or not an integer is undefined. */
export interface Page {
  readonly exchange: Exchange;
  readonly items: readonly unknown[];
  readonly total: number | undefined;
  readonly page: number | undefined;
  readonly totalPages: number | undefined;
  readonly limit: number | undefined;
}

const asInteger = (value: unknown) => (Number.isInteger(value) ? (value as number) : undefined);

/** Returns the items and the pagination of a response, or undefined if it is not a page. */
export function toPage(list: List, exchange: Exchange): Page | undefined {
  const body = bodyOf(exchange);
  if (!isSuccess(exchange) || !isObject(body) || !Array.isArray(body[list.items])) return undefined;
  const pagination = list.wrapper ? body[list.wrapper] : body;
  const numbers = isObject(pagination) ? pagination : {};
  return {
    exchange,
    items: body[list.items] as unknown[],
    total: asInteger(numbers[list.names.total]),
    page: asInteger(numbers[list.names.page]),
    totalPages: asInteger(numbers['totalPages']),
    limit: asInteger(numbers['limit']),
  };
}

const identityOf = (item: unknown): unknown =>
  at(item, '_id') ??
  at(item, 'transactionId') ?? [at(item, 'transactionType'), at(item, 'orderID')];

/** Returns total and identities of the items in a response, as a text, or undefined if the response shows no list. */
export function contentsOf(exchange: Exchange): string | undefined {
  const list = listOf(exchange);
  const page = list && toPage(list, exchange);
  const items = page?.items ?? field(exchange, 'data', 'transactions');
  const total = page ? page.total : field(exchange, 'data', 'totalCount');
  return Array.isArray(items) ? JSON.stringify([total, items.map(identityOf)]) : undefined;
}

/** Returns the list to which a response belongs. */
export const listOf = ({ route: id }: Exchange): List | undefined =>
  allLists.find(list => list.id === id);
