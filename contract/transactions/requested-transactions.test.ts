import { expect, test } from '#test';
import { answer, contextOver, ourTarget } from '../../fixtures/testing/fakes.ts';
import { daysAfter, earlyDay, readHistory } from './requested-transactions.ts';

/** Day of the clock of the contexts. */
const today = '2026-01-01';

/** Returns `count` transactions of a day, one a minute, newest first. */
const of = (date: string, count: number) =>
  Array.from({ length: count }, (_, n) => {
    const time = new Date(Date.parse(date) + (count - n) * 60_000).toISOString();
    return { transactionId: `${date} ${n}`, processedAt: time };
  });

/** Returns a target that lists these transactions, newest first, at most 100 in a response or 100 a page of the ledger. */
const over = (all: ReturnType<typeof of>) =>
  contextOver(({ url, body }) => {
    const { pathname, searchParams } = new URL(url);
    if (pathname.endsWith('/wallet/transactions')) {
      const page = Number(searchParams.get('page') ?? 1);
      const entries = all.slice((page - 1) * 100, page * 100);
      const transactions = entries.map(({ processedAt }) => ({ timestamp: processedAt }));
      const pagination = { currentPage: page, totalPages: 0, totalTransactions: all.length };
      return answer(200, { transactions, pagination });
    }
    const { toDate = '9999' } = JSON.parse(String(body)) as { readonly toDate?: string };
    const inRange = all.filter(({ processedAt }) => processedAt.slice(0, 10) <= toDate);
    const action = 'get_wallet_transactions';
    return answer(200, { success: true, action, data: { transactions: inRange.slice(0, 100) } });
  }, ourTarget());

test('a history of few transactions a day is read whole', async () => {
  const old = [1, 2, 3, 4].flatMap(ago => of(daysAfter(today, -ago), 60));
  const { items, complete, wholeUntil } = await readHistory(over([...of(today, 0), ...old]));
  expect([items.length, complete, wholeUntil]).toEqual([240, true, daysAfter(today, -1)]);
});

test('if runs fill the newest days, the history also has the first days', async () => {
  const busy = [0, 1, 2, 3].flatMap(ago => of(daysAfter(today, -ago), 300));
  const context = over([...busy, ...of('2025-02-01', 30), ...of('2025-01-01', 20)]);
  const { items, complete, wholeUntil } = await readHistory(context);
  expect([items.length, complete, wholeUntil]).toEqual([150, false, '2025-02-01']);
  expect(context.requests.length).toBeLessThan(8);
});

test('a short last page of the ledger is not mixed with the newest pages', async () => {
  const busy = Array.from({ length: 40 }, (_, n) => of(daysAfter(today, -n - 1), 45)).flat();
  const { wholeUntil } = await readHistory(over([...busy, ...of('2025-01-01', 3)]));
  expect(wholeUntil).toBe('2025-01-01');
});

test('if even the first day is full, no part of the history is known to be whole', async () => {
  const { complete, wholeUntil } = await readHistory(over(of('2025-01-01', 900)));
  expect([complete, wholeUntil]).toEqual([false, undefined]);
});

test('the early day is the last day until which there are few transactions, or the first day', () => {
  const days = (...counts: readonly number[]) =>
    counts.flatMap((count, n) => Array.from({ length: count }, () => `day ${n}`));
  expect(earlyDay(days(20, 30, 20))).toBe('day 1');
  expect(earlyDay(days(20, 41, 20))).toBe('day 1');
  expect(earlyDay(days(200, 1))).toBe('day 0');
  expect(earlyDay([])).toBeUndefined();
});
