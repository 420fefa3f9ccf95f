/** Recognises routes that answer as the service does. The responses of other routes are no evidence. */
import { group } from '../../schemas/group.ts';
import { hasShownBody, operationOf } from '../../schemas/operations.ts';
import {
  bodyOf,
  field,
  isAccepted,
  isObject,
  isSuccess,
  type Exchange,
} from '../../schemas/records/exchange.ts';
import { errors, isRow, type ErrorRow } from '../../schemas/resources/errors.ts';
import { route, routeById, type Route } from '../../schemas/routes.ts';
import type { Schema } from '../../schemas/schema.ts';

/** Rejections that the spec gives for the ids and the account of a good request (§5.5, §7). */
const documented: Readonly<Record<string, readonly ErrorRow[]>> = {
  [route.auth.id]: [errors.incompleteProfile, errors.verificationPending],
  [route.order.id]: [errors.unknownOrder],
  [route.orderRequest.id]: [errors.unknownOrderRequest],
  [route.updateWebhook.id]: [errors.unknownWebhook],
  [route.deleteWebhook.id]: [errors.unknownWebhook],
  [route.wallet.id]: [errors.noWallet],
  [route.ledger.id]: [errors.noWallet],
  [route.walletBalance.id]: [errors.noWallet],
  [route.createOrder.id]: [errors.unknownProduct],
};

const isDocumented = (to: Route, exchange: Exchange): boolean =>
  documented[to.id]?.some(row => isRow(exchange, row)) === true;

/** Returns true if the route itself, rather than a gateway, rejects the body. */
function rejectsBody(to: Route, exchange: Exchange): boolean {
  const { status } = exchange.response;
  if (to.family !== 'business' && isSuccess(exchange)) return field(exchange, 'success') === false;
  // The spec does not show the errors of automation routes (§7).
  const isOwn = to.family !== 'business' || isObject(bodyOf(exchange));
  return (
    to.effect !== 'read' &&
    isOwn &&
    status >= 400 &&
    status < 500 &&
    ![401, 403, 404, 429].includes(status)
  );
}

/** Returns true if a route answers the good key: it accepts the request, or rejects it because of its content and not because of the caller. */
export function answersGoodKey(to: Route, exchange: Exchange): boolean {
  const isTaken = to.family === 'business' ? isSuccess : isAccepted;
  const { status } = exchange.response;
  return (
    isTaken(exchange) ||
    (status === 404 && isDocumented(to, exchange)) ||
    rejectsBody(to, exchange) ||
    failsRegistration(to, exchange)
  );
}

/** Returns true for a failed registration: a 500 with `error` and `message` (§6) comes from the route and not from a gateway. */
const failsRegistration = (to: Route, exchange: Exchange): boolean =>
  to.id === route.createWebhook.id &&
  exchange.response.status === 500 &&
  ['error', 'message'].every(name => typeof field(exchange, name) === 'string');

/** Returns true if a body has the type and at least half of the fields that the spec shows. The checks judge the details. */
function resembles(schema: Schema, body: unknown): boolean {
  if (schema.type === 'array') return Array.isArray(body);
  // `success` proves nothing, because many other services have it.
  const required = schema.required?.filter(name => name !== 'success') ?? [];
  return isObject(body) && required.filter(name => name in body).length * 2 >= required.length;
}

/** Returns true if `success` is there, which all routes except the business routes return (§2.9, §2.10, §4.2). */
const hasOutcome = (to: Route, exchange: Exchange): boolean =>
  to.family === 'business' || typeof field(exchange, 'success') === 'boolean';

/** Returns true for a success whose body resembles the one in the spec. */
const isInKind = (to: Route, exchange: Exchange): boolean =>
  isSuccess(exchange) &&
  hasOutcome(to, exchange) &&
  Object.values(operationOf(to).success ?? {}).some(each => resembles(each, bodyOf(exchange)));

/** Keys whose rejections are caused by the request. A success counts with any key. */
const goodRoles: readonly string[] = ['business', 'automation', 'other-account', 'recorded'];

const isPlainRead = ({ request }: Exchange, to: Route): boolean =>
  to.method === 'GET' && !to.path.includes('{') && !request.url.includes('?');

const answerOf = ({ response }: Exchange): string => `${response.status} ${response.body}`;

/** Returns the ids of the routes that answered a good request as the service does. */
export function liveRoutes(exchanges: readonly Exchange[]): ReadonlySet<string> {
  const pairs = exchanges.flatMap(exchange => {
    const to = routeById(exchange.route);
    return to ? [{ exchange, to }] : [];
  });
  const plain = pairs.filter(({ exchange, to }) => isPlainRead(exchange, to));
  const plainByAnswer = group(plain, ({ exchange }) => answerOf(exchange));
  // A route that gives the same response to reads of several resources is not a route of the service.
  const credible = pairs.filter(
    ({ exchange, to }) =>
      plainByAnswer.get(answerOf(exchange))?.every(each => each.to.resource === to.resource) ??
      true,
  );
  const inKind = credible.filter(({ exchange, to }) => isInKind(to, exchange));
  const families = new Set(inKind.map(({ to }) => to.family));
  const others = credible.filter(
    ({ exchange, to }) =>
      families.has(to.family) &&
      goodRoles.includes(exchange.key) &&
      (isDocumented(to, exchange) ||
        rejectsBody(to, exchange) ||
        (!hasShownBody(to) && isSuccess(exchange))),
  );
  return new Set([...inKind, ...others].map(({ to }) => to.id));
}
