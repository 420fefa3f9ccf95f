/**
 * Sends requests that show whether bad keys are rejected. Each route may have its own key check, so every route is tried without a
 * key, with an unknown key and with a revoked key. All key checks compare keys in the same way, so each altered key is tried on one
 * route.
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
import { acceptAnyType, sendWithKey } from '../steps/keys.ts';
import { NotExercised } from '../../harness/verdict.ts';

export interface BadKey extends CaseItem {
  readonly route: Route;
  readonly key: KeyChoice | 'none';
  /** Second mistake in the request, if it has one. */
  readonly bound?: string;
  readonly send: (context: Context) => Promise<Exchange>;
}

type Flaw = readonly [what: string, of: (context: Context) => SendOptions];

const invalidPage: Flaw = [
  'an invalid page, limit and order',
  () => ({ query: { page: 'x', limit: 'x', order: 'x' } }),
];
const emptyBody: Flaw = ['an empty body', () => ({})];
/** Malformed id without a character that a gateway could reject. */
const malformedId = 'not-an-id';
const invalidId: Flaw = [
  'an invalid id',
  () => ({ params: { id: malformedId, orderId: malformedId } }),
];
/** Uses the harmless request as it is, because it names an unknown id. */
const unknownId: Flaw = ['an unknown id', () => ({})];
const unknownRequest: Flaw = [
  'an unknown id',
  ({ target }) => ({ params: { id: target.values.GV_ORDER_REQUEST_UNKNOWN ?? '0'.repeat(24) } }),
];

const nonNumeric: Flaw = [
  'non-numeric numbers',
  ({ target: { values } }) => {
    const { GV_SEARCH_PAGE_PARAM: page = 'page', GV_SEARCH_LIMIT_PARAM: limit = 'limit' } = values;
    const names = [page, limit, ...(values.GV_SEARCH_NUMBER_PARAMS ?? [])];
    return { query: Object.fromEntries(names.map(name => [name, 'x'])) };
  },
];
const invalidLedgerQuery: Flaw = [
  'an invalid page, limit and currency',
  ({ target: { values } }) => ({
    query: { page: 'x', limit: 'x', [values.GV_LEDGER_CURRENCY_PARAM ?? 'currency']: 'none' },
  }),
];

/** Second mistakes for each route, to send with a bad key. Apart from the mistake, the request is harmless. */
const flaws: Readonly<Record<string, readonly Flaw[]>> = {
  [route.browse.id]: [invalidPage],
  [route.search.id]: [nonNumeric],
  [route.orders.id]: [invalidPage],
  [route.ledger.id]: [invalidLedgerQuery],
  [route.orderRequest.id]: [invalidId, unknownRequest],
  [route.order.id]: [invalidId, unknownId],
  [route.createOrder.id]: [emptyBody],
  [route.createBulkOrder.id]: [emptyBody],
  [route.createWebhook.id]: [emptyBody],
  [route.updateWebhook.id]: [invalidId, unknownId],
  [route.deleteWebhook.id]: [invalidId, unknownId],
};

/**
 * Marks a request as sent by this run. In a certificate, this request proves that the run knew the challenge, because other
 * requests may use only ids of settings.
 */
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
      sendWithKey(context, to, key, {
        ...more?.(context),
        ...(key === undefined ? acceptAnyType : {}),
      }),
  };
}

/**
 * Returns requests to every business route, each with one of the mistakes of the route. The service must reject the key first (§5.2).
 */
const onEveryRoute = (key: KeyChoice | undefined): BadKey[] =>
  routes.business.flatMap(to => (flaws[to.id] ?? [undefined]).map(flaw => badKey(to, key, flaw)));

/** Sends a key that has only punctuation on one route. No other requirement uses this key, because a gateway may reject its characters. */
export const punctuationKey: BadKey = {
  ...badKey(route.orders, 'odd'),
  id: `${route.orders.id}, a key of punctuation`,
};

const keyByRoute = (by: Readonly<Partial<Record<Alteration, Route>>>): BadKey[] =>
  Object.entries(by).map(([key, to]) => badKey(to, key as Alteration));

/** Cases of business routes. */
export const badKeys = {
  missing: onEveryRoute(undefined),
  unknown: onEveryRoute('unknown'),
  altered: [
    ...keyByRoute({
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

/** Sends the good key in places other than its header (§5.1). */
export const keyElsewhere: readonly BadKey[] = Object.entries({
  'in another header': (key: string) => ({ headers: { Authorization: `Bearer ${key}` } }),
  'in the query': (key: string) => ({ query: { apiKey: key, api_key: key, 'X-API-Key': key } }),
}).map(([place, withKey]) => ({
  id: `${route.orders.id}, the key ${place}`,
  route: route.orders,
  key: 'none',
  send: (context: Context): Promise<Exchange> =>
    sendWithKey(context, route.orders, undefined, withKey(keyOf(context.target, 'business'))),
}));

/** Spellings of the name of the header that carries the good key. */
export const keyHeaders = [
  { id: `${route.filters.id}, in small letters`, route: route.filters, name: 'x-api-key' },
  { id: `${route.orders.id}, in capitals`, route: route.orders, name: 'X-API-KEY' },
  { id: `${route.status.id}, in mixed letters`, route: route.status, name: 'x-API-kEY' },
];

/** Sends the first and the last listed tool without a key. All tools share one key check. */
export const toolsWithoutKey = ['find_gifts_by_country', 'find_gifts_for_pet_lover'].map(
  toolName => ({
    id: toolName,
    route: route.tool,
    key: 'none',
    send: (context: Context): Promise<Exchange> =>
      sendWithKey(context, route.tool, undefined, { params: { toolName } }),
  }),
);

/** Cases of automation and tool routes. */
export const badIntegrationKeys = {
  missing: routes.integration.map(to => badKey(to, undefined)),
  unknown: [
    ...routes.integration.map(to => badKey(to, 'unknown')),
    ...keyByRoute({
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

/**
 * Requires that the good business key has letters of both cases.
 *
 * @throws NotExercised if the key in the other case may be the same key.
 */
export function requireMixed({ target }: Context): void {
  if (!isMixed(keyOf(target, 'business')))
    throw new NotExercised(
      'GV_API_KEY has letters of only one case, and the service may ignore case',
    );
}

/** Requires that the business key is not a UUID. A UUID may have integration permission. */
export function requireNoUuid({ target }: Context): void {
  requireDifferent(target, 'business', 'automation');
  if (isUuid(keyOf(target, 'business')))
    throw new NotExercised('GV_API_KEY is a UUID, so it may have integration permission');
}

/**
 * Requires that GV_KEY_NO_INTEGRATION works on business routes.
 *
 * @throws NotExercised if it is rejected there too, because it then lacks more than the permission.
 */
export async function requirePermissionOnly({ api }: Context): Promise<void> {
  const exchange = await api.send(route.filters, { key: 'no-integration' });
  if (!isSuccess(exchange))
    throw new NotExercised(
      `${route.filters.id} answers GV_KEY_NO_INTEGRATION with ${exchange.response.status} too, so it proves nothing`,
    );
}
