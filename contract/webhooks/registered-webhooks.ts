/** Registers webhooks of our account and of another account, and tries to change and remove them (§6). */
import { bodyOf, isSuccess, type Exchange } from '../../schemas/records/exchange.ts';
import { webhookIdIn } from '../../schemas/records/log-entry.ts';
import { route, type Route } from '../../schemas/routes.ts';
import { keyOf } from '../../harness/config/keys.ts';
import type { Context } from '../../harness/run/context.ts';
import { NotExercised } from '../../harness/verdict.ts';
import { answerOf } from '../steps/discovery.ts';
import { registrationOf, sendRemoval, webhookBody, withAddress } from './registration.ts';
import { requireTwoAccounts } from '../isolation/two-accounts.ts';

export interface OwnWebhook {
  readonly registered: Exchange;
  /** Integration status while the webhook existed. Absent if the run discovered the body. */
  readonly status?: Exchange | undefined;
  /** Absent if the registration returned no id. */
  readonly removal?: Exchange;
}

/** Registers the webhook of this run, and removes it at once. */
export const ownWebhook = (context: Context): Promise<OwnWebhook> =>
  context.memo('a webhook', () => registerAndRemove(context));

async function registerAndRemove(context: Context): Promise<OwnWebhook> {
  const { api, target } = context;
  const registered = await api.send(
    route.createWebhook,
    registrationOf(await webhookBody(context)),
  );
  const id = isSuccess(registered) ? webhookIdIn(bodyOf(registered)) : undefined;
  if (id === undefined) return { registered };
  // A discovered webhook has been removed already.
  const isThere = target.values.GV_WEBHOOK_BODY !== undefined;
  const isReadable = target.values.GV_AUTOMATION_KEY !== undefined;
  try {
    const status =
      isThere && isReadable
        ? await api.send(route.status, { once: `status with ${id}` })
        : undefined;
    return { registered, status, removal: await sendRemoval(context, id) };
  } finally {
    await sendRemoval(context, id);
  }
}

/**
 * Sends a request that names the webhook of this run after it was removed.
 *
 * @throws NotExercised if it was not removed.
 */
export async function onRemoved(context: Context, to: Route, body?: unknown): Promise<Exchange> {
  const { registered, removal } = await ownWebhook(context);
  const id = webhookIdIn(bodyOf(registered));
  if (id === undefined || !removal || !isSuccess(removal))
    throw new NotExercised('no webhook of this run was registered and removed');
  return context.api.send(to, { params: { id }, body, fresh: true });
}

/** Responses to our requests on the webhook of another account, and to the requests of its owner. */
export interface ForeignWebhook {
  readonly registered: Exchange;
  readonly changed: Exchange;
  /** Response to an empty change by the owner, after our change. */
  readonly seen: Exchange;
  readonly removed: Exchange;
  /** Response to the owner's removal, after our removal. */
  readonly gone: Exchange;
}

/**
 * Registers a webhook with GV_KEY_OTHER_ACCOUNT, tries to change and remove it with our key, and removes it with the owner's
 * key.
 *
 * @throws NotExercised if the other account cannot register a webhook.
 */
export const foreignWebhook = (context: Context): Promise<ForeignWebhook> =>
  context.memo('a foreign webhook', () => tryForeign(context));

async function tryForeign(context: Context): Promise<ForeignWebhook> {
  const { api, target } = context;
  const key = 'other-account';
  keyOf(target, key);
  const body = await webhookBody(context);
  await requireTwoAccounts(context, route.createWebhook.resource);
  const registered = await api.send(route.createWebhook, { body, key, once: 'of another account' });
  const id = isSuccess(registered) ? webhookIdIn(bodyOf(registered)) : undefined;
  if (id === undefined)
    throw new NotExercised(`GV_KEY_OTHER_ACCOUNT registers no webhook: ${answerOf(registered)}`);
  const params = { id };
  const change = withAddress(body, 'https://hooks.example.com/changed-by-another-account');
  try {
    return {
      registered,
      changed: await api.send(route.updateWebhook, { params, body: change, once: `ours ${id}` }),
      seen: await api.send(route.updateWebhook, { params, body: {}, key, once: `theirs ${id}` }),
      removed: await api.send(route.deleteWebhook, { params, once: `ours ${id}` }),
      gone: await sendRemoval(context, id, key),
    };
  } finally {
    await sendRemoval(context, id, key);
  }
}
