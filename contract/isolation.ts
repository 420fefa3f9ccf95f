/** §5.6 A key acts only on its own account. */
import { errors } from '../schemas/resources/errors.ts';
import { route } from '../schemas/routes.ts';
import type { Context } from '../fixtures/engine/context.ts';
import { bodyOf, field, isObject, isSuccess } from '../schemas/records/exchange.ts';
import { expect } from '../fixtures/matchers/expect.ts';
import type { KeyChoice } from '../fixtures/config/keys.ts';
import { lists } from '../schemas/lists.ts';
import { given } from '../fixtures/config/needs.ts';
import { queuedOrder } from '../fixtures/scenarios/order-requests.ts';
import { requirement } from '../fixtures/engine/requirement.ts';
import { readWhole } from '../fixtures/scenarios/snapshot.ts';
import { NotExercised } from '../fixtures/verdict.ts';

type Parts = Pick<Context, 'api' | 'target'>;

requirement('isolation.order-requests', async ({ api, target, clock, each }) => {
  const { error } = errors.unknownOrderRequest;
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
    const id = given(target, setting);
    if (key === 'other-account') await expectKnown({ api, target }, key);
    const exchange = await api.send(route.orderRequest, { key, params: { id } });
    expect(exchange).toBeError(404, error);
  });
  await each(['a request that this run made, a foreign key'], async () => {
    await expectKnown({ api, target }, 'other-account');
    const id = field(await queuedOrder({ api, target, clock }, 'single'), 'orderRequestId');
    if (typeof id !== 'string' || id === '')
      throw new NotExercised('the creation told no orderRequestId; orders.queued tells');
    const params = { id };
    expect(await api.send(route.orderRequest, { key: 'other-account', params })).toBeError(
      404,
      error,
    );
  });
});

requirement('isolation.orders', async ({ api, target, each }) => {
  const { error, schema } = errors.unknownOrder;
  const cases = [
    { id: 'a foreign order, our key', key: 'business' as const },
    { id: 'our order, a foreign key', key: 'other-account' as const },
  ];
  await each(cases, async ({ key }) => {
    if (key === 'other-account') await expectKnown({ api, target }, key);
    const orderId =
      key === 'business' ? given(target, 'GV_ORDER_FOREIGN') : await ourOrder({ api, target });
    const exchange = await api.send(route.order, { key, params: { orderId } });
    expect(exchange).toBeError(404, error);
    expect(exchange).toKeep(schema);
  });
});

/** Only a key that is let in shows by a 404 that it is kept from what is not its own. */
async function expectKnown({ api }: Parts, key: KeyChoice): Promise<void> {
  const exchange = await api.send(route.filters, { key });
  if (!isSuccess(exchange))
    throw new NotExercised(`the key of the other account gets ${exchange.response.status} itself`);
}

async function ourOrder({ api, target }: Parts): Promise<string> {
  const { items } = await readWhole(api, target, lists.orders);
  const id = items.map(item => (isObject(item) ? item['_id'] : undefined)).find(isString);
  if (id === undefined) throw new NotExercised('the account has no orders');
  return id;
}

const isString = (value: unknown): value is string => typeof value === 'string';

/** Identifiers in one field of a list of objects. */
const values = (items: unknown, name: string): string[] =>
  (Array.isArray(items) ? items : [])
    .map(item => (isObject(item) ? item[name] : undefined))
    .filter(isString);

/** Identifiers of what one key sees of its account; empty where it has none. */
const views = [
  {
    id: `${route.orders.id}, _id`,
    ids: async ({ api, target }: Parts, key: KeyChoice) =>
      values((await readWhole(api, target, lists.orders, { key })).items, '_id'),
  },
  {
    id: `${route.orders.id}, transactionId`,
    ids: async ({ api, target }: Parts, key: KeyChoice) =>
      values((await readWhole(api, target, lists.orders, { key })).items, 'transactionId'),
  },
  {
    id: `${route.wallet.id}, _id`,
    ids: async ({ api }: Parts, key: KeyChoice) =>
      values(bodyOf(await api.send(route.wallet, { key })), '_id'),
  },
  {
    id: `${route.wallet.id}, userID`,
    ids: async ({ api }: Parts, key: KeyChoice) =>
      values(bodyOf(await api.send(route.wallet, { key })), 'userID'),
  },
  {
    id: `${route.wallet.id}, orderID of the transactions`,
    ids: async ({ api }: Parts, key: KeyChoice) => {
      const wallets = bodyOf(await api.send(route.wallet, { key }));
      const transactions = (Array.isArray(wallets) ? wallets : []).flatMap(wallet =>
        isObject(wallet) ? wallet['transactions'] : [],
      );
      return values(transactions, 'orderID');
    },
  },
  {
    id: `${route.ledger.id}, orderID`,
    ids: async ({ api, target }: Parts, key: KeyChoice) =>
      values((await readWhole(api, target, lists.ledger, { key })).items, 'orderID'),
  },
];

requirement('isolation.lists', async ({ each, ...parts }) => {
  await each(views, async view => {
    const [ours, theirs] = [
      await view.ids(parts, 'business'),
      await view.ids(parts, 'other-account'),
    ];
    if (ours.length === 0 || theirs.length === 0)
      throw new NotExercised('one of the two accounts has nothing to show');
    const shared = theirs.filter(id => ours.includes(id));
    expect(shared, 'records that both accounts have').toEqual([]);
  });
  const actions = [
    { action: route.getWalletTransactions, ids: 'transactionId', key: 'other-account' as const },
    {
      action: route.getWalletTransactions,
      ids: 'transactionId',
      key: 'automation-unconfigured' as const,
    },
  ];
  await each(
    actions.map(each => ({ ...each, id: `${each.action.id}, ${each.key}` })),
    async ({ action, ids, key }) => {
      given(parts.target, 'GV_AUTOMATION_KEY');
      const our = await parts.api.send(action, { body: { limit: 100 } });
      const their = await parts.api.send(action, { body: { limit: 100 }, key });
      if (field(our, 'data', 'businessId') === field(their, 'data', 'businessId'))
        throw new NotExercised('both keys are of one business');
      const [ours, theirs] = [our, their].map(each => field(each, 'data', 'transactions'));
      if (values(ours, ids).length === 0 || values(theirs, ids).length === 0)
        throw new NotExercised('one of the two accounts shows no transactions to these keys');
      const shared = values(theirs, ids).filter(id => values(ours, ids).includes(id));
      expect(shared, 'transactions that both accounts have').toEqual([]);
    },
  );
});
