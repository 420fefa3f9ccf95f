import { createServer } from 'node:http';
import {
  BurstyRateLimiter,
  RateLimiterMemory,
  RateLimiterRes,
  RateLimiterUnion,
} from 'rate-limiter-flexible';
import {
  headersOf,
  listening,
  REFUSAL,
  WALLET,
  type Configured,
  type ForeignLimiter,
} from './limiter.ts';
import { npmVersion } from './version.ts';

const name = npmVersion('rate-limiter-flexible');
const CALLER = 'everyone';

/** Takes a point, or throws its `RateLimiterRes`. */
type Consume = () => Promise<RateLimiterRes>;

/** A window of its own for each caller, from the first request. */
export const memory: ForeignLimiter = {
  name: `${name}, RateLimiterMemory`,
  algorithm: 'fixed-window',
  start: configured =>
    serve(configured, ({ limit, windowSeconds }) => {
      const limiter = new RateLimiterMemory({ points: limit, duration: windowSeconds });
      return () => limiter.consume(CALLER);
    }),
};

/** A second window, five times as long, gives half of the limit once more when the first is used up. */
export const bursty: ForeignLimiter = {
  name: `${name}, BurstyRateLimiter`,
  algorithm: 'fixed-window',
  start: configured =>
    serve(configured, ({ limit, windowSeconds }) => {
      const limiter = new BurstyRateLimiter(
        new RateLimiterMemory({ points: limit, duration: windowSeconds }),
        new RateLimiterMemory({ points: Math.ceil(limit / 2), duration: 5 * windowSeconds }),
      );
      return () => limiter.consume(CALLER);
    }),
};

/** Two windows at once: the second is twenty times as long and generous enough never to decide. */
export const union: ForeignLimiter = {
  name: `${name}, RateLimiterUnion`,
  algorithm: 'fixed-window',
  start: configured =>
    serve(configured, ({ limit, windowSeconds }) => {
      const limiter = new RateLimiterUnion(
        new RateLimiterMemory({ keyPrefix: 'near', points: limit, duration: windowSeconds }),
        new RateLimiterMemory({
          keyPrefix: 'far',
          points: 100 * limit,
          duration: 20 * windowSeconds,
        }),
      );
      const near = (results: Record<string, RateLimiterRes>) => results['near'] as RateLimiterRes;
      return () =>
        limiter.consume(CALLER).then(near, (refused: Record<string, RateLimiterRes>) => {
          throw near(refused);
        });
    }),
};

function serve(configured: Configured, make: (configured: Configured) => Consume) {
  const consume = make(configured);
  const server = createServer((request, response) => {
    const answer = (status: number, body: unknown, told?: RateLimiterRes) => {
      const wait = told?.msBeforeNext ?? 0;
      const headers = told && {
        limit: configured.limit,
        remaining: told.remainingPoints,
        resetAt: Date.now() + wait,
        ...(status === 429 ? { retryAfterMs: wait } : {}),
      };
      response
        .writeHead(status, {
          'Content-Type': 'application/json',
          ...(headers && headersOf(headers)),
        })
        .end(JSON.stringify(body));
    };
    if (request.url !== WALLET) return answer(200, {});
    return void consume().then(
      told => answer(200, [], told),
      (refused: unknown) => {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        answer(429, REFUSAL, refused);
      },
    );
  });
  return listening(server);
}
