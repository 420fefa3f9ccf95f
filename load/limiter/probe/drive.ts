import type { ProbeResponse } from '../../../schemas/records/limiter.ts';
import type { Probing } from './loop.ts';

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
