/** Drives the probes from Node, as `load/limiters.ts` does from k6. */
import { type Clock, systemClock } from '../../../fixtures/client/clock.ts';
import { clear } from '../../../fixtures/client/guard.ts';
import { NoResponse, TruncatedAnswer } from '../../../fixtures/client/response.ts';
import type { Transport } from '../../../fixtures/client/transport.ts';
import { keyOf } from '../../../fixtures/config/keys.ts';
import type { Target } from '../../../fixtures/config/target.ts';
import type { LimiterProbe, ProbeResponse } from '../../../schemas/records/limiter.ts';
import { routeById } from '../../../schemas/routes.ts';
import type { GuardedRequest } from '../../request.ts';
import { keep, probeEach, type Probing } from './loop.ts';

/** Time as a probe sees it; `now` and `ms` in milliseconds. */
export interface ProbeClock {
  now(): number;
  sleep(ms: number): Promise<void>;
}

/**
 * Drives a probe from Node, as `load/limiters.ts` does from k6.
 *
 * @param send never throws for a broken connection: that is a response with status 0.
 */
export async function drive<Request, Result>(
  probing: Probing<Request, Result>,
  send: (request: Request) => Promise<ProbeResponse>,
  clock: ProbeClock,
): Promise<Result> {
  let responses: readonly ProbeResponse[] = [];
  for (;;) {
    const { done, value } = probing.next(responses);
    if (done) return value;
    if ('waitMs' in value) await clock.sleep(value.waitMs);
    responses = 'send' in value ? await Promise.all(value.send.map(send)) : [];
  }
}

/**
 * @throws NotExercised if the target does not permit to exhaust a limiter.
 * @throws SuiteError if a request would leave the target.
 */
export const probeInProcess = (
  target: Target,
  transport: Transport,
  clock: Clock = systemClock,
): Promise<readonly LimiterProbe[]> =>
  drive(
    probeEach(target, {
      now: clock.now,
      driver: 'node',
      overlaps: target.origin === 'reference',
    }),
    request => send(target, transport, clock, request),
    clock,
  );

async function send(
  target: Target,
  transport: Transport,
  { now }: Clock,
  { id, method, url, body: json }: GuardedRequest,
): Promise<ProbeResponse> {
  const key = keyOf(target, 'business');
  const request = {
    method,
    url,
    headers: {
      'X-API-Key': key,
      ...(json === null ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(json === null ? {} : { body: Buffer.from(json) }),
    timeoutMs: target.timeoutMs,
  };
  const cleared = clear(target, routeById(id)!, request, { drives: true });
  const sentAt = now();
  try {
    const { status, headers, body } = await transport(cleared);
    const receivedAt = now();
    return keep({ sentAt, receivedAt, status, headers: Object.fromEntries(headers), body }, key);
  } catch (error) {
    if (!(error instanceof NoResponse || error instanceof TruncatedAnswer)) throw error;
    return { sentAt, receivedAt: now(), status: 0, headers: {}, body: '' };
  }
}
