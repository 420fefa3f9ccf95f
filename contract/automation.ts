/** §4.2 What the automation actions have in common. */
import { route, type Route } from '../schemas/routes.ts';
import { automationCurrencies } from '../schemas/values.ts';
import type { Api } from '../fixtures/client/api.ts';
import type { Context } from '../fixtures/engine/context.ts';
import {
  bodyOf,
  field,
  isAccepted,
  isObject,
  isSuccess,
  type Exchange,
} from '../schemas/records/exchange.ts';
import { expect } from '../fixtures/matchers/expect.ts';
import { observation, requirement } from '../fixtures/engine/requirement.ts';
import { fullBulk, fullVoucher } from '../fixtures/scenarios/vouchers.ts';
import type { Target } from '../fixtures/config/target.ts';
import { NotExercised } from '../fixtures/verdict.ts';

const actions: readonly Route[] = [
  route.sendVoucher,
  route.sendBulkVouchers,
  route.getWalletTransactions,
  route.getWalletBalance,
];

/**
 * The answer of an action to a plain request; what is sent once serves every check.
 *
 * @throws NotExercised where it is refused: by a status, or by saying so.
 */
async function answered({ api, target }: Pick<Context, 'api' | 'target'>, action: Route) {
  const exchange = await plain(api, target, action);
  if (!isSuccess(exchange) || field(exchange, 'success') === false)
    throw new NotExercised(`${action.id} refuses a plain request (${exchange.response.status})`);
  return exchange;
}

function plain(api: Api, target: Target, action: Route): Promise<Exchange> {
  if (action.id === route.sendVoucher.id) return fullVoucher(api, target);
  if (action.id === route.sendBulkVouchers.id) return fullBulk(api, target);
  return api.send(action, { body: {} });
}

requirement('automation.envelope', async ({ each, ...parts }) => {
  await each(actions, async action => {
    const exchange = await answered(parts, action);
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
    observe(
      'automation.refusals',
      { action: action.id, status, fields },
      { marked: status >= 500 },
    );
  }
});
