/** Probes of a simulated target with all of its limiters, for tests. */
import { loadTarget } from '../../../fixtures/config/load-target.ts';
import type { Limiter } from '../../../fixtures/testing/simulated-limiters.ts';
import type { LimiterProbe, ProbeResponse } from '../../../schemas/records/limiter.ts';
import type { LimiterName } from '../../../schemas/routes.ts';
import { drive } from '../../probe/drive.ts';
import { probeLimiters } from '../../probe/loop.ts';
import { keep } from '../../probe/response.ts';
import type { GuardedRequest } from '../../request.ts';

export interface SimulatedTarget {
  readonly limiters: Readonly<Record<LimiterName, Limiter>>;
  /** By which limiter a route is counted, where it is not its own: `GET /wallet`. */
  readonly moved?: Readonly<Record<string, LimiterName>>;
  /** Routes that always reject. */
  readonly exhausted?: readonly string[];
  /** Default: true. */
  readonly rateLimitHeaders?: boolean;
  /** Changes the 429s of a route: `GET /wallet`. */
  readonly rejections?: Readonly<
    Record<string, Partial<Pick<ProbeResponse, 'status' | 'headers' | 'body'>>>
  >;
}

const base = 'http://127.0.0.1:1';
const roundTripMs = 3;

/** Probes a simulated target on a virtual clock. */
export async function probeAllSimulated(of: SimulatedTarget): Promise<readonly LimiterProbe[]> {
  const target = loadTarget(
    {},
    { GV_BASE_URL: base, GV_API_KEY: 'key', GV_WEBHOOK_UNKNOWN: 'unknown' },
  );
  let time = 1_700_000_000_123;
  let underWay = 0;
  const send = async (request: GuardedRequest): Promise<ProbeResponse> => {
    const sentAt = time;
    const raw = respond(request, of, sentAt + underWay++ * 0.01);
    await Promise.resolve();
    underWay = 0;
    time = sentAt + roundTripMs;
    return keep({ ...raw, sentAt, receivedAt: time }, '');
  };
  const clock = {
    now: () => time,
    sleep: async (ms: number) => void (time += Math.ceil(ms)),
  };
  return drive(probeLimiters(target, clock.now), send, clock);
}

function respond({ method, url }: GuardedRequest, of: SimulatedTarget, now: number) {
  const path = new URL(url).pathname.replace('/api/v1/business', '').replace('unknown', '{id}');
  const route = `${method} ${path}`;
  const name = of.moved?.[route] ?? ownLimiter(path);
  if (of.exhausted?.includes(route)) return rejected({ 'retry-after': '7' });
  const { admitted, limit, remaining, retryAt, resetAt } = of.limiters[name](now);
  const headers = {
    ...(admitted ? {} : { 'retry-after': `${Math.ceil((retryAt - now) / 1000)}` }),
    ...(of.rateLimitHeaders === false
      ? {}
      : {
          'ratelimit-limit': `${limit}`,
          'ratelimit-remaining': `${remaining}`,
          'ratelimit-reset': `${Math.ceil(resetAt / 1000)}`,
        }),
  };
  return admitted
    ? { status: 200, headers, body: '[]' }
    : { ...rejected(headers), ...of.rejections?.[route] };
}

const rejected = (headers: Readonly<Record<string, string>>) => ({
  status: 429,
  headers,
  body: '{"error":"slow"}',
});

function ownLimiter(path: string): LimiterName {
  if (path.startsWith('/products')) return 'catalog';
  return path.startsWith('/webhooks') ? 'webhooks' : 'wallet';
}
