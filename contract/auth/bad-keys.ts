/**
 * The requests by which a run shows that keys are refused. A key check stands before a route, so that every route meets no
 * key, an unknown one and a revoked one; alterations are a matter of how keys are compared, and are spread.
 */
import type { Alteration } from '../../schemas/schema.ts';
import { type Exchange, isSuccess } from '../../schemas/records/exchange.ts';
import { route, routes, type Route } from '../../schemas/routes.ts';
import type { SendOptions } from '../../harness/client/api.ts';
import {
  keyOf,
  requireDifferent,
  type KeyChoice,
  isUuid,
  isMixed,
} from '../../harness/config/keys.ts';
import type { CaseItem, Context } from '../../harness/run/context.ts';
import { anyType, sendWithKey } from '../steps/keys.ts';
import { NotExercised } from '../../harness/verdict.ts';

export interface BadKey extends CaseItem {
  readonly route: Route;
  readonly key: KeyChoice | 'none';
  /** Another mistake in the request, if it has one. */
  readonly bound?: string;
  readonly send: (context: Context) => Promise<Exchange>;
}

type Flaw = readonly [what: string, of: (context: Context) => SendOptions];

const badPage: Flaw = [
  'an invalid page, limit and order',
  () => ({ query: { page: 'x', limit: 'x', order: 'x' } }),
];
const noOrder: Flaw = ['an empty body', () => ({})];
/** The harmless request names one that nobody has. */
const unknownOne: Flaw = ['an unknown id', () => ({})];
/** Without a character that a gateway could refuse. */
const notAnId = 'not-an-id';
const invalidOne: Flaw = ['an invalid id', () => ({ params: { id: notAnId, orderId: notAnId } })];

const noSearch: Flaw = [
  'non-numeric numbers',
  ({ target: { values } }) => {
    const { GV_SEARCH_PAGE_PARAM: page = 'page', GV_SEARCH_LIMIT_PARAM: limit = 'limit' } = values;
    const names = [page, limit, ...(values.GV_SEARCH_NUMBER_PARAMS ?? [])];
    return { query: Object.fromEntries(names.map(name => [name, 'x'])) };
  },
];
const noLedger: Flaw = [
  'an invalid page, limit and currency',
  ({ target: { values } }) => ({
    query: { page: 'x', limit: 'x', [values.GV_LEDGER_CURRENCY_PARAM ?? 'currency']: 'none' },
  }),
];

const invalidRequest: Flaw = [
  'an invalid id',
  ({ target }) => ({ params: { id: target.values.GV_ORDER_REQUEST_INVALID ?? notAnId } }),
];
const unknownRequest: Flaw = [
  'an unknown id',
  ({ target }) => ({ params: { id: target.values.GV_ORDER_REQUEST_UNKNOWN ?? '0'.repeat(24) } }),
];

/** Mistakes in a request beside its key, one at a time; the rest of a harmless request is right. */
const flaws: Readonly<Record<string, readonly Flaw[]>> = {
  [route.browse.id]: [badPage],
  [route.search.id]: [noSearch],
  [route.orders.id]: [badPage],
  [route.ledger.id]: [noLedger],
  [route.orderRequest.id]: [invalidRequest, unknownRequest],
  [route.order.id]: [invalidOne, unknownOne],
  [route.createOrder.id]: [noOrder],
  [route.createBulkOrder.id]: [noOrder],
  [route.createWebhook.id]: [noOrder],
  [route.updateWebhook.id]: [invalidOne, unknownOne],
  [route.deleteWebhook.id]: [invalidOne, unknownOne],
};

/** Shows that a request is of this run: every certificate answers its challenge by it, whatever ids the settings name. */
const ofThisRun = ({ facts }: Context): SendOptions => ({
  query: { run: facts.bytes('run').toString('hex').slice(0, 16) },
});

function badKey(to: Route, key: KeyChoice | undefined, flaw?: Flaw): BadKey {
  const more = to === route.auth && key === undefined ? ofThisRun : flaw?.[1];
  return {
    route: to,
    key: key ?? 'none',
    ...(flaw ? { bound: flaw[0] } : {}),
    send: context =>
      sendWithKey(context, to, key, { ...more?.(context), ...(key === undefined ? anyType : {}) }),
  };
}

/** On every business route; whatever can be wrong with the request is wrong as well: a key is looked at first (§5.2). */
const everywhere = (key: KeyChoice | undefined): BadKey[] =>
  routes.business.flatMap(to => (flaws[to.id] ?? [undefined]).map(flaw => badKey(to, key, flaw)));

