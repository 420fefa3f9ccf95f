/** §5.6 A key acts only on its own account. */
import { ifKey, keyOf, requireDifferent, type KeyChoice } from '../../harness/config/keys.ts';
import type { SendOptions } from '../../harness/client/api.ts';
import type { Context } from '../../harness/run/context.ts';
import { requirement } from '../requirement.ts';
import { expectError } from '../errors/judgements.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { requireTwoAccounts, views } from './two-accounts.ts';
import { identifiers, pastEnd, requestPage } from '../steps/lists.ts';
import { given } from '../../harness/config/needs.ts';
import { discovered } from '../steps/discovery.ts';
import { orderIds, succeededRequest } from '../steps/settings.ts';
import { queuedId } from '../steps/orders.ts';
import { NotExercised, requireSome } from '../../harness/verdict.ts';
import { field, isSuccess, type Exchange } from '../../schemas/records/exchange.ts';
import { lists, toPage } from '../../schemas/lists.ts';
import { errors } from '../../schemas/resources/errors.ts';
import { route } from '../../schemas/routes.ts';

const nothingToShow = 'one of the two accounts has nothing to show';

/** Reads one record by id with a given key. */
type Read = (key: KeyChoice) => Promise<Exchange>;

/**
 * Requires that the owner can read a record, because a record that does not exist is rejected as well.
 *
 * @throws NotExercised if the owner cannot read it.
 */
async function requireOwner(read: Read, owner: KeyChoice, what: string): Promise<void> {
  const exchange = await read(owner);
  if (!isSuccess(exchange))
    throw new NotExercised(`the owner of ${what} gets ${exchange.response.status}`);
}

const orderOfOtherAccount = discovered('GV_ORDER_FOREIGN', async context => {
  const theirs = await orderIds(context, { key: 'other-account' });
  const ours = await orderIds(context);
  const value = theirs.find(id => !ours.includes(id));
  if (value === undefined)
    throw new NotExercised('GV_KEY_OTHER_ACCOUNT lists no order that GV_API_KEY does not list');
  return { value, how: 'listed by GET /orders for GV_KEY_OTHER_ACCOUNT only' };
});

/** Returns the id of an order that the key of another account lists and our key does not. */
function foreignOrder(context: Context): Promise<string> {
  if (context.target.values.GV_ORDER_FOREIGN === undefined) keyOf(context.target, 'other-account');
  return orderOfOtherAccount(context);
}

/** Judges our read of another account's record. Then requires that its owner can read it. */
async function judgeForeign(
  context: Context,
  setting: 'GV_ORDER_REQUEST_FOREIGN' | 'GV_ORDER_FOREIGN',
  reading: (id: string) => Read,
  judge: (exchange: Exchange, doubt?: string) => void,
): Promise<void> {
  const id =
    setting === 'GV_ORDER_FOREIGN' ? await foreignOrder(context) : given(context.target, setting);
  const read = reading(id);
  if (ifKey(context.target, 'other-account') !== undefined) await requireTwoAccounts(context);
  const exchange = await read('business');
  const doubt = `the target shows the record to other accounts, or ${setting} names a record of our account`;
  judge(exchange, isSuccess(exchange) ? doubt : undefined);
  keyOf(context.target, 'other-account');
  await requireOwner(read, 'other-account', setting);
}

/** Judges the read of our record with the key of the other account. Our key must be able to read it. */
async function judgeOurs(
  context: Context,
  what: string,
  read: Read,
  judge: (exchange: Exchange) => void,
): Promise<void> {
  await requireTwoAccounts(context);
  await requireOwner(read, 'business', what);
  judge(await read('other-account'));
}

requirement('isolation.order-requests', async context => {
  const { api, each } = context;
  const judge = (exchange: Exchange, doubt?: string) =>
    expect(exchange, doubt).toBeError(errors.unknownOrderRequest);
  const reading =
    (id: string): Read =>
    key =>
      api.send(route.orderRequest, { key, params: { id } });
  await each(['a foreign request, our key'], () =>
    judgeForeign(context, 'GV_ORDER_REQUEST_FOREIGN', reading, judge),
  );
  const ours = [
    {
      id: 'our request, a foreign key',
      setting: 'GV_ORDER_REQUEST_SUCCEEDED',
      find: succeededRequest,
    },
    {
      id: 'our bulk request, a foreign key',
      setting: 'GV_ORDER_REQUEST_BULK',
      find: ({ target }: Context) => given(target, 'GV_ORDER_REQUEST_BULK'),
    },
  ];
  await each(ours, async ({ setting, find }) =>
    judgeOurs(context, setting, reading(await find(context)), judge),
  );
  await each(['a request that this run made, a foreign key'], async () => {
    await requireTwoAccounts(context);
    judge(await reading(await queuedId(context, 'single'))('other-account'));
  });
});

