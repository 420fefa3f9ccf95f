import { expect, test } from '#test';
import {
  answer,
  contextOver,
  ourTarget,
  thrownBy,
  failureOf,
} from '../../fixtures/testing/fakes.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import {
  expectFirstDay,
  expectNoneAdded,
  expectNoneLost,
  expectNoneOutside,
  middleOfHistory,
} from './transaction-ranges.ts';
import { day, dayMs, longHistory, timeOf } from './requested-transactions.ts';

const now = Date.UTC(2026, 0, 1, 11);
/** A transaction of some days ago, at 11 o'clock, or at another hour. */
const ago = (days: number, hours = 11) => ({
  transactionId: `t${days}`,
  processedAt: new Date(now - days * dayMs + (hours - 11) * 3_600_000).toISOString(),
});

/** An account with these transactions; `toDate` is honoured. */
const account = (...transactions: readonly { processedAt: string }[]) =>
  contextOver(({ body }) => {
    const { toDate } = JSON.parse(String(body)) as { toDate?: string };
    const shown = transactions.filter(
      each => toDate === undefined || each.processedAt.slice(0, 10) <= toDate,
    );
    return answer(200, { success: true, data: { transactions: shown } });
  }, ourTarget());

const middle = (...transactions: readonly { processedAt: string }[]) =>
  middleOfHistory(account(...transactions));

test('ranges just miss the quarters of the history', async () => {
  const { all, first, last, start } = await middle(
    ...[40, 30, 25, 20, 15, 10, 9, 8].map(days => ago(days)),
  );
  expect(all).toHaveLength(8);
  // Of 25 and 9 days ago: 11 o'clock is too late for the next day, and too early for the day before.
  expect(first.after).toBe(day(now - 23 * dayMs));
  expect(last.before).toBe(day(now - 11 * dayMs));
  expect(start).toEqual(first);
});

test('a time of day that lets the next day be clearly outside is preferred', async () => {
  const { first, last } = await middle(ago(40, 9), ago(30), ago(20, 13), ago(10));
  expect(first.after).toBe(day(now - 39 * dayMs));
  expect(last.before).toBe(day(now - 21 * dayMs));
});

test('what is younger than three days does not count, though it is known', async () => {
  const { all, first } = await middle(...[0, 1, 2, 10, 20].map(days => ago(days)));
  expect(all).toHaveLength(5);
  expect(first.after).toBe(day(now - 18 * dayMs));
});

for (const [what, transactions] of [
  ['no transactions', []],
  ['young transactions only', [ago(0), ago(1)]],
  ['transactions within six days', [ago(10), ago(11), ago(15)]],
] as const)
  test(`${what} are too close together`, async () => {
    expect(await thrownBy(() => middle(...transactions))).toEqual(
      new NotExercised('the transactions are too close together for a range of days to show'),
    );
  });

const at = (processedAt: string) => [{ transactionId: 't', processedAt }];
const days = { fromDate: '2025-03-10', toDate: '2025-03-12' };

for (const [time, outside] of [
  ['2025-03-09T09:59:59.999Z', true],
  ['2025-03-09T10:00:00.000Z', false],
  ['2025-03-11T00:00:00.000Z', false],
  ['2025-03-13T11:59:59.999Z', false],
  ['2025-03-13T12:00:00.000Z', true],
] as const)
  test(`${time} is ${outside ? 'clearly outside' : 'perhaps inside'}`, () => {
    expect(failureOf(() => expectNoneOutside(at(time), days)) !== undefined).toBe(outside);
  });

test('without a date a range has no end on that side', () => {
  expectNoneOutside(at('1999-01-01T00:00:00.000Z'), { toDate: days.toDate });
  expectNoneOutside(at('2099-01-01T00:00:00.000Z'), { fromDate: days.fromDate });
});

const oldest = at('2025-01-01T00:00:00.000Z');

