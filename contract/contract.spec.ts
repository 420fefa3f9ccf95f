/** Makes each check of the contract a test of Playwright's runner. */
import { detailsOf, test, titleOf } from '../harness/run/hosts/playwright.ts';
import { stageOf } from '../schemas/statement.ts';
import { findChecks } from './requirement.ts';

const suite = {
  checks: findChecks().filter(({ statement }) => stageOf(statement) !== 'limiters'),
  load: () => import('./contract.ts'),
};
for (const check of suite.checks)
  test(titleOf(check), detailsOf(check), ({ outcomes }, testInfo) =>
    outcomes.report(check, suite, testInfo),
  );
