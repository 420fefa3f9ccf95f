/** §5.6 A key acts only on its own account. */
import type { KeyChoice } from '../fixtures/config/keys.ts';
import { given } from '../fixtures/config/needs.ts';
import type { Context } from '../fixtures/engine/context.ts';
import { requirement } from '../fixtures/engine/requirement.ts';
import { expectError } from '../fixtures/judgements/errors.ts';
import { expect } from '../fixtures/matchers/expect.ts';
import { known } from '../fixtures/scenarios/discovery/known.ts';
import { queuedId } from '../fixtures/scenarios/orders/order-requests.ts';
import { readWhole } from '../fixtures/scenarios/lists/snapshot.ts';
import { NotExercised } from '../fixtures/verdict.ts';
import { lists, type List } from '../schemas/lists.ts';
import { bodyOf, field, isObject, isSuccess } from '../schemas/records/exchange.ts';
import { errors } from '../schemas/resources/errors.ts';
import { route } from '../schemas/routes.ts';

requirement('isolation.order-requests', async context => {
  const { api, target, each } = context;
  const { status, error } = errors.unknownOrderRequest;
  const cases = [
    { id: 'a foreign request, our key', setting: 'GV_ORDER_REQUEST_FOREIGN', key: 'business' },
    {
      id: 'our request, a foreign key',
      setting: 'GV_ORDER_REQUEST_SUCCEEDED',
      key: 'other-account',
    },
    {
      id: 'our bulk request, a foreign key',
      setting: 'GV_ORDER_REQUEST_BULK',
      key: 'other-account',
    },
  ] as const;
  await each(cases, async ({ setting, key }) => {
    const params = { id: given(target, setting) };
    if (key === 'other-account') await requireKnown(context, key);
    expect(await api.send(route.orderRequest, { key, params })).toBeError(status, error);
  });
  await each(['a request that this run made, a foreign key'], async () => {
    const key = 'other-account';
    await requireKnown(context, key);
    const params = { id: await queuedId(context, 'single') };
    expect(await api.send(route.orderRequest, { key, params })).toBeError(status, error);
  });
});

requirement('isolation.orders', async context => {
  const { api, each } = context;
  const cases = [
    { id: 'a foreign order, our key', key: 'business' as const },
    { id: 'our order, a foreign key', key: 'other-account' as const },
  ];
  await each(cases, async ({ key }) => {
    if (key === 'other-account') await requireKnown(context, key);
    const orderId =
      key === 'business' ? await known(context, 'GV_ORDER_FOREIGN') : await ourOrder(context);
    expectError(await api.send(route.order, { key, params: { orderId } }), errors.unknownOrder);
  });
});

/** Only a key that is let in shows by a 404 that it is kept from what is not its own. */
async function requireKnown({ api }: Context, key: KeyChoice): Promise<void> {
  const exchange = await api.send(route.filters, { key });
  if (!isSuccess(exchange))
    throw new NotExercised(`the key of the other account gets ${exchange.response.status} itself`);
}

const isString = (value: unknown): value is string => typeof value === 'string';

/** Identifiers in one field of a list of objects. */
const identifiers = (items: unknown, name: string): string[] =>
  (Array.isArray(items) ? items : [])
    .map(item => (isObject(item) ? item[name] : undefined))
    .filter(isString);

async function ourOrder(context: Context): Promise<string> {
  const { items } = await readWhole(context, lists.orders);
  const [id] = identifiers(items, '_id');
  if (id === undefined) throw new NotExercised('the account has no orders');
  return id;
}

/** What one key sees of its account: identifiers, none where it has none. */
interface View {
  readonly id: string;
  readonly ids: (context: Context, key: KeyChoice) => Promise<string[]>;
}

const inList = (list: List, name: string): View => ({
  id: `${list.id}, ${name}`,
  ids: async (context, key) => identifiers((await readWhole(context, list, { key })).items, name),
});

const inWallets = (name: string, items: (wallets: unknown) => unknown): View => ({
  id: `${route.wallet.id}, ${name}`,
  ids: async ({ api }, key) =>
    identifiers(items(bodyOf(await api.send(route.wallet, { key }))), name.split(' ')[0]!),
});

const transactionsOf = (wallets: unknown): unknown =>
  (Array.isArray(wallets) ? wallets : []).flatMap(wallet =>
    isObject(wallet) ? wallet['transactions'] : [],
  );

const views: readonly View[] = [
  inList(lists.orders, '_id'),
  inList(lists.orders, 'transactionId'),
  inWallets('_id', wallets => wallets),
  inWallets('userID', wallets => wallets),
  inWallets('orderID of the transactions', transactionsOf),
  inList(lists.ledger, 'orderID'),
];

requirement('isolation.lists', async context => {
  const { api, target, each } = context;
  await each(views, async view => {
    const ours = await view.ids(context, 'business');
    const theirs = await view.ids(context, 'other-account');
    if (ours.length === 0 || theirs.length === 0)
      throw new NotExercised('one of the two accounts has nothing to show');
    const shared = theirs.filter(id => ours.includes(id));
    expect(shared, 'records that both accounts have').toEqual([]);
  });
  const action = route.getWalletTransactions;
  const keys = ['other-account', 'automation-unconfigured'] as const;
  await each(
    keys.map(key => ({ id: `${action.id}, ${key}`, key })),
    async ({ key }) => {
      given(target, 'GV_AUTOMATION_KEY');
      const our = await api.send(action, { body: { limit: 100 } });
      const their = await api.send(action, { body: { limit: 100 }, key });
      if (field(our, 'data', 'businessId') === field(their, 'data', 'businessId'))
        throw new NotExercised('both keys are of one business');
      const [ours, theirs] = [our, their].map(each =>
        identifiers(field(each, 'data', 'transactions'), 'transactionId'),
      ) as [string[], string[]];
      if (ours.length === 0 || theirs.length === 0)
        throw new NotExercised('one of the two accounts shows no transactions to these keys');
      const shared = theirs.filter(id => ours.includes(id));
      expect(shared, 'transactions that both accounts have').toEqual([]);
    },
  );
});
