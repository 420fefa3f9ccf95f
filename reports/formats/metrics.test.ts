import { expect, test } from '#test';
import { hostile } from '../../fixtures/testing/hostile.ts';
import {
  limiter,
  wallet,
  accepted,
  requirement,
  result,
  exchangesById,
} from '../testing/samples.ts';
import { unselected } from '../summary/requirements.ts';
import { metrics } from './metrics.ts';
import type { Har } from 'har-format';
import { createApi } from '../../fixtures/client/api.ts';
import type { Clock } from '../../fixtures/client/clock.ts';
import { guarded } from '../../fixtures/client/guard/clearance.ts';
import { ExchangeLog } from '../../fixtures/client/log.ts';
import { answer, ledgerOf, ourTarget } from '../../fixtures/testing/fakes.ts';
import { route } from '../../schemas/routes.ts';
import { durations, quantile } from '../summary/statistics.ts';
import { har } from './har.ts';

const run = result({
  verdict: 'non-conformant',
  profile: 'smoke',
  requests: { sent: 41, limited: 2, generated: 0, probes: 0, byRoute: {} },
  spend: { GBP: 20.5 },
  requirements: [
    requirement('wallet.one-per-currency', { verdict: 'failed' }),
    requirement('orders.list', { verdict: 'not-exercised', reason: unselected }),
    accepted,
  ],
  limiters: [limiter(60), { name: 'wallet', skipped: 'no k6' }],
  exchanges: wallet(10, [{ balance: 1 }], 250),
});

const of = 'target="https://vouchers.example",profile="smoke"';

test('one sample a number, in base units, that ends as OpenMetrics wants it', async () => {
  const lines = (await metrics(run)).split('\n');
  for (const line of [
    `gift_voucher_run_info{suite="0.1.0",spec="1.0.0",${of}} 1`,
    `gift_voucher_run_timestamp_seconds{${of}} 1767225600`,
    `gift_voucher_run_duration_seconds{${of}} 12.34`,
    `gift_voucher_run_verdict{verdict="non-conformant",${of}} 1`,
    `gift_voucher_run_verdict{verdict="conformant",${of}} 0`,
    `gift_voucher_requirements{verdict="failed",${of}} 1`,
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

test('what was not measured has no sample; the series of a target are the same every night', async () => {
  const names = async (each: typeof run) =>
    (await metrics(each)).match(/^gift_voucher\w+\{[^}]*\}/gm);
  expect((await names(result({})))?.filter(name => /limiter_|p95|spend/.test(name))).toEqual([]);
  expect(await names({ ...run, verdict: 'passed', requirements: [] })).toEqual(await names(run));
});

const line =
  /^(?:# (?:HELP|TYPE) \w+ .+|# EOF|\w+(?:\{(?:\w+="(?:[^"\\\n]|\\[\\n"])*",?)*\})? [\d.]+)$/;

for (const [name, said] of Object.entries(hostile))
  test(`what a target sends: ${name}`, async () => {
    const text = await metrics({
      ...run,
      target: { ...run.target, baseUrl: said },
      spend: { [said]: 1 },
      exchanges: Object.fromEntries(
        Object.entries(run.exchanges).map(([id, each]) => [id, { ...each, route: said }]),
      ),
    });
    for (const each of text.trimEnd().split('\n')) expect(each).toMatch(line);
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}\p{Cs}]/u);
    expect(text.length).toBeLessThan(200_000);
  });

/** Time that goes on to the next wait that ends, once everybody waits. */
function virtualClock(): Clock {
  let now = Date.UTC(2026, 0, 1);
  const waits: { at: number; end: () => void }[] = [];
  const goOn = () => {
    const [next] = waits.toSorted((a, b) => a.at - b.at);
    if (!next) return;
    waits.splice(waits.indexOf(next), 1);
    now = next.at;
    next.end();
    setImmediate(goOn);
  };
  return {
    now: () => now,
    sleep: ms =>
      new Promise(end => {
        if (waits.push({ at: now + ms, end }) === 1) setImmediate(goOn);
      }),
  };
}

const requests = 40;

/** A run of reads of a target that responds in 50 ms, is behind a gateway that failed, and limits once. */
async function runAt(perSecond: number) {
  const target = ourTarget({ GV_MAX_RPS: String(perSecond) });
  const clock = virtualClock();
  const log = new ExchangeLog();
  let sent = 0;
  const transport = guarded(async () => {
    const count = ++sent;
    await clock.sleep(50);
    if (count === 5) return answer(503);
    return count === 10 ? answer(429, {}, { 'retry-after': '3' }) : answer(200);
  });
  const ledger = ledgerOf(target);
  const api = createApi({ target, transport, log, clock, ledger, secret: 'secret of the run' });
  const pages = Array.from({ length: requests }, (_, at) => ({ page: at + 1 }));
  await Promise.all(pages.map(query => api.send(route.browse, { query })));
  return result({ exchanges: exchangesById(...log.exchanges) });
}

for (const perSecond of [2, 20])
  test(`a target that responds in 50 ms has a p95 of it everywhere, at ${perSecond} requests a second`, async () => {
    const run = await runAt(perSecond);
    const p95 = (times: readonly number[]) =>
      quantile(
        times.toSorted((a, b) => a - b),
        0.95,
      );
    const { log } = JSON.parse([...har(run)].join('')) as Har;
    const sample = /^gift_voucher_response_p95_seconds\{.*\} (.+)$/m.exec(await metrics(run))?.[1];
    expect({
      result: p95(Object.values(run.exchanges).map(({ times }) => times.durationMs)),
      page: p95(durations(run).get('GET /products') ?? []),
      har: p95(log.entries.map(({ time }) => time)),
      waits: p95(log.entries.map(({ timings }) => timings.wait)),
      metrics: Number(sample),
    }).toEqual({ result: 50, page: 50, har: 50, waits: 50, metrics: 0.05 });
    // The last of them waited for the turns of all others.
    const waited = Object.values(run.exchanges).map(({ times }) => times.waitedMs ?? 0);
    expect(Math.max(...waited)).toBeGreaterThanOrEqual((1000 * (requests - 1)) / perSecond);
  });
