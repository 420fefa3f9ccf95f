import { defineConfig } from '@playwright/test';

// Workers import checks as data: here they are not tests of the runner.
process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --conditions=collect`;

const e2e = '**/*.e2e.test.ts';
const matrix = 'calibration/matrix/matrix.test.ts';

/**
 * Tests of the tester: `npm test` runs all tiers, `npm run test:unit`, `test:e2e` and `test:matrix` one each. What spawns
 * commands or k6, starts many servers, or simulates limiters for seconds, is `e2e`; the matrix takes all processors and
 * runs last.
 */
export default defineConfig({
  testDir: '.',
  outputDir: 'reports/out/self',
  workers: 2,
  fullyParallel: true,
  timeout: 600_000,
  projects: [
    { name: 'unit', testMatch: '**/*.test.ts', testIgnore: [e2e, matrix] },
    { name: 'e2e', testMatch: e2e },
    { name: 'matrix', testMatch: matrix, dependencies: ['unit', 'e2e'], timeout: 1_800_000 },
  ],
  reporter: [['./reports/count-reporter.ts']],
});
