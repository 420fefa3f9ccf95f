/** Registers and removes webhooks. The spec does not show their body (§4.1 rule 9, §6), so obvious bodies are tried. */
import { NotExercised } from '../../harness/verdict.ts';
import type { SendOptions } from '../../harness/client/api.ts';
import type { KeyChoice } from '../../harness/config/keys.ts';
import type { Context } from '../../harness/run/context.ts';
import {
  bodyOf,
  field,
  isObject,
  isSuccess,
  type Exchange,
} from '../../schemas/records/exchange.ts';
import { webhookIdIn } from '../../schemas/records/log-entry.ts';
import { errors } from '../../schemas/resources/errors.ts';
import { route } from '../../schemas/routes.ts';
import { answerOf, discovered, isAnsweredAs, similarId, unknownId } from '../steps/discovery.ts';

const address = 'https://hooks.example.com/gift-vouchers';
/** Address of a domain that never resolves (RFC 2606). */
const unreachable = 'https://hooks.invalid/gift-vouchers';

const bodies: readonly ((events: readonly unknown[]) => Record<string, unknown>)[] = [
  events => ({ url: address, events }),
  events => ({ webhookUrl: address, events }),
];

/** Returns a registration that is sent once a run. */
export const registrationOf = (body: unknown): SendOptions => ({
  body,
  once: JSON.stringify(body),
});

/** Discovers a registration that the target accepts. The webhook is removed at once. */
export const webhookBody = discovered('GV_WEBHOOK_BODY', async context => {
  let seen = '';
  let events: readonly unknown[] = ['voucher.sent'];
  const register = (body: unknown) => context.api.send(route.createWebhook, registrationOf(body));
  for (const bodyWith of bodies) {
    let exchange = await register(bodyWith(events));
    const valid = field(exchange, 'validEvents');
    if (!isSuccess(exchange) && Array.isArray(valid) && valid.length > 0) {
      events = valid.slice(0, 2);
      exchange = await register(bodyWith(events));
    }
    const { status } = exchange.response;
    if (isSuccess(exchange)) {
      const left = (await removeWebhook(context, exchange)) ? '' : '; it could not be removed';
      return { value: bodyWith(events), how: `${exchange.route} accepts it with ${status}${left}` };
    }
    seen = answerOf(exchange);
    if (![400, 422].includes(status)) break;
  }
  throw new NotExercised(`the target rejected every body that was tried: ${seen}`);
});

/**
 * Returns the registration that the setting names.
 *
 * @throws NotExercised if it is not set. A discovered registration shows nothing more, because its acceptance discovered it.
 */
export async function registrationOfSetting(context: Context): Promise<unknown> {
  const { GV_WEBHOOK_BODY: body } = context.target.values;
  if (body !== undefined) return body;
  await webhookBody(context);
  throw new NotExercised(
    'a registration was discovered by its acceptance, which shows nothing more: GV_WEBHOOK_BODY names another',
  );
}

/** Discovers whether registering an unreachable address fails as §6 states. */
export const failingWebhookBody = discovered('GV_WEBHOOK_FAILING_BODY', async context => {
  const value = withAddress(await webhookBody(context), unreachable);
  const exchange = await context.api.send(route.createWebhook, registrationOf(value));
  const { status } = exchange.response;
  const left = isSuccess(exchange) && !(await removeWebhook(context, exchange));
  const isFailure = status === 500 || field(exchange, 'error') === 'Failed to register webhook';
  if (!isSuccess(exchange) && isFailure)
    return { value, how: `${exchange.route} answers ${status} to an unreachable address` };
  throw new NotExercised(
    `${exchange.route} answers ${status} to an unreachable address${left ? '; the webhook could not be removed' : ''}`,
  );
});

/** Registers the body that this target fails to register, once a run. */
export const failedRegistration = async (context: Context): Promise<Exchange> =>
  context.api.send(route.createWebhook, registrationOf(await failingWebhookBody(context)));

/** Returns a registration with another address. */
export function withAddress(body: unknown, url: string): unknown {
  if (!isObject(body)) return body;
  const entries = Object.entries(body).map(([name, value]) => [
    name,
    typeof value === 'string' && /^https?:/.test(value) ? url : value,
  ]);
  return Object.fromEntries(entries);
}

/** Discovers an unknown webhook id, of the form of a registered id. */
export const unknownWebhook = discovered('GV_WEBHOOK_UNKNOWN', async context => {
  const body = await webhookBody(context);
  const registered = await context.api.send(route.createWebhook, registrationOf(body));
  const id = webhookIdIn(bodyOf(registered));
  if (id === undefined) throw new NotExercised('the registration of a webhook returns no id');
  await removeWebhook(context, registered);
  const remove = (unknown: string) =>
    context.api.send(route.deleteWebhook, { params: { id: unknown }, once: 'good key' });
  if (similarId(id, context.facts.bytes('webhook')).unique)
    return unknownId(context, id, remove, errors.unknownWebhook);
  // Another id could belong to a webhook in use. The id of the removed webhook cannot.
  const again = await remove(id);
  if (isAnsweredAs(errors.unknownWebhook, again))
    return { value: id, how: 'a webhook of this run that was removed' };
  throw new NotExercised(`${again.route} answers ${again.response.status} to a removed webhook`);
});

/** Removes a registered webhook and returns its id. Returns undefined if there is no id, or if it was not removed. */
export async function removeWebhook(
  context: Context,
  registered: Exchange,
): Promise<string | undefined> {
  const id = webhookIdIn(bodyOf(registered));
  return id !== undefined && isSuccess(await sendRemoval(context, id)) ? id : undefined;
}

/** Removes a webhook with the key of its owner, once a run. */
export const sendRemoval = ({ api }: Context, id: string, key?: KeyChoice): Promise<Exchange> =>
  api.send(route.deleteWebhook, {
    params: { id },
    once: `remove ${id}`,
    ...(key === undefined ? {} : { key }),
  });
