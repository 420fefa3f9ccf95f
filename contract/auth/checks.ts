/** §5 Authentication. */
import { goodRole, isUuid, keyOf } from '../../harness/config/keys.ts';
import type { CheckContext, Context } from '../../harness/run/context.ts';
import { observation, requirement } from '../requirement.ts';
import { isAbout } from '../judgements.ts';
import { doubtOf } from './judgements.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import {
  badIntegrationKeys,
  badKeys,
  keyElsewhere,
  keyHeaders,
  punctuationKey,
  requireMixed,
  requireNoUuid,
  requirePermissionOnly,
  toolsWithoutKey,
  type BadKey,
} from './bad-keys.ts';
import { requireGoodKey, sendWithGoodKey, sendWithKey } from '../steps/keys.ts';
import { NotExercised } from '../../harness/verdict.ts';
import {
  fieldNames,
  has,
  isSuccess,
  mediaType,
  type Exchange,
} from '../../schemas/records/exchange.ts';
import { errors, isRow } from '../../schemas/resources/errors.ts';
import { route, routes } from '../../schemas/routes.ts';

/** Judges the response of a business route to each of these keys. */
const judgeAll = (context: CheckContext, cases: readonly BadKey[]): Promise<void> =>
  context.each(cases, async ({ send }) => context.judge(await send(context)));

/** Judges that automation and tool routes reject these keys (§5.4). The spec does not show how. */
async function refusedOnIntegrationRoutes(
  context: CheckContext,
  cases: readonly BadKey[],
  requires: (context: Context) => Promise<void> | void = () => {},
): Promise<void> {
  await context.each(cases, async ({ send, key }) => {
    await requires(context);
    const exchange = await send(context);
    expect(exchange, doubtOf(exchange)).toBeRefused();
    const { status } = exchange.response;
    const value = { key, status, type: mediaType(exchange) };
    context.observe('auth.integration-refusals', value, { marked: status >= 500 });
  });
}

requirement('auth.missing-key', context =>
  judgeAll(context, [...badKeys.missing, ...keyElsewhere]),
);

requirement('auth.unknown-key', context => judgeAll(context, [...badKeys.unknown, punctuationKey]));

requirement('auth.empty-key', async context => {
  const { invalidKey, missingKey } = errors;
  await context.each([route.orders], async to => {
    const exchange = await sendWithKey(context, to, 'empty');
    expect(exchange).toBeError(isRow(exchange, invalidKey) ? invalidKey : missingKey);
  });
  await context.each([route.getWalletBalance], async to =>
    expect(await sendWithKey(context, to, 'empty')).toBeRefused(),
  );
});

requirement('auth.revoked-key', context => judgeAll(context, badKeys.revoked));

requirement('auth.altered-key', async context => {
  await judgeAll(context, badKeys.altered);
  const { filters } = route;
  const recased = { id: `${filters.id}, a key in the other case`, route: filters, key: 'recased' };
  await context.each([recased], async () => {
    requireMixed(context);
    expect(await sendWithKey(context, filters, 'recased')).toBeError(errors.invalidKey);
  });
});

requirement('auth.reason', async context => {
  const { unknown, altered, revoked } = badKeys;
  await context.each([...unknown, ...altered, ...revoked], async ({ send }) => {
    const exchange = await send(context);
    if (has(exchange, 'reason')) context.judge(exchange);
  });
});

requirement('auth.header-name', async context => {
  await context.each(keyHeaders, async ({ route: to, name }) => {
    const { response } = await requireGoodKey(context, to);
    const headers = { [name]: keyOf(context.target, goodRole(to.family)) };
    expect(await context.api.send(to, { headers })).toHaveStatus(response.status);
  });
});

requirement('auth.integration-missing-key', async context => {
  await refusedOnIntegrationRoutes(context, badIntegrationKeys.missing);
  await context.each(toolsWithoutKey, async ({ send }) =>
    expect(await send(context)).toBeRefused(),
  );
});

requirement('auth.integration-unknown-key', context =>
  refusedOnIntegrationRoutes(context, badIntegrationKeys.unknown),
);

