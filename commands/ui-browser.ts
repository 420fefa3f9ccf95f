/** Finds the browser that shows `--ui`. */
import { existsSync } from 'node:fs';

/** Says what to do if Playwright finds no browser. */
export const noBrowser =
  '--ui needs a browser that Playwright knows: its own Chromium (npx playwright install chromium), Chrome or Edge. A Chromium of the system does not serve. Without a browser, ./gv conformance --list shows the checks.';

/** Returns true if Playwright has its Chromium, or can start the user's Chrome or Edge. */
export async function hasBrowser(): Promise<boolean> {
  const { chromium } = await import('@playwright/test');
  if (existsSync(chromium.executablePath())) return true;
  for (const channel of ['chrome', 'msedge'])
    try {
      await (await chromium.launch({ channel })).close();
      return true;
    } catch {
      // Playwright has no public function that finds the browser of a channel.
    }
  return false;
}
