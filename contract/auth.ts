/** §5 Authentication. */
import { keyOf, type KeyChoice } from '../fixtures/config/keys.ts';
import type { CheckContext, Context } from '../fixtures/engine/context.ts';
import { observation, requirement } from '../fixtures/engine/requirement.ts';
import { expect } from '../fixtures/matchers/expect.ts';
import { isUuid, requireGoodKey, sendWithKey } from '../fixtures/scenarios/requests/good-key.ts';
import { unpermittedKey } from '../fixtures/scenarios/discovery/keys.ts';
import { NotExercised } from '../fixtures/verdict.ts';
import { bodyOf, has, isObject } from '../schemas/records/exchange.ts';
import { errors } from '../schemas/resources/errors.ts';
import { toolNames } from '../schemas/resources/tool.ts';
import { route, routes, type Route } from '../schemas/routes.ts';

/** What every business route answers to a key, or to none. */
const judgeOnBusinessRoutes = (context: CheckContext, key: KeyChoice | undefined) =>
  context.each(routes.business, async to => context.judge(await sendWithKey(context, to, key)));

/** §5.4: automation and tool routes refuse; how is not shown. */
async function refusedOnIntegrationRoutes(
  context: CheckContext,
  ...keys: readonly (KeyChoice | undefined)[]
): Promise<void> {
  const cases = keys.flatMap(key =>
    routes.integration.map(to => ({ id: `${to.id}, ${key ?? 'no'} key`, to, key })),
  );
  await context.each(cases, async ({ to, key }) => {
    if (key === 'revoked') requireUuid(context, key);
    const exchange = await sendWithKey(context, to, key);
    expect(exchange).toBeRefused();
    const { status } = exchange.response;
    const value = { key: key ?? 'none', status };
    context.observe('auth.integration-refusals', value, { marked: status >= 500 });
  });
}

/** A key of another format is refused for its format (§5.4), and shows nothing. */
function requireUuid({ target }: Context, key: 'revoked' | 'ip-blocked'): void {
  if (!isUuid(keyOf(target, key)))
    throw new NotExercised('the key is not a UUID: it is no key for these routes in any state');
}

requirement('auth.missing-key', async context => {
  await judgeOnBusinessRoutes(context, undefined);
  const { api, target, each, judge } = context;
  await each([`${route.orders.id}, the key in another header`], async () => {
    await requireGoodKey(context, route.orders);
    const headers = { Authorization: `Bearer ${keyOf(target, 'business')}` };
    judge(await api.send(route.orders, { key: undefined, headers }));
  });
});

requirement('auth.unknown-key', async context => {
  await judgeOnBusinessRoutes(context, 'unknown');
  await context.each([`${route.orders.id}, a key of punctuation`], async () =>
    context.judge(await sendWithKey(context, route.orders, 'odd')),
  );
});

requirement('auth.empty-key', async context => {
  const { invalidKey, missingKey } = errors;
  await context.each([route.orders, route.auth], async to => {
    const exchange = await sendWithKey(context, to, 'empty');
    const body = bodyOf(exchange);
    const error = isObject(body) && body['error'] === invalidKey.error ? invalidKey : missingKey;
    expect(exchange).toBeError(error.status, error.error);
  });
  await context.each([route.getWalletBalance], async to =>
    expect(await sendWithKey(context, to, 'empty')).toBeRefused(),
  );
});

requirement('auth.revoked-key', context => judgeOnBusinessRoutes(context, 'revoked'));

requirement('auth.altered-key', async context => {
  const cases = [
    ...routes.business.map(to => ({
      id: `${to.id}, characters behind`,
      to,
      key: 'suffixed' as const,
    })),
    { id: `${route.orders.id}, characters before`, to: route.orders, key: 'prefixed' as const },
    { id: `${route.orders.id}, the last left out`, to: route.orders, key: 'shortened' as const },
  ];
  await context.each(cases, async ({ to, key }) =>
    context.judge(await sendWithKey(context, to, key)),
  );
});

