/** Makes each check of the contract a test of Playwright's runner. */
import { describeChecks, test } from '../harness/run/hosts/playwright.ts';

for (const { check, title, details } of describeChecks('contract'))
  test(title, details, ({ outcomes }, testInfo) => outcomes.report(check, testInfo));
