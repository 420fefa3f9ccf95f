/** Requests each documented response from the reference, as the base of generated faults. */
import { respond } from '../../http/pipeline.ts';
import { at, businessRoutes, type Json, walletRoutes, webhookRoutes } from '../../patches.ts';
import { routes, type RouteName } from '../../routes/index.ts';
import type { Incoming, Patch, Reply } from '../../types.ts';
import { makeWorld, type World } from '../../world.ts';
import { sync } from '../orders.ts';

/** Request, with the business key unless `by` names another key. */
type Sent = Partial<Incoming> & { by?: string };

interface Asked {
  readonly routes: readonly RouteName[];
  readonly requests: (world: World) => readonly Sent[];
  /** Patch that makes the reference return this response. */
  readonly world?: Patch;
}

/** Response of the reference. */
export interface Response {
  /** Short name for ids: `GET /wallet`, or the error text, `Missing API key`. */
  readonly name: string;
  readonly routes: readonly RouteName[];
  readonly world?: Patch;
  readonly isError: boolean;
  /** Replies of this kind to several requests. */
  readonly seen: readonly Reply[];
  /** First reply after the account ordered something. */
  readonly later: Json;
  /** Returns true if a reply is of this kind. */
  readonly includes: (reply: Reply, request: Incoming) => boolean;
}

const page = { query: { limit: '100' } };
const named = (id: string): Sent => ({ params: { id, orderId: id } });
const lines = ({ products }: World): Json[] =>
  products
    .filter(({ denominations, currency }) => denominations.length > 0 && currency === 'GBP')
    .slice(0, 2)
    .map(({ productCode, currency, denominations }) => ({
      productCode,
      currency,
      valuePurchased: denominations[0],
    }));
const gone = { body: { productCode: 'GONE-GB-01', currency: 'GBP', valuePurchased: 10 } };
const vouchers = [
  {
    productCode: 'BOOK-GB-01',
    merchant: 'Northwind Books',
    currency: 'GBP',
    valuePurchased: 1,
    recipientEmail: 'zoe@example.com',
    recipientName: 'Zoë',
    message: 'Hi Zoë',
  },
  {
    productCode: 'CAFE-DE-01',
    merchant: 'Cafe',
    currency: 'EUR',
    valuePurchased: 2,
    recipientEmail: 'ada@example.com',
    recipientName: 'Ada',
    message: 'Hi Ada',
  },
];
const bulks = [0, 1].map(index => ({
  vouchers: vouchers.slice(index),
  campaignName: `Spring ${index}`,
  notes: `For all ${index}`,
}));
const action = (body: object): Sent => ({ by: 'automation', body });
const unreachable = { url: 'https://hooks.invalid/', events: ['voucher.sent'] };
const ofMain = <R extends { accountId: string }>(records: R[], { accounts }: World): R[] =>
  records.filter(({ accountId }) => accountId === accounts.main.id);

const success = (
  route: RouteName,
  requests: Asked['requests'] = () => [{}],
  world?: Patch,
): Asked => ({ routes: [route], requests, ...(world && { world }) });
const error = (on: RouteName | readonly RouteName[], ...requests: Sent[]): Asked => ({
  routes: [on].flat(),
  requests: () => requests,
});