/** Well-formed ids that nobody has, where the settings name them. */
function unknownIds({ target: { values } }: Context) {
  const { GV_ORDER_REQUEST_UNKNOWN: request, GV_ORDER_UNKNOWN: order } = values;
  return [
    ...(request === undefined
      ? []
      : [{ id: 'an unknown id', to: route.orderRequest, with: { params: { id: request } } }]),
    ...(order === undefined
      ? []
      : [{ id: 'an unknown id', to: route.order, with: { params: { orderId: order } } }]),
  ];
}

requirement('auth.key-before-request', async context => {
  const invalid = [
    { id: 'an invalid id', to: route.orderRequest, with: { params: { id: 'not an id' } } },
    ...unknownIds(context),
    { to: route.order, with: { params: { orderId: 'not an id' } } },
    { to: route.browse, with: { query: { page: 'x', limit: 'x' } } },
    { to: route.orders, with: { query: { page: 'x', limit: 'x' } } },
    { to: route.ledger, with: { query: { page: 'x', limit: 'x' } } },
    { to: route.createOrder, with: { text: 'not JSON', costs: [] } },
    { to: route.createWebhook, with: { text: 'not JSON' } },
    { to: route.updateWebhook, with: { params: { id: 'not an id' }, text: 'not JSON' } },
    { to: route.deleteWebhook, with: { params: { id: 'not an id' } } },
  ];
  await context.each(
    invalid.map(each => ({ ...each, id: 'id' in each ? `${each.to.id}, ${each.id}` : each.to.id })),
    async ({ to, with: options }) => {
      await requireGoodKey(context, to);
      const exchange = await context.api.send(to, { ...options, key: undefined });
      expect(exchange).toBeError(errors.missingKey.status, errors.missingKey.error);
    },
  );
});

requirement('auth.reason', async context => {
  const keys: KeyChoice[] = ['unknown', 'suffixed', 'revoked'];
  const cases = keys.flatMap(key =>
    routes.business.map(to => ({ id: `${to.id}, ${key} key`, to, key })),
  );
  await context.each(cases, async ({ to, key }) => {
    const exchange = await sendWithKey(context, to, key);
    if (!has(exchange, 'reason')) throw new NotExercised('the refusal gives no reason');
    context.judge(exchange);
  });
});

requirement('auth.integration-missing-key', async context => {
  await refusedOnIntegrationRoutes(context, undefined);
  const { api, each } = context;
  await each(toolNames, async toolName =>
    expect(await api.send(route.tool, { params: { toolName }, key: undefined })).toBeRefused(),
  );
});

requirement('auth.integration-unknown-key', context =>
  refusedOnIntegrationRoutes(context, 'unknown', 'suffixed'),
);

requirement('auth.integration-revoked-key', context =>
  refusedOnIntegrationRoutes(context, 'revoked'),
);

requirement('auth.integration-permission', async context => {
  const key = unpermittedKey(context);
  const known = await context.api.send(route.filters, { key });
  if (known.response.status === 401)
    throw new NotExercised(
      'GV_KEY_NO_INTEGRATION is refused on business routes too: it shows nothing',
    );
  await refusedOnIntegrationRoutes(context, key);
});

requirement('auth.integration-key-format', ({ target }) =>
  expect(isUuid(keyOf(target, 'automation')), 'GV_AUTOMATION_KEY is a UUID').toBe(true),
);

/** The error bodies of integration routes are not shown (§7): only those of a key that fits them are §5.3's. */
async function sendFromElsewhere(context: Context, to: Route) {
  if (to.family !== 'business') requireUuid(context, 'ip-blocked');
  return sendWithKey(context, to, 'ip-blocked');
}

requirement('auth.ip-allow-list', context =>
  context.each(routes.all, async to => context.judge(await sendFromElsewhere(context, to))),
);

requirement('auth.ip-named', async context =>
  context.judge(await sendFromElsewhere(context, route.filters)),
);

requirement('auth.incomplete-profile', async ({ api, judge }) =>
  judge(await api.send(route.auth, { key: 'incomplete-profile' })),
);

requirement('auth.pending-verification', async ({ api, judge }) =>
  judge(await api.send(route.auth, { key: 'pending-verification' })),
);

observation('auth.profile', async ({ api, observe }) => {
  const exchange = await api.send(route.auth);
  const body = bodyOf(exchange);
  const fields = isObject(body) ? Object.keys(body) : [];
  observe('auth.profile', { status: exchange.response.status, fields });
});
