/** Lists the records that a run makes for its checks, in the order in which they are made. */
import type { Preparation } from '../../harness/run/own.ts';
import type { Exchange } from '../../schemas/records/exchange.ts';
import type { OrderBody } from './order-bodies.ts';
import type { OwnOrder } from './order-requests.ts';
import { names } from './names.ts';
import { orders, shopping } from './orders.ts';
import type { Discoverable } from '../../harness/config/needs.ts';
import type { SettingValue } from '../../harness/config/settings.ts';
import type { Use } from '../../schemas/statement.ts';
import type { Shop } from './shop.ts';
import type { Voucher } from '../steps/vouchers.ts';
import { type FirstVoucher, type RefusedVoucher, type TwoVouchers, vouchers } from './vouchers.ts';
import { type ForeignWebhook, type OwnWebhook, webhooks } from './webhooks.ts';

declare module '../../harness/run/own.ts' {
  interface Own extends Names {
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
    readonly 'first voucher': FirstVoucher;
    /** Cheapest voucher that the target sends, with only the required fields. */
    readonly 'cheapest voucher': Voucher;
    /** Response to the cheapest voucher. */
    readonly 'plain voucher': Exchange;
    readonly 'two vouchers': TwoVouchers;
    /** Response to a voucher with only the required fields. */
    readonly 'voucher in GBP': Exchange;
    readonly 'voucher in USD': Exchange;
    readonly 'voucher in EUR': Exchange;
    /** Response to a voucher with every field. */
    readonly 'full voucher': Exchange;
    /** Response to a bulk with every field. */
    readonly 'full bulk': Exchange;
    readonly 'refused voucher': RefusedVoucher;
    readonly 'bulk with a refused voucher': RefusedVoucher;
    /** Id of an order request that ended with a result. */
    readonly 'succeeded request': string;
    /** Id of an order request that does not exist. */
    readonly 'unknown request': string;
  }
}

/** Settings that are given or discovered, with their values. */
type Names = { readonly [Name in Discoverable & Use]: SettingValue<Name> };

/** Makes the vouchers first, because a target that takes more than a price is noticed at a voucher for 0.01. */
export const preparations: readonly Preparation[] = [
  ...names,
  ...shopping,
  ...vouchers,
  ...orders,
  ...webhooks,
];
