import { join, resolve } from 'node:path';
import { defineConfig, type ReporterDescription } from '@playwright/test';
import type { HostOptions } from './fixtures/run/hosts/playwright.ts';
import { expectOurs } from './fixtures/output/ours.ts';
import { outputFolder } from './fixtures/config/environment.ts';

const out = outputFolder();
/** The runner would look from here, and the folder is one of who started it. */
const inOutput = (name: string) => join(resolve(out), name);
/** A listing removes nothing, and leaves nothing. */
const listing = process.argv.includes('--list');
// Playwright empties its folders in it before anything of ours runs.
if (!listing) expectOurs(out);
/** One of several machines: it leaves its part for `./gv merge`. */
const sharded = process.argv.some(each => each.startsWith('--shard'));

const runnersOwn: ReporterDescription = sharded
  ? ['blob', { outputDir: inOutput('blob'), fileName: 'report.zip' }]
  : ['html', { outputFolder: inOutput('html'), open: 'never' }];

/** Read by a run of the limiters only. */
const probe = () => import('./load/limiter/probe/run.ts');

export default defineConfig<{}, HostOptions>({
  testDir: 'contract',
  use: {
    limiterProbe: { run: async (target, stop) => (await probe()).probeLimiters(target, stop) },
  },
  outputDir: inOutput('artifacts'),
  globalSetup: './fixtures/run/hosts/global-setup.ts',
  // One worker has one log and one pace (its requests overlap); the projects run one after the other because they are listed so.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  // Requests have time-outs of their own, and a poll or a limiter may take long.
  timeout: 0,
  projects: [
    { name: 'contract', testMatch: '*/checks.ts', testIgnore: 'limits/checks.ts' },
    { name: 'load', testMatch: 'limits/checks.ts' },
  ],
  reporter: [['./reports/reporter.ts', { out }], ...(listing ? [] : [runnersOwn])],
});
