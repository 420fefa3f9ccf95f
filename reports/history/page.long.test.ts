import { expect } from '#test';
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { wallet, requirement, result } from '../testing/samples.ts';
import { test, violationsIn } from '../page/testing/opened.ts';
import { nightOf, renderHistory } from './page.tsx';

/** A night in January 2026 whose responses took so long. */
const night = (of: number, ms?: number, rest: Partial<ConformanceResult> = {}) =>
  result({
    startedAt: new Date(Date.UTC(2026, 0, of, 2, 0, of)).toISOString(),
    requirements: [requirement('wallet.fields', { verdict: 'passed' })],
    exchanges: ms === undefined ? {} : wallet(10, [], ms),
    ...rest,
  });

const bad = {
  verdict: 'non-conformant',
  requirements: [requirement('wallet.fields', { verdict: 'failed' })],
} as const;

function render(...results: readonly ConformanceResult[]): string {
  const nights = results.map((each, at) => nightOf(each, `${at}.json`));
  return renderHistory(nights, nights.at(-1)!);
}

/** Nothing ran from the 5th to the 7th, and the 9th had no response. */
const nights = render(
  night(1, 10),
  night(2, 10),
  night(3, 40, bad),
  night(4, 10),
  night(8, 10),
  night(9, undefined, { verdict: 'error' }),
  night(10, 20),
  night(11, 21),
);

test('a strip of verdicts with a gap for the days without a night', async ({ open }) => {
  const page = await open(nights, { javaScriptEnabled: false });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Conformant/);
  const cells = page.locator('.strip rect');
  await expect(cells).toHaveCount(8);
  const boxes = await Promise.all((await cells.all()).map(each => each.boundingBox()));
  const gaps = boxes.slice(1).map((box, at) => {
    const { x, width } = boxes[at]!;
    return Math.abs(Math.round((box!.x - x - width) / width));
  });
  expect(gaps).toEqual([0, 0, 0, 3, 0, 0, 0]);
});

test('a line for each route, interrupted where there are no responses', async ({ open }) => {
  const page = await open(nights);
  const line = page.locator('.strip path');
  await expect(line).toHaveCount(1);
  const path = await line.getAttribute('d');
  expect(path?.match(/M/g)).toHaveLength(3);
  await expect(page.getByRole('row').last()).toHaveText('GET /wallet211040');
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`axe finds nothing, ${colorScheme}, and it fits a phone`, async ({ open }) => {
    const page = await open(nights, { colorScheme, viewport: { width: 360, height: 740 } });
    expect(await violationsIn(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  });
