/** Lists generated changes that are not faults, because the spec allows them or because nothing changes. */
import type { Broken } from './replies.ts';

interface Free {
  /** Words of the spec that allow the change, or the reason why nothing changes. */
  readonly why: string;
  /** Operators; by default, all. */
  readonly operators?: readonly string[];
  /** Names of responses; by default, all. */
  readonly responses?: readonly string[];
  /** Places, from any level of the body on; by default, all. */
  readonly places?: readonly string[];
  /** Objects and lists in which every place is free. */
  readonly below?: readonly string[];
  /** Places that are not free, with everything below them. */
  readonly except?: readonly string[];
}

const missing = ['absent', 'null'];
const untyped = [...missing, 'other-type'];
const order = 'GET /orders/{orderId}';
const orderRequest = 'GET /orders/order-requests/{id}';
const bulk = 'POST /orders/bulk 201';
const badQuery = 'Invalid query parameters';
const actions = ['send_voucher', 'send_bulk_vouchers', 'get_wallet_transactions'].map(
  action => `POST /actions/${action}`,
);

const free: readonly Free[] = [
  { why: '§2.1: "may contain `region`"', operators: missing, places: ['redemption.region'] },
  {
    why: '§2.1: "search results showed only `channel`"',
    operators: missing,
    responses: ['GET /products/search'],
    places: ['redemption'],
  },
  {
    why: '§2.2: "a full order may also carry"',
    places: ['merchant.distributionMethod', 'merchant.voucherCode'],
  },
  {
    why: '§2.2: "free-form", and no table gives a type',
    operators: ['null', 'other-type'],
    below: ['giftOrder'],
  },
  { why: '§2.2: "present only in some gift or recipient flows"', places: ['previousUserId'] },
  {
    why: '§2.2: no column "Required": a product may have no picture',
    operators: ['null'],
    places: ['product.imageUrl'],
  },
  {
    why: '§2.2: no column "Required"',
    operators: missing,
    responses: ['POST /orders 201'],
    places: ['usageLimit', 'giftOrder'],
    below: ['giftOrder'],
  },
  {
    why: '§2.3: "it may be any other object"',
    operators: untyped,
    responses: [orderRequest],
    below: ['result.orders.*'],
  },
  {
    why: '§2.3: "it may be any other object"',
    operators: untyped,
    responses: [orderRequest],
    below: ['result'],
    except: ['result.success', 'result.orders', 'result.summary', 'result.rejectedOrders'],
  },
  { why: '§2.4: not required', operators: missing, places: ['rejectedOrders'] },
  { why: '§4.1 rule 8: not shown', responses: [bulk], below: ['orders.*'] },
  {
    why: '§2.6: "may carry"',
    operators: missing,
    places: ['details.description', 'details.currency'],
  },
  {
    why: '§2.6: "in ledger responses"',
    operators: missing,
    responses: ['GET /wallet'],
    places: ['*.transactions.*.currency'],
  },
  {
    why: '§2.9: not required',
    operators: missing,
    responses: ['GET /status'],
    places: ['webhookUrl', 'events', 'isActive', 'createdAt', 'message'],
  },
  { why: '§4.3: "the content of the `parameters` object": not shown', below: ['tool.parameters'] },
  {
    why: '§4.2: not required',
    operators: missing,
    places: ['data.recipientName', 'data.message', 'data.campaignName', 'data.notes'],
  },
  {
    why: '§5.5, §6: free text',
    responses: ['Business verification pending', 'Failed to register webhook'],
    places: ['message'],
  },
  {
    why: '§5.5: no type is given',
    operators: ['null', 'other-type'],
    responses: ['Incomplete business profile', 'Business verification pending'],
    places: ['status'],
  },
  { why: '§5.2: "when available"', operators: missing, places: ['reason'] },
  { why: '§7: optional', operators: missing, responses: [badQuery], places: ['message'] },
  {
    why: '§4.1: not shown',
    operators: [
      ...[200, 401, 403, 404, 500].map(status => `other-status-${status}`),
      'other-error-text',
      'error-text-and-more',
    ],
    responses: [badQuery],
  },
  {
    why: '§7: summaries that were "seen"',
    operators: ['other-error-text', 'error-text-and-more'],
    responses: ['Failed to register webhook'],
  },
  { why: '§4.1 rule 8: not shown', operators: ['other-status-200'], responses: [bulk] },
  {
    why: '§4.2: not shown whether the first is 0 or 1',
    operators: ['off-by-one'],
    places: ['voucherIndex'],
  },
  {
    why: 'the reference refuses it all the same: there is no such wallet, or no voucher',
    operators: ['rule-ignored'],
    places: ['currency required', 'vouchers required'],
  },
  {
    why: 'the reference refuses it all the same: there is no such wallet',
    operators: ['item-added'],
    places: ['currency values'],
  },
  {
    why: '§4.2: no status is given',
    operators: ['other-status-200', 'other-status-201'],
    responses: [...actions, 'POST /actions/get_wallet_balance', 'GET /tools/{toolName}'],
  },
  {
    why: '§4.1 rule 9: payloads are not shown',
    responses: ['GET /auth', 'POST /webhooks 201'],
    below: [''],
  },
  {
    why: '§4.1 rule 9: payloads are not shown',
    operators: [...untyped, 'zero', 'item-dropped', 'item-repeated'],
    responses: [order, 'GET /wallet/balance'],
    below: [''],
  },
];

/** Returns true if a place has these last segments: `currency` for `orders.*.currency`. */
const endsWith = (place: string, last: string): boolean => `.${place}`.endsWith(`.${last}`);

/** Returns true if a place is in an object or a list, at any level. The whole body is the empty text. */
const isBelow = (place: string, outer: string): boolean =>
  outer === '' ? place !== '' : `.${place}`.includes(`.${outer}.`);

/** Returns true if a generated change is not a fault. */
export const isFree = ({ operator, response, place }: Omit<Broken, 'patch' | 'routes'>): boolean =>
  free.some(({ operators, responses, places, below, except = [] }) => {
    const isAnywhere = places === undefined && below === undefined;
    return (
      (operators?.includes(operator) ?? true) &&
      (responses?.includes(response) ?? true) &&
      (isAnywhere ||
        places?.some(each => endsWith(place, each)) ||
        below?.some(each => isBelow(place, each))) === true &&
      !except.some(each => place === each || place.startsWith(`${each}.`))
    );
  });
