/** Targets with layers of limiters: each request passes them in order, as it passes middlewares. */
import { createServer } from 'node:http';
import type { Decision, Limiter } from '../../../fixtures/testing/simulated-limiters.ts';
import {
  limiterCounting,
  type Response,
  routeIn,
} from '../../../load/limiter/testing/simulated.ts';
import type { LimiterName } from '../../../schemas/routes.ts';
import { listening, type Started } from '../limiter.ts';

export interface Layer {
  readonly limiter: Limiter;
  /** Routes that it counts: those of one limiter of §8.1, or all. */
  readonly of: LimiterName | 'all';
  /** Default: all headers of §8. */
  readonly headers?: 'all' | 'retry-after' | 'none';
  /** Of the rejection. */
  readonly body: string;
  /** Default: 429. */
  readonly status?: number;
  /** Changes what it decided before it is stated: a fault. */
  readonly states?: (decision: Decision, now: number) => Decision;
}

const stated = ({ limit, remaining, resetAt }: Decision) => ({
  'ratelimit-limit': `${limit}`,
  'ratelimit-remaining': `${remaining}`,
  'ratelimit-reset': `${Math.ceil(resetAt / 1000)}`,
});

/** A response to a request to `route`; headers that an outer layer has set stay, unless an inner one sets them as well. */
export function respondThrough(layers: readonly Layer[], route: string, now: number): Response {
  const own = limiterCounting(route);
  let headers: Record<string, string> = { date: new Date(now).toUTCString() };
  for (const { limiter, of, headers: sent = 'all', body, status = 429, states } of layers) {
    if (of !== 'all' && of !== own) continue;
    const honest = limiter(now);
    const decision = states?.(honest, now) ?? honest;
    if (sent === 'all') headers = { ...headers, ...stated(decision) };
    if (decision.admitted) continue;
    const wait = `${Math.max(0, Math.ceil((decision.retryAt - now) / 1000))}`;
    return {
      status,
      headers: sent === 'none' ? headers : { ...headers, 'retry-after': wait },
      body,
    };
  }
  return { status: route.startsWith('GET') ? 200 : 404, headers, body: '[]' };
}

/** Serves layers over HTTP, by the clock of the machine. */
export const serveLayers = (layers: readonly Layer[]): Promise<Started> =>
  listening(
    createServer(({ method = '', url = '' }, response) => {
      const route = routeIn({ method, url: `http://served${url}` });
      const { status, headers, body } = respondThrough(layers, route, Date.now());
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    }),
  );
