/** §6 Events, §7 the webhook errors. */
import type { CheckContext, Context } from '../fixtures/engine/context.ts';
import { observation, requirement } from '../fixtures/engine/requirement.ts';
import { ifKnown } from '../fixtures/scenarios/discovery/discover.ts';
import {
  registrationOf,
  removeWebhook,
  withForeignWebhook,
} from '../fixtures/scenarios/discovery/webhooks.ts';
import { known } from '../fixtures/scenarios/discovery/known.ts';
import { sendWithGoodKey } from '../fixtures/scenarios/requests/good-key.ts';
import { NotExercised } from '../fixtures/verdict.ts';
import { bodyOf, field, isObject, isSuccess, type Exchange } from '../schemas/records/exchange.ts';
import { webhookIdIn } from '../schemas/records/left-behind.ts';
import { route, type Route } from '../schemas/routes.ts';

/** A body that a target takes for a webhook, as far as it is known. */
const changeOf = async (context: Context) =>
  (await ifKnown(known(context, 'GV_WEBHOOK_BODY'))) ?? {};

/** @throws NotExercised where the account has no webhooks: its plan may not include them. */
async function requireWebhooks(context: Context): Promise<void> {
  const { status } = (await sendWithGoodKey(context, route.createWebhook)).response;
  if (status === 403 || status === 404)
    throw new NotExercised(
      `${route.createWebhook.id} answers the good key with ${status}: its plan may have no webhooks`,
    );
}

/** Changing and removing a webhook that is not the account's. */
async function changeAndRemove(
  context: CheckContext,
  send: (to: Route) => Promise<Exchange>,
): Promise<void> {
  await context.each([route.updateWebhook, route.deleteWebhook], async to => {
    await requireWebhooks(context);
    const exchange = await send(to);
    const { status } = exchange.response;
    // What a change may hold is not shown: it may be validated before the webhook is looked up.
    if (to.method === 'PATCH' && (status === 400 || status === 422))
      throw new NotExercised(`the body is rejected (${status}) before the webhook is looked up`);
    context.judge(exchange);
  });
}

requirement('webhooks.foreign', context =>
  withForeignWebhook(context, id =>
    changeAndRemove(context, async to => {
      const body = to.method === 'PATCH' ? await changeOf(context) : undefined;
      return context.api.send(to, { params: { id }, body });
    }),
  ),
);

requirement('webhooks.unknown', context =>
  changeAndRemove(context, to => sendWithGoodKey(context, to)),
);

const failedRegistration = async (context: Context) =>
  context.api.send(
    route.createWebhook,
    registrationOf(await known(context, 'GV_WEBHOOK_FAILING_BODY')),
  );

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
