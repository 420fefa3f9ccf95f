/** Simulated targets on a virtual clock: random numbers of a seed, layers of limiters, and the limiters of gateways and of servers with several nodes. */
import { createServer } from 'node:http';
import type { Decision, Limiter } from '../../fixtures/testing/simulated-limiters.ts';
import { limiterCounting, type Response, routeIn } from '../../load/limiter/testing/simulated.ts';
import type { LimiterName } from '../../schemas/routes.ts';
import { listening, type Started } from './third-party.ts';

/** Random choices that a seed repeats. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** An integer, both ends included. */
  between(low: number, high: number): number;
  pick<T>(values: readonly T[]): T;
  chance(probability: number): boolean;
}

/** Generates numbers by multiplication (Lehmer), as `seed` decides. */
export function randomOf(seed: number): Random {
  let state = ((seed * 7919) % 2147483646) + 1;
  const next = () => (state = (state * 48271) % 2147483647) / 2147483647;
  for (let warm = 0; warm < 8; warm++) next();
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    pick: values => values[between(0, values.length - 1)]!,
    chance: probability => next() < probability,
  };
}

export interface Layer {
  readonly limiter: Limiter;
  /** Routes that it counts: those of one limiter of §8.1, or all. */
  readonly of: LimiterName | 'all';
  /** False of a route that it leaves out: `GET /wallet`. */
  readonly counts?: (route: string) => boolean;
  /** Default: all headers of §8. */
  readonly headers?: 'all' | 'on 429' | 'retry-after' | 'none';
  /** Of the rejection. */
  readonly body: string;
  /** Default: 429. */
  readonly status?: number;
  /** Changes what it decided before it is stated: a fault, or rounding. */
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
  for (const layer of layers) {
    const { limiter, of, counts, headers: sent = 'all', body, status = 429, states } = layer;
    if ((of !== 'all' && of !== own) || counts?.(route) === false) continue;
    const honest = limiter(now);
    const decision = states?.(honest, now) ?? honest;
    if (sent === 'all' || (sent === 'on 429' && !decision.admitted))
      headers = { ...headers, ...stated(decision) };
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

/** A bucket that gets `part` of its tokens at once, each interval: Envoy, bucket4j, Resilience4j. */
export function stepRefill(limit: number, window: number, part: number): Limiter {
  const step = window * part;
  const tokensAStep = Math.max(1, Math.round(limit * part));
  let [tokens, index] = [limit, -Infinity];
  return now => {
    const at = Math.floor(now / step);
    tokens = index === -Infinity ? limit : Math.min(limit, tokens + (at - index) * tokensAStep);
    index = at;
    const admitted = tokens > 0;
    if (admitted) tokens--;
    const nextAt = (at + 1) * step;
    const steps = Math.ceil((limit - tokens) / tokensAStep);
    const resetAt = nextAt + Math.max(0, steps - 1) * step;
    return { admitted, limit, remaining: tokens, retryAt: nextAt, resetAt };
  };
}

/** A rule that blocks for `block` ms from the first request beyond the limit, and counts anew after that. */
export function mitigation(limit: number, window: number, block: number): Limiter {
  let [begin, used, blocked] = [-Infinity, 0, -Infinity];
  return now => {
    if (now < blocked) return rejection(limit, blocked);
    if (now >= begin + window) [begin, used] = [now, 0];
    used++;
    if (used > limit) {
      [begin, used, blocked] = [-Infinity, 0, now + block];
      return rejection(limit, blocked);
    }
    const resetAt = begin + window;
    return { admitted: true, limit, remaining: limit - used, retryAt: resetAt, resetAt };
  };
}

const rejection = (limit: number, until: number): Decision => ({
  admitted: false,
  limit,
  remaining: 0,
  retryAt: until,
  resetAt: until,
});

/** Nodes in turn with aligned windows; each counts itself, and learns of the others each `sync` ms. */
export function laggingNodes(
  limit: number,
  window: number,
  nodes: number,
  sync: number,
  pick: () => number,
): Limiter {
  let [index, synced] = [-Infinity, -Infinity];
  let own = Array.from({ length: nodes }, () => 0);
  let known = [...own];
  return now => {
    const at = Math.floor(now / window);
    if (at > index) [own, known] = [own.map(() => 0), own.map(() => 0)];
    index = at;
    const round = Math.floor(now / sync);
    const total = own.reduce((sum, each) => sum + each, 0);
    if (round > synced) known = own.map(each => total - each);
    synced = round;
    const node = pick() % nodes;
    const used = own[node]! + known[node]!;
    const admitted = used < limit;
    if (admitted) own[node]!++;
    const end = (at + 1) * window;
    const remaining = Math.max(0, limit - used - (admitted ? 1 : 0));
    return { admitted, limit, remaining, retryAt: end, resetAt: end };
  };
}

/** Windows from the first request, each with a limit and a length, ms, of its own. */
export function variedWindows(
  of: (index: number) => readonly [limit: number, ms: number],
): Limiter {
  let [index, end, used, limit] = [0, -Infinity, 0, 0];
  return now => {
    if (now >= end) {
      const [most, length] = of(index++);
      [end, used, limit] = [now + length, 0, most];
    }
    const admitted = used < limit;
    if (admitted) used++;
    return { admitted, limit, remaining: limit - used, retryAt: end, resetAt: end };
  };
}

/** A limiter whose counts are lost once, with the third rejection. */
export function forgetful(make: () => Limiter): Limiter {
  let [limiter, rejections] = [make(), 0];
  return now => {
    const decision = limiter(now);
    if (!decision.admitted && ++rejections === 3) limiter = make();
    return decision;
  };
}

/** No more than `most` requests at once, each of which takes `takes` ms. */
export function inFlight(most: number, takes: number): Limiter {
  let ends: number[] = [];
  return now => {
    ends = ends.filter(end => end > now);
    const admitted = ends.length < most;
    if (admitted) ends.push(now + takes);
    const retryAt = now + takes;
    return { admitted, limit: most, remaining: most - ends.length, retryAt, resetAt: retryAt };
  };
}

/** A queue that drains at `rate` requests a second and overflows beyond `burst`: limit_req of nginx, without delay. */
export function leakyQueue(rate: number, burst: number): Limiter {
  let [level, last] = [0, 0];
  return now => {
    level = Math.max(0, level - ((now - last) * rate) / 1000);
    last = now;
    const admitted = level <= burst;
    if (admitted) level++;
    const retryAt = now + 1000 / rate;
    return { admitted, limit: burst + 1, remaining: 0, retryAt, resetAt: retryAt };
  };
}
