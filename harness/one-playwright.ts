/** Stops a configuration that extends ours if its Playwright is another copy than ours: two cannot share one run. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Returns the folder of the Playwright that this process loaded first; undefined if there is none yet. */
const loadedFirst = (): string | undefined =>
  /\(?(?:file:\/\/)?(\/[^\n]*?\/playwright|[A-Z]:[^\n]*?[\\/]playwright)[\\/]lib[\\/]/.exec(
    (process as { readonly ['__pw_initiator__']?: string })['__pw_initiator__'] ?? '',
  )?.[1];

const versionIn = (folder: string): string =>
  (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;

const theirs = loadedFirst();
const require = createRequire(createRequire(import.meta.url).resolve('@playwright/test'));
const ours = dirname(require.resolve('playwright/package.json'));
if (theirs !== undefined && theirs !== ours) {
  const needed = versionIn(ours);
  const text = `Your @playwright/test is ${versionIn(theirs)}, and gift-voucher-conformance has ${needed} of its own: install @playwright/test ${needed}, so that there is one copy.`;
  // The runner prints the stack.
  throw Object.assign(new Error(text), { stack: text });
}
