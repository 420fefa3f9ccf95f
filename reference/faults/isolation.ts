import type { Patch } from '../types.ts';
import type { World } from '../world.ts';
import { at, breaking, type Fault, onError, onOwns, onSuccess } from '../patches.ts';

/** Caches wallets without regard to the account: the other account gets the last wallets of the main account. */
function cachingWallets(): Patch {
  const cached = new WeakMap<World, unknown>();
  return onSuccess(at.wallet, (body, { account }, world) => {
    if (account === world.accounts.main) cached.set(world, structuredClone(body));
    return account === world.accounts.other ? structuredClone(cached.get(world)) : undefined;
  });
}

/** §5.6 */
export const isolationFaults: readonly Fault[] = [
  ...breaking('isolation.order-requests', {
    'isolation-order-request-shown-without-result': onError(
      at.orderRequest,
      404,
      (_body, reply, { params }, { orderRequests }) => {
        if (!orderRequests.some(({ orderRequestId }) => orderRequestId === params['id'])) return;
        Object.assign(reply, { status: 200, body: { status: 'succeeded', type: 'single' } });
      },
    ),
  }),
  ...breaking('isolation.orders', {
    'isolation-order-shown-to-others': onOwns(
      () =>
        (isOwn, _record, { route }) =>
          isOwn || route === at.order,
    ),
    'isolation-order-403-without-error': onError(
      at.order,
      404,
      (_body, reply, { params }, { orders }) => {
        if (orders.some(({ _id }) => _id === params['orderId']))
          Object.assign(reply, { status: 403, body: { message: 'Forbidden' } });
      },
    ),
  }),
  ...breaking('isolation.lists', {
    'isolation-ledger-holds-one-purchase-of-others': onOwns(({ ledger, accounts }) => {
      const theirs = ledger.find(
        ({ accountId, orderID }) => accountId === accounts.other.id && orderID !== undefined,
      );
      return (isOwn, record, { route }) => isOwn || (route === at.ledger && record === theirs);
    }),
    'isolation-cache-of-wallets-without-the-account': cachingWallets(),
  }),
  ...breaking('isolation.fundings', {
    'isolation-ledger-holds-one-funding-of-others': onOwns(({ ledger, accounts }) => {
      const theirs = ledger.find(
        ({ accountId, orderID }) => accountId === accounts.other.id && orderID === undefined,
      );
      return (isOwn, record, { route }) => isOwn || (route === at.ledger && record === theirs);
    }),
  }),
  ...breaking('isolation.later-pages', {
    'isolation-account-forgotten-on-page-two': onOwns(
      () =>
        (isOwn, _record, { route, query }) =>
          isOwn || ([at.orders, at.ledger].some(list => list === route) && query['page'] === '2'),
    ),
    'isolation-orders-of-others-past-the-end': onSuccess(
      at.orders,
      (body, { account }, { orders }) => {
        if (body.page > body.totalPages)
          body.orders = orders.filter(({ accountId }) => accountId !== account?.id).slice(0, 5);
      },
    ),
  }),
  ...breaking('isolation.transactions', {
    'isolation-transactions-of-all-businesses': onOwns(
      () =>
        (isOwn, _record, { route }) =>
          isOwn || route === at.transactions,
    ),
  }),
];
