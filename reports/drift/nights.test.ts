import { expect, test } from '#test';
import type { Verdict } from '../../schemas/records/result.ts';
import { renderTrend } from '../page/trend.tsx';
import { limiter, requirement, result, wallet } from '../testing/samples.ts';
import { failingSince, summarizeNight } from './nights.ts';

const nightsOf = (...verdicts: readonly Verdict[]) =>
  verdicts.map((verdict, at) =>
    summarizeNight(
      result({
        startedAt: `2026-01-0${at + 1}T00:00:00.000Z`,
        requirements: [requirement('wallet.fields', { verdict })],
        limiters: [limiter(60)],
        exchanges: wallet(3, [], 40),
      }),
    ),
  );

for (const [verdicts, streak] of [
  [['failed'], { since: '2026-01-01T00:00:00.000Z', results: 1 }],
  [['failed', 'passed'], undefined],
  [['failed', 'passed', 'failed', 'failed'], { since: '2026-01-03T00:00:00.000Z', results: 2 }],
  // A night without the network does not end the series.
  [['failed', 'error', 'failed'], { since: '2026-01-01T00:00:00.000Z', results: 2 }],
  [['warning', 'failed'], { since: '2026-01-02T00:00:00.000Z', results: 1 }],
] as const)
  test(`after ${verdicts.join(', ')}, a failure is known since ${streak?.results ?? 'no'} nights`, () => {
    expect(failingSince(nightsOf(...verdicts), 'wallet.fields')).toEqual(
      streak && { state: 'failed', ...streak },
    );
  });

test('the trend shows verdicts, failing requirements, limits and response times by night', () => {
  const html = renderTrend(nightsOf('passed', 'failed', 'failed'));
  expect(html).toContain('wallet.fields</span> has failed since 2026-01-02, for 2 nights');
  expect(html).toContain('class="id">catalog</th>');
  expect(html).toContain('>60 / 60 s<');
  expect(html.match(/>40\u00a0ms</g)).toHaveLength(3);
  expect(renderTrend(nightsOf('passed'))).not.toContain('wallet.fields');
});
