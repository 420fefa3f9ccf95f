import { defineConfig } from '@playwright/test';

/** A tier of its own, which takes about half an hour; some of its faults are among the end-to-end tests. */
export default defineConfig({
  testDir: '.',
  testMatch: 'every-fault.ts',
  outputDir: '../../reports/out/network',
  // Each test waits for processes that take a processor each.
  workers: 2,
  fullyParallel: true,
  timeout: 600_000,
  reporter: [['../../reports/count-reporter.ts']],
});
