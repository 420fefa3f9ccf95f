import { expect, test } from '#test';
import { answer, contextOver, minimal, ourTarget, thrownBy } from '../../fixtures/testing/fakes.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { requireTwoAccounts } from './two-accounts.ts';

interface Account {
  readonly owner?: string;
  readonly orders?: readonly string[];
  readonly status?: number;
}

/** A target on which the two keys see these accounts. */
function over(ours: Account, theirs: Account) {
  const target = ourTarget({ GV_KEY_OTHER_ACCOUNT: 'key-of-the-other' });
  return contextOver(({ url, headers }) => {
    const isOther = headers['X-API-Key'] !== minimal.GV_API_KEY;
    const { owner, orders = [], status = 200 } = isOther ? theirs : ours;
    const path = new URL(url).pathname.split('/').at(-1);
    if (status !== 200) return answer(status, { error: 'Invalid API key' });
    if (path === 'wallet') return answer(200, owner === undefined ? [] : [{ userID: owner }]);
    const listed = { orders: orders.map(_id => ({ _id })), transactions: [] };
    const pages = { total: orders.length, page: 1, totalPages: 1 };
    return answer(200, { ...listed, ...pages, pagination: {} });
  }, target);
}

const reasonOf = async (ours: Account, theirs: Account): Promise<string | undefined> => {
  try {
    await requireTwoAccounts(over(ours, theirs));
    return undefined;
  } catch (error) {
    if (error instanceof NotExercised) return error.message;
    throw error;
  }
};

const oneAccount = 'are keys of one account';
const cases: readonly [string, Account, Account, string | undefined][] = [
  [
    'one owner and the same orders',
    { owner: 'a', orders: ['1', '2'] },
    { owner: 'a', orders: ['2'] },
    oneAccount,
  ],
  ['one owner and nothing else', { owner: 'a' }, { owner: 'a' }, oneAccount],
  [
    'one owner of two accounts',
    { owner: 'a', orders: ['1'] },
    { owner: 'a', orders: ['2'] },
    undefined,
  ],
  ['two owners', { owner: 'a' }, { owner: 'b' }, undefined],
  [
    'two owners who see the same orders',
    { owner: 'a', orders: ['1'] },
    { owner: 'b', orders: ['1'] },
    undefined,
  ],
  ['no wallets', { orders: ['1'] }, { orders: ['1'] }, undefined],
  ['a key that is refused', {}, { status: 401 }, 'GV_KEY_OTHER_ACCOUNT gets 401 itself'],
];
for (const [what, ours, theirs, reason] of cases)
  test(`${what}: ${reason ?? 'two accounts'}`, async () => {
    const given = await reasonOf(ours, theirs);
    if (reason === undefined) expect(given).toBeUndefined();
    else expect(given).toContain(reason);
  });

test('one key in two settings is one account', async () => {
  const target = ourTarget({ GV_KEY_OTHER_ACCOUNT: minimal.GV_API_KEY });
  const context = contextOver(() => answer(200), target);
  expect(await thrownBy(() => requireTwoAccounts(context))).toEqual(
    new NotExercised('GV_KEY_OTHER_ACCOUNT and GV_API_KEY are one key'),
  );
  expect(context.requests).toHaveLength(0);
});
