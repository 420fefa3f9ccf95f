/** §4.2 What the automation actions have in common. */
import type { Context } from '../fixtures/engine/context.ts';
import { observation, requirement } from '../fixtures/engine/requirement.ts';
import { actions } from '../fixtures/judgements/automation.ts';
import { isNotRejected } from '../fixtures/judgements/judgement.ts';
import { expect } from '../fixtures/matchers/expect.ts';
import { fullBulk, fullVoucher } from '../fixtures/scenarios/requests/vouchers.ts';
import { NotExercised } from '../fixtures/verdict.ts';
import { bodyOf, field, isAccepted, isObject, type Exchange } from '../schemas/records/exchange.ts';
import { route, type Route } from '../schemas/routes.ts';
import { automationCurrencies } from '../schemas/values.ts';

/** The response of an action to a plain request; what is sent once serves every check. */
function plainResponse(context: Context, action: Route): Promise<Exchange> {
  if (action.id === route.sendVoucher.id) return fullVoucher(context);
  if (action.id === route.sendBulkVouchers.id) return fullBulk(context);
  return context.api.send(action, { body: {} });
}

/** @throws NotExercised where the action refuses a plain request too, or answers as another service. */
async function requirePlain(
  context: Context,
  action: Route,
  accepts: (exchange: Exchange) => boolean = isAccepted,
): Promise<Exchange> {
  const exchange = await plainResponse(context, action);
  if (!accepts(exchange))
    throw new NotExercised(`${action.id} refuses a plain request (${exchange.response.status})`);
  return exchange;
}

requirement('automation.envelope', async context => {
  await context.each(actions, async action =>
    context.judge(await requirePlain(context, action, isNotRejected)),
  );
});

const nonObjects = [
  { id: 'no JSON', text: '{"vouchers": [' },
  { id: 'an array', text: '[]' },
  { id: 'a string', text: '"GBP"' },
];

requirement('automation.json-body', async context => {
  const { api, each } = context;
  const cases = actions.flatMap(action =>
    nonObjects.map(body => ({ id: `${action.id}: ${body.id}`, action, text: body.text })),
  );
  await each(cases, async ({ action, text }) => {
    expect(await api.send(action, { text, costs: [] })).toBeRefused();
    await requirePlain(context, action);
  });
});

requirement('automation.business', async ({ api, each }) => {
  const status = await api.send(route.status);
  const business = field(status, 'businessId');
  if (typeof business !== 'string')
    throw new NotExercised('the status names no businessId', 'status.fields');
  const cases = [
    { id: route.getWalletTransactions.id, to: route.getWalletTransactions, body: { limit: 100 } },
    ...automationCurrencies.map(currency => ({
      id: `${route.getWalletBalance.id}, ${currency}`,
      to: route.getWalletBalance,
      body: { currency },
    })),
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
    const value = { action: action.id, status, fields };
    observe('automation.refusals', value, { marked: status >= 500 });
  }
});
