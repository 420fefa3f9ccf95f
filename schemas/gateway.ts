/**
 * Tells the answers of gateways and firewalls from the answers of the service. A run, its replay, loads and recordings judge only answers
 * of the service.
 */
import {
  headerIn,
  isJsonType,
  jsonIn,
  mediaTypeIn,
  objectIn,
  type Exchange,
} from './records/exchange.ts';
import { routeById } from './routes.ts';

/** Response with what says who may have sent it. */
export type Answer = Pick<Exchange, 'route' | 'key' | 'unrecorded'> & {
  readonly response: Pick<Exchange['response'], 'status' | 'headers' | 'body'>;
};

/** Statuses of proxies (407, 499), load balancers (408, 460, 561), gateways (502 to 504) and networks that want a login (511). */
const outages = [407, 408, 460, 499, 502, 503, 504, 511, 561];

/** Returns true for a status that says that the service did not answer, or is in maintenance. No error of §7 has such a status. */
export const isOutage = (status: number): boolean =>
  outages.includes(status) || isOfDeliveryNetwork(status);

const isOfDeliveryNetwork = (status: number): boolean => status >= 520 && status <= 530;

/** Statuses with which firewalls, limiters and proxies refuse a request. The service may also answer with them. */
const refusals = [403, 406, 413, 414, 429, 431, 451];

/**
 * Returns true for an answer that is not from the service. It has a status of gateways, and its body is not an error of the service: HTML,
 * XML, text or other JSON. A 500 is always from the service, because §7 gives its body, and so is a success.
 */
export function isOfGateway(answer: Answer): boolean {
  const { status, body } = answer.response;
  // The service rejects a key that has only punctuation with 401. A gateway may reject its characters with any other status.
  if (answer.key === 'odd' && status >= 400 && status < 500) return status !== 401;
  // No route of the service has a redirect.
  if (status >= 300 && status < 400) return isOfGoodKey(answer) && jsonIn(body) === undefined;
  if (status === 401) return isChallenged(answer);
  if (!refusals.includes(status)) return isOutage(status);
  return !isErrorOfService(answer) && !(status === 403 && isForbidden(answer));
}

/** Returns true if a gateway wants credentials of its own, besides a key that the service may accept. */
const isChallenged = (answer: Answer): boolean =>
  headerIn(answer.response.headers, 'www-authenticate') !== undefined &&
  (isOfGoodKey(answer) || answer.key === 'recorded') &&
  !isErrorOfService(answer);

/** Returns true if a body has the form of the service's errors. */
function isOfService(body: string): boolean {
  const stated = objectIn(body);
  return 'error' in stated || 'success' in stated;
}

/** Returns true if the body has the form of the service's errors, or if it was not recorded and is JSON. */
const isErrorOfService = ({ unrecorded = [], response: { headers, body } }: Answer): boolean =>
  unrecorded.includes('response body') && !isOfService(body)
    ? isJsonType(mediaTypeIn(headers))
    : isOfService(body);

/** Keys that are accepted on the routes of their family. A recording may not show the key. */
const admitted = [
  'other-account',
  'no-wallet',
  'automation-unconfigured',
  'recorded',
  'unrecorded',
];

const isOfGoodKey = ({ key, route }: Answer): boolean =>
  key === ((routeById(route)?.family ?? 'business') === 'business' ? 'business' : 'automation');

/** Returns true if the service may answer 403 to this key, or about this id (§5). */
const isForbidden = (answer: Answer): boolean =>
  !(isOfGoodKey(answer) || admitted.includes(answer.key)) ||
  /\{(id|orderId)\}/.test(routeById(answer.route)?.path ?? '');

/** Returns status and content type: `403 (text/html)`. */
export const describeAnswer = ({ status, headers }: Answer['response']): string =>
  headerIn(headers, 'content-type') === undefined
    ? `${status}`
    : `${status} (${mediaTypeIn(headers)})`;
