/** Third-party rate limiters, each behind a thin server with the headers of §8. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Algorithm } from '../../schemas/records/limiter.ts';

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

export const WALLET = '/api/v1/business/wallet';
export const CATALOG = '/api/v1/business/products/filters';
export const REJECTION = { error: 'Too many requests' };

/** The numbers of one decision, as a library returns them; times in milliseconds of the clock. */
export interface Decision {
  limit: number;
  remaining: number;
  resetAt: number;
  /** Only of a rejection. */
  retryAfterMs?: number;
}

/** Headers of §8: whole seconds, rounded up so that the wait is long enough. */
export function headersOf({ limit, remaining, resetAt, retryAfterMs }: Decision) {
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