requirement('auth.integration-revoked-key', context =>
  refusedOnIntegrationRoutes(context, badIntegrationKeys.revoked),
);

requirement('auth.integration-permission', context =>
  refusedOnIntegrationRoutes(context, badIntegrationKeys.permission, requirePermissionOnly),
);

requirement('auth.integration-key-format', async context => {
  await refusedOnIntegrationRoutes(context, badIntegrationKeys.business, async () => {
    requireNoUuid(context);
    await requireGoodKey(context, route.filters);
  });
  await context.each([{ id: 'the key that is accepted', key: 'automation' }], async () => {
    const exchange = await requireGoodKey(context, route.status);
    if (isUuid(keyOf(context.target, 'automation'))) expect(exchange).toHaveStatus(200);
    else expect(exchange, 'the response to GV_AUTOMATION_KEY, which is not a UUID').toBeRefused();
  });
});

/** Business routes require a key (§5.1). No clause says that this key needs the permission of §5.4. */
requirement('auth.business-permission', async context => {
  const reads = routes.business.filter(
    to => to.method === 'GET' && !to.path.includes('{') && to !== route.auth,
  );
  await context.each(
    reads.map(to => ({ route: to, key: 'no-integration' }) as const),
    async ({ route: to, key }) => {
      await requireGoodKey(context, to);
      const exchange = await context.api.send(to, { key });
      if (exchange.response.status === 401 || isAbout('auth.ip-allow-list', exchange))
        throw new NotExercised('GV_KEY_NO_INTEGRATION is rejected for another reason');
      expect(exchange.response.status, 'status', exchange).toSatisfy(
        'any status but 403',
        status => status !== 403,
      );
    },
  );
});

requirement('auth.ip-allow-list', async context => {
  await judgeAll(context, badKeys['ip-blocked']);
  await refusedOnIntegrationRoutes(context, badIntegrationKeys['ip-blocked']);
});

requirement('auth.ip-named', async context =>
  context.judge(await sendWithKey(context, route.filters, 'ip-blocked')),
);

/** Judges the state of a profile with the key of a setting, and with the good key if its business is in that state. */
async function judgeState(
  context: CheckContext,
  key: 'incomplete-profile' | 'pending-verification',
): Promise<void> {
  const { api, each, judge } = context;
  const { auth } = route;
  await each([{ id: `the ${key} key`, route: auth, key }], async () => {
    for (const fresh of [false, true]) judge(await api.send(auth, { key, fresh }));
  });
  await each([{ id: 'the good key', route: auth, key: 'business' }], async () => {
    const exchange = await sendWithGoodKey(context, auth);
    if (isAbout(`auth.${key}`, exchange)) judge(exchange);
  });
}

requirement('auth.incomplete-profile', context => judgeState(context, 'incomplete-profile'));

requirement('auth.pending-verification', context => judgeState(context, 'pending-verification'));

/** Returns true for the response to a business in one of the states of §5.5. */
const namesState = (exchange: Exchange): boolean =>
  isAbout('auth.incomplete-profile', exchange) || isAbout('auth.pending-verification', exchange);

requirement('auth.good-key', async ({ api }) => {
  for (const fresh of [false, true]) {
    const exchange = await api.send(route.auth, { fresh });
    if (namesState(exchange))
      throw new NotExercised(
        'the business of GV_API_KEY is in a state of §5.5: set the key of another business',
        'auth.good-profile',
      );
    expect(exchange).toHaveStatus(200, 204);
  }
});

requirement('auth.good-profile', async ({ api }) =>
  expect(await api.send(route.auth)).toSatisfy(
    'neither an incomplete profile nor a pending verification',
    exchange => !namesState(exchange),
  ),
);

observation('auth.key-case', async context => {
  await requireGoodKey(context, route.filters);
  const exchange = await context.api.send(route.filters, { key: 'recased' });
  context.observe('auth.key-case', isSuccess(exchange) ? 'the same key' : 'another key');
});

observation('auth.profile', async ({ api, observe }) => {
  const exchange = await api.send(route.auth);
  const { status } = exchange.response;
  observe('auth.profile', { status, fields: fieldNames(exchange) });
});