/** Judges the rejection of a foreign order (§5.6): a 403, or the 404 of an unknown order (§7). */
function judgeOrder(exchange: Exchange, doubt?: string): void {
  if (exchange.response.status === 403) expect(exchange).toBeError({ status: 403 });
  else expectError(exchange, errors.unknownOrder, doubt);
}

requirement('isolation.orders', async context => {
  const { api, target, each } = context;
  const reading =
    (orderId: string): Read =>
    key =>
      api.send(route.order, { key, params: { orderId } });
  await each(['a foreign order, our key'], () =>
    judgeForeign(context, 'GV_ORDER_FOREIGN', reading, judgeOrder),
  );
  await each(['our order, a foreign key'], async () => {
    keyOf(target, 'other-account');
    const [id] = await orderIds(context, { earlier: true });
    if (id === undefined) throw new NotExercised(nothingToShow);
    await judgeOurs(context, 'our order', reading(id), judgeOrder);
  });
});

/** Expects that the two accounts show no record in common. */
function expectNoneShared(
  theirs: readonly string[],
  ours: readonly string[],
  ...of: readonly Exchange[]
): void {
  const shared = theirs.filter(id => ours.includes(id));
  expect(shared, 'records that both accounts show', ...of).toSatisfy(
    'none',
    found => found.length === 0,
  );
}

requirement('isolation.lists', async context => {
  const { each } = context;
  await each(views, async view => {
    await requireTwoAccounts(context);
    const { ids: ours } = await view.seen(context, 'business');
    const { ids: theirs } = await (view.comparedWith ?? view).seen(context, 'other-account');
    requireSome(ours, nothingToShow);
    requireSome(theirs, nothingToShow);
    expectNoneShared(theirs, ours);
  });
  await each([{ id: `${lists.orders.id}, past the end`, list: lists.orders }], async ({ list }) => {
    await requireTwoAccounts(context);
    const theirs = await orderIds(context, { earlier: true, key: 'other-account' });
    requireSome(theirs, nothingToShow);
    const exchange = await requestPage(context, list, pastEnd);
    expectNoneShared(theirs, identifiers(toPage(list, exchange)?.items, '_id'), exchange);
  });
  const action = route.getWalletTransactions;
  const keys = [
    { key: 'other-account', setting: 'GV_KEY_OTHER_ACCOUNT' },
    { key: 'automation-unconfigured', setting: 'GV_AUTOMATION_KEY_UNCONFIGURED' },
  ] as const;
  await each(
    keys.map(each => ({ ...each, id: `${action.id}, ${each.key}`, route: action })),
    async ({ key, setting }) => {
      keyOf(context.target, 'automation');
      requireDifferent(context.target, 'automation', key);
      keyOf(context.target, key);
      const our = await transactions(context);
      const their = await transactions(context, key);
      if (our.business !== undefined && our.business === their.business)
        throw new NotExercised(`GV_AUTOMATION_KEY and ${setting} are keys of one business`);
      requireSome(our.ids, nothingToShow);
      requireSome(their.ids, nothingToShow);
      expectNoneShared(their.ids, our.ids);
    },
  );
});

/**
 * Returns the transactions of a key. For our key, it includes the transactions from before the run, because purchases of the run may
 * fill the list of the newest hundred.
 */
async function transactions({ api }: Context, key?: KeyChoice) {
  const send = (options: SendOptions) =>
    api.send(route.getWalletTransactions, { body: { limit: 100 }, ...options });
  const exchanges =
    key === undefined ? [await send({ earlier: true }), await send({})] : [await send({ key })];
  return {
    business: exchanges.map(each => field(each, 'data', 'businessId')).find(each => each),
    ids: exchanges.flatMap(each =>
      identifiers(field(each, 'data', 'transactions'), 'transactionId'),
    ),
  };
}
