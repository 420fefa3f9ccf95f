/** Probes foreign rate limiters with known settings: three libraries and nginx, by k6 and by Node. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express, { type Request, type Response } from 'express';
import fastifyRateLimit from '@fastify/rate-limit';
import fastify from 'fastify';
import { rateLimit, type RateLimitInfo } from 'express-rate-limit';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { expect, test } from '#test';
import { systemClock } from '../harness/client/clock.ts';
import { loadTarget } from '../harness/config/load-target.ts';
import { noK6 } from '../load/k6/k6.ts';
import { ownK6 } from '../load/k6/testing.ts';
import { probeLimiters } from '../load/limiters/run.ts';
import type { Algorithm } from '../schemas/records/limiter.ts';

interface Started {
  readonly port: number;
  readonly close: () => unknown;
}

interface Configured {
  readonly limit: number;
  readonly seconds: number;
}

interface Limiter {
  readonly algorithm: Algorithm['name'];
  /** Starts a target with this limiter on `GET /wallet`. */
  readonly start: (configured: Configured) => Promise<Started>;
}

const wallet = '/api/v1/business/wallet';
const rejection = { error: 'Too many requests' };

/** Returns the headers of §8 from times in milliseconds. */
const headersOf = (limit: number, remaining: number, resetAt: number) => ({
  'RateLimit-Limit': `${limit}`,
  'RateLimit-Remaining': `${remaining}`,
  'RateLimit-Reset': `${Math.ceil(resetAt / 1000)}`,
});

async function listening(server: ReturnType<typeof createServer>): Promise<Started> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => (server.close(), server.closeAllConnections());
  return { port: (server.address() as AddressInfo).port, close };
}

const startExpress = ({ limit, seconds }: Configured): Promise<Started> => {
  const app = express();
  const answer = (request: Request, response: Response) => {
    const { rateLimit: counted } = request as Request & { rateLimit: RateLimitInfo };
    const { remaining, resetTime } = counted;
    return response.set(headersOf(limit, remaining, resetTime?.getTime() ?? 0));
  };
  const limiter = rateLimit({
    windowMs: seconds * 1000,
    limit,
    // Its own headers have other names. Only with them it sends Retry-After.
    legacyHeaders: true,
    handler: (request, response) => answer(request, response).status(429).json(rejection),
  });
  app.get(wallet, limiter, (request, response) => void answer(request, response).json([]));
  return listening(createServer(app));
};

async function startFastify({ limit, seconds }: Configured): Promise<Started> {
  const app = fastify();
  await app.register(fastifyRateLimit, {
    global: false,
    max: limit,
    timeWindow: seconds * 1000,
    enableDraftSpec: true,
    errorResponseBuilder: (_, { statusCode }) => ({ statusCode, ...rejection }),
  });
  // In the draft, Reset counts seconds from now. §8 requires a time.
  app.addHook('onSend', async (_, reply) => {
    const left = Number(reply.getHeader('ratelimit-reset'));
    if (left >= 0) reply.header('ratelimit-reset', Math.ceil(Date.now() / 1000) + left);
  });
  app.get(wallet, { config: { rateLimit: {} } }, () => []);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { port: Number(new URL(url).port), close: () => app.close() };
}

const startFlexible = ({ limit, seconds }: Configured): Promise<Started> => {
  const limiter = new RateLimiterMemory({ points: limit, duration: seconds });
  return listening(
    createServer((request, response) => {
      const answer = (status: number, body: unknown, counted?: RateLimiterRes) => {
        const waitMs = counted?.msBeforeNext ?? 0;
        response
          .writeHead(status, {
            'Content-Type': 'application/json',
            ...(counted && headersOf(limit, counted.remainingPoints, Date.now() + waitMs)),
            ...(status === 429 ? { 'Retry-After': `${Math.ceil(waitMs / 1000)}` } : {}),
          })
          .end(JSON.stringify(body));
      };
      if (request.url !== wallet) return answer(200, {});
      return void limiter.consume('everyone').then(
        counted => answer(200, [], counted),
        (counted: unknown) => {
          if (!(counted instanceof RateLimiterRes)) throw counted;
          answer(429, rejection, counted);
        },
      );
    }),
  );
};

