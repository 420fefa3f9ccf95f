/** A small client of the API. Its types are those of the contract, so that what the spec leaves open has to be looked at. */
import type {
  BusinessError,
  CreatedOrder,
  ListedOrder,
  OrderRequestStatus,
  OrdersPage,
  ProductsPage,
  QueuedOrderRequest,
  Wallet,
} from 'gift-voucher-conformance/contract';

interface Account {
  /** `{base_url}` of the spec, without a slash at the end. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

type Query = Readonly<Record<string, string | number>>;

interface PageQuery {
  readonly page?: number;
  readonly limit?: number;
  readonly sortBy?: string;
  readonly order?: 'asc' | 'desc';
}

/** The service rejected a request (§7). */
export class Rejected extends Error {
  readonly status: number;
  readonly body: BusinessError;
  /** The wait that a 429 asks for (§8). */
  readonly retryAfterSeconds: number | undefined;

  constructor(response: Response, body: BusinessError) {
    super(`${response.status} ${body.error}`);
    this.status = response.status;
    this.body = body;
    const wait = response.headers.get('retry-after');
    this.retryAfterSeconds = wait === null ? undefined : Number(wait);
  }
}

export function createClient({ baseUrl, apiKey }: Account) {
  async function send<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const response = await fetch(`${baseUrl}/api/v1/business${path}`, {
      method,
      headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/json' },
      // A redirect could hand the key to another host.
      redirect: 'error',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const received: unknown = await response.json();
    if (!response.ok) throw new Rejected(response, received as BusinessError);
    return received as Body;
  }
  const read = <Body>(path: string, query: Query = {}): Promise<Body> => {
    const search = new URLSearchParams(
      Object.entries(query).map(([k, v]): [string, string] => [k, `${v}`]),
    );
    return send<Body>('GET', search.size > 0 ? `${path}?${search.toString()}` : path);
  };
  const orders = (query: PageQuery = {}) => read<OrdersPage>('/orders', { ...query });
  return {
    products: (query: PageQuery = {}) => read<ProductsPage>('/products', { ...query }),
    orders,
    wallets: () => read<Wallet[]>('/wallet'),
    orderRequest: (id: string) =>
      read<OrderRequestStatus>(`/orders/order-requests/${encodeURIComponent(id)}`),
    /** Creates an order. The spec does not show its body; the service may create it at once. */
    order: (body: unknown) => send<QueuedOrderRequest | CreatedOrder>('POST', '/orders', body),

    /** Every order, page by page. */
    async *allOrders(): AsyncGenerator<ListedOrder> {
      for (let page = 1, totalPages = 1; page <= totalPages; page++) {
        const one = await orders({ page });
        totalPages = one.totalPages;
        yield* one.orders;
      }
    },
  };
}
