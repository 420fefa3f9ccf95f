/** Orders that a run makes, and the order requests that become of them (§2.3, §3). */
import { field, isSuccess, type Exchange, isObject } from '../../schemas/records/exchange.ts';
import { errors } from '../../schemas/resources/errors.ts';
import { route, type Route } from '../../schemas/routes.ts';
import type { SendOptions } from '../../fixtures/client/api.ts';
import { given } from '../../fixtures/config/needs.ts';
import type { CaseItem, Context, CheckContext } from '../../fixtures/run/context.ts';
import { isQueued } from './judgements.ts';
import { aside } from '../../fixtures/run/expect/expect.ts';
import { NotApplicable, NotExercised } from '../../fixtures/verdict.ts';
import { bulkOfTwoValues } from '../shared/discovery/order-bodies.ts';
import { plainRequest } from '../shared/requests/plain-request.ts';
import { answeredAt, pollToEnd, readFirst, hasEnded } from '../shared/polling.ts';
import type { ObservationId } from '../statements.ts';

export type OrderKind = 'single' | 'bulk';
export const orderKinds: readonly OrderKind[] = ['single', 'bulk'];

const creationOf = (kind: OrderKind): Route =>
  kind === 'single' ? route.createOrder : route.createBulkOrder;

/** A case of each kind: what is about orders that a run makes. */
export const eachKind = orderKinds.map(kind => ({ id: kind, kind, route: creationOf(kind) }));

/**
 * Makes one order of a kind, once a run: its response serves every check.
 *
 * @throws NotExercised if the settings do not declare what it takes, or the target rejects it.
 */
export async function createOrder(context: Context, kind: OrderKind): Promise<Exchange> {
  const exchange = await sendOrder(context, kind);
  if (!isSuccess(exchange)) throw new NotExercised(rejection(exchange, kind));
  return exchange;
}

/** The response to the order of a kind, whatever it is. */
export async function sendOrder(context: Context, kind: OrderKind): Promise<Exchange> {
  const to = creationOf(kind);
  const order = await plainRequest(context, to);
  const once = (options: SendOptions) =>
    context.api.send(to, { ...options, once: JSON.stringify(options.body) });
  const larger = kind === 'bulk' ? await bulkOfTwoValues(context) : undefined;
  const exchange = larger && (await once(larger));
  return exchange && isSuccess(exchange) ? exchange : once(order);
}

/** The setting may lack what the target requires; so may its stock or the wallet: its own words show which. */
function rejection(exchange: Exchange, kind: OrderKind): string {
  const setting = kind === 'single' ? 'GV_ORDER_BODY' : 'GV_BULK_ORDER_BODY';
  const { status, body } = exchange.response;
  return `${exchange.route} rejects what ${setting} describes with ${status}: ${body.slice(0, 200)}`;
}

/**
 * The creation of an order that is processed later.
 *
 * @throws NotApplicable if the target creates synchronously.
 */
export async function queuedOrder(context: Context, kind: OrderKind): Promise<Exchange> {
  const exchange = await createOrder(context, kind);
  if (!isQueued(exchange)) throw new NotApplicable('orders are made synchronously here');
  return exchange;
}

/**
 * The creation of an order that was made at once.
 *
 * @throws NotApplicable if the target creates asynchronously.
 */
export async function createdOrder(context: Context, kind: OrderKind): Promise<Exchange> {
  const exchange = await createOrder(context, kind);
  if (isQueued(exchange)) throw new NotApplicable('orders are made asynchronously here');
  return exchange;
}

/** @throws NotExercised if the creation returned no id. */
function requestIdIn(queued: Exchange): string {
  const id = field(queued, 'orderRequestId');
  if (typeof id !== 'string' || id === '')
    throw new NotExercised('the creation returned no orderRequestId', 'orders.queued');
  return id;
}

/** The id of the order request of a creation. */
export const queuedId = async (context: Context, kind: OrderKind): Promise<string> =>
  requestIdIn(await queuedOrder(context, kind));

/**
 * The request of a creation at its end. All orders of a run are waited for at the same time.
 *
 * @throws NotExercised if it does not end within GV_ASYNC_TIMEOUT.
 */
export async function endedOrder(context: Context, kind: OrderKind): Promise<Exchange> {
  const own = pollOf(context, kind);
  const others = orderKinds.filter(each => each !== kind);
  await Promise.allSettled([own, ...others.map(each => aside(() => pollOf(context, each)))]);
  return own;
}

