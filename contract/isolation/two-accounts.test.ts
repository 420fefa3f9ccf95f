import { expect, test } from '#test';
import { answer, contextOver, minimal, ourTarget, thrownBy } from '../../fixtures/testing/fakes.ts';
import { NotExercised } from '../../harness/verdict.ts';
import { requireTwoAccounts } from './two-accounts.ts';

interface Account {
  readonly owner: string;
  readonly orders?: readonly string[];
  /** Default: the number of the orders. */
  readonly total?: number;
  readonly wallet?: string;
  /** Status of every response to the key of the account. */
  readonly status?: number;
}

/** Returns a context whose two keys see these accounts. */
const over = (ours: Account, theirs: Account) =>
  contextOver(
    ({ url, headers }) => {
      const isOurs = headers['X-API-Key'] === minimal.GV_API_KEY;
      const account: Account = isOurs ? ours : theirs;
      const { owner, wallet, orders = [], total = orders.length, status = 200 } = account;
      if (url.endsWith('/wallet')) return answer(status, [{ _id: wallet, userID: owner }]);
      const pages = { total, page: 1, totalPages: 1, pagination: {} };
      return answer(status, { orders: orders.map(_id => ({ _id })), transactions: [], ...pages });
    },
    ourTarget({ GV_KEY_OTHER_ACCOUNT: 'key-of-the-other' }),
  );

for (const [what, ours, theirs] of [
  ['two owners', { owner: 'a', orders: ['1'] }, { owner: 'b', orders: ['1'] }],
  ['one owner, other orders', { owner: 'a', orders: ['1'] }, { owner: 'a', orders: ['2'] }],
  [
    'one owner, other wallets',
    { owner: 'a', wallet: 'v', orders: ['1'], total: 9000 },
    { owner: 'a', wallet: 'w', orders: ['2'], total: 9000 },
  ],
] as const)
  test(`two keys belong to two accounts if they show ${what}`, async () => {
    await requireTwoAccounts(over(ours, theirs), 'webhooks');
  });

const one = 'seem to be keys of one account';
for (const [what, ours, theirs, reason] of [
  ['the same orders', { owner: 'a', orders: ['1', '2'] }, { owner: 'a', orders: ['2'] }, one],
  [
    'the newest orders of many',
    { owner: 'a', wallet: 'v', orders: ['2'], total: 9001 },
    { owner: 'a', wallet: 'v', orders: ['1'], total: 9000 },
    one,
  ],
  ['one owner and nothing else', { owner: 'a' }, { owner: 'a' }, one],
  [
    'a key that is refused',
    { owner: 'a' },
    { owner: 'b', status: 401 },
    'GV_KEY_OTHER_ACCOUNT with 401',
  ],
] as const)
  test(`isolation is not exercised with ${what}`, async () => {
    const error = await thrownBy(() => requireTwoAccounts(over(ours, theirs), 'webhooks'));
    expect(error).toBeInstanceOf(NotExercised);
    expect(String(error)).toContain(reason);
  });

test('the responses under test do not tell two accounts apart', async () => {
  const leaking = over({ owner: 'a', orders: ['1'] }, { owner: 'b', orders: ['1'] });
  await requireTwoAccounts(leaking, 'orders');
  expect(await thrownBy(() => requireTwoAccounts(leaking, 'wallet'))).toBeInstanceOf(NotExercised);
});
