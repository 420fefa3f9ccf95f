import type { RouteName } from '../routes/index.ts';
import type { Incoming, Patch, Reply } from '../types.ts';
import type { World } from '../world.ts';
import { at, breaking, type Fault, type Json, onOwns, onReply, onSuccess } from '../patches.ts';

/** Shows records of other accounts that match `which` on one route. */
const leak = (on: RouteName, which: (record: Json, world: World) => boolean): Patch =>
  onOwns(
    world =>
      (isOwn, record, { route }) =>
        isOwn || (route === on && which(record, world)),
  );

/** Returns true if the path names an order or order request of another account. */
function isForeign({ params, account }: Incoming, { orders, orderRequests }: World): boolean {
  const record =
    orders.find(({ _id }) => _id === params['orderId']) ??
    orderRequests.find(({ orderRequestId }) => orderRequestId === params['id']);
  return account !== undefined && record !== undefined && record.accountId !== account.id;
}

const onForeign = (route: RouteName, change: (reply: Reply, body: Json) => void): Patch =>
  onReply(route, (reply, request, world) => {
    if (isForeign(request, world)) change(reply, reply.body);
  });

/** Caches bodies without regard to the account: the other account gets the last body of the main account. */
function cachedByAddress(route: RouteName): Patch {
  const caches = new WeakMap<World, Map<string, unknown>>();
  return onSuccess(route, (body, { account, query }, world) => {
    const cache = caches.get(world) ?? new Map<string, unknown>();
    caches.set(world, cache);
    const url = JSON.stringify(query);
    if (account === world.accounts.other) return structuredClone(cache.get(url));
    if (account === world.accounts.main) cache.set(url, structuredClone(body));
    return undefined;
  });
}

/** §5.6: one order, one order request. */
export const isolationFaults: readonly Fault[] = [
  ...breaking('isolation.order-requests', {
    'isolation-order-request-shown-without-result': onForeign(at.orderRequest, reply => {
      Object.assign(reply, { status: 200, body: { status: 'succeeded', type: 'single' } });
    }),
  }),

  ...breaking('isolation.orders', {
    'isolation-order-shown-to-others': leak(at.order, () => true),
    'isolation-order-403-without-error': onForeign(at.order, reply => {
      Object.assign(reply, { status: 403, body: { message: 'Forbidden' } });
    }),
  }),

  // §5.6: lists and wallets.
  ...breaking('isolation.lists', {
    'isolation-orders-of-others-past-the-end': onSuccess(
      at.orders,
      (body, { account }, { orders }) => {
        if (body.page > body.totalPages)
          body.orders = orders.filter(({ accountId }) => accountId !== account?.id).slice(0, 5);
      },
    ),
    'isolation-ledger-holds-one-purchase-of-others': leak(
      at.ledger,
      (record, { ledger, accounts }) => {
        const theirs = ledger.filter(
          ({ accountId, orderID }) => accountId === accounts.other.id && orderID !== undefined,
        );
        return record === theirs[3];
      },
    ),
    'isolation-cache-of-wallets-without-the-account': cachedByAddress(at.wallet),
  }),
];
