/** Compares the records that two keys see (§5.6), and requires that the keys belong to two accounts. */
import { type NamedList, identifiers, readLastItems, readWhole } from '../steps/lists.ts';
import { lists } from '../../schemas/lists.ts';
import { arrayIn, at, bodyOf, isAbsent } from '../../schemas/records/exchange.ts';
import { type Resource, route } from '../../schemas/routes.ts';
import {
  keyOf,
  keySettings,
  requireDifferent,
  type KeyChoice,
  type KeyRole,
} from '../../harness/config/keys.ts';
import type { Context } from '../../harness/run/context.ts';
import { ifExercised, NotExercised } from '../../harness/verdict.ts';

/** Identifiers of records that a key sees. Empty if the account has no records. */
type Seen = (context: Context, key: KeyChoice) => Promise<readonly string[]>;

export interface View {
  readonly id: string;
  readonly resource: Resource;
  readonly seen: Seen;
  /**
   * View of the other account that must not share ids with this view. By default, it is the same view. An orderID may be a number
   * that each account counts from 1, so it is compared with the ids of orders.
   */
  readonly comparedWith?: View;
}

const inList = (list: NamedList, name: string, query: Record<string, string> = {}): View => ({
  id: [`${list.id}, ${name}`, ...Object.values(query)].join(', '),
  resource: list.route.resource,
  seen: async (context, key) =>
    identifiers((await readWhole(context, list, { key, query })).items, name),
});

/** Returns a text for each ledger entry without an order, which has no other identifier. */
const withoutOrder = (entries: readonly unknown[]): string[] =>
  entries
    .filter(entry => isAbsent(at(entry, 'orderID')))
    .map(entry =>
      ['transactionType', 'transactionValue', 'timestamp'].map(name => at(entry, name)).join(' '),
    );

const walletsOf = async ({ api }: Context, key: KeyChoice): Promise<readonly unknown[]> =>
  arrayIn(bodyOf(await api.send(route.wallet, { key })));

const ofWallets = (name: string): View => ({
  id: `${route.wallet.id}, ${name}`,
  resource: route.wallet.resource,
  seen: async (context, key) => identifiers(await walletsOf(context, key), name),
});

const orders = inList(lists.orders, '_id');

const inWallets: View = {
  comparedWith: orders,
  id: `${route.wallet.id}, orderID of the transactions`,
  resource: route.wallet.resource,
  async seen(context, key) {
    const transactions = (await walletsOf(context, key)).flatMap(each => at(each, 'transactions'));
    return identifiers(transactions, 'orderID');
  },
};

/** Views of records that belong to one account (§2). `userID` is left out, because two accounts may have one owner. */
export const views: readonly View[] = [
  orders,
  inList(lists.orders, '_id', { order: 'desc' }),
  inList(lists.orders, 'transactionId'),
  ofWallets('_id'),
  inWallets,
  { ...inList(lists.ledger, 'orderID'), comparedWith: orders },
];

/** Fundings that a key sees in the ledger and in the wallets. */
export const fundings = {
  inLedger: async (context, key) => {
    const read = await readWhole(context, lists.ledger, { key });
    const last = await readLastItems(context, lists.ledger, read, { key });
    return withoutOrder([...read.items, ...last]);
  },
  inWallets: async (context, key) =>
    withoutOrder((await walletsOf(context, key)).flatMap(each => at(each, 'transactions'))),
} as const satisfies Record<string, Seen>;

const businessOf: Seen = async ({ api }, key) =>
  identifiers([bodyOf(await api.send(route.status, { key }))], 'businessId');

/**
 * Returns the ids of the orders of a key. The list of the other key must be whole, because then it would have our orders if both keys
 * belonged to one account.
 */
const listedOrders: Seen = async (context, key) => {
  const { items, complete } = await readWhole(context, lists.orders, { key });
  return complete || key === 'business' ? identifiers(items, '_id') : [];
};

/** Signs of an account, by the resource that shows them. Two keys belong to two accounts if they share none of one kind. */
const signs: readonly (readonly [Resource, Seen])[] = [
  ['wallet', ofWallets('userID').seen],
  ['wallet', ofWallets('_id').seen],
  ['integration', businessOf],
  ['orders', listedOrders],
];

/** Returns true if two keys see different signs of a kind. Responses that show none are no evidence. */
async function differ(
  context: Context,
  seen: Seen,
  [our, their]: readonly [KeyChoice, KeyChoice],
): Promise<boolean> {
  const seenBy = async (key: KeyChoice) => (await ifExercised(seen(context, key))) ?? [];
  const [ours, theirs] = [await seenBy(our), await seenBy(their)];
  return ours.length > 0 && theirs.length > 0 && !theirs.some(id => ours.includes(id));
}

/**
 * Requires that the key of the other account is accepted, and that it belongs to another account.
 *
 * @param tested Resource under test, if a whole resource is. Its responses are no evidence.
 * @throws NotExercised if the key is rejected, or seems to belong to our account.
 */
export async function requireTwoAccounts(context: Context, tested?: Resource): Promise<void> {
  const { api, target } = context;
  keyOf(target, 'other-account');
  requireDifferent(target, 'other-account', 'business');
  const { status } = (await api.send(route.filters, { key: 'other-account' })).response;
  if (status !== 200)
    throw new NotExercised(`${route.filters.id} answers GV_KEY_OTHER_ACCOUNT with ${status}`);
  for (const [resource, seen] of signs)
    if (resource !== tested && (await differ(context, seen, ['business', 'other-account']))) return;
  throw new NotExercised(
    'GV_KEY_OTHER_ACCOUNT and GV_API_KEY seem to be keys of one account: set a key of another account',
  );
}

/**
 * Requires that the status names two businesses for two automation keys.
 *
 * @throws NotExercised if it names one, or none.
 */
export async function requireTwoBusinesses(
  context: Context,
  [ours, theirs]: readonly [KeyRole, KeyRole],
): Promise<void> {
  requireDifferent(context.target, ours, theirs);
  if (!(await differ(context, businessOf, [ours, theirs])))
    throw new NotExercised(
      `${route.status.id} does not name two businesses for ${keySettings[ours]} and ${keySettings[theirs]}. Both must be UUIDs (§5.4)`,
    );
}
