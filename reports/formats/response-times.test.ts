/** The response times that a run states are the target's, without the pace of the run. */
import { expect, test } from '#test';
import type { Har } from 'har-format';
import { createApi } from '../../fixtures/client/api.ts';
import type { Clock } from '../../fixtures/client/clock.ts';
import { guarded } from '../../fixtures/client/guard/clearance.ts';
import { ExchangeLog } from '../../fixtures/client/log.ts';
import { answer, ledgerOf, ourTarget } from '../../fixtures/testing/fakes.ts';
import { route } from '../../schemas/routes.ts';
import { durations, quantile } from '../summary/statistics.ts';
import { exchangesById, result } from '../summary/samples.ts';
import { har } from './har.ts';
import { metrics } from './metrics.ts';

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
