/** Probes simulated targets on a virtual clock, for tests. */
import { loadTarget } from '../../../harness/config/load-target.ts';
import type { Decision, Limiter } from '../../../fixtures/testing/simulated-limiters.ts';
import type {
  Findings,
  LimiterProbe,
  PlanSettings,
  ProbeResponse,
} from '../../../schemas/records/limiter.ts';
import type { LimiterName } from '../../../schemas/routes.ts';
import type { GuardedRequest } from '../../request.ts';
import { findingsOf } from '../findings.ts';
import type { Clock } from '../../../harness/client/clock.ts';
import { drive } from '../run.ts';
import { probeEach, probeOne } from '../probe.ts';
import { keep } from '../evidence.ts';

export type Response = Omit<ProbeResponse, 'sentAt' | 'receivedAt'>;

interface SimulatedHost<Request> {
  readonly send: (request: Request) => Promise<ProbeResponse>;
  readonly clock: Clock;
}

const usualStart = 1_700_000_000_123;

/**
 * Returns a host that responds on a virtual clock.
 *
 * @param respond Responds to a request at the time (ms) at which it reaches the target.
 * @param latency Returns the round trip of the next request in ms.
 */
function simulatedHost<Request>(
  respond: (request: Request, at: number) => Response,
  latency: () => number,
  startAt = usualStart,
): SimulatedHost<Request> {
  let time = startAt;
  let [underWay, arrives] = [0, 0];
  const send = async (request: Request): Promise<ProbeResponse> => {
    const sentAt = time;
    const takes = latency();
    arrives = Math.max(arrives, sentAt + takes / 2 + underWay++ * 0.1);
    const at = arrives;
    const raw = respond(request, at);
    await Promise.resolve();
    underWay = 0;
    const receivedAt = Math.ceil(at + takes / 2);
    time = Math.max(time, receivedAt);
    return keep({ ...raw, sentAt: Math.floor(sentAt), receivedAt }, '');
  };
  return { send, clock: { now: () => time, sleep: async ms => void (time += ms) } };
}

/** Changes a response before it leaves the target. */
export type Lie = (response: ProbeResponse, decision: Decision, now: number) => ProbeResponse;

export interface World {
  limiter: Limiter;
  /** Returns the round trip of a request in ms. */
  latency?: () => number;
  /** True for all headers, false for only `retry-after`. */
  rateLimitHeaders?: boolean;
  /** Milliseconds by which the target's clock is ahead of ours. */
  skew?: number;
  lie?: Lie;
  settings?: Partial<PlanSettings>;
  startAt?: number;
}

/** Probes a simulated target on a virtual clock. */
export async function probeSimulated(world: World): Promise<Findings> {
  const settings = { maxRequests: 1000, maxWaitMs: 60_000, ...world.settings };
  const skew = world.skew ?? 0;
  const respond = (_: unknown, at: number): Response => {
    const now = at + skew;
    const date = new Date(now).toUTCString();
    const decision = world.limiter(now);
    const rejects = !decision.admitted;
    const headers = { date, ...headersOf(decision, now, world.rateLimitHeaders) };
    const body = rejects ? '{"error":"Too many requests"}' : '[]';
    const honest = { status: rejects ? 429 : 200, headers, body };
    const response = { ...honest, sentAt: at, receivedAt: at };
    return world.lie ? world.lie(response, decision, now) : honest;
  };
  const { send, clock } = simulatedHost(respond, world.latency ?? (() => 2), world.startAt);
  const probing = probeOne('catalog', settings, to => to, clock.now);
  return findingsOf(await drive(probing, send, clock), settings);
}

/** Returns the correct headers of a response. */
export const headersOf = (
  { admitted, limit, remaining, retryAt, resetAt }: Decision,
  now: number,
  rateLimitHeaders = true,
): Record<string, string> => ({
  ...(admitted ? {} : { 'Retry-After': `${Math.ceil((retryAt - now) / 1000)}` }),
  ...(rateLimitHeaders && {
    'RateLimit-Limit': `${limit}`,
    'RateLimit-Remaining': `${remaining}`,
    'RateLimit-Reset': `${Math.ceil(resetAt / 1000)}`,
  }),
});

export interface SimulatedTarget {
  readonly limiters: Readonly<Record<LimiterName, Limiter>>;
  /** Limiter that counts a route like `GET /wallet`, if it is not the route's own limiter. */
  readonly moved?: Readonly<Record<string, LimiterName>>;
  /** Changes to the 429s of a route like `GET /wallet`. */
  readonly rejections?: Readonly<Record<string, Pick<ProbeResponse, 'status'>>>;
}

const base = 'http://127.0.0.1:1';

/** Probes a simulated target on a virtual clock. */
export const probeAllSimulated = (of: SimulatedTarget): Promise<readonly LimiterProbe[]> =>
  probeTarget((request, now) => respond(request, of, now));

/** Probes all limiters of a target with these responses. */
export async function probeTarget(
  answer: (request: GuardedRequest, now: number) => Response,
): Promise<readonly LimiterProbe[]> {
  const given = { GV_BASE_URL: base, GV_API_KEY: 'key', GV_WEBHOOK_UNKNOWN: 'unknown' };
  const { send, clock } = simulatedHost(answer, () => 3);
  return drive(probeEach(loadTarget({}, given), clock.now, 'node'), send, clock);
}

/** Returns the name of a route as in notes, without its limiter: `DELETE /webhooks/{id}`. */
export const routeIn = ({ method, url }: Pick<GuardedRequest, 'method' | 'url'>): string =>
  `${method} ${new URL(url).pathname.replace('/api/v1/business', '').replace('unknown', '{id}')}`;

function respond(request: GuardedRequest, of: SimulatedTarget, now: number): Response {
  const route = routeIn(request);
  const name = of.moved?.[route] ?? limiterCounting(route);
  if (!name) return { status: 200, headers: {}, body: '' };
  const decision = of.limiters[name](now);
  const headers = headersOf(decision, now);
  return decision.admitted
    ? { status: 200, headers, body: '[]' }
    : { ...rejected(headers), ...of.rejections?.[route] };
}

const rejected = (headers: Readonly<Record<string, string>>) => ({
  status: 429,
  headers,
  body: '{"error":"slow"}',
});

/** Returns the limiter of §8.1 that counts a route, or undefined for tools and lists of orders. */
export function limiterCounting(route: string): LimiterName | undefined {
  if (route.includes(' /products')) return 'catalog';
  if (route.includes(' /webhooks')) return 'webhooks';
  return route.includes(' /wallet') ? 'wallet' : undefined;
}
