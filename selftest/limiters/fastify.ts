import fastifyRateLimit from '@fastify/rate-limit';
import fastify from 'fastify';
import { CATALOG, REJECTION, WALLET, type Configured, type ThirdPartyLimiter } from './limiter.ts';
import { npmVersion } from './version.ts';

const name = npmVersion('@fastify/rate-limit');

/** @fastify/rate-limit with its memory store: a window of its own for each caller, from the first request. */
export const fastifyFixed: ThirdPartyLimiter = {
  name,
  algorithm: 'fixed-window',
  start: configured => start(configured, false),
};

/**
 * With `exponentialBackoff` each rejection doubles the announced wait and restarts the window; the
 * block is one window after the last rejection, whatever was announced.
 */
export const fastifyBackoff: ThirdPartyLimiter = {
  name: `${name}, exponentialBackoff`,
  algorithm: 'fixed-window',
  overstatesWait: true,
  start: configured => start(configured, true),
};

async function start({ limit, windowSeconds }: Configured, exponentialBackoff: boolean) {
  const app = fastify();
  await app.register(fastifyRateLimit, {
    global: false,
    max: limit,
    timeWindow: windowSeconds * 1000,
    exponentialBackoff,
    enableDraftSpec: true,
    errorResponseBuilder: (_, { statusCode }) => ({ statusCode, ...REJECTION }),
  });
  // The draft's Reset counts seconds from now; §8 wants the time.
  app.addHook('onSend', async (_, reply) => {
    const seconds = Number(reply.getHeader('ratelimit-reset'));
    if (seconds >= 0) reply.header('ratelimit-reset', Math.ceil(Date.now() / 1000) + seconds);
  });
  app.get(CATALOG, () => ({}));
  app.get(WALLET, { config: { rateLimit: {} } }, () => []);
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  return { baseUrl, close: () => app.close() };
}
