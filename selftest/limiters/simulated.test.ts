import { expect, test } from '#test';
import { probeTarget, routeIn } from '../../load/limiter/testing/simulated.ts';
import { faults, faulty, judgeSeed, totals } from './judged.ts';
import { randomOf, respondThrough } from './simulated.ts';

/** Kinds of limiters in which a fault shows; elsewhere other clients would look the same. */
const windows = ['aligned', 'by first request'];
const shown: Readonly<Record<keyof typeof faults, readonly string[]>> = {
  'limit one too high': windows,
  'limit one too low': windows,
  'limit one too high, on the catalog': windows,
  'limit one too low, on the wallet': windows,
  'retry-after a second short': [...windows, 'log'],
  'retry-after a second short, on the webhooks': windows.slice(0, 1),
  'catalog and wallet share': [...windows, 'log'],
  'webhooks and wallet share': [...windows, 'log'],
};

for (const [fault, { claim }] of Object.entries(faults))
  test(`caught in simulated deployments: ${fault}`, async () => {
    for (const kind of shown[fault] ?? [])
      for (const seed of [5, 36]) {
        const random = randomOf(seed);
        const layers = faulty(fault, kind, random);
        const roundTrip = random.between(1, 60);
        const probes = await probeTarget(
          (request, now) => respondThrough(layers, routeIn(request), now),
          () => roundTrip,
        );
        const verdicts = probes.flatMap(probe =>
          'findings' in probe
            ? probe.findings.claims.filter(each => each.claim === claim).map(each => each.verdict)
            : [],
        );
        expect(verdicts, `${kind}, seed ${seed}`).toContain('failed');
      }
  });

/** Deployments that were accused once. */
const accusedOnce: Readonly<Record<string, readonly number[]>> = {
  'three limiters': [1350],
  'a larger limiter of all routes': [5322, 5882],
  'a smaller limiter of all routes': [203, 8853],
  'few at once, beside': [307],
  'pages of a gateway, 429': [508, 568, 1678, 6688],
};

test('of simulated deployments nobody is accused, and what is stated with high confidence holds the configuration', async () => {
  const judged = [];
  for (let seed = 2000; seed < 2100; seed++) judged.push(await judgeSeed(seed));
  for (const [family, seeds] of Object.entries(accusedOnce))
    for (const seed of seeds) judged.push(await judgeSeed(seed, family));
  for (const { family, seed, text, accused, missed } of judged)
    expect({ accused, missed }, `${family}, seed ${seed}: ${text}`).toEqual({
      accused: [],
      missed: [],
    });
  expect(totals(judged).stated).toBeGreaterThan(30);
});
