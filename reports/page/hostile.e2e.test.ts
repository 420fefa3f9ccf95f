/** What a target may send, in the page: nothing of it becomes an element, runs, or asks for anything. */
import { chromium, type Browser } from '@playwright/test';
import { expect, test } from '#test';
import { hostile } from '../../fixtures/testing/hostile.ts';
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { renderPage } from './page.tsx';
import { sampleResult } from './testing/sample.ts';
import { findBrowser, launchArguments } from './testing/browser.ts';

test.describe.configure({ mode: 'default' });

/** A result whose every text of the target is this one. */
function saying(said: string): ConformanceResult {
  const sample = sampleResult();
  const waiver = { requirement: said, reason: said, owner: said, expires: said };
  return {
    ...sample,
    target: { ...sample.target, baseUrl: said, keys: [said] },
    reasons: [said],
    doubts: [said],
    discovered: [{ name: 'GV_ORDER_UNKNOWN', value: said, how: said }],
    observations: [
      { id: 'wallet.order', anchor: '§2', value: { of: said, said }, evidence: ['x1'] },
    ],
    requirements: sample.requirements.slice(0, 8).map((each, at) => {
      const verdict = (['failed', 'error', 'not-exercised', 'passed'] as const)[at % 4] ?? 'passed';
      const waived = at > 3 && verdict === 'failed' ? { waived: waiver } : {};
      const one = { id: said, verdict, reason: said, expected: said, actual: said, ...waived };
      return { ...each, verdict, reason: said, ...waived, cases: [{ ...one, evidence: ['x1'] }] };
    }),
    exchanges: Object.fromEntries(
      Object.entries(sample.exchanges).map(([id, each]) => [
        id,
        {
          ...each,
          key: said,
          request: { ...each.request, url: `https://vouchers.example/${said}`, body: said },
          response: { ...each.response, headers: [['X-Said', said]], body: said },
        },
      ]),
    ),
  };
}

let browser: Browser | undefined;
test.beforeAll(async () => {
  const executablePath = findBrowser();
  test.skip(executablePath === undefined, 'no Chromium: GV_CHROMIUM names one');
  if (executablePath) browser = await chromium.launch({ executablePath, args: launchArguments });
});
test.afterAll(() => browser?.close());

const elements = `[...new Set([...document.querySelectorAll('*')].map(each => each.localName))].sort().join(' ')`;
const attributes = `[...new Set([...document.querySelectorAll('*')].flatMap(each => each.getAttributeNames()))].sort().join(' ')`;

for (const [name, said] of Object.entries(hostile))
  test(`what a target sends: ${name}`, async () => {
    if (!browser) throw new Error('no browser');
    const opened = browser;
    const happened: string[] = [];
    const show = async (text: string): Promise<string[]> => {
      const page = await opened.newPage();
      page.on('console', message => happened.push(message.text()));
      page.on('dialog', dialog => happened.push(dialog.message()));
      page.on('request', request => happened.push(request.url()));
      const html = renderPage(saying(text));
      expect(html.length).toBeLessThan(2_000_000);
      await page.setContent(html);
      const found = [
        await page.evaluate<string>(elements),
        await page.evaluate<string>(attributes),
      ];
      await page.close();
      return found;
    };
    const harmless = await show(`x${'y'.repeat(3000)}, {"a":"b"}`);
    expect(await show(said)).toEqual(harmless);
    expect(happened.filter(each => !each.startsWith('data:'))).toEqual([]);
  });
