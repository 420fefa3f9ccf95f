import { judge, type Findings } from './findings.ts';
import { keep, type Answer } from '../probe/note.ts';
import { probe } from '../probe/driver.ts';
import type { PlanSettings } from '../probe/plan.ts';

/** A limiter's decision; `retryAt` and `resetAt` are absolute, in milliseconds. */
export interface Decision {
  admitted: boolean;
  limit: number;
  remaining: number;
  retryAt: number;
  resetAt: number;
}

export type Limiter = (now: number) => Decision;

/** Windows of `window` ms, aligned to the clock or begun by the first request. */
export function fixedWindow(limit: number, window: number, aligned: boolean): Limiter {
  let end = -Infinity;
  let used = 0;
  return now => {
    if (now >= end) {
      end = aligned ? (Math.floor(now / window) + 1) * window : now + window;
      used = 0;
    }
    const admitted = used < limit;
    if (admitted) used++;
    return { admitted, limit, remaining: limit - used, retryAt: end, resetAt: end };
  };
}

export function slidingLog(limit: number, window: number): Limiter {
  let log: number[] = [];
  return now => {
    log = log.filter(time => time > now - window);
    const admitted = log.length < limit;
    if (admitted) log.push(now);
    const retryAt = (log[0] ?? now) + window;
    const resetAt = (log.at(-1) ?? now) + window;
    return { admitted, limit, remaining: limit - log.length, retryAt, resetAt };
  };
}

/** A bucket of `limit` tokens that fills in `window` ms; GCRA decides the same. */
export function tokenBucket(limit: number, window: number): Limiter {
  let tokens = limit;
  let last = 0;
  return now => {
    tokens = Math.min(limit, tokens + ((now - last) * limit) / window);
    last = now;
    const admitted = tokens >= 1 - 1e-9;
    if (admitted) tokens = Math.max(0, tokens - 1);
    const token = window / limit;
    const retryAt = now + Math.max(0, 1 - tokens) * token;
    const resetAt = now + (limit - tokens) * token;
    return { admitted, limit, remaining: Math.floor(tokens), retryAt, resetAt };
  };
}

/** Windows begin at multiples of `window` after `begin`; the last one weighs as much as it still reaches into the past. */
export function slidingCounter(limit: number, window: number, begin: number): Limiter {
  let index = 0;
  let [previous, current] = [0, 0];
  return now => {
    const at = (now - begin) / window;
    if (Math.floor(at) > index)
      [previous, current] = [Math.floor(at) === index + 1 ? current : 0, 0];
    index = Math.floor(at);
    const room = limit - current - previous * (1 - (at - index));
    const admitted = room >= 1;
    if (admitted) current++;
    const resetAt = begin + (index + 1) * window;
    const remaining = Math.floor(Math.max(0, admitted ? room - 1 : room));
    return { admitted, limit, remaining, retryAt: now + window, resetAt };
  };
}

/** Each refusal begins the window anew and doubles the wait that is announced, although no more than a window is blocked. */
export function doubling(limit: number, window: number): Limiter {
  let [begin, used] = [-Infinity, 0];
  return now => {
    if (now >= begin + window) [begin, used] = [now, 0];
    used++;
    const admitted = used <= limit;
    if (!admitted) begin = now;
    const announced = admitted ? window : window * 2 ** Math.min(30, used - limit - 1);
    const remaining = Math.max(0, limit - used);
    return { admitted, limit, remaining, retryAt: begin + announced, resetAt: begin + announced };
  };
}

/** Several instances behind a balancer; `pick` gives the index of the next one. */
export function replicas(instances: Limiter[], pick: () => number): Limiter {
  return now => {
    const instance = instances[pick() % instances.length];
    if (!instance) throw new Error('no instance');
    return instance(now);
  };
}

/** Other clients of the same limiter, at these times in ascending order. */
export function shared(limiter: Limiter, times: Iterator<number>): Limiter {
  let upcoming = times.next();
  return now => {
    while (!upcoming.done && upcoming.value <= now) {
      limiter(upcoming.value);
      upcoming = times.next();
    }
    return limiter(now);
  };
}

export interface World {
  limiter: Limiter;
  /** Round trip of a request, ms. */
  latency?: () => number;
  /** Headers: all, or `retry-after` alone. */
  rateLimitHeaders?: boolean;
  /** How far the target's clock is ahead of ours, ms. */
  skew?: number;
  /** Rewrites an answer before it leaves: how liars are made. */
  lie?: (answer: Answer, decision: Decision, now: number) => Answer;
  settings?: Partial<PlanSettings>;
  startAt?: number;
  sendOther?: (ownRefuses: boolean) => number;
}

/** Measures and judges a simulated target on a virtual clock. */
export async function measure(world: World): Promise<Findings> {
  const settings = { maxRequests: 1000, maxWaitMs: 60_000, ...world.settings };
  const skew = world.skew ?? 0;
  let time = world.startAt ?? 1_700_000_000_123;
  let queued = 0;
  let arrives = 0;
  let refuses = false;
  const respond = (at: number, to: string | undefined): Omit<Answer, 'sentAt' | 'receivedAt'> => {
    const now = at + skew;
    const date = new Date(now).toUTCString();
    if (to !== undefined)
      return { status: world.sendOther?.(refuses) ?? 200, headers: { date }, body: '' };
    const decision = world.limiter(now);
    refuses = !decision.admitted;
    const headers: Record<string, string> = { date };
    if (refuses) headers['Retry-After'] = `${Math.ceil((decision.retryAt - now) / 1000)}`;
    if (world.rateLimitHeaders !== false) {
      headers['RateLimit-Limit'] = `${decision.limit}`;
      headers['RateLimit-Remaining'] = `${decision.remaining}`;
      headers['RateLimit-Reset'] = `${Math.ceil(decision.resetAt / 1000)}`;
    }
    const body = refuses ? '{"error":"Too many requests"}' : '[]';
    const honest = { status: refuses ? 429 : 200, headers, body };
    const answer = { ...honest, sentAt: at, receivedAt: at };
    return world.lie ? world.lie(answer, decision, now) : honest;
  };
  const send = async (to?: string): Promise<Answer> => {
    const sentAt = time;
    const latency = world.latency?.() ?? 2;
    arrives = Math.max(arrives, sentAt + latency / 2 + queued++ * 0.1);
    const answeredAt = arrives;
    const raw = respond(answeredAt, to);
    await Promise.resolve();
    queued = 0;
    const receivedAt = Math.ceil(answeredAt + latency / 2);
    time = Math.max(time, receivedAt);
    return keep({ ...raw, sentAt: Math.floor(sentAt), receivedAt }, '');
  };
  const clock = {
    now: () => time,
    sleep: async (ms: number) => {
      time += ms;
    },
  };
  return judge(await probe(send, settings, clock), settings);
}