/** A gateway may refuse it for its characters: it is tried on one route, and by no other requirement. */
export const oddKey: BadKey = {
  ...badKey(route.orders, 'odd'),
  id: `${route.orders.id}, a key of punctuation`,
};

const spread = (by: Readonly<Partial<Record<Alteration, Route>>>): BadKey[] =>
  Object.entries(by).map(([key, to]) => badKey(to, key as Alteration));

/** On business routes. */
export const badKeys = {
  missing: everywhere(undefined),
  unknown: everywhere('unknown'),
  altered: [
    ...spread({
      suffixed: route.browse,
      prefixed: route.orders,
      shortened: route.wallet,
      'without-start': route.search,
      'start-changed': route.filters,
      'middle-changed': route.ledger,
      doubled: route.auth,
    }),
    badKey(route.orderRequest, 'end-changed', unknownRequest),
  ],
  revoked: routes.business.map(to => badKey(to, 'revoked')),
  'ip-blocked': routes.business.map(to => badKey(to, 'ip-blocked')),
} as const satisfies Record<string, readonly BadKey[]>;

/** The good key, and where it is in place of its header (§5.1). */
const places: Readonly<Record<string, (key: string) => SendOptions>> = {
  'in another header': key => ({ headers: { Authorization: `Bearer ${key}` } }),
  'in the query': key => ({ query: { apiKey: key, api_key: key, 'X-API-Key': key } }),
};

export const keyElsewhere = Object.entries(places).map(([place, of]) => ({
  id: `${route.orders.id}, the key ${place}`,
  route: route.orders,
  send: (context: Context): Promise<Exchange> =>
    sendWithKey(context, route.orders, undefined, of(keyOf(context.target, 'business'))),
}));

/** The header of the good key, written otherwise. */
export const keyHeaders = [
  { id: `${route.filters.id}, in small letters`, route: route.filters, keyHeader: 'x-api-key' },
  { id: `${route.orders.id}, in capitals`, route: route.orders, keyHeader: 'X-API-KEY' },
  { id: `${route.status.id}, in mixed letters`, route: route.status, keyHeader: 'x-API-kEY' },
];

/** One tool of each end of the list, without a key: a tool route has one key check. */
export const toolsWithoutKey = ['find_gifts_by_country', 'find_gifts_for_pet_lover'].map(
  toolName => ({
    id: toolName,
    route: route.tool,
    key: 'none',
    send: (context: Context): Promise<Exchange> =>
      sendWithKey(context, route.tool, undefined, { params: { toolName } }),
  }),
);

/** On automation and tool routes. */
export const badIntegrationKeys = {
  missing: routes.integration.map(to => badKey(to, undefined)),
  unknown: [
    ...routes.integration.map(to => badKey(to, 'unknown')),
    ...spread({
      suffixed: route.status,
      'end-changed': route.tool,
      shortened: route.getWalletBalance,
    }),
  ],
  revoked: routes.integration.map(to => badKey(to, 'revoked')),
  'ip-blocked': routes.integration.map(to => badKey(to, 'ip-blocked')),
  permission: routes.integration.map(to => badKey(to, 'no-integration')),
  business: routes.integration.map(to => badKey(to, 'business')),
} as const satisfies Record<string, readonly BadKey[]>;

/** A key of another format is refused for its format (§5.4), and shows nothing. */
export function requireUuid(
  { target }: Context,
  key: 'revoked' | 'ip-blocked' | 'no-integration',
): void {
  if (!isUuid(keyOf(target, key)))
    throw new NotExercised('the key is not a UUID: it is no key for these routes in any state');
}

/** @throws NotExercised if the good business key in the other case may be the same key. */
export function requireMixed({ target }: Context): void {
  if (!isMixed(keyOf(target, 'business')))
    throw new NotExercised('the letters of GV_API_KEY are of one case, and may be read in either');
}

/** A business key of that format may have integration permission. */
export function requireNoUuid({ target }: Context): void {
  requireDifferent(target, 'business', 'automation');
  if (isUuid(keyOf(target, 'business')))
    throw new NotExercised('GV_API_KEY is a UUID: it may have integration permission');
}

/** @throws NotExercised if GV_KEY_NO_INTEGRATION is refused, whatever it is sent to: it is no key that lacks a permission alone. */
export async function requirePermissionOnly({ api }: Context): Promise<void> {
  const exchange = await api.send(route.filters, { key: 'no-integration' });
  if (!isSuccess(exchange))
    throw new NotExercised(
      `${route.filters.id} answers GV_KEY_NO_INTEGRATION with ${exchange.response.status} too, so it proves nothing`,
    );
}
