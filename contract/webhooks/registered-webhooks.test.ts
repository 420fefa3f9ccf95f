import { expect, test } from '#test';
import { route } from '../../schemas/routes.ts';
import { over, sent } from '../../fixtures/testing/targets.ts';
import { answer, thrownBy } from '../../fixtures/testing/fakes.ts';
import { foreignWebhook, onRemoved, ownWebhook } from './registered-webhooks.ts';

const settings = {
  GV_KEY_OTHER_ACCOUNT: 'theirs',
  GV_WEBHOOK_BODY: '{"url":"https://example.com"}',
};
const forbidden = answer(403, { error: 'You are forbidden from accessing this resource' });

test('the other account registers a webhook, our key tries to change it, and the other account removes it', async () => {
  const context = over((path, { method, headers }) => {
    const key = headers['X-API-Key'];
    if (path.startsWith('/wallet'))
      return answer(200, path === '/wallet' ? [{ userID: key }] : { transactions: [] });
    if (method === 'GET') return answer(200, { orders: [] });
    if (method === 'POST') return answer(201, { id: 'w1', url: 'https://example.com' });
    return key === 'theirs' ? answer(200, { id: 'w1' }) : forbidden;
  }, settings);
  const { changed, removed, gone } = await foreignWebhook(context);
  expect([changed, removed, gone].map(({ response }) => response.status)).toEqual([403, 403, 200]);
  const writes = context.requests.filter(({ method }) => method !== 'GET');
  expect(writes.map(({ method, headers }) => `${method} ${headers['X-API-Key']}`)).toEqual([
    'POST theirs',
    expect.stringMatching(/^PATCH (?!theirs)/),
    'PATCH theirs',
    expect.stringMatching(/^DELETE (?!theirs)/),
    'DELETE theirs',
  ]);
});

test('our webhook is removed after its status was read', async () => {
  const context = over(
    (_path, { method }) => (method === 'POST' ? answer(201, { id: 'w1' }) : answer(200, {})),
    settings,
  );
  await Promise.all([ownWebhook(context), ownWebhook(context)]);
  expect(sent(context)).toEqual([
    'POST /webhooks',
    expect.stringMatching(/^GET .*status$/),
    'DELETE /webhooks/w1',
  ]);
});

test('a webhook whose removal failed is not used as a removed webhook', async () => {
  const context = over(
    (_path, { method }) => (method === 'POST' ? answer(201, { id: 'w1' }) : answer(500)),
    settings,
  );
  const named = onRemoved(context, route.deleteWebhook);
  expect(String(await thrownBy(() => named))).toContain('no webhook of this run');
});
