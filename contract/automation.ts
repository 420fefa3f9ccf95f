/** §4.2 What the automation actions have in common. */
import { route, type Route } from '../schemas/routes.ts';
import type { Context } from '../fixtures/context.ts';
import { bodyOf, field, isAccepted, isObject } from '../fixtures/exchange.ts';
import { expect } from '../fixtures/expect.ts';
import { observation, requirement } from '../fixtures/requirement.ts';
import { sample } from '../fixtures/samples.ts';
import { acceptedVoucher, acceptedBulk } from '../fixtures/vouchers.ts';
import { NotExercised } from '../fixtures/verdict.ts';

const actions: readonly Route[] = [
  route.sendVoucher,
  route.sendBulkVouchers,
  route.getWalletTransactions,
  route.getWalletBalance,
];

/** An exchange that the action accepts; what is sent once serves every check. */
async function accepted({ api, target }: Pick<Context, 'api' | 'target'>, action: Route) {
  if (action.id === route.sendVoucher.id) return acceptedVoucher(api, target);
  if (action.id === route.sendBulkVouchers.id) return acceptedBulk(api, target);
  const exchange = await api.send(action, {
    body: { ...((await sample(api, target, action)).body as object) },
  });
  if (exchange.response.status >= 300)
    throw new NotExercised(`${action.id} answers ${exchange.response.status}; see service.routes`);
  return exchange;
}

requirement('automation.envelope', async ({ each, ...parts }) => {
  await each(actions, async action => {
    const exchange = await accepted(parts, action);
    const name = action.path.split('/').at(-1) ?? '';
    expect(exchange).toKeep({
      title: 'Envelope',
      type: 'object',
      required: ['success', 'action', 'data'],
      properties: {
        success: { type: 'boolean' },
        action: { type: 'string', const: name },
        data: { type: 'object' },
      },
    });
    expect(field(exchange, 'success'), 'success').toBe(true);
  });
});

const noObjects = [
  { id: 'no JSON', text: '{"vouchers": [' },
  { id: 'an array', text: '[]' },
  { id: 'a string', text: '"GBP"' },
];

requirement('automation.json-body', async ({ api, each }) => {
  const cases = actions.flatMap(action =>
    noObjects.map(body => ({ id: `${action.id}: ${body.id}`, action, text: body.text })),
  );
  await each(cases, async ({ action, text }) =>
    expect(await api.send(action, { text, costs: [] })).toBeRefused(),
  );
});

requirement('automation.business', async ({ api, each }) => {
  const status = await api.send(route.status);
  const business = field(status, 'businessId');
  if (typeof business !== 'string') throw new NotExercised('the status names no businessId');
  const cases = [
    { id: route.getWalletTransactions.id, to: route.getWalletTransactions, body: { limit: 100 } },
    { id: route.getWalletBalance.id, to: route.getWalletBalance, body: { currency: 'GBP' } },
  ];
  await each(cases, async ({ to, body }) => {
    const exchange = await api.send(to, { body });
    if (!isAccepted(exchange)) throw new NotExercised('it is refused');
    expect(field(exchange, 'data', 'businessId'), 'businessId').toBe(business);
  });
});

observation('automation.refusals', async ({ api, observe }) => {
  for (const action of [route.getWalletTransactions, route.getWalletBalance]) {
    const exchange = await api.send(action, { text: '[]' });
    const { status } = exchange.response;
    const body = bodyOf(exchange);
    const fields = isObject(body) ? Object.keys(body) : [];
    observe(
      'automation.refusals',
      { action: action.id, status, fields },
      { marked: status >= 500 },
    );
  }
});
