/** Compares the accounts that two keys see (§5.6), and requires that the settings gave keys of two at all. */
import { lists, type List } from '../../schemas/lists.ts';
import { arrayIn, at, bodyOf } from '../../schemas/records/exchange.ts';
import { route } from '../../schemas/routes.ts';
import { keyOf, requireDifferent, type KeyChoice } from '../../fixtures/config/keys.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { ifExercised, NotExercised } from '../../fixtures/verdict.ts';
import { identifiers, readWhole } from '../shared/lists.ts';

/** Records that one key sees: their identifiers, none where it has none. */
export interface View {
  readonly id: string;
  readonly ids: (context: Context, key: KeyChoice) => Promise<string[]>;
  /** They name orders. */
  readonly ofOrders?: true;
}

const inList = (list: List, name: string): View => ({
  id: `${list.id}, ${name}`,
  ids: async (context, key) =>
    identifiers((await readWhole(context, list, { key, earlier: true })).items, name),
});

const inWallets = (name: string, items: (wallets: unknown) => unknown): View => ({
  id: `${route.wallet.id}, ${name}`,
  ids: async ({ api }, key) =>
    identifiers(
      items(bodyOf(await api.send(route.wallet, { key, earlier: true }))),
      name.split(' ')[0]!,
    ),
});

const transactionsOf = (wallets: unknown): unknown =>
  arrayIn(wallets).flatMap(wallet => at(wallet, 'transactions'));

/** Records that have one account (§2). Two accounts may have one owner: `userID` is not among them. */
export const views: readonly View[] = [
  inList(lists.orders, '_id'),
  inList(lists.orders, 'transactionId'),
  inWallets('_id', wallets => wallets),
  { ...inWallets('orderID of the transactions', transactionsOf), ofOrders: true },
  { ...inList(lists.ledger, 'orderID'), ofOrders: true },
];

const owners = inWallets('userID', wallets => wallets);

/** The identifiers that two keys see; none where a list cannot be read. */
async function seen(context: Context, { ids }: View): Promise<readonly [string[], string[]]> {
  const read = async (key: KeyChoice) => (await ifExercised(ids(context, key))) ?? [];
  return [await read('business'), await read('other-account')];
}

/** True if two keys are of one account: one owner, and nowhere records that only one of them sees. */
async function isOneAccount(context: Context): Promise<boolean> {
  const [ours, theirs] = await seen(context, owners);
  if (new Set([...ours, ...theirs]).size !== 1 || ours[0] !== theirs[0]) return false;
  for (const view of views) {
    const [our, their] = await seen(context, view);
    if (our.length > 0 && their.length > 0 && !their.some(id => our.includes(id))) return false;
  }
  return true;
}

/**
 * The key of the other account is let in, and is of another account.
 *
 * @throws NotExercised if it is not.
 */
export async function requireTwoAccounts(context: Context): Promise<void> {
  const { api, target } = context;
  keyOf(target, 'other-account');
  requireDifferent(target, 'other-account', 'business');
  const { status } = (await api.send(route.filters, { key: 'other-account' })).response;
  if (status !== 200) throw new NotExercised(`GV_KEY_OTHER_ACCOUNT gets ${status} itself`);
  if (await isOneAccount(context))
    throw new NotExercised(
      'GV_KEY_OTHER_ACCOUNT and GV_API_KEY are keys of one account, as far as they show: name a key of another',
    );
}
