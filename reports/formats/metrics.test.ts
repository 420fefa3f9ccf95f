import { expect, test } from '#test';
import { limiter, wallet, accepted, doubtful, requirement, result } from '../testing/samples.ts';
import { unselected } from '../summary/requirements.ts';
import { metrics } from './metrics.ts';

const run = result({
  verdict: 'non-conformant',
  profile: 'smoke',
  requests: { sent: 41, limited: 2, generated: 0, byRoute: {} },
  spend: { GBP: 20.5 },
  requirements: [
    requirement('wallet.one-per-currency', { verdict: 'failed' }),
    requirement('orders.list', { verdict: 'not-exercised', ...unselected }),
    accepted,
    doubtful,
  ],
  limiters: [limiter(60), { name: 'wallet', skipped: 'no k6' }],
  exchanges: wallet(10, [{ balance: 1 }], 250),
});

const of = 'target="https://vouchers.example",profile="smoke"';

test('one sample per number, in base units, as valid OpenMetrics', async () => {
  const lines = metrics(run).split('\n');
  for (const line of [
    `gift_voucher_run_info{suite="0.1.0",spec="1.0.0",${of}} 1`,
    `gift_voucher_run_timestamp_seconds{${of}} 1767225600`,
    `gift_voucher_run_duration_seconds{${of}} 12.34`,
    `gift_voucher_run_verdict{verdict="non-conformant",${of}} 1`,
    `gift_voucher_run_verdict{verdict="conformant",${of}} 0`,
    `gift_voucher_requirements{verdict="failed",${of}} 1`,
    `gift_voucher_requirements{verdict="warning",${of}} 1`,
    `gift_voucher_requirements{verdict="waived",${of}} 1`,
    `gift_voucher_requirements{verdict="not-selected",${of}} 1`,
    `gift_voucher_area_requirements{area="wallet",verdict="failed",${of}} 1`,
    `gift_voucher_area_requirements{area="orders",verdict="failed",${of}} 0`,
    `gift_voucher_requests_sent{${of}} 41`,
    `gift_voucher_requests_limited{${of}} 2`,
    `gift_voucher_response_p95_seconds{route="GET /wallet",${of}} 0.25`,
    `gift_voucher_limiter_limit{limiter="catalog",${of}} 60`,
    `gift_voucher_limiter_window_seconds{limiter="catalog",${of}} 60`,
    `gift_voucher_spend{currency="GBP",${of}} 20.5`,
  ])
    expect(lines).toContain(line);
  expect(lines.slice(-2)).toEqual(['# EOF', '']);
  expect(lines.filter(line => line.startsWith('# TYPE') && !line.endsWith(' gauge'))).toEqual([]);
});

test('a missing measurement has no sample, and other series are the same every night', async () => {
  const names = async (each: typeof run) => metrics(each).match(/^gift_voucher\w+\{[^}]*\}/gm);
  expect((await names(result({})))?.filter(name => /limiter_|p95|spend/.test(name))).toEqual([]);
  expect(await names({ ...run, verdict: 'passed', requirements: [] })).toEqual(await names(run));
});
