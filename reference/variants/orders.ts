import { enqueue } from '../routes/purchase.ts';
import type { OrderRules } from '../rules/rules.ts';
import {
  allowedBy,
  allowedInProbesBy,
  type Body,
  isBody,
  onObject,
  onObjectsWith,
  request,
  response,
  onRules,
  type Variant,
  onData,
  reject,
  at,
} from '../patches.ts';
import { cents, type LedgerEntry, type Order } from '../data/records.ts';
import type { Incoming, Patch } from '../types.ts';
import { sleep, type World } from '../world.ts';

const orders = (change: Partial<OrderRules>) =>
  onRules(({ orders: current }) => void Object.assign(current, change));

const onResult = (change: (result: Body) => unknown) =>
  onObject(at.orderRequest, body => {
    if (isBody(body['result'])) body['result'] = change(body['result']);
  });

const isPurchase = ({ route }: Incoming): boolean =>
  route === at.createOrder || route === at.sendVoucher;

/** Rejects a purchase while another purchase is under way. */
function oneAtATime(): Patch {
  const busy = new WeakSet<World>();
  return {
    request(incoming, world) {
      if (!isPurchase(incoming) || !busy.has(world)) return undefined;
      return { status: 409, headers: {}, body: { error: 'Another purchase is under way' } };
    },
    async response(reply, incoming, world) {
      if (!isPurchase(incoming) || reply.status >= 300) return;
      busy.add(world);
      await sleep(20);
      busy.delete(world);
    },
  };
}

/** Ways to create orders and to end their requests (§2.3, §3, §4.1 rules 7 and 8). */
export const orderFlows: readonly Variant[] = [
  ...allowedBy('§4.1 rule 7, §4.2: a service may process one purchase of an account at a time', {
    'purchases-one-at-a-time': oneAtATime(),
  }),
  ...allowedBy('§1, §4.1 rules 7 and 8: how creations answer is not shown', {
    'orders-synchronous': orders({ mode: 'sync' }),
    'bulk-synchronous-only': orders({ mode: 'async', bulkMode: 'sync' }),
    'bulk-synchronous-with-200': [
      orders({ mode: 'sync' }),
      response((reply, { route }) => {
        if (route === at.createBulk && reply.status === 201) reply.status = 200;
      }),
    ],
    'orders-queued-before-they-are-looked-at': response((reply, { route, account }, world) => {
      const { productNotFound } = world.rules.errors;
      const isUnknown = reply.status === 404 && route === at.createOrder;
      if (!isUnknown || !account) return;
      const run = () => ({ error: productNotFound.error });
      const { orderRequestId, status } = enqueue(world, account.id, 'single', run);
      Object.assign(reply, { status: 202, body: { orderRequestId, status } });
    }),
  }),
  ...allowedBy('§3: how long a request is queued, and the set of statuses', {
    'requests-end-at-once': { asyncDelayMs: 0 },
    'request-statuses-of-other-words': [
      orders({ succeeded: 'COMPLETED', failed: 'dead-letter' }),
      onObject(at.orderRequest, (body, _request, world) => {
        if (body['status'] === world.rules.orders.queued) body['status'] = 'processing';
      }),
    ],
  }),
  ...allowedBy('§2.2, §2.3: the result of a request may be any object', {
    'request-results-of-other-shape': onResult(() => ({
      message: 'Done',
      reference: { id: 42, tags: [] },
    })),
    'order-merchants-named-in-two-languages': onObjectsWith('giftOrder', order => {
      const { merchant } = order as { merchant: Body };
      merchant['name'] = { en: merchant['name'], de: merchant['name'] };
    }),
    'request-results-without-image': onResult(result => {
      for (const order of [result, ...((result['orders'] as Body[] | undefined) ?? [])]) {
        delete order['imageUrl'];
      }
      return result;
    }),
  }),
  ...allowedBy('§4.1 rule 8: whether one unknown product rejects a bulk as a whole is not shown', {
    'bulk-with-an-unknown-product-rejected': {
      settings: { GV_ORDER_REQUEST_BULK: undefined },
      patches: request(({ route, body }, { products, rules: { errors } }) => {
        const { orders: lines = [] } = (body ?? {}) as { orders?: { productCode: string }[] };
        const isKnown = (code: string) => products.some(each => each.productCode === code);
        return route === at.createBulk && lines.some(({ productCode }) => !isKnown(productCode))
          ? { status: 404, headers: {}, body: { error: errors.productNotFound.error } }
          : undefined;
      }),
    },
  }),
  ...allowedBy('§2.4: in which currency a summary is stated is not shown', {
    'bulk-summaries-in-the-currency-of-the-account': onObject(
      at.orderRequest,
      ({ result }, { account }, { wallets }) => {
        if (!isBody(result) || !isBody(result['summary'])) return;
        const wallet = wallets.find(each => each.accountId === account?.id);
        if (!wallet || wallet.currency === result['summary']['currency']) return;
        const { currency, balance: remainingBalance } = wallet;
        const totalValue = cents(Number(result['summary']['totalValue']) * 0.85);
        Object.assign(result['summary'], { totalValue, currency, remainingBalance });
      },
    ),
  }),
  ...allowedBy('§2.4: rejectedOrders is not required, and may be empty', {
    'rejected-orders-not-listed': onObjectsWith(
      'summary',
      result => void delete result['rejectedOrders'],
    ),
    'rejected-orders-always-listed': onObjectsWith(
      'summary',
      result => void (result['rejectedOrders'] ??= []),
    ),
  }),
];

