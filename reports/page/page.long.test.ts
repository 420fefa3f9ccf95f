import { expect } from '#test';
import { failedCase, requirement, result } from '../testing/samples.ts';
import { renderPage } from './page.tsx';
import { row, test, openDetails, violationsIn } from './testing/opened.ts';
import { manyExchanges, sampleResult } from './testing/sample.ts';

const failing = renderPage(sampleResult());

test('fifteen equal failures are shown once', async ({ open }) => {
  const page = await open(failing);
  const failure = page.locator('.failure', { hasText: 'auth.unknown-key' });
  await expect(failure).toHaveCount(1);
  await expect(failure.locator('.places li')).toHaveCount(15);
});

test('a link opens the requirement that it leads to', async ({ open }) => {
  const page = await open(failing, { hash: '#auth.unknown-key' });
  await expect(row(page, 'auth.unknown-key')).toHaveAttribute('open', '');
  await expect(row(page, 'auth.unknown-key').locator('> summary')).toBeInViewport();
  await row(page, 'auth.unknown-key').getByRole('link', { name: 'x1', exact: true }).click();
  await expect(row(page, 'x1').getByText('Status 401')).toBeVisible();
});

test('each figure says what it shows', async ({ open }) => {
  const page = await open(failing);
  const having = (name: string) =>
    page.locator('figure', { has: page.getByRole('heading', { name }) });
  const limiter = having('Limiter catalog');
  await expect(limiter.getByRole('img', { name: 'Limiter catalog' })).toBeVisible();
  // Rejections are not in the response times.
  await expect(having('Response times by route').getByRole('row')).toHaveCount(4);
  await expect(limiter).toContainText(
    'A fixed window, confidence high: limit 10, window 2 s (1.9 s to 2.1 s).',
  );
  await expect(limiter.locator('circle')).toHaveCount(20);
  await expect(page.locator('#measured')).toContainText(
    'Not measured: GV_ALLOW does not permit to exhaust',
  );
  const load = having('Load');
  await expect(load).toContainText(
    '600 requests in 1 min 0 s, 10.0 a second: 12 limited, 3 failed.',
  );
  await expect(load).toContainText('ledger not exercised: it answered 404 before the load');
});

test('ten thousand exchanges fit, and the page says how many are left out', async ({ open }) => {
  const html = renderPage(manyExchanges(10_000));
  expect(html.length).toBeLessThan(2_000_000);
  const page = await open(html);
  expect(await page.locator('*').count()).toBeLessThan(30_000);
  await expect(page.locator('#requests')).toContainText(/\d more exchanges/);
  await expect(row(page, 'x1')).toHaveCount(1);
});

test('a keyboard can reach and open everything', async ({ open }) => {
  const page = await open(failing);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'To the contract' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.locator('.requirement > summary').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('.requirement[open]')).toHaveCount(1);
});

test('the filter shows the requirements with a text, of an area, in a status', async ({ open }) => {
  const page = await open(failing);
  const form = page.locator('.filter');
  const all = await page.locator('.requirement').count();
  await form.getByLabel('Text').fill('AUTH.unknown-key');
  await expect(page.locator('.requirement:visible')).toHaveCount(1);
  await expect(form).toContainText(`1 of ${all}`);
  await form.getByRole('button', { name: 'Reset' }).click();
  await form.getByLabel('Status').selectOption('failed');
  await expect(page.locator('.requirement:visible:not(.failed)')).toHaveCount(0);
  await expect(page.locator('#warnings')).toBeHidden();
});

test('a text in a card finds its row in the list of failures', async ({ open }) => {
  const requirements = ['orders', 'wallet', 'tools'].map(area =>
    requirement(`${area}.one`, {
      verdict: 'failed',
      text: `statement of ${area}.one`,
      cases: [failedCase(`case of ${area}`, 'x1', area)],
    }),
  );
  const page = await open(renderPage(result({ requirements })));
  await page.getByLabel('Text').fill('case of wallet');
  await expect(page.locator('.index a:visible')).toHaveText(['statement of wallet.one']);
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`axe finds nothing, ${colorScheme}, with everything open`, async ({ open }) => {
    const page = await open(failing, { colorScheme });
    expect(await violationsIn(page)).toEqual([]);
  });

test('on a phone nothing is wider than the screen', async ({ open }) => {
  const page = await open(failing, { viewport: { width: 360, height: 740 } });
  await openDetails(page);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
});
