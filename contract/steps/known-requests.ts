/** Reads the order requests of the settings and of the run (§2.3). */
import { type Exchange } from '../../schemas/records/exchange.ts';
import { errors } from '../../schemas/resources/errors.ts';
import { route } from '../../schemas/routes.ts';
import { notGiven } from '../../harness/config/settings.ts';
import type { CaseItem, Context } from '../../harness/run/context.ts';
import { NotExercised } from '../../harness/verdict.ts';
import { own } from '../../harness/run/own.ts';
import type { OwnOrder } from '../setup/order-requests.ts';
import { endOf, firstReadOf, orderKindCases, readable, type OrderKind } from './orders.ts';

/** Order request of the account that a run can read. */
export interface KnownRequest extends CaseItem {
  readonly id: string;
  readonly kind: OrderKind | undefined;
  /** Set if the settings say how it ended. */
  readonly ended: 'result' | 'error' | undefined;
  readonly read: () => Promise<Exchange>;
}

/** Order requests of the settings, with their kinds and how they ended. */
const namedRequests = [
  { id: 'GV_ORDER_REQUEST_SUCCEEDED', kind: 'single', ended: 'result' },
  { id: 'GV_ORDER_REQUEST_FAILED', kind: undefined, ended: 'error' },
  { id: 'GV_ORDER_REQUEST_BULK', kind: 'bulk', ended: 'result' },
] as const;

/**
 * Reads the order request that a setting names.
 *
 * @param id value that the run discovered if the setting was not given.
 * @throws NotExercised if it is not set, or if the target no longer shows it.
 */
export async function readRequestOfSetting(
  { api, target }: Context,
  setting: (typeof namedRequests)[number]['id'],
  id = target.values[setting],
): Promise<Exchange> {
  // The run may have taken one of its own requests for the setting. That request is not judged twice.
  if (id === undefined)
    throw notGiven(setting, '. Order requests of this run have their own cases');
  const exchange = await api.send(route.orderRequest, { params: { id } });
  if (exchange.response.status === errors.unknownOrderRequest.status)
    throw new NotExercised(
      `${setting} gets 404: it is outdated, or an order request of another account`,
    );
  return exchange;
}

/** Returns the order requests of the settings. */
export const requestsOfSettings = (context: Context): readonly KnownRequest[] =>
  namedRequests.map(each => ({
    ...each,
    route: route.orderRequest,
    read: () => readRequestOfSetting(context, each.id),
  }));

/** Returns the order requests of the settings and of the run. Each is read after its end. */
export const endedRequests = (context: Context): readonly KnownRequest[] => [
  ...requestsOfSettings(context),
  ...ownRequests(context, '', endOf),
];

/** Returns every order request that a run can read, and also the first reads of the requests of this run. */
export const orderRequests = (context: Context): readonly KnownRequest[] => [
  ...endedRequests(context),
  ...ownRequests(context, ', at first', order => readable(firstReadOf(order))),
];

const ownRequests = (
  context: Context,
  when: string,
  read: (order: OwnOrder) => Exchange,
): KnownRequest[] =>
  orderKindCases.map(({ kind, use }) => ({
    id: `a ${kind} order of this run${when}`,
    route: route.orderRequest,
    kind,
    ended: undefined,
    // oxlint-disable-next-line require-await -- a gap becomes a rejection
    read: async () => read(own(context, use)),
  }));
