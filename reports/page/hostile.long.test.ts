/** Tests hostile texts of a target in the page: none becomes an element, runs, or requests anything. */
import { expect } from '#test';
import { hostile } from '../../fixtures/testing/hostile.ts';
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { renderPage } from './page.tsx';
import { sampleResult } from './testing/sample.ts';
import { elementsOf, test } from './testing/opened.ts';

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

for (const [name, said] of Object.entries(hostile))
  test(`what a target sends: ${name}`, async ({ open }) => {
    const show = async (text: string) => {
      const html = renderPage(saying(text));
      expect(html.length).toBeLessThan(2_000_000);
      return elementsOf(await open(html));
    };
    const harmless = await show(`x${'y'.repeat(3000)}, {"a":"b"}`);
    expect(await show(said)).toEqual(harmless);
  });
