/** Probes of simulated targets, for tests. */
import type { Decision, Limiter } from '../../../fixtures/testing/simulated-limiters.ts';
import type { Findings, PlanSettings, ProbeResponse } from '../../../schemas/records/limiter.ts';
import { drive } from '../probe/drive.ts';
import { probeOne } from '../probe/loop.ts';
import { findingsOf } from '../findings.ts';
import { simulatedHost, type Response } from './simulated-host.ts';

/** Rewrites a response before it leaves the target. */
export type Lie = (response: ProbeResponse, decision: Decision, now: number) => ProbeResponse;

export interface World {
  limiter: Limiter;
  /** Round trip of a request, ms. */
  latency?: () => number;
  /** Headers: all, or `retry-after` alone. */
  rateLimitHeaders?: boolean;
  /** Milliseconds by which the target's clock is ahead of ours. */
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
  let rejects = false;
  const respond = (to: string | undefined, at: number): Response => {
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
  const { send, clock } = simulatedHost(respond, world.latency ?? (() => 2), world.startAt);
  const probing = probeOne(settings, to => to, clock.now);
  return findingsOf(await drive(probing, send, clock), settings);
}
