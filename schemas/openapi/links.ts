/** Defines the links of the OpenAPI document, which name the value of a response that the next request needs. */
import type { OpenAPIV3_1 } from 'openapi-types';
import type { RouteName } from '../routes.ts';

type Links = Readonly<Record<string, OpenAPIV3_1.LinkObject>>;

const body = (path: string): string => `$response.body#/${path}`;
const unshownId = 'The name of the id in the response is not shown. `_id` is usual.';

const toWebhook = (operationId: RouteName): OpenAPIV3_1.LinkObject => ({
  operationId,
  parameters: { id: body('_id') },
  description: unshownId,
});

/** Lists the links of a success, by route and status. */
export const links: Partial<Readonly<Record<RouteName, Readonly<Record<string, Links>>>>> = {
  browse: {
    200: {
      search: { operationId: 'search', parameters: { merchant: body('products/0/merchant') } },
    },
  },
  filters: {
    200: { search: { operationId: 'search', parameters: { merchant: body('merchants/0') } } },
  },
  orders: {
    200: { order: { operationId: 'order', parameters: { orderId: body('orders/0/_id') } } },
  },
  createOrder: {
    201: { order: { operationId: 'order', parameters: { orderId: body('_id') } } },
    202: {
      request: { operationId: 'orderRequest', parameters: { id: body('orderRequestId') } },
    },
  },
  orderRequest: {
    200: { result: { operationId: 'order', parameters: { orderId: body('result/_id') } } },
  },
  createWebhook: {
    '2XX': { update: toWebhook('updateWebhook'), delete: toWebhook('deleteWebhook') },
  },
};
