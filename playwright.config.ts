import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { expectOurs } from './harness/output/folder.ts';
import { outputFolder } from './harness/config/environment.ts';
import { moduleFile } from './harness/process.ts';

const out = outputFolder();
/** Resolves a path against the folder of the user, because the runner would resolve it against this file. */
const inOutput = (name: string) => join(resolve(out), name);
/** True if tests are only listed, so that nothing is removed or written. */
const listing = process.argv.includes('--list');
// Checked here, because Playwright empties its folders before our code runs.
if (!listing) expectOurs(out);

/** Loads the ledger, if the records of a run are gone. */
const spentByThisRun = async () =>
  (await import('./harness/run/hosts/global-setup.ts')).spentByThisRun();

/** Makes paths absolute, because a configuration in another folder may extend this one. */
const ours = (name: string) => moduleFile(name, import.meta.url);

/** True if Node itself loads TypeScript, from 22.18 on. @types/node of Node 20 does not know the field. */
const nodeLoadsTypeScript = Boolean(
  (process.features as { readonly typescript?: unknown }).typescript,
);

export default defineConfig({
  testDir: fileURLToPath(new URL('contract', import.meta.url)),
  testMatch: 'contract.spec.[jt]s',
  // The runner compiles with Babel, which is slow, and from Node 22.15 on its workers do so again in each run.
  build: {
    external: nodeLoadsTypeScript ? [fileURLToPath(new URL('**/*.ts', import.meta.url))] : [],
  },
  outputDir: inOutput('artifacts'),
  globalSetup: ours('./harness/run/hosts/global-setup'),
  // One worker has one log and one pace, and its requests overlap. It runs the projects in this order.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  // Requests have their own time-outs, and a poll or a limiter may take long.
  timeout: 0,
  projects: [
    { name: 'contract', grepInvert: /@probe/ },
    { name: 'load', grep: /@probe/ },
  ],
  reporter: [
    [ours('./reports/reporter'), { out, spentByThisRun }],
    ...(listing ? [] : [['html', { outputFolder: inOutput('html'), open: 'never' }] as const]),
  ],
});
