import { expect as base, test } from '#test';
import type { Outcome } from '../../schemas/records/result.ts';
import { route } from '../../schemas/routes.ts';
import { contract } from '../../contract/contract.ts';
import type { StatementId } from '../../contract/statements.ts';
import { answer, contextOver, targetWith, type Answer } from '../../fixtures/testing/fakes.ts';
import { runCheck } from './check.ts';
import type { Check } from './context.ts';

// The two functions that a check gets in addition to the context: `judge` and `observe`.

async function run(
  id: StatementId,
  check: Check,
  answers: Answer = () => answer(200),
): Promise<Outcome> {
  const target = targetWith({ GV_COUNTRIES: 'GB' });
  return (await runCheck({ id, check }, contextOver(answers, target), contract)).outcome;
}

test('an observation has a value, an anchor and evidence, and no verdict', async () => {
  const outcome = await run('orders.statuses', async ({ api, observe }) => {
    await api.send(route.orders);
    observe('orders.statuses', { seen: 1 }, { marked: true });
    observe('orders.statuses', 'plain');
    observe('orders.statuses', undefined);
  });
  base(outcome).toMatchObject({ verdict: 'passed', cases: [{ id: 'all', verdict: 'passed' }] });
  const anchor: unknown = base.stringMatching(/^§/);
  base(outcome.observations).toEqual([
    { id: 'orders.statuses', anchor, value: { seen: 1 }, marked: true, evidence: ['x1'] },
    { id: 'orders.statuses', anchor, value: 'plain', evidence: ['x1'] },
    { id: 'orders.statuses', anchor, value: null, evidence: ['x1'] },
  ]);
});
