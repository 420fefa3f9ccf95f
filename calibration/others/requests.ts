/** One good request of each documented operation, to be judged by a proxy that sends none of its own. */

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

const business = '/api/v1/business';
const automation = '/api/v1/automation';

const get = (path: string): Request => ({ method: 'GET', path });
const post = (path: string, body: unknown): Request => ({ method: 'POST', path, body });

interface Product {
  readonly productCode: string;
  readonly merchant: string;
  readonly currency: string;
  readonly minPrice: number;
}

/** With a product and an order of the target, so that they are good. */
export function requests(
  settings: Readonly<Record<string, string>>,
  { product, orderId }: { product: Product; orderId: string },
): readonly Request[] {
  const { productCode, merchant, currency, minPrice: valuePurchased } = product;
  const order = { productCode, currency, valuePurchased };
  const voucher = { ...order, merchant, recipientEmail: 'ada@example.com' };
  const webhook: unknown = JSON.parse(settings['GV_WEBHOOK_BODY'] ?? '{}');
  const webhookPath = `${business}/webhooks/${settings['GV_WEBHOOK_UNKNOWN']}`;
  return [
    get(`${business}/products?page=1&limit=5`),
    get(`${business}/products/search?category=Books&category=Food`),
    get(`${business}/products/filters`),
    get(`${business}/orders?page=1&limit=5`),
    get(`${business}/orders/${orderId}`),
    get(`${business}/orders/order-requests/${settings['GV_ORDER_REQUEST_SUCCEEDED']}`),
    get(`${business}/auth`),
    get(`${business}/wallet`),
    get(`${business}/wallet/balance`),
    get(`${business}/wallet/transactions?page=1&limit=5`),
    post(`${business}/orders`, order),
    post(`${business}/webhooks`, webhook),
    { method: 'PATCH', path: webhookPath, body: webhook },
    { method: 'DELETE', path: webhookPath },
    post(`${automation}/actions/send_voucher`, voucher),
    post(`${automation}/actions/send_bulk_vouchers`, { vouchers: [voucher, voucher] }),
    post(`${automation}/actions/get_wallet_transactions`, { limit: 5 }),
    post(`${automation}/actions/get_wallet_balance`, { currency: 'GBP' }),
    get(`${automation}/status`),
    get('/api/v1/integrations/mcp/tools/get_gift_details'),
  ];
}