const asked: readonly Asked[] = [
  success(at.browse, () => [page]),
  success(at.search, () => [page]),
  success(at.filters),
  success(at.orders, () => [page]),
  success(at.order, world => ofMain(world.orders, world).map(({ _id }) => named(_id))),
  success(at.orderRequest, world =>
    ofMain(world.orderRequests, world).map(({ orderRequestId }) => named(orderRequestId)),
  ),
  success(at.createOrder, world => lines(world).map(body => ({ body }))),
  success(at.createBulk, world => lines(world).map(line => ({ body: { orders: [line] } }))),
  success(at.createOrder, world => lines(world).map(body => ({ body })), sync),
  success(
    at.createBulk,
    world => [
      { body: { orders: [...lines(world), gone.body] } },
      { body: { orders: lines(world) } },
    ],
    sync,
  ),
  success(at.wallet),
  success(at.walletBalance),
  success(at.ledger, () => [page]),
  success(at.session),
  success(at.registerWebhook, () => [{ body: { ...unreachable, url: 'https://hooks.example/' } }]),
  success(at.sendVoucher, () => vouchers.map(action)),
  success(at.sendBulk, () => bulks.map(action)),
  success(at.transactions, () => [action({ limit: 100 })]),
  success(at.balance, () => ['GBP', 'USD', 'EUR'].map(currency => action({ currency }))),
  success(at.status, () => [{ by: 'automation' }, { by: 'unconfigured' }]),
  success(at.tool, ({ rules }) =>
    rules.tools.map(toolName => ({ by: 'automation', params: { toolName } })),
  ),
  error(businessRoutes, { by: 'none' }),
  error(businessRoutes, { by: 'unknown' }, { by: 'revoked' }),
  error(businessRoutes, { by: 'ip-blocked' }),
  error(at.session, { by: 'incomplete-profile' }),
  error(at.session, { by: 'pending-verification' }),
  error(at.orderRequest, named('x')),
  error(at.orderRequest, named('0'.repeat(24))),
  error(at.order, named('x')),
  error(at.createOrder, gone),
  error(walletRoutes, { by: 'no-wallet' }),
  error(webhookRoutes, named('x')),
  {
    routes: webhookRoutes,
    requests: ({ webhooks, accounts }) =>
      webhooks.filter(each => each.accountId === accounts.other.id).map(({ _id }) => named(_id)),
  },
  error(at.registerWebhook, { body: unreachable }),
  error([at.browse, at.orders, at.ledger], { query: { page: '0' } }),
];

/** Names of responses whose payload the spec does not show (§4.1 rule 9). */
export const unshown: readonly string[] = [
  'GET /orders/{orderId}',
  'GET /wallet/balance',
  'GET /auth',
  'POST /webhooks 201',
];

/** Shortens `GET /api/v1/business/wallet` to `GET /wallet`. */
export const shortName = (route: RouteName): string =>
  route.replace(/\/api\/v1\/(business|automation|integrations\/mcp)/, '');

function send({ by = 'business', ...sent }: Sent, route: RouteName, world: World) {
  const key = (world.keys as Json)[by]?.value ?? by;
  const headers = by === 'none' ? {} : { 'x-api-key': key };
  const bare = { method: '', path: '', params: {}, query: {}, rawQuery: '', body: undefined };
  const request = { ...bare, headerNames: [], ip: '127.0.0.1', headers, route, ...sent };
  return respond(request, world, routes[route]);
}

/** Makes a world whose clock moves by a second with each timestamp. */
function worldWith(patch: Patch | undefined): World {
  const world = makeWorld({ patches: patch ? [patch] : [] });
  let now = Date.now();
  world.timestamp = () => new Date((now += 1000)).toISOString();
  return world;
}

async function ask({ routes: on, requests, world: patch }: Asked): Promise<Response> {
  const world = worldWith(patch);
  const route = on[0]!;
  const all = requests(world);
  const seen: Reply[] = [];
  for (const each of all) seen.push(structuredClone(await send(each, route, world)));
  const first = seen[0]!;
  const { status, body } = first;
  world.rules.orders.mode = 'sync';
  await send({ body: lines(world)[0] }, at.createOrder, world);
  const later = (await send(all[0]!, route, world)).body as Json;
  const isError = status >= 400;
  const text = isError ? (body as Json).error : undefined;
  return {
    name: isError ? text : `${shortName(route)}${status === 200 ? '' : ` ${status}`}`,
    routes: on,
    ...(patch && { world: patch }),
    isError,
    seen,
    later,
    includes: (reply, request) =>
      on.some(name => name === request.route) &&
      reply.status === status &&
      (!isError || (reply.body as Json)?.error === text),
  };
}

/** Documented responses, as the reference returns them. */
export const responses: readonly Response[] = await Promise.all(asked.map(ask));
