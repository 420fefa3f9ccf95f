/** The four paginated lists (§2.8), and how a response is read as a page of one. */
import { bodyOf, isObject, isSuccess, type Exchange } from './records/exchange.ts';
import { listedOrder } from './resources/orders.ts';
import { ledgerPagination, searchPagination, topLevelPagination } from './resources/pages.ts';
import { browsedProduct, searchedProduct } from './resources/catalog.ts';
import { ledgerTransaction } from './resources/wallet.ts';
import { route, type Route } from './routes.ts';
import { object, type ObjectSchema } from './schema.ts';

export interface List {
  readonly id: string;
  readonly route: Route;
  /** Field of the body with the items. */
  readonly items: 'products' | 'orders' | 'transactions';
  readonly item: ObjectSchema;
  /** Field that identifies an item; ledger entries have none. */
  readonly identity?: '_id';
  /** Object of the body with the pagination; absent: it is at the top of the body. */
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

/** One page as the target returned it; a number that is missing or not an integer is undefined. */
export interface Page {
  readonly exchange: Exchange;
  readonly items: readonly unknown[];
  readonly total: number | undefined;
  readonly page: number | undefined;
  readonly totalPages: number | undefined;
  readonly limit: number | undefined;
}

const integer = (value: unknown) => (Number.isInteger(value) ? (value as number) : undefined);

/** The items of a response and the numbers of its pagination; undefined if it is not a page. */
export function toPage(list: List, exchange: Exchange): Page | undefined {
  const body = bodyOf(exchange);
  if (!isSuccess(exchange) || !isObject(body) || !Array.isArray(body[list.items])) return undefined;
  const pagination = list.wrapper ? body[list.wrapper] : body;
  const numbers = isObject(pagination) ? pagination : {};
  return {
    exchange,
    items: body[list.items] as unknown[],
    total: integer(numbers[list.names.total]),
    page: integer(numbers[list.names.page]),
    totalPages: integer(numbers['totalPages']),
    limit: integer(numbers['limit']),
  };
}

/** The list of which a response is a page. */
export const listOf = ({ route: id }: Exchange): List | undefined =>
  allLists.find(list => list.id === id);
