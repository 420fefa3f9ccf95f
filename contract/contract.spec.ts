/** Makes each check a test of Playwright's runner. `outcomes.ts` runs the checks and reports their outcomes. */
import { _baseTest, type TestDetails } from '@playwright/test';
import { Outcomes } from '../harness/run/hosts/outcomes.ts';
import type { Run } from '../harness/config/run.ts';
import { areaOf, hasCheck, type Statement, stageOf } from '../schemas/statement.ts';
import { statements } from './statements.ts';

/** Starts the run in this worker. Its modules are loaded here, because a worker that only reads outcomes does not need them. */
async function start(run: Run) {
  const [{ startRun }, { planRun }, { totalsOf }] = await Promise.all([
    import('../harness/run/hosts/worker-run.ts'),
    import('./setup/plan-run.ts'),
    import('./setup/totals.ts'),
  ]);
  return startRun(run, {
    load: async () => {
      const { contract } = await import('./contract.ts');
      const { loadChecks } = await import('./requirement.ts');
      return { contract, checks: await loadChecks() };
    },
    probeLimiters: async (...args) =>
      (await import('../load/limiters/run.ts')).probeLimiters(...args),
    planRun: async (ids, { context, ...known }) => {
      const plan = await planRun({ ids }, context, known);
      return { plan, totals: totalsOf(plan, context.target, known.room) };
    },
  });
}

// DECISIONS.md says why the tests are not made with `test`.
const test = _baseTest.extend<{}, { outcomes: Outcomes }>({
  outcomes: [
    async ({}, use) => {
      const outcomes = new Outcomes(start);
      await use(outcomes);
      await outcomes.end();
    },
    { scope: 'worker' },
  ],
});

/** Returns the tags and the annotations of a test. The projects of the configuration select by the tag of the probes. */
function detailsOf(id: string, statement: Statement): TestDetails {
  const { anchor, implied } = statement;
  const annotation = [
    { type: 'anchor', description: anchor },
    ...(implied ? [{ type: 'implied by', description: implied }] : []),
    { type: 'checks', description: `contract/${areaOf(id)}` },
  ];
  const probes = stageOf(statement) === 'limiters' ? ['@probe'] : [];
  return { tag: [`@${areaOf(id)}`, ...probes], annotation };
}

for (const [id, statement] of Object.entries(statements))
  if (hasCheck(statement))
    test(`${id} ${statement.text}`, detailsOf(id, statement), ({ outcomes }, testInfo) =>
      outcomes.report(id, statement, testInfo),
    );
