/** §6 Events, §7 the webhook errors. */
import { given } from '../fixtures/config/needs.ts';
import type { CheckContext, Context } from '../fixtures/engine/context.ts';
import { observation, requirement } from '../fixtures/engine/requirement.ts';
import { known } from '../fixtures/scenarios/discovery/known.ts';
import { bodyOf, field, isObject, isSuccess } from '../schemas/records/exchange.ts';
import { route } from '../schemas/routes.ts';

/** Changing and removing a webhook. */
async function changeAndRemove(
  context: CheckContext,
  id: () => string | Promise<string>,
): Promise<void> {
  const { api, target, each, judge } = context;
  await each([route.updateWebhook, route.deleteWebhook], async to => {
    const params = { id: await id() };
    const body = to.method === 'PATCH' ? (target.values.GV_WEBHOOK_BODY ?? {}) : undefined;
    judge(await api.send(to, { params, body }));
  });
}

requirement('webhooks.foreign', context =>
  changeAndRemove(context, () => given(context.target, 'GV_WEBHOOK_FOREIGN')),
);
requirement('webhooks.unknown', context =>
  changeAndRemove(context, () => known(context, 'GV_WEBHOOK_UNKNOWN')),
);

const failedRegistration = async (context: Context) =>
  context.api.send(route.createWebhook, {
    body: await known(context, 'GV_WEBHOOK_FAILING_BODY'),
    once: 'failing',
  });

requirement('webhooks.registration-failure', async context =>
  context.judge(await failedRegistration(context)),
);

observation('webhooks.failure-text', async context => {
  const text = field(await failedRegistration(context), 'error');
  const seen = ['Failed to register webhook', 'An error occurred'];
  context.observe('webhooks.failure-text', text, { marked: !seen.includes(String(text)) });
});

/** Names under which a response may return the id of what it made. */
const idNames = ['id', '_id', 'webhookId'];

/** The id in a body of unknown shape: at its top or one level below. */
function idIn(body: unknown, depth = 1): string | undefined {
  if (!isObject(body)) return undefined;
  const own = idNames.map(name => body[name]).find(id => typeof id === 'string');
  if (own !== undefined || depth === 0) return own;
  return Object.values(body)
    .map(value => idIn(value, depth - 1))
    .find(id => id !== undefined);
}

observation('webhooks.registration', async context => {
  const { api, observe } = context;
  const body = await known(context, 'GV_WEBHOOK_BODY');
  const exchange = await api.send(route.createWebhook, { body, once: 'registered' });
  const { status } = exchange.response;
  const returned = bodyOf(exchange);
  const fields = isObject(returned) ? Object.keys(returned) : [];
  observe('webhooks.registration', { status, fields });
  if (!isSuccess(exchange)) return;
  const id = idIn(returned);
  const removal =
    id === undefined
      ? undefined
      : await api.send(route.deleteWebhook, { params: { id }, once: `remove ${id}` });
  const removed = removal !== undefined && isSuccess(removal);
  observe(
    'webhooks.registration',
    removed
      ? 'what this run registered was removed'
      : `left behind: ${id ?? 'the response returned no id'}`,
    { marked: !removed },
  );
});
