/** §6 Events, §7 the webhook errors. */
import { given } from '../../fixtures/config/needs.ts';
import type { CheckContext, Context } from '../../fixtures/run/context.ts';
import { observation, requirement } from '../../fixtures/run/requirement.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';
import { answerOf } from '../steps/discovery.ts';
import { registrationOf, removeWebhook } from '../steps/webhooks.ts';
import { known } from '../steps/settings.ts';
import { sendWithGoodKey } from '../steps/keys.ts';
import {
  changedAddress,
  failedRegistration,
  foreignWebhook,
  onRemoved,
  ownWebhook,
} from './registered-webhooks.ts';
import { ifExercised, NotExercised } from '../../fixtures/verdict.ts';
import {
  bodyOf,
  field,
  fieldNames,
  isSuccess,
  type Exchange,
} from '../../schemas/records/exchange.ts';
import { webhookIdIn } from '../../schemas/records/log-entry.ts';
import { seenEvents } from '../../schemas/resources/automation.ts';
import { route, type Route } from '../../schemas/routes.ts';

/** @throws NotExercised if the account has no webhooks: its plan may not include them. */
async function requireWebhooks(context: Context): Promise<void> {
  const { status } = (await sendWithGoodKey(context, route.createWebhook)).response;
  if (status === 403 || status === 404)
    throw new NotExercised(
      `${route.createWebhook.id} answers the good key with ${status}: its plan may have no webhooks`,
    );
}

/** Judges the responses to a change and to a removal of a webhook that is not the account's. */
async function judgeChanges(
  context: CheckContext,
  send: (to: Route) => Promise<Exchange>,
  of = '',
): Promise<void> {
  const cases = [route.updateWebhook, route.deleteWebhook].map(to => ({
    id: to.id + of,
    route: to,
  }));
  await context.each(cases, async ({ route: to }) => {
    await requireWebhooks(context);
    const exchange = await send(to);
    const { status } = exchange.response;
    // The spec does not show the body of a change: it may be validated before the webhook is looked up.
    if (to.method === 'PATCH' && (status === 400 || status === 422))
      throw new NotExercised(`the body is rejected (${status}) before the webhook is looked up`);
    context.judge(exchange);
  });
}

/** A change: what the target takes for a webhook, as far as it is known. */
const bodyFor = async (context: Context, { method }: Route) =>
  method === 'PATCH' ? ((await ifExercised(known(context, 'GV_WEBHOOK_BODY'))) ?? {}) : undefined;

requirement('webhooks.foreign', async context => {
  await context.each([{ id: 'one that it registered', route: route.deleteWebhook }], async () => {
    const { removal } = await ownWebhook(context);
    if (!removal || !(isSuccess(removal) || removal.response.status === 403))
      throw new NotExercised('no webhook was registered, or its removal shows something else');
    const unknown = await sendWithGoodKey(context, route.deleteWebhook);
    if (unknown.response.status === 403)
      throw new NotExercised('the key may remove no webhook, an unknown one either');
    expect(removal, 'its removal').toSatisfy('a 2xx', isSuccess);
  });
  const { GV_WEBHOOK_FOREIGN: id } = context.target.values;
  if (id === undefined)
    return judgeChanges(context, async ({ method }) => {
      const { changed, removed } = await foreignWebhook(context);
      return method === 'PATCH' ? changed : removed;
    });
  return judgeChanges(context, async to =>
    context.api.send(to, { params: { id }, body: await bodyFor(context, to) }),
  );
});

requirement('webhooks.foreign-kept', async context => {
  await context.each(['it can be removed by its owner'], async () => {
    await requireWebhooks(context);
    const { removed, gone } = await foreignWebhook(context);
    if (isSuccess(removed))
      throw new NotExercised('another account could remove the webhook', 'webhooks.foreign');
    if (gone.response.status >= 500) throw new NotExercised(answerOf(gone));
    expect(gone, 'its removal by its owner').toSatisfy('a 2xx', isSuccess);
  });
  await context.each(['its address is that of its registration'], async () => {
    await requireWebhooks(context);
    const { changed, seen, gone } = await foreignWebhook(context);
    if (isSuccess(changed))
      throw new NotExercised('another account could change the webhook', 'webhooks.foreign');
    const shown = [seen, gone].filter(isSuccess).map(each => JSON.stringify(bodyOf(each) ?? null));
    if (!shown.some(text => text.includes('://')))
      throw new NotExercised('its owner is shown no address');
    expect(shown.join(), 'what its owner is shown', seen, gone).toSatisfy(
      'nothing of what another account wrote',
      text => !text.includes(changedAddress),
    );
  });
});

requirement('webhooks.unknown', async context => {
  await judgeChanges(context, to => sendWithGoodKey(context, to));
  await judgeChanges(
    context,
    async to => onRemoved(context, to, await bodyFor(context, to)),
    ', one that was removed',
  );
});

/** Nothing that is wrong with the body: no plan, too many webhooks, or it is registered already. */
const ofAccount = [402, 403, 404, 409];

requirement('webhooks.accepted', async context => {
  const { target, api } = context;
  const body = given(target, 'GV_WEBHOOK_BODY');
  const { registered } = await ownWebhook(context);
  const { status } = registered.response;
  if (ofAccount.includes(status)) throw new NotExercised(answerOf(registered));
  if (isSuccess(registered))
    return expect(registered, 'the registration').toSatisfy('a 2xx', isSuccess);
  const again = await api.send(route.createWebhook, { ...registrationOf(body), once: 'again' });
  await removeWebhook(context, again);
  const doubt = 'the target rejects what it takes, or GV_WEBHOOK_BODY is not what it takes';
  expect(again, doubt).toSatisfy('a 2xx', isSuccess);
});

requirement('webhooks.registration-failure', async context => {
  await requireWebhooks(context);
  context.judge(await failedRegistration(context));
});

observation('webhooks.failure-text', async context => {
  const text = field(await failedRegistration(context), 'error');
  const seen = ['Failed to register webhook', 'An error occurred'];
  context.observe('webhooks.failure-text', text, { marked: !seen.includes(String(text)) });
});

observation('webhooks.registration', async context => {
  const { registered, removal } = await ownWebhook(context);
  const { status } = registered.response;
  context.observe('webhooks.registration', { status, fields: fieldNames(registered) });
  if (!isSuccess(registered)) return;
  const removed = removal !== undefined && isSuccess(removal);
  const id = webhookIdIn(bodyOf(registered)) ?? 'the response returned no id';
  const value = removed ? 'what this run registered was removed' : `left behind: ${id}`;
  context.observe('webhooks.registration', value, { marked: !removed });
});

observation('webhooks.events-listed', async context => {
  const { status } = await ownWebhook(context);
  if (!status) throw new NotExercised('the status was not read while a webhook was registered');
  const listed = field(status, 'events');
  const named = JSON.stringify(given(context.target, 'GV_WEBHOOK_BODY'));
  const registered = seenEvents.filter(event => named.includes(`"${event}"`));
  const lacks = registered.filter(each => !Array.isArray(listed) || !listed.includes(each));
  context.observe(
    'webhooks.events-listed',
    { registered, listed: Array.isArray(listed) ? listed : 'none', lacks },
    { marked: lacks.length > 0 },
  );
});
