import { expect, test } from '#test';
import { answer } from '../../fixtures/testing/fakes.ts';
import { expectNotFound, over, sent } from '../../fixtures/testing/targets.ts';
import { failingWebhookBody, unknownWebhook, webhookBody } from './registration.ts';

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
  expect(await failingWebhookBody(failing(500))).toEqual(body);
  await expectNotFound(failing(400), failingWebhookBody, /answers 400 to an unreachable/);
  const accepting = failing(201);
  await expectNotFound(accepting, failingWebhookBody, /answers 201/);
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
  expect(await webhookBody(context)).toMatchObject({ events: ['a.b'] });
  expect(sent(context)).toEqual(['POST /webhooks', 'POST /webhooks', 'DELETE /webhooks/w1']);
});
