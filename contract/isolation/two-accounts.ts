/** Compares the records that two keys see (§5.6), and requires that the keys belong to two accounts. */
import { type NamedList, identifiers, readWhole } from '../steps/lists.ts';
import { lists } from '../../schemas/lists.ts';
import { arrayIn, at, bodyOf } from '../../schemas/records/exchange.ts';
import { route } from '../../schemas/routes.ts';
import { keyOf, requireDifferent, type KeyChoice } from '../../harness/config/keys.ts';
import type { Context } from '../../harness/run/context.ts';
import { ifExercised, NotExercised } from '../../harness/verdict.ts';

interface Seen {
  /** Empty if the account has no records. */
  readonly ids: readonly string[];
  /** True if these are all records of the account. A long list and a wallet show only the newest records. */
  readonly isWhole: boolean;
}

/** Identifiers of records that a key sees. */
export interface View {
  readonly id: string;
  readonly seen: (context: Context, key: KeyChoice) => Promise<Seen>;
  /**
   * View of the other account that must not share ids with this view. By default, it is the same view. An orderID may be a number
   * that each account counts from 1, so it is compared with the ids of orders.
   */
  readonly comparedWith?: View;
}

const inList = (list: NamedList, name: string, query: Record<string, string> = {}): View => ({
  id: [`${list.id}, ${name}`, ...Object.values(query)].join(', '),
  async seen(context, key) {
    const { items, complete } = await readWhole(context, list, { key, query, earlier: true });
    return { ids: identifiers(items, name), isWhole: complete };
  },
});

const walletsOf = async ({ api }: Context, key: KeyChoice): Promise<readonly unknown[]> =>
  arrayIn(bodyOf(await api.send(route.wallet, { key, earlier: true })));

const ofWallets = (name: string): View => ({
  id: `${route.wallet.id}, ${name}`,
  seen: async (context, key) => ({
    ids: identifiers(await walletsOf(context, key), name),
    isWhole: true,
  }),
});

const orders = inList(lists.orders, '_id');

const inWallets: View = {
  comparedWith: orders,
  id: `${route.wallet.id}, orderID of the transactions`,
  async seen(context, key) {
    const transactions = (await walletsOf(context, key)).flatMap(each => at(each, 'transactions'));
    return { ids: identifiers(transactions, 'orderID'), isWhole: false };
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

const owners = ofWallets('userID');

/** Returns the records that two keys see. A list that cannot be read counts as empty. */
async function seenByBoth(context: Context, { seen }: View): Promise<readonly [Seen, Seen]> {
  const read = async (key: KeyChoice) =>
    (await ifExercised(seen(context, key))) ?? { ids: [], isWhole: false };
  return [await read('business'), await read('other-account')];
}

/**
 * Returns true if two keys seem to belong to one account: they have one owner, and share records in every view. Views that show
 * only the newest records are left out, because purchases of this run may have replaced these records.
 */
async function isOneAccount(context: Context): Promise<boolean> {
  const [ours, theirs] = await seenByBoth(context, owners);
  if (new Set([...ours.ids, ...theirs.ids]).size !== 1 || ours.ids[0] !== theirs.ids[0])
    return false;
  for (const view of views) {
    const [our, their] = await seenByBoth(context, view);
    const areAll = our.isWhole && their.isWhole && our.ids.length > 0 && their.ids.length > 0;
    if (areAll && !their.ids.some(id => our.ids.includes(id))) return false;
  }
  return true;
}

/**
 * Requires that the key of the other account is accepted, and that it belongs to another account.
 *
 * @throws NotExercised if it is rejected, or seems to belong to our account.
 */
export async function requireTwoAccounts(context: Context): Promise<void> {
  const { api, target } = context;
  keyOf(target, 'other-account');
  requireDifferent(target, 'other-account', 'business');
  const { status } = (await api.send(route.filters, { key: 'other-account' })).response;
  if (status !== 200)
    throw new NotExercised(`${route.filters.id} answers GV_KEY_OTHER_ACCOUNT with ${status}`);
  if (await isOneAccount(context))
    throw new NotExercised(
      'GV_KEY_OTHER_ACCOUNT and GV_API_KEY seem to be keys of one account: set a key of another account',
    );
}
