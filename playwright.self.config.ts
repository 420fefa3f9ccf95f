import { defineConfig } from '@playwright/test';

const e2e = '**/*.e2e.test.ts';
const long = '**/*.long.test.ts';
const matrix = 'selftest/matrix/matrix.test.ts';
const wholeMatrix = 'selftest/matrix/whole.long.test.ts';

/**
 * Tests of the tester. `npm test` is what has to pass before a change lands: `unit`, `e2e` (commands in processes of their
 * own) and `matrix` (each fault by the checks that can see it), side by side. `npm run test:all` is everything: `long` has
 * what needs k6, a browser or many runs, `network` each fault of a network, `linters` the recipes by tools of others, and
 * `whole` each fault by every check.
 */
export default defineConfig({
  testDir: '.',
  outputDir: 'reports/out/self',
  // Many tests wait for processes and windows: a third one computes meanwhile on two processors.
  workers: 3,
  fullyParallel: true,
  timeout: 600_000,
  projects: [
    { name: 'unit', testMatch: '**/*.test.ts', testIgnore: [e2e, long, matrix] },
    { name: 'e2e', testMatch: e2e },
    { name: 'matrix', testMatch: matrix },
    { name: 'long', testMatch: long, testIgnore: [wholeMatrix, '**/network.long.test.ts'] },
    { name: 'network', testMatch: '**/network.long.test.ts' },
    // The tools of others are fetched once, by whoever comes first.
    { name: 'linters', testMatch: '**/*.lint.ts', workers: 1 },
    { name: 'whole', testMatch: wholeMatrix, timeout: 3_600_000 },
  ],
  reporter: [['./reports/count-reporter.ts']],
});
