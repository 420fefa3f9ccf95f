import { defineConfig } from '@playwright/test';

/** A tier of its own: it fetches linters of others from PyPI and the Go proxy. What cannot be had is skipped. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.lint.ts',
  outputDir: '../../reports/out/recipes',
  // The tools are fetched once, by whoever comes first.
  workers: 1,
  timeout: 600_000,
  reporter: [['../../reports/count-reporter.ts']],
});
