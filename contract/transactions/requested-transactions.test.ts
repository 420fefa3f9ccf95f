import { expect, test } from '#test';
import { answer, contextOver, ourTarget, thrownBy } from '../../fixtures/testing/fakes.ts';
import { dayMs, knownHistory, transactionsFor } from './requested-transactions.ts';

const now = Date.UTC(2026, 0, 1);
/** A transaction of some days ago. */
const ago = (days: number) => ({
  transactionId: `t${days}`,
  processedAt: new Date(now - days * dayMs).toISOString(),
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

test('a transaction of both responses is known once', async () => {
  const context = account(ago(1), ago(10));
  expect(await knownHistory(context)).toEqual([ago(1), ago(10)]);
  expect(context.requests.map(({ body }) => String(body))).toEqual([
    '{"limit":100}',
    '{"limit":100,"toDate":"2025-12-29"}',
  ]);
});

test('a refusal has no transactions', async () => {
  const context = contextOver(() => answer(400, { success: false }), ourTarget());
  expect(await thrownBy(() => transactionsFor(context, {}))).toMatchObject({
    message: 'the response has no transactions',
    reportedBy: 'transactions.fields',
  });
});
