import { expect as base, test } from '#test';
import type { Outcome } from '../../schemas/records/result.ts';
import { route } from '../../schemas/routes.ts';
import { contract } from '../../contract/contract.ts';
import type { StatementId } from '../../contract/statements.ts';
import {
  exchangeOf,
  answer,
  contextOver,
  targetWith,
  type Answer,
} from '../../fixtures/testing/fakes.ts';
import { SuiteError, NotExercised } from '../verdict.ts';
import { runCheck } from './check.ts';
import { createMemo, type Check } from './context.ts';
import { addEvidence, inCase, newCase } from './expect/expect.ts';

test('checks share what one of them has computed', async () => {
  const memo = createMemo();
  let computed = 0;
  const ask = () => memo('a list', async () => ++computed);
  base(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  base(await ask()).toBe(1);
  const nothing = () => memo('nothing', () => void computed++);
  base([await nothing(), await nothing(), computed]).toEqual([undefined, undefined, 2]);
  base(await memo('another list', () => ++computed)).toBe(3);
  base(await createMemo()('a list', () => 'of another run')).toBe('of another run');
});

for (const error of [new NotExercised('not now'), new SuiteError('no response')])
  test(`after a ${error.constructor.name}, the next check computes the value again`, async () => {
    const memo = createMemo();
    const failing = memo('a list', () => Promise.reject(error));
    const next = memo('a list', () => 'read');
    await base(failing).rejects.toBe(error);
    base(await next).toBe('read');
  });

test('the responses behind a shared value are evidence of every case that uses it', async () => {
  const memo = createMemo();
  const evidenceOf = async (name: string, compute: () => Promise<unknown>) => {
    const current = newCase();
    await inCase(current, () => memo(name, compute).catch(() => undefined));
    return [...current.exchanges.keys()];
  };
  const [first, second] = [exchangeOf(200, {}, 'x1'), exchangeOf(500, {}, 'x2')];
  const nested = () => memo('a page', async () => addEvidence(first));
  const read = async () => {
    await nested();
    addEvidence(second);
  };
  const fail = async () => {
    await read();
    throw new NotExercised('it moved');
  };
  base(await evidenceOf('a list that moves', fail)).toEqual(['x1', 'x2']);
  base(await evidenceOf('a list', read)).toEqual(['x1', 'x2']);
  base(await evidenceOf('a list', read)).toEqual(['x1', 'x2']);
});

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
