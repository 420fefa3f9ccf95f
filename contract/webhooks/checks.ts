/** §6 Events, §7 the webhook errors. */
import type { CheckContext, Context } from '../../harness/run/context.ts';
import { observation, requirement } from '../requirement.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { answerOf } from '../steps/discovery.ts';
import { sendWithGoodKey } from '../steps/keys.ts';
import { ifOwn, own } from '../../harness/run/own.ts';
import { removeWebhook } from '../setup/webhooks.ts';
import { NotExercised } from '../../harness/verdict.ts';
import {
  arrayIn,
  at,
  bodyOf,
  field,
  fieldNames,
  isAbsent,
  isObject,
  isSuccess,
  type Exchange,
} from '../../schemas/records/exchange.ts';
import { webhookIdIn } from '../../schemas/records/log-entry.ts';
import { seenEvents } from '../../schemas/resources/automation.ts';
import { errors, ofAccount, type ErrorRow } from '../../schemas/resources/errors.ts';
import { route, type Route } from '../../schemas/routes.ts';

/**
 * Requires that the account has webhooks.
 *
 * @throws NotExercised if it has none, because its plan may not include them.
 */
async function requireWebhooks(context: Context): Promise<void> {
  const { status } = (await sendWithGoodKey(context, route.createWebhook)).response;
  if (status === 403 || status === 404)
    throw new NotExercised(
      `${route.createWebhook.id} answers the good key with ${status}: its plan may have no webhooks`,
    );
}

/**
 * Returns the registration that the setting names.
 *
 * @throws NotExercised if it is not set. A discovered registration shows nothing more, because its acceptance discovered it.
 */
function registrationOfSetting(context: Context): unknown {
  const { GV_WEBHOOK_BODY: body } = context.target.values;
  if (body !== undefined) return body;
  own(context, 'webhook');
  throw new NotExercised(
    'a registration was discovered by its acceptance, which shows nothing more: GV_WEBHOOK_BODY names another',
  );
}

/** Routes that change and remove a webhook. */
const changes = [route.updateWebhook, route.deleteWebhook];

/** Expects a change and a removal of a webhook to get an error. */
const expectRefused = (
  context: CheckContext,
  row: ErrorRow,
  send: (to: Route) => Promise<Exchange>,
): Promise<void> =>
  context.each(changes, async to => {
    await requireWebhooks(context);
    const exchange = await send(to);
    const { status } = exchange.response;
    // The spec does not show the body of a change, and a target may check the body before
    // it looks up the webhook.
    if (to.method === 'PATCH' && (status === 400 || status === 422))
      throw new NotExercised(`the body is rejected (${status}) before the webhook is looked up`);
    expect(exchange).toBeError(row);
  });

/** Returns the body of a change. It is a valid webhook if the run knows one. */
const bodyFor = ({ facts }: Context, { method }: Route): unknown =>
  method === 'PATCH' ? (facts.get('GV_WEBHOOK_BODY') ?? {}) : undefined;

requirement('webhooks.foreign', async context => {
  const { GV_WEBHOOK_FOREIGN: id } = context.target.values;
  await expectRefused(context, errors.foreignWebhook, async to => {
    if (id !== undefined && !ifOwn(context, 'foreign webhook'))
      return context.api.send(to, { params: { id }, body: bodyFor(context, to) });
    const { changed, removed } = own(context, 'foreign webhook');
    return to.method === 'PATCH' ? changed : removed;
  });
});

requirement('webhooks.own', context => {
  const { removal } = own(context, 'webhook');
  if (removal)
    expect(removal, 'the removal of the own webhook').toSatisfy(
      'any status but 403',
      ({ response }) => response.status !== 403,
    );
});

/** Fields of a webhook that another account could change. */
const changeable = ['url', 'webhookUrl', 'events', 'isActive'];

/** Returns a field of the webhook in a response, wrapped or not. */
const shownIn = (exchange: Exchange, name: string): unknown => {
  const body = bodyOf(exchange);
  const wrapped = isObject(body) ? Object.values(body).find(isObject) : undefined;
  return at(body, name) ?? at(wrapped, name);
};

requirement('webhooks.foreign-unchanged', context => {
  const { registered, seen, gone } = own(context, 'foreign webhook');
  expect(seen, 'response to its owner').toSatisfy(
    'neither 403 nor 404',
    ({ response }) => ![403, 404].includes(response.status),
  );
  for (const shown of [seen, gone].filter(isSuccess))
    for (const name of changeable) {
      const now = shownIn(shown, name);
      if (now === undefined) continue;
      expect(now, name, shown, registered).toEqual(shownIn(registered, name));
    }
});

requirement('webhooks.foreign-kept', context => {
  const { gone } = own(context, 'foreign webhook');
  expect(gone, 'removal by its owner').toSatisfy('a 2xx', isSuccess);
});

requirement('webhooks.unknown', async context =>
  expectRefused(context, errors.unknownWebhook, async to => {
    const params = { id: own(context, 'unknown webhook') };
    return context.api.send(to, { params, body: bodyFor(context, to) });
  }),
);

requirement('webhooks.removed', async context =>
  expectRefused(context, errors.unknownWebhook, to => {
    const { registered, removal } = own(context, 'webhook');
    const id = webhookIdIn(bodyOf(registered));
    if (id === undefined || !removal || !isSuccess(removal))
      throw new NotExercised('no webhook of this run was registered and removed');
    return context.api.send(to, { params: { id }, body: bodyFor(context, to) });
  }),
);

requirement('webhooks.accepted', async context => {
  const body = registrationOfSetting(context);
  let { registered } = own(context, 'webhook');
  if (ofAccount.includes(registered.response.status)) throw new NotExercised(answerOf(registered));
  if (!isSuccess(registered)) {
    registered = await context.api.send(route.createWebhook, { body, fresh: true });
    await removeWebhook(context, registered);
  }
  expect(registered, 'the registration of GV_WEBHOOK_BODY').toSatisfy('a 2xx', isSuccess);
});

requirement('webhooks.events-listed', context => {
  const named = JSON.stringify(registrationOfSetting(context));
  const { status } = own(context, 'webhook');
  const registered = seenEvents.filter(event => named.includes(`"${event}"`));
  const listed = status && field(status, 'events');
  // The field is not required (§2.9).
  for (const event of isAbsent(listed) ? [] : registered)
    expect(arrayIn(listed), 'events of the integration status', status!).toSatisfy(
      `a list with ${event}`,
      events => events.includes(event),
    );
});

requirement('webhooks.registration-failure', async context => {
  await requireWebhooks(context);
  context.judge(own(context, 'failed registration'));
});

observation('webhooks.failure-text', context => {
  const text = field(own(context, 'failed registration'), 'error');
  const seen = ['Failed to register webhook', 'An error occurred'];
  context.observe('webhooks.failure-text', text, { marked: !seen.includes(String(text)) });
});

observation('webhooks.registration', context => {
  const { registered, removal } = own(context, 'webhook');
  const { status } = registered.response;
  context.observe('webhooks.registration', { status, fields: fieldNames(registered) });
  if (!isSuccess(registered)) return;
  const removed = removal !== undefined && isSuccess(removal);
  const id = webhookIdIn(bodyOf(registered)) ?? 'the response returned no id';
  const value = removed ? 'what this run registered was removed' : `left behind: ${id}`;
  context.observe('webhooks.registration', value, { marked: !removed });
});
