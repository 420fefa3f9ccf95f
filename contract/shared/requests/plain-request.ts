/** A request to any route that the good key may send, for checks that are about the key and not the request. */
import { route, type Route } from '../../../schemas/routes.ts';
import type { SendOptions } from '../../../fixtures/client/api.ts';
import type { Context } from '../../../fixtures/run/context.ts';
import { bulkOrderBody, bulkOrderPath, orderBody } from '../discovery/order-bodies.ts';
import { unknownWebhook } from '../discovery/webhooks.ts';
import { cheapest, purchaseOf } from './purchase.ts';
import { costOf, leastVoucher } from './vouchers.ts';

/** A well-formed id that nobody has, where the target declares none. */
const nobody = '000000000000000000000000';

/**
 * A request that is valid in all but perhaps the ids of its path.
 *
 * @throws NotExercised if the target does not declare what the route needs.
 */
export async function plainRequest(context: Context, to: Route): Promise<SendOptions> {
  const { target } = context;
  const { values } = target;
  switch (to.id) {
    case route.orderRequest.id:
      return {
        params: {
          id: values.GV_ORDER_REQUEST_SUCCEEDED ?? values.GV_ORDER_REQUEST_UNKNOWN ?? nobody,
        },
      };
    case route.order.id:
      return { params: { orderId: values.GV_ORDER_UNKNOWN ?? nobody } };
    case route.updateWebhook.id:
      return {
        params: { id: await unknownWebhook(context) },
        body: values.GV_WEBHOOK_BODY ?? {},
      };
    case route.deleteWebhook.id:
      return { params: { id: await unknownWebhook(context) } };
    case route.createWebhook.id:
      return { body: values.GV_WEBHOOK_BODY ?? {} };
    case route.createOrder.id:
      return buy(context, await orderBody(context));
    case route.createBulkOrder.id: {
      const params = { bulkPath: await bulkOrderPath(context) };
      return { params, ...(await buy(context, await bulkOrderBody(context))) };
    }
    case route.sendVoucher.id: {
      const voucher = await leastVoucher(context);
      return { body: voucher, costs: [costOf(voucher)] };
    }
    case route.sendBulkVouchers.id: {
      const voucher = await leastVoucher(context);
      return { body: { vouchers: [voucher] }, costs: [costOf(voucher)] };
    }
    case route.getWalletTransactions.id:
    case route.getWalletBalance.id:
      return { body: {} };
    case route.tool.id:
      return { params: { toolName: 'get_gift_details' } };
    default:
      return {};
  }
}

/** Another key may send the same order: it is no creation of this run. */
async function buy(context: Context, template: unknown): Promise<SendOptions> {
  const { once: _, ...order } = purchaseOf(template, await cheapest(context));
  return order;
}

/**
 * A request that is to be rejected or to show that a key is not: of an empty body nothing is made.
 *
 * @throws NotExercised if the target does not declare what the route needs.
 */
export async function harmlessRequest(context: Context, to: Route): Promise<SendOptions> {
  switch (to.id) {
    case route.createOrder.id:
    case route.sendVoucher.id:
    case route.sendBulkVouchers.id:
      return { body: {}, costs: [] };
    case route.createBulkOrder.id:
      return {
        params: { bulkPath: await bulkOrderPath(context) },
        body: {},
        costs: [],
      };
    case route.createWebhook.id:
      return { body: {} };
    default:
      return plainRequest(context, to);
  }
}
