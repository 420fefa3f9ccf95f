/** The tests of the limiters for Playwright's runner. They run after those of the contract. */
import { describeChecks, test } from '../harness/run/hosts/playwright.ts';

for (const { check, title, details } of describeChecks('limiters'))
  test(title, details, ({ outcomes }, testInfo) => outcomes.report(check, testInfo));
