import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '#test';
import { hostile } from '../../../fixtures/testing/hostile.ts';
import { elementsOf, openDetails, test } from '../../page/testing/opened.ts';
import type { History } from '../nights.ts';
import { sampleHistory, sampleNights } from '../testing/sample.ts';
import { renderHistory } from './page.tsx';

const render = (history: History) => renderHistory(history, history.nights.at(-1)!);
const twelve = render(sampleHistory(sampleNights()));

test('the top has the last night and the verdicts of all', async ({ open }) => {
  const page = await open(twelve, { javaScriptEnabled: false });
  const top = page.locator('header.headline');
  await expect(top.getByRole('heading', { level: 1 })).toHaveText(/^Conformant/);
  await expect(top).toContainText('12 nights from 2026-01-01 to 2026-01-12; 1 file left out');
  await expect(top).toContainText('11 conformant');
  await expect(top).toContainText('1 non-conformant');
  await expect(top.locator('rect')).toHaveCount(3);
});

test('latency and limiters are lines with what they are now', async ({ open }) => {
  const page = await open(twelve);
  const line = (name: string) => page.locator('.sparks > li', { hasText: name });
  await expect(line('GET /wallet')).toContainText('21 ms median 17 ms, 10 ms to 400 ms');
  await expect(line('catalog: limit')).toContainText('30 median 60, 30 to 60');
  await expect(line('catalog: window')).toContainText('60 s');
  await expect(page.locator('.sparks svg path')).toHaveCount(3);
  await expect(page.getByRole('img', { name: 'Requirements' })).toBeVisible();
});

test('a night opens with what changed; nights in which nothing changed are folded', async ({
  open,
}) => {
  const page = await open(twelve);
  await expect(page.locator('.quiet > summary')).toHaveText([
    '2026-01-09 to 2026-01-12Conformant4 nightsnothing changed',
    '2026-01-05 to 2026-01-07Conformant3 nightsnothing changed',
  ]);
  const worse = page.locator('.night', { hasText: '2026-01-03' });
  await expect(worse.locator('summary')).toContainText(/3 of \d+ changes for the worse/);
  await worse.locator('summary').click();
  await expect(worse.locator('.changed-lines > li.failed')).toHaveCount(3);
  await expect(worse).toContainText('auth.missing-key §2.5 passed → then failed');
  await expect(worse).toContainText('GET /wallet §4.1 p95 11 ms → p95 400 ms');
  await expect(page.locator('#left-out')).toContainText('broken.json');
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`axe finds nothing, ${colorScheme}`, async ({ open }) => {
    const page = await open(twelve, { colorScheme });
    await openDetails(page);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  });

test('on a phone nothing is wider than the screen', async ({ open }) => {
  const page = await open(twelve, { viewport: { width: 360, height: 740 } });
  await openDetails(page);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
});

test('printed, it is light', async ({ open }) => {
  const page = await open(twelve, { colorScheme: 'dark' });
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.sparks').first()).toBeVisible();
  expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(
    'rgb(255, 255, 255)',
  );
});

test('one night is a page without charts', async ({ open }) => {
  const page = await open(render(sampleHistory(sampleNights().slice(0, 1))));
  await expect(page.locator('svg.proportions rect')).toHaveCount(1);
  await expect(page.locator('#charts')).toHaveCount(0);
  await expect(page.locator('.night')).toContainText('the first night');
});

test('a year in which something changes every night is under 1 MB', async ({ open }) => {
  const html = render(
    sampleHistory(
      sampleNights('gone', 366).map((each, at, all) => ({
        ...(at % 2 ? all[2]! : each),
        startedAt: each.startedAt,
      })),
    ),
  );
  expect(html.length).toBeLessThan(1_000_000);
  const page = await open(html);
  await expect(page.locator('.night')).toHaveCount(366);
});

for (const [name, said] of Object.entries(hostile))
  test(`what a target sends: ${name}`, async ({ open }) => {
    const show = async (text: string) => {
      const html = render(sampleHistory(sampleNights(text).slice(0, 3), text));
      expect(html.length).toBeLessThan(200_000);
      return elementsOf(await open(html));
    };
    expect(await show(said)).toEqual(await show(`x${'y'.repeat(3000)}, {"a":"b"}`));
  });
