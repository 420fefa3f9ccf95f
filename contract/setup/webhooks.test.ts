import { expect, test } from '#test';
import { expectNotFound, over, sent } from '../../fixtures/testing/targets.ts';
import { answer, type FakeContext } from '../../fixtures/testing/fakes.ts';
import { makeRecord } from '../../fixtures/testing/own.ts';
import { isSuccess } from '../../schemas/records/exchange.ts';
import { preparations } from './own.ts';

const webhook = (context: FakeContext) => makeRecord(preparations, 'webhook', context);
const unknownWebhook = (context: FakeContext) =>
  makeRecord(preparations, 'unknown webhook', context);
const foreignWebhook = (context: FakeContext) =>
  makeRecord(preparations, 'foreign webhook', context);
const failed = (context: FakeContext) => makeRecord(preparations, 'failed registration', context);

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
    if (method === 'POST') return answer(201, { id: `of ${key}`, url: 'https://example.com' });
    return key === 'theirs' ? answer(200, { id: 'w1' }) : forbidden;
  }, settings);
  const { changed, removed, gone } = await foreignWebhook(context);
  expect([changed, removed, gone].map(({ response }) => response.status)).toEqual([403, 403, 200]);
  const [, , ...writes] = context.requests.filter(({ method }) => method !== 'GET');
  expect(writes.map(({ method, headers }) => `${method} ${headers['X-API-Key']}`)).toEqual([
    'POST theirs',
    expect.stringMatching(/^PATCH (?!theirs)/),
    'PATCH theirs',
    expect.stringMatching(/^DELETE (?!theirs)/),
    'DELETE theirs',
  ]);
});

/** Returns a context whose target registers a webhook, and answers other requests with this status. */
const registering = (status: number) =>
  over(
    (_path, { method }) => (method === 'POST' ? answer(201, { id: 'w1' }) : answer(status, {})),
    settings,
  );

test('our webhook is removed after its status was read', async () => {
  const context = registering(200);
  await webhook(context);
  expect(sent(context)).toEqual([
    'POST /webhooks',
    expect.stringMatching(/^GET .*status$/),
    'DELETE /webhooks/w1',
  ]);
});

test('a webhook whose removal failed has the response to the removal', async () => {
  const { removal } = await webhook(registering(500));
  expect(removal && isSuccess(removal)).toBe(false);
});

test('if random ids may exist, a removed webhook serves as the unknown webhook', async () => {
  const context = over((_path, { method }) =>
    method === 'POST' ? answer(201, { _id: '42' }) : answer(404, { error: 'Webhook not found' }),
  );
  expect(await unknownWebhook(context)).toBe('42');
});

test('a webhook body that causes a 500 is discovered with an unreachable address', async () => {
  const failing = (status: number) =>
    over((_path, { method, body }) => {
      if (method === 'DELETE') return answer(204);
      return String(body).includes('.invalid')
        ? answer(status, { id: 'w2' })
        : answer(201, { id: 'w1' });
    });
  const body = { url: 'https://hooks.invalid/gift-vouchers', events: ['voucher.sent'] };
  const context = failing(500);
  await failed(context);
  expect(context.facts.get('GV_WEBHOOK_FAILING_BODY')).toEqual(body);
  await expectNotFound(failing(400), failed, /answers 400 to an unreachable/);
  const accepting = failing(201);
  await expectNotFound(accepting, failed, /answers 201/);
  const removals = sent(accepting).filter(each => each.startsWith('DELETE'));
  expect(removals).toEqual(['DELETE /webhooks/w1', 'DELETE /webhooks/w2']);
});

test('a webhook body is discovered with the events that the target names', async () => {
  const context = over((_path, { method, body }) => {
    if (method === 'DELETE') return answer(204);
    return String(body).includes('"a.b"')
      ? answer(201, { webhook: { id: 'w1' } })
      : answer(400, { error: 'Invalid events', validEvents: ['a.b'] });
  });
  expect((await webhook(context)).body).toMatchObject({ events: ['a.b'] });
  expect(sent(context)).toEqual(['POST /webhooks', 'POST /webhooks', 'DELETE /webhooks/w1']);
});
