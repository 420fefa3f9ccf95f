import { expect, test } from '#test';
import { at, type Json } from '../patches.ts';
import { startReference } from '../server.ts';
import { responses } from './generated/responses.ts';
import { generatedFaults } from './operators.ts';

test('each id is unique and begins with its operator', () => {
  const ids = generatedFaults.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, operator } of generatedFaults) expect(id.startsWith(`${operator}/`)).toBe(true);
});

test('every operator finds something to break', () => {
  const operators = new Set(generatedFaults.map(({ operator }) => operator.replace(/-\d+$/, '')));
  expect([...operators].toSorted().join(' ')).toBe(
    'absent bound-down bound-up constant error-text-and-more filter-half-applied filter-ignored item-added ' +
      'item-dropped item-repeated negated null off-by-one one-in-ten only-on-page other-content-type ' +
      'other-error-text other-status other-type rule-ignored stale swapped times value-of-another zero',
  );
});

test('each response of the reference matches its name', () => {
  for (const { isError, seen } of responses)
    for (const { status } of seen) expect(status >= 400).toBe(isError);
});

/** Reads the wallets of the account of a reference with a fault. */
async function walletsWith(id: string, reads = 1): Promise<Json> {
  const { patch } = generatedFaults.find(each => each.id === id)!;
  const { baseUrl, settings, close } = await startReference({ patches: [patch] });
  const headers = { 'x-api-key': settings['GV_API_KEY']! };
  let body: Json;
  for (let read = 0; read < reads; read++) {
    const response = await fetch(`${baseUrl}${at.wallet.split(' ')[1]}`, { headers });
    body = await response.json();
  }
  await close();
  return body;
}

test('an operator changes only its field', async () => {
  const right = await walletsWith('stale/GET /wallet *.balance', 2);
  const wrong = await walletsWith('times-100/GET /wallet *.balance');
  expect(wrong).toEqual(right.map((each: Json) => ({ ...each, balance: each.balance * 100 })));
  const dropped = await walletsWith('item-dropped/GET /wallet');
  expect(dropped).toEqual(right.filter((_: Json, index: number) => index !== 1));
});
