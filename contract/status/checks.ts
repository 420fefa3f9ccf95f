/** §2.9 Automation integration status, §4.2 the status route. */
import { observation, requirement } from '../requirement.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { arrayIn, field } from '../../schemas/records/exchange.ts';
import { integrationStatus, seenEvents } from '../../schemas/resources/automation.ts';
import { route } from '../../schemas/routes.ts';

const states = [{ key: 'automation' }, { key: 'automation-unconfigured' }] as const;

requirement('status.fields', async ({ api, each, judge }) => {
  const cases = states.flatMap(({ key }) =>
    Object.keys(integrationStatus.properties).map(name => ({ key, field: name })),
  );
  await each(cases, async ({ key, field: name }) => {
    const exchange = await api.send(route.status, { key });
    expect(exchange).toHaveStatus(200);
    judge(exchange, name);
  });
});

requirement('status.no-wrapper', async ({ api, each, judge }) => {
  await each(states, async ({ key }) => judge(await api.send(route.status, { key })));
});

requirement('status.unconfigured', async ({ api, each, judge }) => {
  await each(states, async ({ key }) => {
    const exchange = await api.send(route.status, { key });
    if (key === 'automation-unconfigured')
      expect(field(exchange, 'configured'), 'configured', exchange).toBe(false);
    // A key with an integration cannot show a business without one.
    if (field(exchange, 'configured') === false) judge(exchange);
  });
});

observation('status.events', async ({ api, observe }) => {
  const listed = arrayIn(field(await api.send(route.status), 'events'));
  observe('status.events', {
    listed,
    beyond: listed.filter(each => !seenEvents.includes(String(each))),
  });
});
