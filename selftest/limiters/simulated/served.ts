/** Simulated deployments with one window, probed by both drivers: k6 over HTTP in real time, Node in virtual time. */
import { probeTarget, routeIn } from '../../../load/limiter/testing/simulated.ts';
import { limiterNames } from '../../../schemas/routes.ts';
import { compareDrivers, type Comparison } from '../drivers.ts';
import { probeAt } from '../probe.ts';
import { plainKinds } from './build.ts';
import { faults } from './faults.ts';
import { randomOf } from './random.ts';
import { respondThrough, serveLayers, type Layer } from './target.ts';

/** Makes the layers of a deployment whose windows have this length, ms. */
export type Deployed = (window: number) => readonly Layer[];

const limits = { catalog: 12, webhooks: 7, wallet: 20 } as const;

/** Three separate limiters of one kind. */
export const honest =
  (kind: string): Deployed =>
  window =>
    limiterNames.map(name => ({
      limiter: plainKinds[kind]!(limits[name], window),
      of: name,
      body: JSON.stringify({ error: `Too many ${name} requests` }),
    }));

/** The same with a fault of §8. */
export const withFault =
  (fault: string, kind: string): Deployed =>
  window =>
    faults[fault]!.layers(randomOf(1), name => plainKinds[kind]!(limits[name], window));

const settings = {
  GV_WEBHOOK_UNKNOWN: 'unknown',
  GV_ALLOW: 'write,exhaust',
  GV_PROBE_MAX_REQUESTS: '500',
};

/**
 * Compares the drivers on a deployment.
 *
 * @param probed the limiters to probe, as GV_PROBE names them.
 */
export const compareOn = (
  k6: string,
  deployed: Deployed,
  windowMs: number,
  probed: readonly string[] = limiterNames,
): Promise<Comparison> =>
  compareDrivers(async factor => {
    const given = { ...settings, GV_PROBE: probed.join() };
    const layers = deployed(factor * windowMs);
    const node = await probeTarget(
      (request, now) => respondThrough(layers, routeIn(request), now),
      () => 3,
      given,
    );
    const { baseUrl, close } = await serveLayers(deployed(factor * windowMs));
    try {
      const found = await probeAt(baseUrl, k6, given);
      return { k6: found, node };
    } finally {
      await close();
    }
  });
