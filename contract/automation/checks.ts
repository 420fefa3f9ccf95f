/** §4.2 Behaviour that the automation actions share. */
import { rawText, type SendOptions } from '../../harness/client/request.ts';
import { isUuid, keyOf, keySettings, type KeyRole } from '../../harness/config/keys.ts';
import type { CheckContext, Context } from '../../harness/run/context.ts';
import { observation, requirement } from '../requirement.ts';
import { actions } from './judgements.ts';
import { isNotRejected } from '../../harness/run/judgement.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { own } from '../../harness/run/own.ts';
import { costOf } from '../steps/vouchers.ts';
import { NotExercised } from '../../harness/verdict.ts';
import {
  field,
  fieldNames,
  has,
  isAccepted,
  isSuccess,
  mediaType,
  type Exchange,
} from '../../schemas/records/exchange.ts';
import { route, type Route } from '../../schemas/routes.ts';
import { automationCurrencies } from '../../schemas/schema.ts';

/** Returns the response of an action to a plain request, which is sent once a run. */
// oxlint-disable-next-line require-await -- a gap becomes a rejection
async function plainResponse(context: Context, action: Route): Promise<Exchange> {
  if (action.id === route.sendVoucher.id) return own(context, 'full voucher');
  if (action.id === route.sendBulkVouchers.id) return own(context, 'full bulk');
  return context.api.send(action, { body: {} });
}

/**
 * Returns the response to a plain request.
 *
 * @throws NotExercised if the action rejects it.
 */
async function requirePlain(context: Context, action: Route): Promise<Exchange> {
  const exchange = await plainResponse(context, action);
  if (isNotRejected(exchange)) return exchange;
  throw new NotExercised(`${action.id} rejects a plain request (${exchange.response.status})`);
}

/** Actions that may lack money or stock. The other actions have no reason to reject a plain request. */
const sending: readonly Route[] = [route.sendVoucher, route.sendBulkVouchers];

requirement('automation.envelope', async context => {
  await context.each(actions, async action =>
    context.judge(await (sending.includes(action) ? requirePlain : plainResponse)(context, action)),
  );
});

interface BadBody {
  readonly bound: string;
  readonly write: (context: Context) => Pick<SendOptions, 'body' | 'costs'>;
}

const malformed: BadBody = { bound: 'no JSON', write: () => ({ body: rawText('{"vouchers": [') }) };

/** JSON body that is an array. Only sending actions must reject it, because other actions may read it as a body without fields. */
const array: BadBody = {
  bound: 'an array',
  write: context => {
    const voucher = own(context, 'cheapest voucher');
    return { body: [voucher], costs: [costOf(voucher)] };
  },
};

requirement('automation.json-body', async context => {
  const cases = actions.flatMap(action =>
    [malformed, ...(sending.includes(action) ? [array] : [])].map(bad => ({
      route: action,
      ...bad,
    })),
  );
  await context.each(cases, async ({ route: action, write }) => {
    expect(await context.api.send(action, { costs: [], ...write(context) })).toBeRefused();
    await requirePlain(context, action);
  });
});

/** Requests of the balance in each currency, as cases. */
const balanceCases = automationCurrencies.map(currency => ({
  id: `${route.getWalletBalance.id}, ${currency}`,
  route: route.getWalletBalance,
  body: { currency },
}));

/** Judges the responses of actions to plain requests. */
const judgePlain = (context: CheckContext, of: readonly Route[]): Promise<void> =>
  context.each(of, async action => context.judge(await requirePlain(context, action)));

requirement('automation.retrieved-at', context =>
  judgePlain(context, [route.getWalletTransactions]),
);

requirement('automation.sent-at', context => judgePlain(context, sending));

requirement('automation.earlier-times', async context => {
  await judgePlain(context, [route.getWalletTransactions, route.sendVoucher]);
  await context.each(balanceCases, async ({ route: action, body }) =>
    context.judge(await context.api.send(action, { body })),
  );
});

requirement('automation.charset', async context => {
  await requirePlain(context, route.getWalletBalance);
  const headers = { 'Content-Type': 'application/json; charset=utf-8' };
  expect(await context.api.send(route.getWalletBalance, { body: {}, headers })).toBeAccepted(
    isNotRejected,
  );
});

/** Requests whose responses name the business of a key, as the status does. */
const namingBusiness = [
  {
    id: route.getWalletTransactions.id,
    route: route.getWalletTransactions,
    body: { limit: 100 },
  },
  ...balanceCases,
];

/** Returns the business that the status names for a key. @throws NotExercised if it names none. */
async function businessOf({ api, target }: Context, key: KeyRole): Promise<string> {
  const status = await api.send(route.status, { key });
  const business = field(status, 'businessId');
  if (isSuccess(status) && typeof business === 'string') return business;
  // Automation routes may reject other keys (§5.4).
  const format = isUuid(keyOf(target, key)) ? '' : ', which is not a UUID';
  throw new NotExercised(
    `the status names no businessId for ${keySettings[key]}${format}`,
    'status.fields',
  );
}

/** Expects that a response names the business that the status names for its key. A rejection names none. */
async function expectBusiness(context: Context, exchange: Exchange, key: KeyRole): Promise<void> {
  if (isAccepted(exchange))
    expect(field(exchange, 'data', 'businessId'), 'businessId', exchange).toBe(
      await businessOf(context, key),
    );
}

requirement('automation.business', async context => {
  await context.each(namingBusiness, async ({ route: to, body }) =>
    expectBusiness(context, await context.api.send(to, { body }), 'automation'),
  );
  // §4.2 does not list a businessId in these responses.
  await context.each([route.getWalletBalance, ...sending], async action => {
    const exchange = await plainResponse(context, action);
    if (has(exchange, 'data', 'businessId')) await expectBusiness(context, exchange, 'automation');
  });
});

requirement('automation.other-business', async context => {
  const key = 'other-account';
  await context.each(
    namingBusiness.slice(0, 2).map(place => ({ ...place, id: `${key}: ${place.id}` })),
    async ({ route: to, body }) =>
      expectBusiness(context, await context.api.send(to, { key, body }), key),
  );
});

requirement('automation.two-businesses', async context => {
  const own = await businessOf(context, 'automation');
  const other = await businessOf(context, 'other-account');
  expect(other, 'businessId of another account').toSatisfy(`not ${own}`, each => each !== own);
});

/** Bodies in other formats, by Content-Type. */
const otherTypes = {
  'text/plain': '{"currency":"GBP"}',
  'application/x-www-form-urlencoded': 'currency=GBP',
};

observation('automation.content-types', async ({ api, observe }) => {
  for (const [type, text] of Object.entries(otherTypes)) {
    const headers = { 'Content-Type': type };
    const exchange = await api.send(route.getWalletBalance, { body: rawText(text), headers });
    const { status } = exchange.response;
    const answer = isAccepted(exchange) ? 'accepted' : 'refused';
    observe('automation.content-types', { type, answer, status }, { marked: status >= 500 });
  }
});

observation('automation.refusals', async ({ api, observe }) => {
  for (const action of [route.getWalletTransactions, route.getWalletBalance]) {
    const exchange = await api.send(action, { body: [] });
    const { status } = exchange.response;
    const type = mediaType(exchange);
    const value = { action: action.id, status, type, fields: fieldNames(exchange) };
    observe('automation.refusals', value, { marked: status >= 500 });
  }
});
