import { defineConfig } from '@playwright/test';

const matrix = 'commands/matrix.test.ts';

// Tests that run checks collect them: registered with this runner, they would be tests of its own.
process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --conditions=collect`;

/** Tests of the tester: `npm test`. The matrix takes all processors: it comes when the others are done. */
export default defineConfig({
  testDir: '.',
  outputDir: 'reports/out/self',
  workers: 2,
  fullyParallel: true,
  timeout: 600_000,
  projects: [
    { name: 'self', testMatch: '**/*.test.ts', testIgnore: matrix },
    { name: 'matrix', testMatch: matrix, dependencies: ['self'] },
  ],
  reporter: [['./reports/count-reporter.ts']],
});
