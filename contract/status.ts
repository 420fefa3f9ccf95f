/** §2.9 Automation integration status, §4.2 the status route. */
import { integrationStatus } from '../schemas/resources/integration-status.ts';
import { route } from '../schemas/routes.ts';
import { bodyOf, field, isObject } from '../schemas/records/exchange.ts';
import { expect } from '../fixtures/matchers/expect.ts';
import { observation, requirement } from '../fixtures/engine/requirement.ts';
import { NotExercised } from '../fixtures/verdict.ts';

const states = ['automation', 'automation-unconfigured'] as const;

requirement('status.fields', async ({ api, each }) => {
  const cases = states.flatMap(key =>
    Object.keys(integrationStatus.properties).map(name => ({ id: `${key}: ${name}`, key, name })),
  );
  await each(cases, async ({ key, name }) => {
    const exchange = await api.send(route.status, { key });
    expect(exchange).toHaveStatus(200);
    expect([bodyOf(exchange)]).toHaveField(integrationStatus, name);
    if (name === 'success') expect(field(exchange, name), name).toBe(true);
  });
});

requirement('status.no-wrapper', async ({ api, each }) => {
  await each(states, async key => {
    const body = bodyOf(await api.send(route.status, { key }));
    if (!isObject(body)) throw new NotExercised('the status is no object; status.fields tells');
    expect(Object.keys(body).filter(name => ['action', 'data'].includes(name))).toEqual([]);
  });
});

requirement('status.unconfigured', async ({ api, each }) => {
  await each(['configured is false', 'no webhookUrl'], async id => {
    const exchange = await api.send(route.status, { key: 'automation-unconfigured' });
    if (id === 'configured is false')
      expect(field(exchange, 'configured'), 'configured').toBe(false);
    else expect(field(exchange, 'webhookUrl') ?? undefined, 'webhookUrl').toBeUndefined();
  });
});

const seen = ['voucher.sent', 'voucher.redeemed', 'payment.failed', 'wallet.funded'];

observation('status.events', async ({ api, observe }) => {
  const events = field(await api.send(route.status), 'events');
  const listed = Array.isArray(events) ? events : [];
  observe('status.events', { listed, beyond: listed.filter(each => !seen.includes(String(each))) });
});
