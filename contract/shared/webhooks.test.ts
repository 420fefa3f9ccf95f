import { expect, test } from '#test';
import { answer } from '../../fixtures/testing/fakes.ts';
import { known } from './known.ts';
import { expectNotFound, over, sent } from './testing.ts';

const id = '5d8009b2997561a2d27690fc';

test('a webhook is registered and removed; an unknown one has the form of its id', async () => {
  const context = over((path, { method, body }) => {
    if (method === 'POST')
      return String(body).includes('"a.b"')
        ? answer(201, { webhook: { id: id } })
        : answer(400, { error: 'Invalid events', validEvents: ['a.b'] });
    return path.endsWith(id) ? answer(204) : answer(404, { error: 'Webhook not found' });
  });
  expect(await known(context, 'GV_WEBHOOK_UNKNOWN')).toMatch(/^5d8009b2[0-9a-f]{16}$/);
  expect(await known(context, 'GV_WEBHOOK_BODY')).toMatchObject({ events: ['a.b'] });
  expect(sent(context)).toEqual([
    'POST /webhooks',
    'POST /webhooks',
    `DELETE /webhooks/${id}`,
    expect.stringMatching(/^DELETE \/webhooks\/5d8009b2/),
  ]);
});

test('where another id may be a webhook in use, the removed one is the unknown one', async () => {
  const context = over((_path, { method }) =>
    method === 'POST' ? answer(201, { _id: '42' }) : answer(404, { error: 'Webhook not found' }),
  );
  expect(await known(context, 'GV_WEBHOOK_UNKNOWN')).toBe('42');
});

test('a registration of an unreachable address is a failing one where it gets a 500', async () => {
  const failing = (status: number) =>
    over((_path, { method, body }) => {
      if (method === 'DELETE') return answer(204);
      return String(body).includes('.invalid')
        ? answer(status, { id: 'w2' })
        : answer(201, { id: 'w1' });
    });
  const body = { url: 'https://hooks.invalid/gift-vouchers', events: ['voucher.sent'] };
  expect(await known(failing(500), 'GV_WEBHOOK_FAILING_BODY')).toEqual(body);
  await expectNotFound(failing(400), 'GV_WEBHOOK_FAILING_BODY', /answers 400 to an unreachable/);
  const accepting = failing(201);
  await expectNotFound(accepting, 'GV_WEBHOOK_FAILING_BODY', /answers 201/);
  expect(sent(accepting).filter(each => each.startsWith('DELETE'))).toEqual([
    'DELETE /webhooks/w1',
    'DELETE /webhooks/w2',
  ]);
});
