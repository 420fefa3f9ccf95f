/** §5.6 A key acts only on its own account. */
import { ifKey, keyOf, type KeyChoice, type KeyRole } from '../../harness/config/keys.ts';
import { own } from '../../harness/run/own.ts';
import type { Context } from '../../harness/run/context.ts';
import { requirement } from '../requirement.ts';
import { expectError } from '../errors/judgements.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { fundings, requireTwoAccounts, requireTwoBusinesses, views } from './two-accounts.ts';
import { identifiers, pastEnd, requestPage } from '../steps/lists.ts';
import { given } from '../../harness/config/needs.ts';
import { orderIds } from '../steps/settings.ts';
import { queuedId } from '../steps/orders.ts';
import { NotExercised, requireSome } from '../../harness/verdict.ts';
import { field, type Exchange } from '../../schemas/records/exchange.ts';
import { lists, toPage } from '../../schemas/lists.ts';
import { errors } from '../../schemas/resources/errors.ts';
import { route } from '../../schemas/routes.ts';

/** Record of one account, as a case. */
interface Owned {
  readonly id: string;
  readonly owner: 'business' | 'other-account';
  readonly find: (context: Context) => Promise<string> | string;
}

/**
 * Reads a record with the key of another account, and judges the response. A rejection is evidence only if the owner can read the record,
 * because an unknown record is rejected as well.
 *
 * @throws NotExercised if the owner cannot read it.
 */
async function judgeForeign(
  context: Context,
  { id: what, owner, find }: Owned,
  read: (id: string, key: KeyChoice) => Promise<Exchange>,
  judge: (exchange: Exchange, about: string) => void,
): Promise<void> {
  const { target } = context;
  const id = await find(context);
  if (ifKey(target, 'other-account') !== undefined) await requireTwoAccounts(context, 'orders');
  judge(await read(id, owner === 'business' ? 'other-account' : 'business'), what);
  keyOf(target, 'other-account');
  const { status } = (await read(id, owner)).response;
  if (status >= 300) throw new NotExercised(`the owner of the record gets ${status}`);
}

/** Order requests of our account and of another account. */
const orderRequests: readonly Owned[] = [
  {
    id: 'a foreign request, our key',
    owner: 'other-account',
    find: ({ target }) => given(target, 'GV_ORDER_REQUEST_FOREIGN'),
  },
  {
    id: 'our request, a foreign key',
    owner: 'business',
    find: context => own(context, 'succeeded request'),
  },
  {
    id: 'our bulk request, a foreign key',
    owner: 'business',
    find: ({ target }) => given(target, 'GV_ORDER_REQUEST_BULK'),
  },
  {
    id: 'a request that this run made, a foreign key',
    owner: 'business',
    find: context => queuedId(own(context, 'single order')),
  },
];

requirement('isolation.order-requests', async context => {
  await context.each(orderRequests, owned =>
    judgeForeign(
      context,
      owned,
      (id, key) => context.api.send(route.orderRequest, { key, params: { id } }),
      (exchange, about) => expect(exchange, about).toBeError(errors.unknownOrderRequest),
    ),
  );
});

/** Orders of our account and of another account. */
const orders: readonly Owned[] = [
  {
    id: 'a foreign order, our key',
    owner: 'other-account',
    find: context => own(context, 'GV_ORDER_FOREIGN'),
  },
  {
    id: 'our order, a foreign key',
    owner: 'business',
    async find(context) {
      const [id] = await orderIds(context);
      if (id === undefined) throw new NotExercised('the account lists no order');
      return id;
    },
  },
];

requirement('isolation.orders', async context => {
  await context.each(orders, owned =>
    judgeForeign(
      context,
      owned,
      (orderId, key) => context.api.send(route.order, { key, params: { orderId } }),
      (exchange, about) =>
        exchange.response.status === 403
          ? expect(exchange, about).toBeError({ status: 403 })
          : expectError(exchange, errors.unknownOrder, about),
    ),
  );
});

/** Expects that what one account shows has no record of another account. @throws NotExercised if the other account has no records. */
function expectNoneOf(
  others: readonly string[],
  shown: readonly string[],
  ...of: readonly Exchange[]
): void {
  requireSome(others, 'the other account has nothing to show');
  const shared = shown.filter(id => others.includes(id));
  expect(shared, 'records of the other account', ...of).toBeEmpty('no record of both accounts');
}

/** Expects that two accounts that have records show none in common. */
function expectNoneShared(theirs: readonly string[], ours: readonly string[]): void {
  if (ours.length > 0) expectNoneOf(theirs, ours);
}

requirement('isolation.lists', async context => {
  await context.each(views, async view => {
    await requireTwoAccounts(context, view.resource);
    const ours = await view.seen(context, 'business');
    expectNoneShared(await (view.comparedWith ?? view).seen(context, 'other-account'), ours);
  });
});

requirement('isolation.fundings', async context => {
  await requireTwoAccounts(context);
  const listed = await fundings.inLedger(context, 'business');
  const ours = await fundings.inWallets(context, 'business');
  const theirs = await fundings.inWallets(context, 'other-account');
  if (listed.length > 0)
    expectNoneOf(
      theirs,
      listed.filter(each => !ours.includes(each)),
    );
});

/** Pages of lists after the first, in which a filter by account may be forgotten. */
const laterPages = [
  { id: `${lists.orders.id}, past the end`, list: lists.orders, name: '_id', query: pastEnd },
  ...[lists.orders, lists.ledger].map(list => ({
    id: `${list.id}, page 2, a foreign key`,
    list,
    name: list === lists.orders ? '_id' : 'orderID',
    query: { page: 2, limit: 1, key: 'other-account' } as const,
  })),
] as const;

requirement('isolation.later-pages', async context => {
  await context.each(laterPages, async ({ list, name, query }) => {
    await requireTwoAccounts(context, list.route.resource);
    const exchange = await requestPage(context, list, query);
    const others = await orderIds(context, 'key' in query ? {} : { key: 'other-account' });
    expectNoneOf(others, identifiers(toPage(list, exchange)?.items, name), exchange);
  });
});

/** Returns the newest transactions of a key. */
async function transactionIds({ api }: Context, key: KeyRole): Promise<string[]> {
  const exchange = await api.send(route.getWalletTransactions, { key, body: { limit: 100 } });
  return identifiers(field(exchange, 'data', 'transactions'), 'transactionId');
}

requirement('isolation.transactions', async context => {
  const { id, resource } = route.getWalletTransactions;
  const keys = ['other-account', 'automation-unconfigured'] as const;
  await context.each(
    keys.map(key => ({ id: `${id}, ${key}`, route: route.getWalletTransactions, key, resource })),
    async ({ key }) => {
      for (const role of ['automation', key] as const) keyOf(context.target, role);
      await requireTwoBusinesses(context, ['automation', key]);
      expectNoneShared(
        await transactionIds(context, key),
        await transactionIds(context, 'automation'),
      );
    },
  );
});
