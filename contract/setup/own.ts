/** Lists the records that a run makes for its checks, in the order in which they are made. */
import type { Preparation } from '../../harness/run/own.ts';
import type { Exchange } from '../../schemas/records/exchange.ts';
import type { OrderBody } from './order-bodies.ts';
import type { OwnOrder } from './order-requests.ts';
import { orders } from './orders.ts';
import type { Shop } from './shop.ts';
import { type ForeignWebhook, type OwnWebhook, webhooks } from './webhooks.ts';

declare module '../../harness/run/own.ts' {
  interface Own {
    readonly webhook: OwnWebhook;
    /** Id of a webhook that does not exist. */
    readonly 'unknown webhook': string;
    readonly 'foreign webhook': ForeignWebhook;
    /** Response to a registration that the target fails. */
    readonly 'failed registration': Exchange;
    /** Wallets before the first purchase. */
    readonly wallets: Exchange;
    /** Products that the run may buy, and the money for them before its first purchase. */
    readonly shop: Shop;
    readonly 'order body': OrderBody;
    readonly 'bulk body': OrderBody;
    readonly 'single order': OwnOrder;
    readonly 'bulk order': OwnOrder;
    readonly 'order in a second currency': OwnOrder;
    readonly 'bulk with an unknown product': OwnOrder;
    /** Orders of the same product at the same moment. */
    readonly 'two orders': readonly OwnOrder[];
    readonly 'order of an unknown product': OwnOrder;
    readonly 'order beyond the balance': OwnOrder;
    /** Id of an order request that ended with a result. */
    readonly 'succeeded request': string;
    /** Id of an order request that does not exist. */
    readonly 'unknown request': string;
  }
}

export const preparations: readonly Preparation[] = [...orders, ...webhooks];
