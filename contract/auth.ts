/** §5 Authentication. */
import { isIP } from 'node:net';
import { errors } from '../schemas/resources/errors.ts';
import { route, routes, type Route } from '../schemas/routes.ts';
import { toolNames } from '../schemas/resources/tool.ts';
import { holds, isAddressOrRange } from '../fixtures/matchers/addresses.ts';
import { bodyOf, field, isObject, type Exchange } from '../schemas/records/exchange.ts';
import { expect } from '../fixtures/matchers/expect.ts';
import { keyOf, type KeyChoice } from '../fixtures/config/keys.ts';
import { observation, requirement } from '../fixtures/engine/requirement.ts';
import { sample } from '../fixtures/scenarios/plain-request.ts';
import { NotExercised } from '../fixtures/verdict.ts';
import type { Context } from '../fixtures/engine/context.ts';
import { expectGoodKeyTaken, isUuid } from '../fixtures/scenarios/good-key.ts';

type Parts = Pick<Context, 'api' | 'target'>;

/** Sends what the good key may send, with another key; a refusal is evidence only where the good key is taken. */
async function refusal(
  { api, target }: Parts,
  to: Route,
  key: KeyChoice | undefined,
): Promise<Exchange> {
  const options = await sample(api, target, to);
  await expectGoodKeyTaken(api, target, to);
  return api.send(to, { ...options, key });
}

/** One status and text on every business route. */
function refusedOnBusinessRoutes(key: KeyChoice | undefined, text: string) {
  return async ({ each, ...parts }: Context) => {
    await each(routes.business, async to =>
      expect(await refusal(parts, to, key)).toBeError(401, text),
    );
  };
}

/** §5.4: automation and tool routes refuse; how is not shown. */
function refusedOnIntegrationRoutes(...keys: (KeyChoice | undefined)[]) {
  return async ({ each, observe, ...parts }: Context) => {
    const cases = keys.flatMap(key =>
      routes.integration.map(to => ({ id: `${to.id}, ${key ?? 'no'} key`, to, key })),
    );
    await each(cases, async ({ to, key }) => {
      if (key !== undefined) expectUuid(parts, key);
      const exchange = await refusal(parts, to, key);
      expect(exchange).toBeRefused();
      const { status } = exchange.response;
      observe(
        'auth.integration-refusals',
        { key: key ?? 'none', status },
        { marked: status >= 500 },
      );
    });
  };
}

/** A key of another format would be refused for its format (§5.4), and show nothing. */
function expectUuid({ target }: Parts, key: KeyChoice): void {
  if (key === 'revoked' && !isUuid(keyOf(target, key)))
    throw new NotExercised(
      'the key is no UUID, so that it is no key for these routes in any state',
    );
}

requirement('auth.missing-key', async context => {
  await refusedOnBusinessRoutes(undefined, errors.missingKey.error)(context);
  const { api, target, each } = context;
  await each([`${route.orders.id}, the key in another header`], async () => {
    await expectGoodKeyTaken(api, target, route.orders);
    const headers = { Authorization: `Bearer ${keyOf(target, 'business')}` };
    const exchange = await api.send(route.orders, { key: undefined, headers });
    expect(exchange).toBeError(401, errors.missingKey.error);
  });
});
requirement('auth.unknown-key', async context => {
  await refusedOnBusinessRoutes('unknown', errors.invalidKey.error)(context);
  const { each, ...parts } = context;
  await each([`${route.orders.id}, a key of punctuation`], async () =>
    expect(await refusal(parts, route.orders, 'odd')).toBeError(401, errors.invalidKey.error),
  );
});
requirement('auth.empty-key', async ({ each, ...parts }) => {
  await each([route.orders, route.auth], async to => {
    const exchange = await refusal(parts, to, 'empty');
    const told = field(exchange, 'error');
    const { invalidKey, missingKey } = errors;
    expect(exchange).toBeError(
      401,
      told === invalidKey.error ? invalidKey.error : missingKey.error,
    );
  });
  await each([route.getWalletBalance], async to =>
    expect(await refusal(parts, to, 'empty')).toBeRefused(),
  );
});
requirement('auth.revoked-key', refusedOnBusinessRoutes('revoked', errors.invalidKey.error));

requirement('auth.altered-key', async ({ each, ...parts }) => {
  const cases = [
    ...routes.business.map(to => ({
      id: `${to.id}, characters behind`,
      to,
      key: 'suffixed' as const,
    })),
    { id: `${route.orders.id}, characters before`, to: route.orders, key: 'prefixed' as const },
    { id: `${route.orders.id}, the last left out`, to: route.orders, key: 'shortened' as const },
  ];
  await each(cases, async ({ to, key }) =>
    expect(await refusal(parts, to, key)).toBeError(401, errors.invalidKey.error),
  );
});

