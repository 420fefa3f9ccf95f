/** §6 Events, §7 the webhook errors. */
import type { CheckContext, Context } from '../fixtures/engine/context.ts';
import { observation, requirement } from '../fixtures/engine/requirement.ts';
import { ifKnown } from '../fixtures/scenarios/discovery/discover.ts';
import {
  registrationOf,
  removeWebhook,
  webhookIdIn,
  withForeignWebhook,
} from '../fixtures/scenarios/discovery/webhooks.ts';
import { known } from '../fixtures/scenarios/discovery/known.ts';
import { bodyOf, field, isObject, isSuccess } from '../schemas/records/exchange.ts';
import { route } from '../schemas/routes.ts';

/** A body that a target takes for a webhook, as far as it is known. */
const changeOf = async (context: Context) =>
  (await ifKnown(known(context, 'GV_WEBHOOK_BODY'))) ?? {};

/** Changing and removing a webhook. */
async function changeAndRemove(
  context: CheckContext,
  id: () => string | Promise<string>,
): Promise<void> {
  const { api, each, judge } = context;
  await each([route.updateWebhook, route.deleteWebhook], async to => {
    const params = { id: await id() };
    const body = to.method === 'PATCH' ? await changeOf(context) : undefined;
    judge(await api.send(to, { params, body }));
  });
}

requirement('webhooks.foreign', context =>
  withForeignWebhook(context, id => changeAndRemove(context, () => id)),
);
requirement('webhooks.unknown', context =>
  changeAndRemove(context, () => known(context, 'GV_WEBHOOK_UNKNOWN')),
);

const failedRegistration = async (context: Context) =>
  context.api.send(
    route.createWebhook,
    registrationOf(await known(context, 'GV_WEBHOOK_FAILING_BODY')),
  );

requirement('webhooks.registration-failure', async context =>
  context.judge(await failedRegistration(context)),
);

observation('webhooks.failure-text', async context => {
  const text = field(await failedRegistration(context), 'error');
  const seen = ['Failed to register webhook', 'An error occurred'];
  context.observe('webhooks.failure-text', text, { marked: !seen.includes(String(text)) });
});

observation('webhooks.registration', async context => {
  const body = await known(context, 'GV_WEBHOOK_BODY');
  const exchange = await context.api.send(route.createWebhook, registrationOf(body));
  const { status } = exchange.response;
  const returned = bodyOf(exchange);
  const fields = isObject(returned) ? Object.keys(returned) : [];
  context.observe('webhooks.registration', { status, fields });
  if (!isSuccess(exchange)) return;
  const removed = await removeWebhook(context, exchange);
  const id = webhookIdIn(returned) ?? 'the response returned no id';
  const value = removed ? 'what this run registered was removed' : `left behind: ${id}`;
  context.observe('webhooks.registration', value, { marked: !removed });
});
