/** Probes of simulated targets, for tests. */
import type { Decision, Limiter } from '../../../fixtures/testing/simulated-limiters.ts';
import type { Findings, PlanSettings, ProbeResponse } from '../../../schemas/records/limiter.ts';
import { drive } from '../../probe/drive.ts';
import { probeOne } from '../../probe/loop.ts';
import { keep } from '../../probe/response.ts';
import { findingsOf } from '../findings.ts';

/** Rewrites a response before it leaves the target. */
export type Lie = (response: ProbeResponse, decision: Decision, now: number) => ProbeResponse;

export interface World {
  limiter: Limiter;
  /** Round trip of a request, ms. */
  latency?: () => number;
  /** Headers: all, or `retry-after` alone. */
  rateLimitHeaders?: boolean;
  /** How far the target's clock is ahead of ours, ms. */
  skew?: number;
  lie?: Lie;
  settings?: Partial<PlanSettings>;
  startAt?: number;
  sendOther?: (ownRejects: boolean) => number;
}

/** Probes a simulated target on a virtual clock. */
export async function probeSimulated(world: World): Promise<Findings> {
  const settings = { maxRequests: 1000, maxWaitMs: 60_000, ...world.settings };
  const skew = world.skew ?? 0;
  let time = world.startAt ?? 1_700_000_000_123;
  let queued = 0;
  let arrives = 0;
  let rejects = false;
  const respond = (
    at: number,
    to: string | undefined,
  ): Omit<ProbeResponse, 'sentAt' | 'receivedAt'> => {
    const now = at + skew;
    const date = new Date(now).toUTCString();
    if (to !== undefined)
      return { status: world.sendOther?.(rejects) ?? 200, headers: { date }, body: '' };
    const decision = world.limiter(now);
    rejects = !decision.admitted;
    const headers: Record<string, string> = { date };
    if (rejects) headers['Retry-After'] = `${Math.ceil((decision.retryAt - now) / 1000)}`;
    if (world.rateLimitHeaders !== false) {
      headers['RateLimit-Limit'] = `${decision.limit}`;
      headers['RateLimit-Remaining'] = `${decision.remaining}`;
      headers['RateLimit-Reset'] = `${Math.ceil(decision.resetAt / 1000)}`;
    }
    const body = rejects ? '{"error":"Too many requests"}' : '[]';
    const honest = { status: rejects ? 429 : 200, headers, body };
    const response = { ...honest, sentAt: at, receivedAt: at };
    return world.lie ? world.lie(response, decision, now) : honest;
  };
  const send = async (to?: string): Promise<ProbeResponse> => {
    const sentAt = time;
    const latency = world.latency?.() ?? 2;
    arrives = Math.max(arrives, sentAt + latency / 2 + queued++ * 0.1);
    const respondedAt = arrives;
    const raw = respond(respondedAt, to);
    await Promise.resolve();
    queued = 0;
    const receivedAt = Math.ceil(respondedAt + latency / 2);
    time = Math.max(time, receivedAt);
    return keep({ ...raw, sentAt: Math.floor(sentAt), receivedAt }, '');
  };
  const clock = {
    now: () => time,
    sleep: async (ms: number) => {
      time += ms;
    },
  };
  const probing = probeOne(settings, to => to, clock.now);
  return findingsOf(await drive(probing, send, clock), settings);
}