const nginx = ['/usr/sbin/nginx', '/usr/bin/nginx', '/opt/homebrew/bin/nginx'].find(existsSync);

/** Returns the settings of nginx: a bucket of `limit` that fills at a rate in whole requests a second. */
const nginxSettings = ({ limit, seconds }: Configured, port: number): string => `
daemon off;
pid nginx.pid;
error_log stderr crit;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${name};`).join(' ')}
  limit_req_zone $server_name zone=all:1m rate=${Math.round(limit / seconds)}r/s;
  limit_req_status 429;
  default_type application/json;
  server {
    listen 127.0.0.1:${port};
    server_name all;
    location = ${wallet} {
      limit_req zone=all burst=${limit - 1} nodelay;
      error_page 429 = @rejected;
      try_files /nothing @served;
    }
    location / { return 200 '{}'; }
    location @served { return 200 '[]'; }
    location @rejected {
      add_header Retry-After 1 always;
      return 429 '${JSON.stringify(rejection)}';
    }
  }
}`;

async function startNginx(configured: Configured): Promise<Started> {
  const free = await listening(createServer());
  free.close();
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  writeFileSync(join(folder, 'nginx.conf'), nginxSettings(configured, free.port));
  const child = spawn(nginx!, ['-p', folder, '-e', 'stderr', '-c', 'nginx.conf'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await expect(() => fetch(`http://127.0.0.1:${free.port}/`)).toPass();
  return { port: free.port, close: () => child.kill() };
}

const limiters: Readonly<Record<string, Limiter>> = {
  'express-rate-limit': { algorithm: 'fixed-window', start: startExpress },
  '@fastify/rate-limit': { algorithm: 'fixed-window', start: startFastify },
  'rate-limiter-flexible': { algorithm: 'fixed-window', start: startFlexible },
  nginx: { algorithm: 'token-bucket', start: startNginx },
};

test.describe.configure({ mode: 'parallel' });

for (const [name, { algorithm, start }] of Object.entries(limiters))
  for (const configured of [
    { limit: 20, seconds: 2 },
    { limit: 60, seconds: 10 },
  ])
    test(`${name}, ${configured.limit} in ${configured.seconds} s: k6 and Node find limit, window and algorithm, without a false alarm`, async () => {
      test.skip(name === 'nginx' && nginx === undefined, 'there is no nginx');
      test.setTimeout(300_000);
      for (const driver of [await ownK6(), noK6]) {
        const { port, close } = await start(configured);
        const target = loadTarget({
          GV_BASE_URL: `http://127.0.0.1:${port}`,
          GV_API_KEY: 'key-of-no-account',
          GV_ALLOW: 'exhaust',
          GV_PROBE: 'wallet',
          GV_K6: driver,
          GV_OUT: mkdtempSync(join(tmpdir(), 'limiters-')),
        });
        const unbounded = { clock: systemClock, leftMs: Infinity, check: () => {} };
        const [probe] = (await probeLimiters(target, unbounded, () => {})).filter(
          each => 'findings' in each,
        );
        await close();
        const { claims, limit, windowSeconds, algorithm: found } = probe!.findings;
        expect(claims.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
        expect(found.name, found.reason).toBe(algorithm);
        for (const [measured, truth] of [
          [limit, configured.limit],
          [windowSeconds, configured.seconds],
        ] as const) {
          const { low, high } = measured as { low: number; high: number };
          // One percent for the clocks of two processes.
          expect(low, JSON.stringify(measured)).toBeLessThanOrEqual(1.01 * truth);
          expect(high, JSON.stringify(measured)).toBeGreaterThanOrEqual(0.99 * truth);
        }
      }
    });
