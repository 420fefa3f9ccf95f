/** Makes each check of the limiters a test of Playwright's runner. They run after the tests of the contract. */
import { describeChecks, test } from '../harness/run/hosts/playwright.ts';

for (const { check, title, details } of describeChecks('limiters'))
  test(title, details, ({ outcomes }, testInfo) => outcomes.report(check, testInfo));
