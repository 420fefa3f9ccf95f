/** Requests and answers in k6. */
import { check } from 'k6';
import http, { type RefinedResponse, type ResponseType } from 'k6/http';
import type { Prepared } from './requests.ts';
import { longestBody, toLine } from './sample.ts';

export type Answer = RefinedResponse<ResponseType>;

/** Set by a run that reads the samples from the console. */
const run = __ENV['GV_RUN'];
const keys = {
  business: __ENV['GV_API_KEY'] ?? '',
  automation: __ENV['GV_AUTOMATION_KEY'] ?? '',
};
const secrets = Object.values(keys).filter(key => key !== '');

// A 429 is counted apart from failures.
http.setResponseCallback(http.expectedStatuses(200, 201, 202, 429));

/** @param look whether the body is wanted; what is not looked at is discarded, as the options say. */
export function paramsOf(request: Prepared, timeoutMs: number, look: boolean) {
  const json = request.body === null ? {} : { 'Content-Type': 'application/json' };
  return {
    headers: { 'X-API-Key': keys[request.key], ...json },
    tags: { name: request.name },
    timeout: timeoutMs,
    ...(look ? { responseType: 'text' as const } : {}),
  };
}

export type Params = ReturnType<typeof paramsOf>;

export const send = (request: Prepared, params: Params): Answer =>
  request.body === null && request.method === 'GET'
    ? http.get(request.url, params)
    : http.request(request.method, request.url, request.body, params);

export const retryAfter = ({ headers }: Answer): string | undefined => headers['Retry-After'];

/** The body where it is JSON; `ok` tells null from none. */
export function jsonOf({ body }: Answer): { readonly ok: boolean; readonly value?: unknown } {
  try {
    return typeof body === 'string' ? { ok: true, value: JSON.parse(body) } : { ok: false };
  } catch {
    return { ok: false };
  }
}

/** A field of a JSON object. */
export const fieldOf = (answer: Answer, name: string): unknown => {
  const { value } = jsonOf(answer);
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
};

/** Checks an answer that was looked at, and hands it to whoever judges. */
export function show(request: Prepared, answer: Answer, startedAt: number): void {
  const { status, headers } = answer;
  if (status === 0) return;
  if (status < 300 || status === 429)
    check(answer, { 'the answer is JSON': given => jsonOf(given).ok });
  const body = typeof answer.body === 'string' ? answer.body : '';
  if (run === undefined || body.length > longestBody) return;
  const { id: route, method, url, body: sent, key } = request;
  const durationMs = answer.timings.duration;
  const sampled = { route, key, method, url, sent, status, headers, body, startedAt, durationMs };
  console.log(toLine(run, sampled, secrets));
}
