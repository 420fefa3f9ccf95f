/** A target on a virtual clock, for tests: requests arrive after half of a round trip, and in the order in which they were sent. */
import type { ProbeResponse } from '../../../schemas/records/limiter.ts';
import type { ProbeClock } from '../probe/drive.ts';
import { keep } from '../probe/response.ts';

export type Response = Omit<ProbeResponse, 'sentAt' | 'receivedAt'>;

export interface SimulatedHost<Request> {
  readonly send: (request: Request) => Promise<ProbeResponse>;
  readonly clock: ProbeClock;
}

const usualStart = 1_700_000_000_123;

/**
 * @param respond to a request, at the time (ms) at which it reaches the target.
 * @param latency round trip of the next request, ms.
 */
export function simulatedHost<Request>(
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
