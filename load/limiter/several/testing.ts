/** Probes of a simulated target with all of its limiters, for tests. */
import { loadTarget } from '../../../fixtures/config/load-target.ts';
import type { Limiter } from '../../../fixtures/testing/simulated-limiters.ts';
import type { LimiterProbe, ProbeResponse } from '../../../schemas/records/limiter.ts';
import type { LimiterName } from '../../../schemas/routes.ts';
import { drive } from '../probe/drive.ts';
import { probeLimiters } from '../probe/loop.ts';
import type { GuardedRequest } from '../../request.ts';
import { simulatedHost, type Response } from '../testing/simulated-host.ts';

export interface SimulatedTarget {
  readonly limiters: Readonly<Record<LimiterName, Limiter>>;
  /** By which limiter a route is counted, where it is not its own: `GET /wallet`. */
  readonly moved?: Readonly<Record<string, LimiterName>>;
  /** Routes that always reject. */
  readonly exhausted?: readonly string[];
  /** Default: true. */
  readonly rateLimitHeaders?: boolean;
  /** Changes the 429s of a route: `GET /wallet`. */
  readonly rejections?: Readonly<
    Record<string, Partial<Pick<ProbeResponse, 'status' | 'headers' | 'body'>>>
  >;
}

const base = 'http://127.0.0.1:1';

/** Probes a simulated target on a virtual clock. */
export const probeAllSimulated = (of: SimulatedTarget): Promise<readonly LimiterProbe[]> =>
  probeTarget((request, now) => respond(request, of, now));

/** Probes all limiters of a target that responds like this. */
export async function probeTarget(
  answer: (request: GuardedRequest, now: number) => Response,
  latency = () => 3,
  settings: Readonly<Record<string, string>> = {},
): Promise<readonly LimiterProbe[]> {
  const given = { GV_BASE_URL: base, GV_API_KEY: 'key', GV_WEBHOOK_UNKNOWN: 'unknown' };
  const target = loadTarget({}, { ...given, ...settings });
  const { send, clock } = simulatedHost(answer, latency);
  return drive(probeLimiters(target, clock.now, 'node'), send, clock);
}

/** A route as notes name it, without its limiter: `DELETE /webhooks/{id}`. */
export const routeIn = ({ method, url }: Pick<GuardedRequest, 'method' | 'url'>): string =>
  `${method} ${new URL(url).pathname.replace('/api/v1/business', '').replace('unknown', '{id}')}`;

function respond(request: GuardedRequest, of: SimulatedTarget, now: number): Response {
  const route = routeIn(request);
  const name = of.moved?.[route] ?? limiterCounting(route);
  if (!name) return { status: 200, headers: {}, body: '' };
  if (of.exhausted?.includes(route)) return rejected({ 'retry-after': '7' });
  const { admitted, limit, remaining, retryAt, resetAt } = of.limiters[name](now);
  const headers = {
    ...(admitted ? {} : { 'retry-after': `${Math.ceil((retryAt - now) / 1000)}` }),
    ...(of.rateLimitHeaders === false
      ? {}
      : {
          'ratelimit-limit': `${limit}`,
          'ratelimit-remaining': `${remaining}`,
          'ratelimit-reset': `${Math.ceil(resetAt / 1000)}`,
        }),
  };
  return admitted
    ? { status: 200, headers, body: '[]' }
    : { ...rejected(headers), ...of.rejections?.[route] };
}

const rejected = (headers: Readonly<Record<string, string>>) => ({
  status: 429,
  headers,
  body: '{"error":"slow"}',
});

/** The limiter of §8.1 that counts a route; none of the tools and the lists of orders. */
export function limiterCounting(route: string): LimiterName | undefined {
  if (route.includes(' /products')) return 'catalog';
  if (route.includes(' /webhooks')) return 'webhooks';
  return route.includes(' /wallet') ? 'wallet' : undefined;
}
