import { defineConfig } from '@playwright/test';

/** Tests of the tester: `npm test`. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.test.ts',
  outputDir: 'reports/out/self',
  workers: 2,
  fullyParallel: true,
  timeout: 300_000,
  reporter: [['./reports/count-reporter.ts']],
});
