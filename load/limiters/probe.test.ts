import { expect, test } from '#test';
import type { WireRequest } from '../../harness/client/transport.ts';
import { answer, targetWith } from '../../fixtures/testing/fakes.ts';
import { NotExercised, SuiteError } from '../../harness/verdict.ts';
import { probeInProcess } from './run.ts';
import {
  fixedWindow,
  tokenBucket,
  type Limiter,
} from '../../fixtures/testing/simulated-limiters.ts';
import type { LimiterProbe, Probed } from '../../schemas/records/limiter.ts';
import type { LimiterName } from '../../schemas/routes.ts';
import {
  headersOf,
  limiterCounting,
  probeAllSimulated,
  probeTarget,
  routeIn,
} from './testing/simulated.ts';

/** Probes a target that always answers 200; `sent` lists all requests. */
function probing(settings: Record<string, string>) {
  const sent: WireRequest[] = [];
  const target = targetWith({ GV_PROBE_MAX_REQUESTS: '12', ...settings });
  const probes = probeInProcess(target, async request => {
    sent.push(request);
    return answer(200);
  });
  return { sent, probes };
}

const webhook = { GV_WEBHOOK_UNKNOWN: 'nobody' };

test('without permission to write no webhook is touched, and the other limiters are probed', async () => {
  const { sent, probes } = probing({ GV_ALLOW: 'exhaust', ...webhook });
  expect((await probes).map(({ name, ...rest }) => [name, 'skipped' in rest])).toEqual([
    ['catalog', false],
    ['webhooks', true],
    ['wallet', false],
  ]);
  expect(new Set(sent.map(({ method }) => method))).toEqual(new Set(['GET']));
});

test('without permission to exhaust nothing is sent', async () => {
  const { sent, probes } = probing({ GV_ALLOW: 'write', ...webhook });
  await expect(probes).rejects.toThrow(new NotExercised('GV_ALLOW does not permit to exhaust'));
  expect(sent).toEqual([]);
});

test('an id that leads to another route stops the probe before the first request', async () => {
  for (const id of ['..', '.']) {
    const { sent, probes } = probing({ GV_ALLOW: 'exhaust,write', GV_WEBHOOK_UNKNOWN: id });
    await expect(probes).rejects.toThrow(SuiteError);
    await expect(probes).rejects.toThrow('refused to leave the target');
    expect(sent).toEqual([]);
  }
});

test('GV_PROBE selects limiters, and the others are listed with the reason', async () => {
  const { sent, probes } = probing({ GV_ALLOW: 'exhaust', GV_PROBE: 'wallet' });
  const skipped = { skipped: 'GV_PROBE does not name it', lacks: 'selection' };
  expect(await probes).toEqual([
    { name: 'catalog', ...skipped },
    expect.objectContaining({ name: 'webhooks', skipped: expect.any(String) }),
    expect.objectContaining({ name: 'wallet', findings: expect.anything() }),
  ]);
  expect(sent).toHaveLength(12);
});

const fixed = (): Record<LimiterName, Limiter> => ({
  catalog: fixedWindow(240, 3000, false),
  webhooks: fixedWindow(60, 2000, false),
  wallet: fixedWindow(240, 3000, false),
});

const probed = (probes: readonly LimiterProbe[]): (Probed & { name: LimiterName })[] =>
  probes.flatMap(probe => ('skipped' in probe ? [] : [probe]));

/** Returns the decisions without times. */
const decided = (probes: readonly LimiterProbe[]) =>
  probed(probes).map(({ name, findings: { limit, algorithm, claims } }) => ({
    name,
    limit,
    algorithm: [algorithm.name, algorithm.confidence],
    claims: claims.map(({ claim, verdict }) => [claim, verdict]),
  }));

test('Retry-After on an admitted response is not a rejection', async () => {
  const verdicts = async (announces: (remaining: number) => boolean) => {
    const limiters = fixed();
    const probes = await probeTarget((request, now) => {
      const name = limiterCounting(routeIn(request));
      if (!name) return { status: 200, headers: {}, body: '' };
      const decision = limiters[name](now);
      const { admitted, remaining } = decision;
      const headers = headersOf({ ...decision, admitted: admitted && !announces(remaining) }, now);
      if (!admitted) return { status: 429, headers, body: '{"error":"Too many requests"}' };
      return name === 'webhooks'
        ? { status: 404, headers, body: '{"error":"Webhook not found"}' }
        : { status: 200, headers, body: '[]' };
    });
    return decided(probes);
  };
  const usual = await verdicts(() => false);
  expect(usual.map(({ limit }) => limit)).toMatchObject([240, 60, 240].map(value => ({ value })));
  expect(await verdicts(() => true)).toEqual(usual);
  expect(await verdicts(remaining => remaining === 0)).toEqual(usual);
});

test('a token bucket is recognised even if it does not count a route', async () => {
  for (const moved of [
    {},
    { 'GET /products': 'wallet', 'GET /products/search': 'wallet' },
  ] as const) {
    const limiters = { ...fixed(), catalog: tokenBucket(5, 10_000) };
    const [catalog] = probed(await probeAllSimulated({ limiters, moved }));
    const siblings = catalog!.notes.filter(({ phase }) => phase === 'siblings');
    expect(siblings.map(({ status }) => status)).toContain('GET /products' in moved ? 200 : 429);
    expect(catalog!.findings.algorithm.name).toBe('token-bucket');
    expect(catalog!.findings.windowSeconds).toMatchObject({ value: expect.closeTo(10, 1) });
  }
});
