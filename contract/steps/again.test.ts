import { expect as base, test } from '#test';
import { answer, contextOver, ourTarget, type Answer } from '../../fixtures/testing/fakes.ts';
import type { Check } from '../../harness/run/context.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { runChecks } from '../../harness/run/pipeline.ts';
import { route } from '../../schemas/routes.ts';
import { contract } from '../contract.ts';
import { again } from './again.ts';

/** Runs a check over a wire of these responses. */
async function run(check: Check, answers: Answer, deadline?: () => void) {
  const context = contextOver(answers, ourTarget({ GV_RECHECK_AFTER: '65' }));
  const paused: number[] = [];
  const [outcome] = await runChecks([{ id: 'service.json', check }], {
    contract: { ...contract, preparations: [] },
    contextOf: () => context,
    exchanges: () => [],
    onPause: (_ms, cases) => {
      paused.push(cases);
      deadline?.();
    },
  });
  return { ...context, cases: outcome!.cases, paused };
}

const statusOf =
  (times: number): Check =>
  ({ api, each }) =>
    each(['one', 'another'], () =>
      again(async () => {
        for (let sent = 0; sent < times; sent++)
          expect((await api.send(route.wallet)).response.status, 'status').toBe(200);
      }),
    );
const verdicts = (cases: readonly { readonly verdict: string }[]) =>
  cases.map(each => each.verdict);

test('contradictions are read again after one common pause', async () => {
  const seen = await run(statusOf(2), (_request, count) => answer(count === 1 ? 404 : 200));
  base(verdicts(seen.cases)).toEqual(['passed', 'passed']);
  base(seen.clock.slept).toEqual([65_000]);
  base(seen.paused).toEqual([2]);
  // Once before the pause, and once after it: caches are asked for a response of now.
  base(seen.requests.map(({ headers }) => headers['Cache-Control'])).toEqual([
    undefined,
    'no-cache',
  ]);
});

test('a contradiction that persists fails, and shows the second look', async () => {
  const seen = await run(statusOf(1), () => answer(404));
  base(verdicts(seen.cases)).toEqual(['failed', 'failed']);
  base(seen.cases[0]).toMatchObject({ exchange: 'x2', evidence: ['x1', 'x2'] });
});

test('the run does not pause without a contradiction', async () => {
  const seen = await run(statusOf(1), () => answer(200));
  base(seen.paused).toEqual([]);
  base(seen.clock.slept).toEqual([]);
});

test('a look cannot send a request with an effect', async () => {
  const seen = await run(
    ({ api }) =>
      again(async () => {
        await api.send(route.wallet);
        await api.send(route.createOrder, { body: {}, costs: [] });
      }),
    () => answer(200),
  );
  base(seen.cases[0]).toMatchObject({
    verdict: 'error',
    reason: 'POST /orders is in a look, which can only read',
  });
  base(seen.requests).toHaveLength(1);
});

test('the case is inconclusive if a second look is not possible', async () => {
  let isOver = false;
  const seen = await run(
    ({ api }) =>
      again(async () => {
        const key = isOver ? ('revoked' as const) : ('business' as const);
        expect((await api.send(route.wallet, { key })).response.status, 'status').toBe(200);
      }),
    () => answer(404),
    () => (isOver = true),
  );
  base(verdicts(seen.cases)).toEqual(['not-exercised']);
  base(seen.cases[0]?.reason).toMatch(
    /^the second look was not possible: GV_KEY_REVOKED is not set/,
  );
});
