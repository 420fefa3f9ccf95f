/** §6 Events, §7 the webhook errors. */
import { errors, type ErrorRow } from '../schemas/resources/errors.ts';
import { route } from '../schemas/routes.ts';
import type { Context } from '../fixtures/engine/context.ts';
import { bodyOf, field, isObject, isSuccess } from '../schemas/records/exchange.ts';
import { expect } from '../fixtures/matchers/expect.ts';
import { given } from '../fixtures/config/needs.ts';
import { observation, requirement } from '../fixtures/engine/requirement.ts';

const changes = [route.updateWebhook, route.deleteWebhook] as const;

/** Changing and removing the webhook that a setting names get one error. */
const refused =
  (setting: 'GV_WEBHOOK_FOREIGN' | 'GV_WEBHOOK_UNKNOWN', row: ErrorRow) =>
  async ({ api, target, each }: Context) => {
    await each(changes, async to => {
      const params = { id: given(target, setting) };
      const body = to.method === 'PATCH' ? (target.values.GV_WEBHOOK_BODY ?? {}) : undefined;
      expect(await api.send(to, { params, body })).toBeError(row.status, row.error);
    });
  };

requirement('webhooks.foreign', refused('GV_WEBHOOK_FOREIGN', errors.foreignWebhook));
requirement('webhooks.unknown', refused('GV_WEBHOOK_UNKNOWN', errors.unknownWebhook));

requirement('webhooks.registration-failure', async ({ api, target }) => {
  const body = given(target, 'GV_WEBHOOK_FAILING_BODY');
  const exchange = await api.send(route.createWebhook, { body, once: 'failing' });
  const { status, schema } = errors.webhookNotRegistered;
  expect(exchange).toBeError(status);
  expect(exchange).toKeep(schema);
});

observation('webhooks.failure-text', async ({ api, target, observe }) => {
  const body = given(target, 'GV_WEBHOOK_FAILING_BODY');
  const text = field(await api.send(route.createWebhook, { body, once: 'failing' }), 'error');
  const seen = ['Failed to register webhook', 'An error occurred'];
  observe('webhooks.failure-text', text, { marked: !seen.includes(String(text)) });
});

/** Names under which an answer may tell the id of what it made. */
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

observation('webhooks.registration', async ({ api, target, observe }) => {
  const body = given(target, 'GV_WEBHOOK_BODY');
  const exchange = await api.send(route.createWebhook, { body, once: 'registered' });
  const { status } = exchange.response;
  const answer = bodyOf(exchange);
  const fields = isObject(answer) ? Object.keys(answer) : [];
  observe('webhooks.registration', { status, fields });
  if (!isSuccess(exchange)) return;
  const id = idIn(answer);
  const removal =
    id === undefined
      ? undefined
      : await api.send(route.deleteWebhook, { params: { id }, once: `remove ${id}` });
  const removed = removal !== undefined && isSuccess(removal);
  observe(
    'webhooks.registration',
    removed
      ? 'what this run registered was removed'
      : `left behind: ${id ?? 'its id was not told'}`,
    { marked: !removed },
  );
});