/** Records of some ages alone show on a route. */
const aged = (route: Incoming['route'], isShown: (ageMs: number) => boolean): Patch =>
  onData(world => {
    const { owns } = world.rules;
    world.rules.owns = (record, request) =>
      owns(record, request) && (request.route !== route || isShown(ageOf(record)));
  });

const ageOf = (record: object): number => {
  const { createdAt, timestamp } = record as Partial<Order & LedgerEntry>;
  return Date.now() - Date.parse(createdAt ?? timestamp ?? '');
};

/** Makes an order request unknown for a moment after its creation. */
const unknownAtFirst: Patch = response((reply, { route, params }, { orderRequests, rules }) => {
  if (route !== at.orderRequest) return;
  const request = orderRequests.find(({ orderRequestId }) => orderRequestId === params['id']);
  if (!request || ageOf(request) >= 300 || reply.status !== 200) return;
  reject(reply, 404, { error: rules.errors.orderRequestNotFound.error });
});

/** Forgets an order request of the run when a caller has read its result. */
function purgedWhenRead(): Patch {
  const seeded = new Set<string>();
  const read = new Set<string>();
  return {
    data: ({ orderRequests }) => orderRequests.forEach(each => seeded.add(each.orderRequestId)),
    response(reply, { route, params }, { rules }) {
      const { id = '' } = params;
      if (route !== at.orderRequest || seeded.has(id) || reply.status !== 200) return;
      if (read.has(id)) reject(reply, 404, { error: rules.errors.orderRequestNotFound.error });
      if (isBody(reply.body) && isBody(reply.body['result'])) read.add(id);
    },
  };
}

/** Orders that appear late or cannot be made, and requests that end late (§1, §2.3, §2.6, §3). */
export const orderRecords: readonly Variant[] = [
  ...allowedBy('§1: when an order shows in the list, and its purchase in the ledger', {
    'orders-listed-two-seconds-late': aged(at.orders, ms => ms >= 2000),
    'ledger-two-seconds-late': aged(at.ledger, ms => ms >= 2000),
  }),
  ...allowedBy('§2.3, §3: when an order request can be polled, and for how long', {
    'order-requests-unknown-at-first': unknownAtFirst,
    'order-requests-take-minutes': { asyncDelayMs: 600_000, settings: { GV_ASYNC_TIMEOUT: '2' } },
    'order-requests-purged-when-their-result-was-read': purgedWhenRead(),
    'order-requests-of-the-settings-purged': aged(at.orderRequest, ms => ms < 3_600_000),
  }),
  ...allowedBy('§4.1 rules 7 and 8: the settings may lack what a body requires', {
    'order-bodies-lack-a-field': {
      settings: {
        GV_ORDER_BODY: '{"productCode":"{{productCode}}"}',
        GV_BULK_ORDER_BODY: '{"orders":[{"productCode":"{{productCode}}"}]}',
      },
    },
  }),
  ...allowedInProbesBy('§7: the complete catalog of errors is not shown', {
    'nothing-in-stock': response((reply, { route }) => {
      if (/^POST .*\/orders/.test(route) && reply.status < 300)
        reject(reply, 409, { error: 'Out of stock' });
    }),
  }),
  ...allowedBy('§1, §2.6: whether orders are paid from the wallet is not shown; vouchers may be', {
    'orders-paid-by-invoice': request((_request, { ledger, orders, wallets }) => {
      const ids = new Set(orders.map(({ _id }) => _id));
      const isOfOrder = ({ orderID }: LedgerEntry) => orderID !== undefined && ids.has(orderID);
      for (const { accountId, currency, transactionValue } of ledger.filter(isOfOrder)) {
        const wallet = wallets.find(
          each => each.accountId === accountId && each.currency === currency,
        );
        if (wallet) wallet.balance = cents(wallet.balance + transactionValue);
      }
      ledger.splice(0, ledger.length, ...ledger.filter(each => !isOfOrder(each)));
    }),
  }),
];
