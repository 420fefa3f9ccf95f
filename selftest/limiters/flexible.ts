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
  REJECTION,
  WALLET,
  type Configured,
  type ThirdPartyLimiter,
} from './limiter.ts';
import { npmVersion } from './version.ts';

const name = npmVersion('rate-limiter-flexible');
const CALLER = 'everyone';

/** Consumes a point, or throws its `RateLimiterRes`. */
type Consume = () => Promise<RateLimiterRes>;

/** A window of its own for each caller, from the first request. */
export const memory: ThirdPartyLimiter = {
  name: `${name}, RateLimiterMemory`,
  algorithm: 'fixed-window',
  start: configured =>
    serve(configured, ({ limit, windowSeconds }) => {
      const limiter = new RateLimiterMemory({ points: limit, duration: windowSeconds });
      return () => limiter.consume(CALLER);
    }),
};

/** A second window, five times as long, gives half of the limit again when the first is used up. */
export const bursty: ThirdPartyLimiter = {
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

/** Two windows at once: the second is twenty times as long, with a limit that is never reached. */
export const union: ThirdPartyLimiter = {
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
        limiter.consume(CALLER).then(near, (rejected: Record<string, RateLimiterRes>) => {
          throw near(rejected);
        });
    }),
};

function serve(configured: Configured, make: (configured: Configured) => Consume) {
  const consume = make(configured);
  const server = createServer((request, response) => {
    const respond = (status: number, body: unknown, decision?: RateLimiterRes) => {
      const wait = decision?.msBeforeNext ?? 0;
      const headers = decision && {
        limit: configured.limit,
        remaining: decision.remainingPoints,
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
    if (request.url !== WALLET) return respond(200, {});
    return void consume().then(
      decision => respond(200, [], decision),
      (rejected: unknown) => {
        if (!(rejected instanceof RateLimiterRes)) throw rejected;
        respond(429, REJECTION, rejected);
      },
    );
  });
  return listening(server);
}
