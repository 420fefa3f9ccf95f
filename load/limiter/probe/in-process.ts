/** The limiter probes without k6. */
import { clear } from '../../../fixtures/client/guard/clearance.ts';
import { systemClock, type Clock } from '../../../fixtures/client/clock.ts';
import { NoResponse, TruncatedAnswer } from '../../../fixtures/client/wire/failures.ts';
import type { Transport } from '../../../fixtures/client/wire/transport.ts';
import { keyOf } from '../../../fixtures/config/keys.ts';
import type { Target } from '../../../fixtures/config/target.ts';
import { routeById } from '../../../schemas/routes.ts';
import type { LimiterProbe, ProbeResponse } from '../../../schemas/records/limiter.ts';
import type { GuardedRequest } from '../../request.ts';
import { drive } from './drive.ts';
import { probeLimiters } from './loop.ts';
import { keep } from './response.ts';

/**
 * @throws NotExercised where the target does not permit to exhaust a limiter.
 * @throws SuiteError where a request would leave the target.
 */
export const probeInProcess = (
  target: Target,
  transport: Transport,
  clock: Clock = systemClock,
): Promise<readonly LimiterProbe[]> =>
  drive(
    probeLimiters(target, clock.now, 'node'),
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
