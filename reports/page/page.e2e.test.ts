import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import {
  chromium,
  expect,
  test,
  type Browser,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';
import { renderPage } from './page.tsx';
import { manyExchanges, sampleResult } from './testing/sample.ts';
import { findBrowser, launchArguments } from './testing/browser.ts';

// One browser serves all tests.
test.describe.configure({ mode: 'default' });

const folder = mkdtempSync(join(tmpdir(), 'page-'));
let browser: Browser | undefined;

const write = (name: string, html: string): string => {
  const file = join(folder, name);
  writeFileSync(file, html);
  return pathToFileURL(file).href;
};

const failing = write('failing.html', renderPage(sampleResult()));

test.beforeAll(async () => {
  const executablePath = findBrowser();
  test.skip(executablePath === undefined, 'no Chromium: GV_CHROMIUM names one');
  if (executablePath) browser = await chromium.launch({ executablePath, args: launchArguments });
});
test.afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The row of a requirement or an exchange; the id is that of its content. */
const row = (page: Page, id: string) =>
  page.locator('details', { has: page.locator(`> [id="${id}"]`) });

/** Everything that the page says to the console, policy violations among it, fails the test. */
async function open(address = failing, options: BrowserContextOptions = {}) {
  if (!browser) throw new Error('no browser');
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
  const page = await context.newPage();
  const said: string[] = [];
  page.on('console', message => said.push(message.text()));
  page.on('pageerror', error => said.push(error.message));
  page.on('request', request => {
    if (!/^(file|data):/.test(request.url())) said.push(`requests ${request.url()}`);
  });
  await page.goto(address);
  const done = async () => {
    expect(said).toEqual([]);
    await context.close();
  };
  return { page, done };
}

test('the top has the verdict, the target, the profile, the time and the counts', async () => {
  const { page, done } = await open();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /Non-conformant.*vouchers\.example\/sandbox/,
  );
  const top = page.locator('header.headline');
  await expect(top).toContainText('2026-01-05 09:00:00 UTC');
  await expect(top).toContainText('gate');
  await expect(top).toContainText('2 failed');
  await expect(top).toContainText('1 error');
  await expect(top).toContainText('1 waived');
  await done();
});

test('fifteen equal failures are one, with the difference marked', async () => {
  const { page, done } = await open();
  const failure = page.locator('.failure', { hasText: 'auth.unknown-key' });
  await expect(failure).toHaveCount(1);
  await expect(failure.locator('mark')).toHaveText(['"Invalid API key"', '"Unauthorized"']);
  await expect(failure.locator('.places li')).toHaveCount(15);
  await done();
});

test('a requirement opens with its cases; their evidence opens the exchange', async () => {
  const { page, done } = await open();
  const requirement = row(page, 'auth.unknown-key');
  await requirement.locator('summary').click();
  await expect(requirement.locator('.cases > li')).toHaveCount(15);
  await requirement.getByRole('link', { name: 'x1', exact: true }).click();
  const exchange = row(page, 'x1');
  await expect(exchange.getByText('Status 401')).toBeVisible();
  await exchange.getByText('as curl').click();
  await expect(exchange.getByText("curl -i -X GET 'https://vouchers.example")).toBeVisible();
  await done();
});

test('a deep link opens its requirement', async () => {
  const { page, done } = await open(`${failing}#auth.unknown-key`);
  const summary = row(page, 'auth.unknown-key').locator('> summary');
  await expect(row(page, 'auth.unknown-key')).toHaveAttribute('open', '');
  await expect(summary).toBeInViewport();
  await expect(summary).toBeFocused();
  await done();
});

test('search and verdicts filter the requirements; a deep link to a hidden one clears them', async () => {
  const { page, done } = await open();
  const shown = page.locator('.requirement:visible');
  await page.keyboard.press('/');
  await page.keyboard.type('unknown key');
  await expect(row(page, 'auth.unknown-key')).toBeVisible();
  await expect(row(page, 'wallet.fields')).toBeHidden();
  await expect(page.locator('#found')).toHaveText(/^\d+ of \d+ requirements$/);
  await page.getByRole('searchbox').fill('');
  await page.getByRole('checkbox', { name: 'passed' }).uncheck();
  await page.getByRole('checkbox', { name: 'not exercised' }).uncheck();
  await expect(shown).toHaveCount(4);
  await page.getByRole('searchbox').fill('nothing is called this');
  await expect(shown).toHaveCount(0);
  await page.evaluate("location.hash = '#limits.rejection'");
  await expect(row(page, 'limits.rejection')).toBeVisible();
  await done();
});