/** Well-formed ids that nobody has, where the target gives them. */
function unknownIds({ values }: Context['target']) {
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

requirement('auth.key-before-request', async ({ api, target, each }) => {
  const invalid = [
    { id: 'an invalid id', to: route.orderRequest, with: { params: { id: 'not an id' } } },
    ...unknownIds(target),
    { to: route.order, with: { params: { orderId: 'not an id' } } },
    { to: route.browse, with: { query: { page: 'x', limit: 'x' } } },
    { to: route.orders, with: { query: { page: 'x', limit: 'x' } } },
    { to: route.ledger, with: { query: { page: 'x', limit: 'x' } } },
    { to: route.createOrder, with: { text: 'not JSON', costs: [] } },
    { to: route.createWebhook, with: { text: 'not JSON' } },
    { to: route.updateWebhook, with: { params: { id: 'not an id' }, text: 'not JSON' } },
    { to: route.deleteWebhook, with: { params: { id: 'not an id' } } },
  ];
  await each(
    invalid.map(each => ({ ...each, id: 'id' in each ? `${each.to.id}, ${each.id}` : each.to.id })),
    async ({ to, with: options }) => {
      await expectGoodKeyTaken(api, target, to);
      const exchange = await api.send(to, { ...options, key: undefined });
      expect(exchange).toBeError(401, errors.missingKey.error);
    },
  );
});

requirement('auth.reason', async ({ each, ...parts }) => {
  const keys: KeyChoice[] = ['unknown', 'suffixed', 'revoked'];
  const cases = keys.flatMap(key =>
    routes.business.map(to => ({ id: `${to.id}, ${key} key`, to, key })),
  );
  await each(cases, async ({ to, key }) => {
    const exchange = await refusal(parts, to, key);
    if (field(exchange, 'reason') === undefined)
      throw new NotExercised('the refusal gives no reason');
    expect(exchange).toKeep({
      title: 'Refusal of a key',
      type: 'object',
      properties: { reason: { type: ['string', 'null'] } },
    });
  });
});

requirement('auth.integration-missing-key', async context => {
  const { api, each } = context;
  await refusedOnIntegrationRoutes(undefined)(context);
  await each(toolNames, async toolName =>
    expect(await api.send(route.tool, { params: { toolName }, key: undefined })).toBeRefused(),
  );
});
requirement('auth.integration-unknown-key', refusedOnIntegrationRoutes('unknown', 'suffixed'));
requirement('auth.integration-revoked-key', refusedOnIntegrationRoutes('revoked'));

requirement('auth.integration-permission', async context => {
  const { api } = context;
  const known = await api.send(route.filters, { key: 'no-integration' });
  if (known.response.status === 401)
    throw new NotExercised(
      'GV_KEY_NO_INTEGRATION is refused on business routes too: it shows nothing',
    );
  await refusedOnIntegrationRoutes('no-integration')(context);
});

requirement('auth.integration-key-format', ({ target }) => {
  const uuid = isUuid(keyOf(target, 'automation'));
  expect(uuid ? 'a UUID' : 'no UUID', 'the format of GV_AUTOMATION_KEY').toBe('a UUID');
});

requirement('auth.ip-allow-list', async ({ each, ...parts }) => {
  await each(routes.all, async to => {
    const exchange = await blocked(parts, to);
    const text = to.family === 'business' ? errors.ipNotAllowed.error : undefined;
    expect(exchange).toBeError(403, text);
    if (to.family === 'business') expect(exchange).toKeep(errors.ipNotAllowed.schema);
    else {
      const { properties } = errors.ipNotAllowed.schema;
      const { ip, whitelistedIps } = properties ?? {};
      const fields = { title: 'Refusal of an address', type: 'object' } as const;
      expect(exchange).toKeep({
        ...fields,
        required: ['ip', 'whitelistedIps'],
        properties: { ip: ip ?? {}, whitelistedIps: whitelistedIps ?? {} },
      });
    }
  });
});

/** The error bodies of integration routes are not shown (§7): only those of a key that fits them are §5.3's. */
async function blocked(parts: Parts, to: Route): Promise<Exchange> {
  if (to.family !== 'business' && !isUuid(keyOf(parts.target, 'ip-blocked')))
    throw new NotExercised('GV_KEY_IP_BLOCKED is no UUID, so that it is no key for these routes');
  return refusal(parts, to, 'ip-blocked');
}

requirement('auth.ip-told', async parts => {
  const exchange = await blocked(parts, route.filters);
  const body = bodyOf(exchange);
  const { ip, whitelistedIps } = isObject(body) ? body : {};
  expect(isIP(String(ip)) === 0 ? String(ip) : 'an IP address', 'ip').toBe('an IP address');
  const listed = Array.isArray(whitelistedIps) ? whitelistedIps.map(String) : [];
  expect(
    listed.filter(entry => !isAddressOrRange(entry)),
    'neither address nor range',
  ).toEqual([]);
  const holding = listed.filter(entry => holds(entry, String(ip)));
  expect(holding, `entries of whitelistedIps that hold the caller ${String(ip)}`).toEqual([]);
});

requirement('auth.incomplete-profile', async ({ api }) => {
  const exchange = await api.send(route.auth, { key: 'incomplete-profile' });
  expect(exchange).toBeError(403, errors.incompleteProfile.error);
  expect(exchange).toKeep(errors.incompleteProfile.schema);
});

requirement('auth.pending-verification', async ({ api }) => {
  const exchange = await api.send(route.auth, { key: 'pending-verification' });
  expect(exchange).toBeError(403, errors.verificationPending.error);
  expect(exchange).toKeep(errors.verificationPending.schema);
});

observation('auth.profile', async ({ api, observe }) => {
  const exchange = await api.send(route.auth);
  const body = bodyOf(exchange);
  const fields = isObject(body) ? Object.keys(body) : [];
  observe('auth.profile', { status: exchange.response.status, fields });
});
