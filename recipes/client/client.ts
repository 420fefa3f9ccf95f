/** Sends requests to the API. Its types are the types of the contract. A body that the spec does not show is `unknown`. */
import type {
  BulkOrderCreated,
  BusinessError,
  CatalogFilters,
  CreatedOrder,
  GetWalletBalanceBody,
  GetWalletBalanceData,
  GetWalletTransactionsBody,
  GetWalletTransactionsData,
  IntegrationStatus,
  LedgerPage,
  ListedOrder,
  OrderRequestStatus,
  OrdersPage,
  ProductsPage,
  QueuedOrderRequest,
  SearchPage,
  SendBulkVouchersBody,
  SendBulkVouchersData,
  SendVoucherBody,
  SentVoucher,
  ToolDetails,
  Wallet,
} from 'gift-voucher-conformance/contract';

interface Account {
  /** Matches the spec's `{base_url}`, without a slash at the end. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Key of the automation and tool routes (§5.4); `apiKey` by default. */
  readonly automationKey?: string;
}

type Values = Readonly<Record<string, string | number | readonly string[] | undefined>>;

interface PageQuery {
  readonly page?: number;
  readonly limit?: number;
}

interface SortedQuery extends PageQuery {
  readonly sortBy?: string;
  readonly order?: 'asc' | 'desc';
}

interface SearchQuery {
  readonly merchant?: string;
  /** Sent once for each value, as `useCase` is (§4.1 rule 1). */
  readonly category?: readonly string[];
  readonly useCase?: readonly string[];
  /** Numeric parameters: the spec does not show their names (§4.1 rule 5). */
  readonly [name: string]: string | number | readonly string[] | undefined;
}

/** Response of an automation action (§4.2). */
interface Action<Data> {
  readonly success: boolean;
  readonly action: string;
  readonly data: Data;
}

/** Thrown if the service rejects a request (§7). */
export class Rejected extends Error {
  override readonly name = 'Rejected';
  readonly status: number;
  /** Absent if the response has no `error`, as a page of a gateway. */
  readonly body: BusinessError | undefined;
  /** Wait in seconds that a 429 asks for (§8). */
  readonly retryAfterSeconds: number | undefined;

  constructor({ status, statusText, headers }: Response, body: unknown) {
    const known = isError(body) ? body : undefined;
    super(`${status} ${known?.error ?? statusText}`);
    this.status = status;
    this.body = known;
    const wait = headers.get('retry-after');
    this.retryAfterSeconds = wait === null ? undefined : Number(wait);
  }
}

const isError = (body: unknown): body is BusinessError =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const search = (values: Values): string => {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((each): [string, string] => [name, String(each)]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
};

/** Returns a client for one account. Each method sends one request, and throws `Rejected` for any status but 2xx. */
export function createClient({ baseUrl, apiKey, automationKey = apiKey }: Account) {
  async function send<Body>(
    key: string,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Body> {
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      // A redirect could hand the key to another host.
      redirect: 'error',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const received = parsed(text);
    if (!response.ok) throw new Rejected(response, received);
    if (received === undefined && text !== '')
      throw new SyntaxError(`${method} ${path}: ${response.status} without JSON`);
    return received as Body;
  }
  const business = <Body>(method: string, path: string, body?: unknown) =>
    send<Body>(apiKey, method, `/business${path}`, body);
  const read = <Body>(path: string, query: object = {}) =>
    business<Body>('GET', path + search(query as Values));
  const act = <Data>(action: string, body: unknown = {}) =>
    send<Action<Data>>(automationKey, 'POST', `/automation/actions/${action}`, body);
  const at = encodeURIComponent;

  const orders = (query: SortedQuery = {}) => read<OrdersPage>('/orders', query);
  return {
    products: (query: SortedQuery = {}) => read<ProductsPage>('/products', query),
    search: (query: SearchQuery = {}) => read<SearchPage>('/products/search', query),
    filters: () => read<CatalogFilters>('/products/filters'),

    orders,
    /** Reads every order, page by page. */
    async *allOrders(): AsyncGenerator<ListedOrder> {
      for (let page = 1, totalPages = 1; page <= totalPages; page++) {
        const one = await orders({ page });
        totalPages = one.totalPages;
        yield* one.orders;
      }
    },
    order: (id: string) => read<unknown>(`/orders/${at(id)}`),
    orderRequest: (id: string) => read<OrderRequestStatus>(`/orders/order-requests/${at(id)}`),
    /** Creates an order, at once or queued. The spec does not show the body. */
    createOrder: (body: unknown) =>
      business<QueuedOrderRequest | CreatedOrder>('POST', '/orders', body),
    /** Creates orders in bulk. The spec shows neither the path, like `/orders/bulk`, nor the body. */
    createBulkOrder: (path: string, body: unknown) =>
      business<QueuedOrderRequest | BulkOrderCreated>('POST', path, body),

    wallets: () => read<Wallet[]>('/wallet'),
    walletBalance: () => read<unknown>('/wallet/balance'),
    ledger: (query: PageQuery = {}) => read<LedgerPage>('/wallet/transactions', query),
    auth: () => read<unknown>('/auth'),

    createWebhook: (body: unknown) => business<unknown>('POST', '/webhooks', body),
    updateWebhook: (id: string, body: unknown) =>
      business<unknown>('PATCH', `/webhooks/${at(id)}`, body),
    deleteWebhook: (id: string) => business<unknown>('DELETE', `/webhooks/${at(id)}`),

    automation: {
      sendVoucher: (body: SendVoucherBody) => act<SentVoucher>('send_voucher', body),
      sendBulkVouchers: (body: SendBulkVouchersBody) =>
        act<SendBulkVouchersData>('send_bulk_vouchers', body),
      transactions: (body: GetWalletTransactionsBody = {}) =>
        act<GetWalletTransactionsData>('get_wallet_transactions', body),
      balance: (currency: NonNullable<GetWalletBalanceBody['currency']>) =>
        act<GetWalletBalanceData>('get_wallet_balance', { currency }),
      /** Reads all balances. The spec does not show the shape of `data`. */
      balances: () => act<unknown>('get_wallet_balance'),
      status: () => send<IntegrationStatus>(automationKey, 'GET', '/automation/status'),
    },
    tool: (name: string) =>
      send<ToolDetails>(automationKey, 'GET', `/integrations/mcp/tools/${at(name)}`),
  };
}
