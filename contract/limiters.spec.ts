/** Makes each check of the limiters a test of Playwright's runner. They run after the tests of the contract. */
import { describeChecks, test } from '../harness/run/hosts/playwright.ts';
import { stageOf } from '../schemas/statement.ts';
import { findChecks } from './requirement.ts';

const checks = findChecks().filter(({ statement }) => stageOf(statement) === 'limiters');
for (const check of describeChecks(checks))
  test(check.title, check.details, ({ outcomes }, testInfo) => outcomes.report(check, testInfo));