test('everything can be reached and opened by keyboard', async () => {
  const { page, done } = await open();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'To the contract' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('searchbox')).toBeFocused();
  for (let more = 0; more < 12; more++) {
    await page.keyboard.press('Tab');
    if (await page.locator('.requirement > summary:focus').count()) break;
  }
  await page.keyboard.press('Enter');
  await expect(page.locator('.requirement[open]')).toHaveCount(1);
  await done();
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`axe finds nothing, ${colorScheme}, with everything open`, async () => {
    const { page, done } = await open(failing, { colorScheme });
    await page.evaluate(
      "for (const each of [...document.querySelectorAll('details')].slice(0, 120)) each.open = true",
    );
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    await done();
  });

test('dark is dark', async () => {
  const colour = async (colorScheme: 'light' | 'dark') => {
    const { page, done } = await open(failing, { colorScheme });
    const found = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    await done();
    return found;
  };
  expect(await colour('light')).toBe('rgb(255, 255, 255)');
  expect(await colour('dark')).toBe('rgb(18, 22, 28)');
});

test('on a phone nothing is wider than the screen', async () => {
  const { page, done } = await open(failing, { viewport: { width: 360, height: 740 } });
  await page.evaluate(
    "for (const each of [...document.querySelectorAll('details')].slice(0, 120)) each.open = true",
  );
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  await done();
});

test('printed, it is light, without controls and without the list of requests', async () => {
  const { page, done } = await open(failing, { colorScheme: 'dark' });
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(page.locator('#requests')).toBeHidden();
  await expect(page.locator('#filter')).toBeHidden();
  await expect(page.locator('.failure').first()).toBeVisible();
  expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(
    'rgb(255, 255, 255)',
  );
  expect((await page.pdf()).length).toBeGreaterThan(10_000);
  await done();
});

test('without JavaScript everything but the filter works', async () => {
  const { page, done } = await open(failing, { javaScriptEnabled: false });
  await expect(page.locator('#filter')).toBeHidden();
  await row(page, 'auth.unknown-key').locator('> summary').click();
  await row(page, 'auth.unknown-key').getByRole('link', { name: 'x1', exact: true }).click();
  await expect(row(page, 'x1').getByText('Status 401')).toBeVisible();
  await done();
});

test('markup, script, escapes and direction marks of a response are text', async () => {
  const { page, done } = await open();
  await expect(page).toHaveTitle('Non-conformant: https://vouchers.example/sandbox');
  const failure = page.locator('.failure', { hasText: 'errors.json' });
  await expect(failure.locator('dd').last()).toContainText('<script>');
  await expect(failure.locator('dd').last()).toContainText(String.raw`\x1b[31m`);
  await expect(failure.locator('dd').last()).toContainText(String.raw`\u202e`);
  await expect(page.locator('main img')).toHaveCount(0);
  await done();
});

test('each chart says what it shows, and has its numbers as a table', async () => {
  const { page, done } = await open();
  const titles = [
    'Limiter catalog',
    'Response times by route',
    'From queued to done',
    'Load: rate and errors',
    'Load: response times by route',
    'Payloads by bound',
  ];
  await expect(page.locator('figure h3')).toHaveText(titles);
  for (const title of titles) {
    const figure = page
      .locator('figure', { has: page.getByRole('heading', { name: title }) })
      .first();
    await expect(figure.getByRole('img', { name: title })).toBeVisible();
    await figure.getByText('Numbers', { exact: true }).click();
    expect(await figure.getByRole('row').count()).toBeGreaterThan(1);
  }
  const limiter = page.locator('figure', { hasText: 'Limiter catalog' });
  await expect(limiter).toContainText(
    'A fixed window, confidence high: limit 10, window 2 s (1.9 to 2.1).',
  );
  await expect(limiter.locator('.wide circle')).toHaveCount(20);
  await expect(page.locator('#measured')).toContainText(
    'Not measured: GV_ALLOW does not permit to exhaust',
  );
  await done();
});

test('ten thousand exchanges: under 2 MB, open in under a second, and what is left out is said', async () => {
  const html = renderPage(manyExchanges(10_000));
  expect(html.length).toBeLessThan(2_000_000);
  const { page, done } = await open(write('many.html', html));
  const loads: number[] = [];
  // The fastest of three: other tests run at the same time.
  for (let more = 0; more < 3; more++) {
    await page.reload();
    loads.push(
      await page.evaluate<number>("performance.getEntriesByType('navigation')[0].loadEventEnd"),
    );
  }
  expect(Math.min(...loads)).toBeLessThan(1000);
  await expect(page.locator('#requests')).toContainText(/\d exchanges more/);
  await expect(row(page, 'x1')).toHaveCount(1);
  await done();
});