for (const [time, inside] of [
  ['2025-03-10T11:59:59.999Z', false],
  ['2025-03-10T12:00:00.000Z', true],
  ['2025-03-11T09:59:59.999Z', true],
  ['2025-03-11T10:00:00.000Z', false],
] as const)
  test(`${time} is ${inside ? 'clearly inside' : 'perhaps outside'}`, () => {
    const all = [...oldest, { ...at(time)[0], transactionId: 'other' }];
    if (inside) expect(failureOf(() => expectNoneLost([], days, all))).toBeDefined();
    else expect(() => expectNoneLost([], days, all)).toThrow(NotExercised);
    if (inside) expectNoneLost(all, days, all);
  });

test('a range has nothing that is not there without dates, but for what is older or of the last days', async () => {
  const verdict = async (found: readonly number[], shown: readonly number[]) => {
    const context = account(...found.map(days => ago(days)));
    const items = shown.map(days => ago(days));
    const error = await expectNoneAdded(context, '2000-01-01', items).catch(
      (thrown: unknown) => thrown,
    );
    if (error instanceof NotExercised) return error.message;
    return error === undefined ? 'passed' : 'failed';
  };
  const newest = [1, 5, 7, 9];
  expect(await verdict([5, 7], newest)).toBe('passed');
  expect(await verdict([2, 7, 10], newest)).toBe('passed');
  expect(await verdict([6, 7], newest)).toBe('failed');
  expect(await verdict([1, 10], newest)).toContain('none is of the time');
  expect(await verdict([7], [9, 5, 7])).toContain('in no order of time');
});

test('the day at which a range starts is in it, as far back as a full response reaches', async () => {
  const hourly = Array.from({ length: 24 * 12 }, (_, hours) => ago(4 + hours / 24));
  const start = day(timeOf(hourly.at(90)!));
  const late = hourly.find(
    ({ processedAt }) => processedAt.startsWith(start) && processedAt.slice(11) > '12',
  )!;
  const verdict = async (found: readonly { processedAt: string }[]) => {
    const context = contextOver(
      () => answer(200, { success: true, data: { transactions: found } }),
      ourTarget(),
    );
    const error = await expectFirstDay(context, late, hourly.slice(0, 100)).catch(
      (thrown: unknown) => thrown,
    );
    if (error instanceof NotExercised) return error.message;
    return error === undefined ? 'passed' : 'failed';
  };
  const since = (date: string) => hourly.filter(each => each.processedAt.slice(0, 10) >= date);
  expect(await verdict(since(start))).toBe('passed');
  expect(await verdict(since(day(timeOf(late) + dayMs)))).toBe('failed');
  // Others were made meanwhile, and pushed some of that day out of a hundred.
  const younger = (count: number) => Array.from({ length: count }, (_, at) => ago(3 - at / 100));
  const made = (count: number) => [...younger(count).toReversed(), ...hourly].slice(0, 100);
  expect(await verdict(made(10))).toBe('passed');
  expect(await verdict(made(9).filter(each => each !== late))).toBe('failed');
  expect(await verdict(made(20))).toContain('full of later ones');
  expect(await verdict(made(10).toReversed())).toContain('not the newest first');
});

test('of a busy account it is looked further back, once', async () => {
  const hourly = Array.from({ length: 24 * 60 }, (_, hours) => ago(4 + hours / 24));
  const context = contextOver(({ body }) => {
    const { toDate = '9' } = JSON.parse(String(body)) as { toDate?: string };
    const shown = hourly.filter(each => each.processedAt.slice(0, 10) <= toDate).slice(0, 100);
    return answer(200, { success: true, data: { transactions: shown } });
  }, ourTarget());
  const { known, further } = await longHistory(context, 6);
  expect(context.requests).toHaveLength(3);
  expect(known).toHaveLength(200);
  expect(further).toMatchObject({ toDate: day(now - 38 * dayMs), items: known.slice(100) });
  const { all, first, last } = await middleOfHistory(context);
  expect(all).toHaveLength(200);
  expect(Date.parse(last.before) - Date.parse(first.after)).toBeGreaterThan(20 * dayMs);
});

test('a history that spans years is not looked into further', async () => {
  const weekly = Array.from({ length: 100 }, (_, weeks) => ago(4 + 7 * weeks));
  const context = account(...weekly);
  expect(await longHistory(context, 6)).toEqual({ known: weekly });
  expect(context.requests).toHaveLength(2);
});
