/** Sends requests for all k6 scripts. The guard of the contract half checks every request. */
import './request.ts';
import http, { type Params, type RefinedResponse, type ResponseType } from 'k6/http';
import { guard, type Bounds } from '../harness/client/guard.ts';
import { SuiteError } from '../harness/verdict.ts';
import { routeById } from '../schemas/routes.ts';
import type { GuardedRequest } from './request.ts';

export type Response = RefinedResponse<ResponseType>;

function check(bounds: Bounds, { id, method, url }: GuardedRequest, drives: boolean): void {
  const route = routeById(id);
  if (!route) throw new SuiteError(`${id} is not a route`);
  guard(bounds, route, { method, url }, drives);
}

/**
 * Checks a request with the guard once, so that it can be sent often.
 *
 * @throws SuiteError, NotExercised like the guard.
 */
export function senderOf(bounds: Bounds, request: GuardedRequest): (params: Params) => Response {
  check(bounds, request, false);
  const { method, url, body } = request;
  const { get, request: send } = http;
  return body === null && method === 'GET'
    ? params => get(url, params)
    : params => send(method, url, body, params);
}

/** Sends requests at once, to drive a limiter to its 429. */
export function sendTogether(
  bounds: Bounds,
  requests: readonly GuardedRequest[],
  paramsOf: (request: GuardedRequest) => Params,
): Response[] {
  for (const each of new Set(requests)) check(bounds, each, true);
  return http.batch(
    requests.map(each => {
      const { method, url, body } = each;
      return { method, url, body, params: paramsOf(each) };
    }),
  );
}

/** Sets the statuses that k6 does not count as failures. */
export const expectStatuses = (...statuses: Parameters<typeof http.expectedStatuses>): void =>
  http.setResponseCallback(http.expectedStatuses(...statuses));
