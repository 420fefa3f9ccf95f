import { createServer } from 'node:http';
import express, { type Request, type Response } from 'express';
import { rateLimit, type RateLimitInfo } from 'express-rate-limit';
import {
  CATALOG,
  headersOf,
  listening,
  REJECTION,
  WALLET,
  type ThirdPartyLimiter,
} from './limiter.ts';
import { npmVersion } from './version.ts';

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
      handler: (request, response) => withHeaders(request, response).status(429).json(REJECTION),
    });
    const app = express();
    app.get(CATALOG, (_, response) => void response.json({}));
    app.get(WALLET, limiter, (request, response) => void withHeaders(request, response).json([]));
    return listening(createServer(app));
  },
};

function withHeaders(request: Request, response: Response): Response {
  const { rateLimit: info } = request as Request & { rateLimit: RateLimitInfo };
  const { limit, remaining, resetTime } = info;
  return response.set(headersOf({ limit, remaining, resetAt: resetTime?.getTime() ?? 0 }));
}
