/** Sends the requests of all k6 scripts. The guard passed each request when it was composed. Each virtual user loads this file. */
import http, { type Params, type RefinedResponse, type ResponseType } from 'k6/http';
import type { GuardedRequest } from './request.ts';

export type Response = RefinedResponse<ResponseType>;

export const send = ({ method, url, body }: GuardedRequest, params: Params): Response =>
  http.request(method, url, body, params);

/** Sends requests at once. */
export const sendTogether = (
  requests: readonly GuardedRequest[],
  paramsOf: (request: GuardedRequest) => Params,
): Response[] => http.batch(requests.map(each => ({ ...each, params: paramsOf(each) })));

/** Sets the statuses that k6 does not count as failures. */
export const expectStatuses = (...statuses: Parameters<typeof http.expectedStatuses>): void =>
  http.setResponseCallback(http.expectedStatuses(...statuses));
