/** Third-party rate limiters, each behind a thin server with the headers of §8. */
import { readFileSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import express, { type Request, type Response } from 'express';
import { rateLimit, type RateLimitInfo } from 'express-rate-limit';
import fastifyRateLimit from '@fastify/rate-limit';
import fastify from 'fastify';
import {
  BurstyRateLimiter,
  RateLimiterMemory,
  RateLimiterRes,
  RateLimiterUnion,
} from 'rate-limiter-flexible';
import type { Algorithm } from '../../schemas/records/limiter.ts';
import { projectCache, buildGo, hasGo } from '../../load/k6/k6.ts';

/** `name version` as `package.json` pins it. */
function npmVersion(name: string): string {
  type Pinned = Readonly<Record<string, string>>;
  const manifest = JSON.parse(read('../../package.json')) as Record<string, Pinned>;
  return `${name} ${{ ...manifest['dependencies'], ...manifest['devDependencies'] }[name]}`;
}

/** `name version` as `go/go.mod` pins it. */
function goVersion(module: string): string {
  const [, version] = new RegExp(`^\\s*${module} (\\S+)`, 'm').exec(read('go/go.mod')) ?? [];
  return `${module} ${version}`;
}

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** The configuration of a limiter. */
export interface Configured {
  limit: number;
  windowSeconds: number;
}

export interface Started {
  baseUrl: string;
  close(): Promise<void>;
}

export interface ThirdPartyLimiter {
  /** Library with its version, and which of its limiters if it has several. */
  name: string;
  algorithm: Exclude<Algorithm['name'], 'inconclusive'>;
  /** Its `retry-after` overstates the block: that must be noticed, and requests during the block prolong it. */
  overstatesWait?: true;
  start(configured: Configured): Promise<Started>;
}

const walletPath = '/api/v1/business/wallet';
const catalogPath = '/api/v1/business/products/filters';
const rejectionBody = { error: 'Too many requests' };

/** The numbers of one decision, as a library returns them; times in milliseconds of the clock. */
interface Decision {
  limit: number;
  remaining: number;
  resetAt: number;
  /** Only of a rejection. */
  retryAfterMs?: number;
}

/** Headers of §8: whole seconds, rounded up so that the wait is long enough. */
function headersOf({ limit, remaining, resetAt, retryAfterMs }: Decision) {
  return {
    'RateLimit-Limit': `${limit}`,
    'RateLimit-Remaining': `${remaining}`,
    'RateLimit-Reset': `${Math.ceil(resetAt / 1000)}`,
    ...(retryAfterMs === undefined ? {} : { 'Retry-After': `${Math.ceil(retryAfterMs / 1000)}` }),
  };
}

/** A listening server as a target; closing it ends its idle connections too. */
export async function listening(server: Server): Promise<Started> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** express-rate-limit with its memory store: a window of its own for each caller, from the first request. */
export const expressRateLimit: ThirdPartyLimiter = {
  name: npmVersion('express-rate-limit'),
  algorithm: 'fixed-window',
  start({ limit, windowSeconds }) {
    const limiter = rateLimit({
      windowMs: windowSeconds * 1000,
      limit,
      // Its own headers have other names; with them it sends Retry-After.
      legacyHeaders: true,
      handler: (request, response) =>
        withHeaders(request, response).status(429).json(rejectionBody),
    });
    const app = express();
    app.get(catalogPath, (_, response) => void response.json({}));
    app.get(
      walletPath,
      limiter,
      (request, response) => void withHeaders(request, response).json([]),
    );
    return listening(createServer(app));
  },
};

function withHeaders(request: Request, response: Response): Response {
  const { rateLimit: info } = request as Request & { rateLimit: RateLimitInfo };
  const { limit, remaining, resetTime } = info;
  return response.set(headersOf({ limit, remaining, resetAt: resetTime?.getTime() ?? 0 }));
}

const fastifyName = npmVersion('@fastify/rate-limit');

/** @fastify/rate-limit with its memory store: a window of its own for each caller, from the first request. */
export const fastifyFixed: ThirdPartyLimiter = {
  name: fastifyName,
  algorithm: 'fixed-window',
  start: configured => startFastify(configured, false),
};

/**
 * With `exponentialBackoff` each rejection doubles the announced wait and restarts the window; the
 * block is one window after the last rejection, whatever was announced.
 */
export const fastifyBackoff: ThirdPartyLimiter = {
  name: `${fastifyName}, exponentialBackoff`,
  algorithm: 'fixed-window',
  overstatesWait: true,
  start: configured => startFastify(configured, true),
};

async function startFastify({ limit, windowSeconds }: Configured, exponentialBackoff: boolean) {
  const app = fastify();
  await app.register(fastifyRateLimit, {
    global: false,
    max: limit,
    timeWindow: windowSeconds * 1000,
    exponentialBackoff,
    enableDraftSpec: true,
    errorResponseBuilder: (_, { statusCode }) => ({ statusCode, ...rejectionBody }),
  });
  // The draft's Reset counts seconds from now; §8 wants the time.
  app.addHook('onSend', async (_, reply) => {
    const seconds = Number(reply.getHeader('ratelimit-reset'));
    if (seconds >= 0) reply.header('ratelimit-reset', Math.ceil(Date.now() / 1000) + seconds);
  });
  app.get(catalogPath, () => ({}));
  app.get(walletPath, { config: { rateLimit: {} } }, () => []);
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  return { baseUrl, close: () => app.close() };
}

const flexibleName = npmVersion('rate-limiter-flexible');
const everyone = 'everyone';

/** Consumes a point, or throws its `RateLimiterRes`. */
type Consume = () => Promise<RateLimiterRes>;

/** A window of its own for each caller, from the first request. */
export const memory: ThirdPartyLimiter = {
  name: `${flexibleName}, RateLimiterMemory`,
  algorithm: 'fixed-window',
  start: configured =>
    serve(configured, ({ limit, windowSeconds }) => {
      const limiter = new RateLimiterMemory({ points: limit, duration: windowSeconds });
      return () => limiter.consume(everyone);
    }),
};

/** A second window, five times as long, gives half of the limit again when the first is used up. */
export const bursty: ThirdPartyLimiter = {
  name: `${flexibleName}, BurstyRateLimiter`,
  algorithm: 'fixed-window',
  start: configured =>
    serve(configured, ({ limit, windowSeconds }) => {
      const limiter = new BurstyRateLimiter(
        new RateLimiterMemory({ points: limit, duration: windowSeconds }),
        new RateLimiterMemory({ points: Math.ceil(limit / 2), duration: 5 * windowSeconds }),
      );
      return () => limiter.consume(everyone);
    }),
};

/** Two windows at once: the second is twenty times as long, with a limit that is never reached. */
export const union: ThirdPartyLimiter = {
  name: `${flexibleName}, RateLimiterUnion`,
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
        limiter.consume(everyone).then(near, (rejected: Record<string, RateLimiterRes>) => {
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
    if (request.url !== walletPath) return respond(200, {});
    return void consume().then(
      decision => respond(200, [], decision),
      (rejected: unknown) => {
        if (!(rejected instanceof RateLimiterRes)) throw rejected;
        respond(429, rejectionBody, rejected);
      },
    );
  });
  return listening(server);
}

const goModule = fileURLToPath(new URL('go', import.meta.url));

/** The limiters of `go/main.go`, which serves them all from one process. */
const goLimiters = [
  {
    name: goVersion('github.com/throttled/throttled/v2'),
    path: 'throttled',
    algorithm: 'token-bucket',
  },
  { name: goVersion('github.com/go-chi/httprate'), path: 'httprate', algorithm: 'sliding-window' },
  { name: goVersion('github.com/ulule/limiter/v3'), path: 'ulule', algorithm: 'fixed-window' },
] as const;

/**
 * Builds `go/` into the cache and starts it; with Go's own cache a second build takes a second.
 *
 * @returns the started program, or why the limiters written in Go are missing, with the remedy.
 */
export async function startGo(cacheDir = projectCache): Promise<Started | { missing: string }> {
  if (!(await hasGo()))
    return { missing: 'there is no Go: install it (https://go.dev/doc/install)' };
  const path = join(resolve(cacheDir), 'third-party-limiters', 'limiters');
  const failure = await buildGo(path, { module: goModule, target: '.', flags: ['-mod=readonly'] });
  if (failure !== undefined)
    return { missing: `go build in selftest/limiters/go failed: ${failure}` };
  const child = spawn(path, { stdio: ['pipe', 'pipe', 'inherit'] });
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`selftest/limiters/go ended with ${code} before it listened`);
  });
  const lines = createInterface({ input: child.stdout });
  const [baseUrl] = (await Promise.race([once(lines, 'line'), failed])) as [string];
  failed.catch(() => {});
  return {
    baseUrl,
    close: async () => {
      const ended = child.exitCode === null ? once(child, 'exit') : undefined;
      child.stdin.end();
      await ended;
    },
  };
}

/** The limiters that the running program serves, each start below a path of its own. */
export function servedBy({ baseUrl }: Started): ThirdPartyLimiter[] {
  let instance = 0;
  return goLimiters.map(({ name, path, algorithm }) => ({
    name,
    algorithm,
    start: async ({ limit, windowSeconds }) => ({
      baseUrl: `${baseUrl}/${path}/${limit}/${windowSeconds}s/${instance++}`,
      close: async () => {},
    }),
  }));
}