async function pollOf(context: Context, kind: OrderKind): Promise<Exchange> {
  const queued = await queuedOrder(context, kind);
  return endOf(context, queued);
}

/** The request that a creation became, at its end. */
export async function endOf(context: Context, queued: Exchange): Promise<Exchange> {
  const id = requestIdIn(queued);
  return context.memo(`the end of ${id}`, () => pollToEnd(context, id, answeredAt(queued)));
}

/**
 * The request of a creation as it was read first, most often while it is queued.
 *
 * @throws NotExercised if it did not show yet.
 */
export async function firstRead(context: Context, kind: OrderKind): Promise<Exchange> {
  const exchange = await readFirst(context, await queuedId(context, kind));
  if (exchange.response.status === errors.unknownOrderRequest.status)
    throw new NotExercised('it did not show when it was read first', 'orders.request-ends');
  return exchange;
}

/** An order request of the account that a run can read. */
export interface KnownRequest extends CaseItem {
  readonly id: string;
  readonly kind: OrderKind | undefined;
  /** Its end, as far as the settings say. */
  readonly ended: 'result' | 'error' | undefined;
  readonly read: () => Promise<Exchange>;
}

type NamedRequest =
  'GV_ORDER_REQUEST_SUCCEEDED' | 'GV_ORDER_REQUEST_FAILED' | 'GV_ORDER_REQUEST_BULK';

/**
 * The order request that a setting names.
 *
 * @param id what the run found out in place of the setting.
 * @throws NotExercised if the target no longer shows it.
 */
export async function readNamed(
  { api, target }: Context,
  setting: NamedRequest,
  id = given(target, setting),
): Promise<Exchange> {
  const exchange = await api.send(route.orderRequest, { params: { id } });
  if (exchange.response.status === errors.unknownOrderRequest.status)
    throw new NotExercised(
      `${setting} gets 404: it is outdated, or an order request of another account`,
    );
  return exchange;
}

/** A request of a run's own. */
const own = (kind: OrderKind, id: string, read: KnownRequest['read']): KnownRequest => ({
  id,
  route: route.orderRequest,
  kind,
  ended: undefined,
  read,
});

/** The order requests that a run reads at their end: those that the settings name, and its own. */
export function endedRequests(context: Context): readonly KnownRequest[] {
  const named = (
    setting: NamedRequest,
    kind: OrderKind | undefined,
    ended: 'result' | 'error',
  ): KnownRequest => ({
    id: setting,
    route: route.orderRequest,
    kind,
    ended,
    read: () => readNamed(context, setting),
  });
  return [
    named('GV_ORDER_REQUEST_SUCCEEDED', 'single', 'result'),
    named('GV_ORDER_REQUEST_FAILED', undefined, 'error'),
    named('GV_ORDER_REQUEST_BULK', 'bulk', 'result'),
    ...orderKinds.map(kind =>
      own(kind, `a ${kind} order of this run`, () => endedOrder(context, kind)),
    ),
  ];
}

/** Every order request that a run can read: its own as they were read first, too. */
export const orderRequests = (context: Context): readonly KnownRequest[] => [
  ...endedRequests(context),
  ...orderKinds.map(kind =>
    own(kind, `a ${kind} order of this run, at first`, () => firstRead(context, kind)),
  ),
];

/** Undefined if the request shows nothing of it. */
type Shown = (exchange: Exchange, kind: OrderKind | undefined) => object | undefined;

/** Records what each order request shows. */
export async function observeRequests(
  context: CheckContext,
  id: ObservationId,
  shown: Shown,
): Promise<void> {
  await context.each(orderRequests(context), async ({ id: of, read, kind }) => {
    const seen = shown(await read(), kind);
    if (seen) context.observe(id, { of, ...seen });
  });
}

/** Fields of the results of one kind. */
export const resultFields =
  (of: OrderKind): Shown =>
  (exchange, kind) => {
    const result = field(exchange, 'result');
    return kind === of && isObject(result) ? { fields: Object.keys(result) } : undefined;
  };

/** Statuses of requests that have ended, or of the others. */
export const statusWhere =
  (isAtEnd: boolean): Shown =>
  exchange =>
    hasEnded(exchange) === isAtEnd ? { status: field(exchange, 'status') } : undefined;
