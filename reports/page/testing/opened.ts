/** Opens pages in one Chromium per worker. */
import { AxeBuilder } from '@axe-core/playwright';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from '@playwright/test';
import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';
import { test as base, expect } from '#test';

const names = ['chromium', 'chromium-browser', 'google-chrome'];

/** Installs Chromium from Debian, if permitted. */
function install(): void {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = ['-o', 'DPkg::Lock::Timeout=120', '-qq'];
  try {
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']])
      execFileSync('apt-get', [...options, ...args], { stdio: 'ignore', timeout: 180_000, env });
  } catch {
    // The tests are then skipped with a message that names the variable.
  }
}

/** Returns GV_CHROMIUM, a browser on PATH, or Playwright's own. */
function installed(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const onPath = folders.flatMap(folder => names.map(name => join(folder, name)));
  const given = process.env['GV_CHROMIUM'] || undefined;
  return given ?? [...onPath, chromium.executablePath()].find(file => existsSync(file));
}

function findBrowser(): string | undefined {
  if (installed() === undefined) install();
  return installed();
}

/** Disables the sandbox, which containers lack, and the network requests of the browser itself. */
const launchArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

interface Options extends BrowserContextOptions {
  /** Text after the `#` of the address. */
  readonly hash?: string;
}

interface Fixtures {
  /** Opens a page. The test fails if the page prints to the console, violates its policy, or requests anything. */
  readonly open: (html: string, options?: Options) => Promise<Page>;
}

interface Shared {
  readonly chromium: Browser | undefined;
}

export const test = base.extend<Fixtures, Shared>({
  chromium: [
    async ({}, use) => {
      const executablePath = findBrowser();
      const args = launchArguments;
      const browser = executablePath ? await chromium.launch({ executablePath, args }) : undefined;
      await use(browser);
      await browser?.close();
    },
    { scope: 'worker' },
  ],
  open: async ({ chromium: browser }, use, info) => {
    if (!browser) return info.skip(true, 'no Chromium: GV_CHROMIUM names one');
    const folder = mkdtempSync(join(tmpdir(), 'page-'));
    const happened: string[] = [];
    const pages: Page[] = [];
    await use(async (html, { hash = '', ...options } = {}) => {
      const file = join(folder, `${pages.length}.html`);
      writeFileSync(file, html);
      const viewport = { width: 1200, height: 900 };
      const context = await browser.newContext({ viewport, ...options });
      const page = await context.newPage();
      pages.push(page);
      page.on('console', message => happened.push(message.text()));
      page.on('pageerror', error => happened.push(error.message));
      page.on('dialog', dialog => happened.push(dialog.message()));
      page.on('request', request => {
        if (!/^(file|data):/.test(request.url())) happened.push(`requests ${request.url()}`);
      });
      await page.goto(pathToFileURL(file).href + hash);
      return page;
    });
    for (const page of pages) await page.context().close();
    rmSync(folder, { recursive: true, force: true });
    expect(happened).toEqual([]);
  },
});

/** Returns the row of a requirement or an exchange. The id is on its content. */
export const row = (page: Page, id: string): Locator =>
  page.locator('details', { has: page.locator(`> [id="${id}"]`) });

/** Opens the first of thousands of details elements. */
export const openDetails = (page: Page): Promise<unknown> =>
  page.evaluate(
    "for (const each of [...document.querySelectorAll('details')].slice(0, 120)) each.open = true",
  );

/** Returns the violations that axe finds with everything open, each with its first element. */
export async function violationsIn(page: Page): Promise<unknown[]> {
  await openDetails(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => [id, nodes[0]?.html]);
}
