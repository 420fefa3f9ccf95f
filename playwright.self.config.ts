import { defineConfig } from '@playwright/test';

const e2e = '**/*.e2e.test.ts';
const long = '**/*.long.test.ts';
const matrix = 'selftest/matrix/matrix.test.ts';
const wholeMatrix = 'selftest/matrix/whole.long.test.ts';

/**
 * Configures the tests of the suite. `npm test` must pass before a change is merged. It runs `unit`, `e2e` (commands in separate
 * processes) and `matrix` (each fault by the checks that can see it). `npm run test:all` also runs `long` (tests with k6, a browser
 * or many runs), `network` (each network fault), `linters` (third-party linters on the recipes) and `whole` (each fault by every
 * check).
 */
export default defineConfig({
  testDir: '.',
  outputDir: 'reports/out/self',
  // Three workers on two processors, because many tests only wait for processes and windows.
  workers: 3,
  fullyParallel: true,
  timeout: 600_000,
  projects: [
    { name: 'unit', testMatch: '**/*.test.ts', testIgnore: [e2e, long, matrix] },
    { name: 'e2e', testMatch: e2e },
    // Each worker starts a process that computes all the time.
    { name: 'matrix', testMatch: matrix, workers: 2 },
    { name: 'long', testMatch: long, testIgnore: [wholeMatrix, '**/network.long.test.ts'] },
    { name: 'network', testMatch: '**/network.long.test.ts' },
    // One worker, so that the linters are fetched once.
    { name: 'linters', testMatch: '**/*.lint.ts', workers: 1 },
    { name: 'whole', testMatch: wholeMatrix, timeout: 3_600_000 },
  ],
  // The tests of slow files may cost too much, or could share a run.
  reportSlowTests: { max: 12, threshold: 20_000 },
  reporter: [['dot'], ['./reports/count-reporter.ts']],
});
