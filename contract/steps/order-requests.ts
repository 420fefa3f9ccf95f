/** Orders that a run makes, and the order requests that become of them (§2.3, §3). */
import { isSuccess, type Exchange } from '../../schemas/records/exchange.ts';
import { errors } from '../../schemas/resources/errors.ts';
import { route, type Route } from '../../schemas/routes.ts';
import type { SendOptions } from '../../fixtures/client/api.ts';
import { given } from '../../fixtures/config/needs.ts';
import type { CaseItem, Context } from '../../fixtures/run/context.ts';
import { isQueued } from '../orders/judgements.ts';
import { aside } from '../../fixtures/run/expect/expect.ts';
import { NotApplicable, NotExercised } from '../../fixtures/verdict.ts';
import { walletsBefore } from './purchases.ts';
import { bulkOfTwoValues } from './order-bodies.ts';
import { plainRequest } from './keys.ts';
import { endOf, readFirst, requestIdIn } from './ordering.ts';

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
  if (isSuccess(exchange)) return exchange;
  // The setting may lack what the target requires; so may its stock or the wallet: its own words show which.
  const setting = kind === 'single' ? 'GV_ORDER_BODY' : 'GV_BULK_ORDER_BODY';
  const { status, body } = exchange.response;
  throw new NotExercised(
    `${exchange.route} rejects what ${setting} describes with ${status}: ${body.slice(0, 200)}`,
  );
}

/** The response to the order of a kind, whatever it is. */
export async function sendOrder(context: Context, kind: OrderKind): Promise<Exchange> {
  const to = creationOf(kind);
  await walletsBefore(context);
  const order = await plainRequest(context, to);
  const once = (options: SendOptions) =>
    context.api.send(to, { ...options, once: JSON.stringify(options.body) });
  const larger = kind === 'bulk' ? await bulkOfTwoValues(context) : undefined;
  const exchange = larger && (await once(larger));
  return exchange && isSuccess(exchange) ? exchange : once(order);
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

const pollOf = async (context: Context, kind: OrderKind): Promise<Exchange> =>
  endOf(context, await queuedOrder(context, kind));

/**
 * The request of a creation as it was read first, most often while it is queued.
 *
 * @throws NotExercised if it did not show yet.
 */
export async function firstRead(context: Context, kind: OrderKind): Promise<Exchange> {
  const exchange = await readFirst(context, await queuedId(context, kind));
  if (exchange.response.status === errors.unknownOrderRequest.status)
    throw new NotExercised(
      'the order request did not show when it was read first',
      'orders.request-ends',
    );
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

/**
 * The order request that a setting names.
 *
 * @param id what the run found out in place of the setting.
 * @throws NotExercised if the target no longer shows it.
 */
export async function readNamed(
  { api, target }: Context,
  setting: (typeof namedRequests)[number]['id'],
  id = given(target, setting),
): Promise<Exchange> {
  const exchange = await api.send(route.orderRequest, { params: { id } });
  if (exchange.response.status === errors.unknownOrderRequest.status)
    throw new NotExercised(
      `${setting} gets 404: it is outdated, or an order request of another account`,
    );
  return exchange;
}

/** The order requests of the settings, their kinds and how they ended. */
const namedRequests = [
  { id: 'GV_ORDER_REQUEST_SUCCEEDED', kind: 'single', ended: 'result' },
  { id: 'GV_ORDER_REQUEST_FAILED', kind: undefined, ended: 'error' },
  { id: 'GV_ORDER_REQUEST_BULK', kind: 'bulk', ended: 'result' },
] as const;

/** The order requests that a run reads at their end: those that the settings name, and its own. */
export const endedRequests = (context: Context): readonly KnownRequest[] => [
  ...namedRequests.map(each => ({
    ...each,
    route: route.orderRequest,
    read: () => readNamed(context, each.id),
  })),
  ...ownRequests('', kind => endedOrder(context, kind)),
];

/** Every order request that a run can read: its own as they were read first, too. */
export const orderRequests = (context: Context): readonly KnownRequest[] => [
  ...endedRequests(context),
  ...ownRequests(', at first', kind => firstRead(context, kind)),
];

const ownRequests = (when: string, read: (kind: OrderKind) => Promise<Exchange>): KnownRequest[] =>
  orderKinds.map(kind => ({
    id: `a ${kind} order of this run${when}`,
    route: route.orderRequest,
    kind,
    ended: undefined,
    read: () => read(kind),
  }));
