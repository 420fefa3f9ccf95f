import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '#test';
import { hostile } from '../../../fixtures/testing/hostile.ts';
import { elementsOf, openDetails, test } from '../../page/testing/opened.ts';
import { plantedDrift } from '../testing/planted.ts';
import { renderDrift } from './page.tsx';

const planted = renderDrift(plantedDrift());

test('what got worse is at the top, with its clause and how it fails now', async ({ open }) => {
  const page = await open(planted, { javaScriptEnabled: false });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Got worse/);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Got worse',
    /Verdicts/,
    /What the spec leaves open/,
    /Limiters/,
    /Latency/,
    /Fields of responses/,
  ]);
  await expect(page.locator('.failure')).toHaveCount(2);
  const first = page.locator('.failure').first();
  await expect(first).toContainText('auth.missing-key §2.5');
  await expect(first).toContainText('passed');
  await expect(first.locator('.places li')).toHaveText([
    'GET /wallet, no key',
    'GET /orders, no key',
  ]);
  await expect(first.locator('.others')).toContainText('auth.empty-key');
  await expect(first.locator('dt')).toHaveText(['judged', 'expected', 'actual']);
});

test('each other change has its clause, what was and what is', async ({ open }) => {
  const page = await open(planted);
  const change = (text: string) => page.locator('.drifts > li', { hasText: text });
  await expect(change('orders.statuses')).toContainText('§2');
  await expect(change('orders.statuses')).toContainText('["active"] →');
  await expect(change('orders.statuses').locator('mark')).toHaveCount(1);
  await expect(change('catalog: limit')).toContainText(/60 \(60 to 60\).*30 \(30 to 30\)/);
  await expect(change('GET /wallet 200').locator('dt')).toHaveText(['gone', 'new']);
  await expect(page.locator('.alike')).toHaveCount(2);
  const five = page.locator('.alike', { hasText: 'a.c' });
  await expect(five).not.toHaveAttribute('open');
  await five.locator('summary').click();
  await expect(five.locator('li')).toHaveCount(5);
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`axe finds nothing, ${colorScheme}`, async ({ open }) => {
    const page = await open(planted, { colorScheme });
    await openDetails(page);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(
      colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(18, 22, 28)',
    );
  });

test('on a phone nothing is wider than the screen', async ({ open }) => {
  const page = await open(planted, { viewport: { width: 360, height: 740 } });
  await openDetails(page);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
});

test('printed, it is light, and what is closed is open', async ({ open }) => {
  const page = await open(planted, { colorScheme: 'dark' });
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(page.locator('.alike', { hasText: 'a.c' }).locator('li')).toHaveCount(5);
  await expect(page.getByText('b.a')).toBeVisible();
  expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(
    'rgb(255, 255, 255)',
  );
});

test('no drift is a page too', async ({ open }) => {
  const { before } = plantedDrift();
  const page = await open(renderDrift({ before, after: before, changes: [] }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^No drift/);
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(0);
});

for (const [name, said] of Object.entries(hostile))
  test(`what a target sends: ${name}`, async ({ open }) => {
    const show = async (text: string) => {
      const html = renderDrift(plantedDrift(text));
      expect(html.length).toBeLessThan(200_000);
      return elementsOf(await open(html));
    };
    expect(await show(said)).toEqual(await show(`x${'y'.repeat(3000)}, {"a":"b"}`));
  });
