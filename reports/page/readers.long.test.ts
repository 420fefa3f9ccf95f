/** The page for whoever reads it otherwise than with a mouse on a large, light screen. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '#test';
import { renderPage } from './page.tsx';
import { openDetails, row, test } from './testing/opened.ts';
import { sampleResult } from './testing/sample.ts';

const failing = renderPage(sampleResult());

test('everything can be reached and opened by keyboard', async ({ open }) => {
  const page = await open(failing);
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
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`axe finds nothing, ${colorScheme}, with everything open`, async ({ open }) => {
    const page = await open(failing, { colorScheme });
    await openDetails(page);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  });

test('dark is dark', async ({ open }) => {
  const colour = async (colorScheme: 'light' | 'dark') => {
    const page = await open(failing, { colorScheme });
    return page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  };
  expect(await colour('light')).toBe('rgb(255, 255, 255)');
  expect(await colour('dark')).toBe('rgb(18, 22, 28)');
});

test('on a phone nothing is wider than the screen', async ({ open }) => {
  const page = await open(failing, { viewport: { width: 360, height: 740 } });
  await openDetails(page);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
});

test('printed, it is light, without controls and without the list of requests', async ({
  open,
}) => {
  const page = await open(failing, { colorScheme: 'dark' });
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(page.locator('#requests')).toBeHidden();
  await expect(page.locator('#filter')).toBeHidden();
  await expect(page.locator('.failure').first()).toBeVisible();
  expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(
    'rgb(255, 255, 255)',
  );
  expect((await page.pdf()).length).toBeGreaterThan(10_000);
});

test('without JavaScript everything but the filter works', async ({ open }) => {
  const page = await open(failing, { javaScriptEnabled: false });
  await expect(page.locator('#filter')).toBeHidden();
  await row(page, 'auth.unknown-key').locator('> summary').click();
  await row(page, 'auth.unknown-key').getByRole('link', { name: 'x1', exact: true }).click();
  await expect(row(page, 'x1').getByText('Status 401')).toBeVisible();
});
