/** Makes each check of the limiters a test of Playwright's runner. They run after the tests of the contract. */
import { detailsOf, test, titleOf } from '../harness/run/hosts/playwright.ts';
import type { Suite } from '../harness/run/hosts/worker-run.ts';
import { stageOf } from '../schemas/statement.ts';
import { findChecks } from './requirement.ts';

const suite: Suite = {
  checks: findChecks().filter(({ statement }) => stageOf(statement) === 'limiters'),
  load: () => import('./contract.ts'),
  probeLimiters: async (target, stop) =>
    (await import('../load/limiters/run.ts')).probeLimiters(target, stop),
};
for (const check of suite.checks)
  test(titleOf(check), detailsOf(check), ({ outcomes }, testInfo) =>
    outcomes.report(check, suite, testInfo),
  );
