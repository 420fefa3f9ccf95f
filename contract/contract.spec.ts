/** Makes each check of the contract a test of Playwright's runner. */
import { describeChecks, test } from '../harness/run/hosts/playwright.ts';
import { stageOf } from '../schemas/statement.ts';
import { findChecks } from './requirement.ts';

const checks = findChecks().filter(({ statement }) => stageOf(statement) !== 'limiters');
for (const check of describeChecks(checks))
  test(check.title, check.details, ({ outcomes }, testInfo) => outcomes.report(check, testInfo));
