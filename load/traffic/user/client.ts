/** Requests and responses in k6. */
import { check } from 'k6';
import type { Bounds } from '../../../fixtures/client/guard.ts';
import { withoutQuotes } from '../../../fixtures/config/values.ts';
import { expectStatuses, senderOf, type Response } from '../../wire.ts';
import type { Prepared } from '../requests.ts';
import { longestBody, toLine } from './sample.ts';

export type { Response };

/** Set by a run that reads the samples from the console. */
const run = __ENV['GV_RUN_ID'];
const { GV_API_KEY: business = '', GV_AUTOMATION_KEY: automation = '' } = withoutQuotes(__ENV);
const keys = { business, automation };
const secrets = Object.values(keys).filter(key => key !== '');

// A 429 is counted separately from failures.
expectStatuses(200, 201, 202, 429);

/** @param sampled whether the body is kept; by the options, all others are discarded. */
export function paramsOf(request: Prepared, timeoutMs: number, sampled: boolean) {
  const json = request.body === null ? {} : { 'Content-Type': 'application/json' };
  return {
    headers: { 'X-API-Key': keys[request.key], ...json },
    tags: { name: request.name },
    timeout: timeoutMs,
    ...(sampled ? { responseType: 'text' as const } : {}),
  };
}

export type Params = ReturnType<typeof paramsOf>;

/** @throws SuiteError, NotExercised as the guard does. */
export const send = (bounds: Bounds, request: Prepared, params: Params): Response =>
  senderOf(bounds, request)(params);

export const retryAfter = ({ headers }: Response): string | undefined => headers['Retry-After'];

/** Returns the body if it is JSON; `ok` distinguishes null from none. */
export function jsonOf({ body }: Response): { readonly ok: boolean; readonly value?: unknown } {
  try {
    return typeof body === 'string' ? { ok: true, value: JSON.parse(body) } : { ok: false };
  } catch {
    return { ok: false };
  }
}

/** A field of a JSON object. */
export const fieldOf = (response: Response, name: string): unknown => {
  const { value } = jsonOf(response);
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
};

/** Checks a sampled response, and prints it for the run that judges it. */
export function show(request: Prepared, response: Response, startedAt: number): void {
  const { status, headers } = response;
  if (status === 0) return;
  if (status < 300 || status === 429)
    check(response, { 'the response is JSON': given => jsonOf(given).ok });
  const body = typeof response.body === 'string' ? response.body : '';
  if (run === undefined || body.length > longestBody) return;
  const { id: route, method, url, body: sent, key } = request;
  const durationMs = response.timings.duration;
  const sampled = { route, key, method, url, sent, status, headers, body, startedAt, durationMs };
  console.log(toLine(run, sampled, secrets));
}
