import { expect, test } from '#test';
import {
  doubling,
  fixedWindow,
  type Limiter,
} from '../../../fixtures/testing/simulated-limiters.ts';
import { probeAllSimulated, type SimulatedTarget } from './testing.ts';

const own = (make: () => Limiter) => ({ catalog: make(), webhooks: make(), wallet: make() });
const windows = own(() => fixedWindow(20, 10_000, false));

/** Claims that failed, `<limiter> <claim>`. */
async function failures(target: SimulatedTarget): Promise<string[]> {
  const probes = await probeAllSimulated(target);
  return probes.flatMap(probe =>
    'skipped' in probe
      ? []
      : probe.findings.claims
          .filter(({ verdict }) => verdict === 'failed')
          .map(({ claim }) => `${probe.name} ${claim}`),
  );
}

test('a 429 of one route of a limiter is judged like any other', async () => {
  const rejections = {
    'GET /products/search': { headers: {} },
    'GET /wallet/transactions': { body: '<h1>Too many requests</h1>' },
    'PATCH /webhooks/{id}': { headers: { 'retry-after': '7', 'ratelimit-remaining': '3' } },
  };
  expect(await failures({ limiters: windows, rejections })).toEqual([
    'catalog retry-after-integer',
    'webhooks remaining-zero',
    'wallet rejection-body',
  ]);
});

test('a route that rejects with another status is caught where it states that nothing remains', async () => {
  const rejections = { 'GET /products': { status: 403 } };
  expect(await failures({ limiters: windows, rejections })).toEqual(['catalog rejection-status']);
});

test('a limiter that begins its window anew with each rejection is not accused', async () => {
  expect(await failures({ limiters: own(() => doubling(20, 2000)) })).toEqual([]);
});

test('a route that the limiter does not cover is left out', async () => {
  const moved = { 'GET /wallet/balance': 'elsewhere' } as never;
  const limiters = { ...windows, elsewhere: fixedWindow(1000, 10_000, false) };
  expect(await failures({ limiters, moved })).toEqual([]);
});
