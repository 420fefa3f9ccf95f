/** The tests of the contract for Playwright's runner: one for each check. */
import { describeChecks, test } from '../harness/run/hosts/playwright.ts';

for (const { check, title, details } of describeChecks('contract'))
  test(title, details, ({ outcomes }, testInfo) => outcomes.report(check, testInfo));
