/**
 * Registers the webhooks of a run, and removes them (§6). The spec does not show the body of a registration (§4.1 rule 9), so obvious bodies
 * are tried.
 */
import type { KeyChoice } from '../../harness/config/keys.ts';
import { keyOf } from '../../harness/config/keys.ts';
import type { SettingName } from '../../harness/config/settings.ts';
import type { Context } from '../../harness/run/context.ts';
import { own, type Preparation } from '../../harness/run/own.ts';
import { NotExercised } from '../../harness/verdict.ts';
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
import type { Use } from '../../schemas/statement.ts';
import { requireTwoAccounts } from '../isolation/two-accounts.ts';
import { answerOf, discover, isAnsweredAs, similarId, unknownId } from '../steps/discovery.ts';

/** Webhook of this run, which was removed at once. */
export interface OwnWebhook {
  readonly body: unknown;
  readonly registered: Exchange;
  /** Integration status while the webhook existed. Absent if the run discovered the body. */
  readonly status?: Exchange | undefined;
  /** Absent if the registration returned no id. */
  readonly removal?: Exchange | undefined;
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

const address = 'https://hooks.example.com/gift-vouchers';
/** Address of a domain that never resolves (RFC 2606). */
const unreachable = 'https://hooks.invalid/gift-vouchers';

const bodies: readonly ((events: readonly unknown[]) => Record<string, unknown>)[] = [
  events => ({ url: address, events }),
  events => ({ webhookUrl: address, events }),
];

const register = ({ api }: Context, body: unknown): Promise<Exchange> =>
  api.send(route.createWebhook, { body });

/** Removes a registered webhook. Returns undefined if the registration returned no id. */
export async function removeWebhook(
  { api }: Context,
  registered: Exchange,
  key?: KeyChoice,
): Promise<Exchange | undefined> {
  const id = isSuccess(registered) ? webhookIdIn(bodyOf(registered)) : undefined;
  const ofOwner = key === undefined ? {} : { key };
  return id === undefined
    ? undefined
    : api.send(route.deleteWebhook, { params: { id }, ...ofOwner, fresh: true });
}

/** Registers the body of the setting, reads the integration status, and removes the webhook. */
async function registerGiven(context: Context, body: unknown): Promise<OwnWebhook> {
  const { api, target } = context;
  const registered = await register(context, body);
  const isReadable = isSuccess(registered) && target.values.GV_AUTOMATION_KEY !== undefined;
  let status: Exchange | undefined;
  let removal: Exchange | undefined;
  try {
    if (isReadable) status = await api.send(route.status);
  } finally {
    removal = await removeWebhook(context, registered);
  }
  return { body, registered, status, removal };
}

/** Registers obvious bodies until the target accepts one, and removes the webhook. */
async function registerObvious(context: Context): Promise<OwnWebhook> {
  let seen = '';
  let events: readonly unknown[] = ['voucher.sent'];
  const { value: body, ...webhook } = await discover(context, 'GV_WEBHOOK_BODY', async () => {
    for (const bodyWith of bodies) {
      let registered = await register(context, bodyWith(events));
      const valid = field(registered, 'validEvents');
      if (!isSuccess(registered) && Array.isArray(valid) && valid.length > 0) {
        events = valid.slice(0, 2);
        registered = await register(context, bodyWith(events));
      }
      const { status } = registered.response;
      if (isSuccess(registered)) {
        const removal = await removeWebhook(context, registered);
        const left = removal && isSuccess(removal) ? '' : '; it could not be removed';
        const how = `${registered.route} accepts it with ${status}${left}`;
        return { value: bodyWith(events), how, registered, removal };
      }
      seen = answerOf(registered);
      if (![400, 422].includes(status)) break;
    }
    throw new NotExercised(`the target rejected every body that was tried: ${seen}`);
  });
  return { body, ...webhook };
}

const makeWebhook = (context: Context): Promise<OwnWebhook> => {
  const { GV_WEBHOOK_BODY: body } = context.target.values;
  return body === undefined ? registerObvious(context) : registerGiven(context, body);
};

/** Registers the body that this target fails to register. By default, it is a webhook with an unreachable address. */
async function failRegistration(context: Context): Promise<Exchange> {
  const { GV_WEBHOOK_FAILING_BODY: given } = context.target.values;
  if (given !== undefined) return register(context, given);
  const found = await discover(context, 'GV_WEBHOOK_FAILING_BODY', async () => {
    const value = withAddress(own(context, 'webhook').body, unreachable);
    const registered = await register(context, value);
    const { status } = registered.response;
    const removal = await removeWebhook(context, registered);
    const isFailure = status === 500 || field(registered, 'error') === 'Failed to register webhook';
    const how = `${registered.route} answers ${status} to an unreachable address`;
    if (!isSuccess(registered) && isFailure) return { value, how, registered };
    const isLeft = isSuccess(registered) && !(removal && isSuccess(removal));
    throw new NotExercised(`${how}${isLeft ? '; the webhook could not be removed' : ''}`);
  });
  return found.registered;
}

/** Returns a registration with another address. */
function withAddress(body: unknown, url: string): unknown {
  if (!isObject(body)) return body;
  const entries = Object.entries(body).map(([name, value]) => [
    name,
    typeof value === 'string' && /^https?:/.test(value) ? url : value,
  ]);
  return Object.fromEntries(entries);
}

/** Finds an unknown webhook id, of the form of a registered id. */
async function findUnknownWebhook(context: Context): Promise<string> {
  const { GV_WEBHOOK_UNKNOWN: given } = context.target.values;
  if (given !== undefined) return given;
  const { value } = await discover(context, 'GV_WEBHOOK_UNKNOWN', async () => {
    const { registered } = own(context, 'webhook');
    const id = webhookIdIn(bodyOf(registered));
    if (id === undefined) throw new NotExercised('the registration of a webhook returns no id');
    const remove = (unknown: string) =>
      context.api.send(route.deleteWebhook, { params: { id: unknown } });
    if (similarId(id, context.facts.bytes('webhook')).unique)
      return unknownId(context, id, remove, errors.unknownWebhook);
    // Another id could belong to a webhook in use. The id of the removed webhook cannot.
    const again = await remove(id);
    if (isAnsweredAs(errors.unknownWebhook, again))
      return { value: id, how: 'a webhook of this run that was removed' };
    throw new NotExercised(`${again.route} answers ${again.response.status} to a removed webhook`);
  });
  return value;
}

/**
 * Registers a webhook with GV_KEY_OTHER_ACCOUNT, tries to change and remove it with our key, and removes it with the owner's
 * key.
 *
 * @throws NotExercised if the other account cannot register a webhook.
 */
async function tryForeign(context: Context): Promise<ForeignWebhook> {
  const { api, target } = context;
  const key = 'other-account';
  keyOf(target, key);
  const { body } = own(context, 'webhook');
  await requireTwoAccounts(context, route.createWebhook.resource);
  const registered = await api.send(route.createWebhook, { body, key });
  const id = isSuccess(registered) ? webhookIdIn(bodyOf(registered)) : undefined;
  if (id === undefined)
    throw new NotExercised(`GV_KEY_OTHER_ACCOUNT registers no webhook: ${answerOf(registered)}`);
  const params = { id };
  const change = withAddress(body, 'https://hooks.example.com/changed-by-another-account');
  let gone: Exchange | undefined;
  try {
    const changed = await api.send(route.updateWebhook, { params, body: change });
    const seen = await api.send(route.updateWebhook, { params, body: {}, key });
    const removed = await api.send(route.deleteWebhook, { params });
    gone = await removeWebhook(context, registered, key);
    return { registered, changed, seen, removed, gone: gone! };
  } finally {
    if (!gone) await removeWebhook(context, registered, key);
  }
}

const record = (
  name: Use,
  make: Preparation['make'],
  uses: readonly Use[] = [],
  unless: readonly SettingName[] = [],
): Preparation => ({ name, stage: 'independent', needs: ['write'], uses, unless, make });

/** Webhooks of a run, in the order in which they are made. */
export const webhooks: readonly Preparation[] = [
  record('webhook', makeWebhook),
  record('unknown webhook', findUnknownWebhook, ['webhook'], ['GV_WEBHOOK_UNKNOWN']),
  record('foreign webhook', tryForeign, ['webhook']),
  record('failed registration', failRegistration, ['webhook'], ['GV_WEBHOOK_FAILING_BODY']),
];
