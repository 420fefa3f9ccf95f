/** §4.2 What the automation actions have in common. */
import type { KeyChoice } from '../../fixtures/config/keys.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { observation, requirement } from '../../fixtures/run/requirement.ts';
import { actions } from './judgements.ts';
import { isNotRejected } from '../../fixtures/run/judgement.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';
import { balancesIn } from '../shared/purchases.ts';
import { identifiers } from '../shared/lists.ts';
import { fullBulk, fullVoucher } from '../steps/vouchers.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import {
  bodyOf,
  field,
  fieldNames,
  isAccepted,
  isSuccess,
  type Exchange,
} from '../../schemas/records/exchange.ts';
import { route, type Route } from '../../schemas/routes.ts';
import { automationCurrencies } from '../../schemas/schema.ts';

/** The response of an action to a plain request; what is sent once serves every check. */
function plainResponse(context: Context, action: Route): Promise<Exchange> {
  if (action.id === route.sendVoucher.id) return fullVoucher(context);
  if (action.id === route.sendBulkVouchers.id) return fullBulk(context);
  return context.api.send(action, { body: {} });
}

/** @throws NotExercised if the action refuses a plain request too, or answers as another service. */
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

const noJson = { id: 'no JSON', text: '{"vouchers": [' };
/** Without the fields that an action needs; one that needs none may read these as no fields. */
const nonObjects = [
  { id: 'an array', text: '[]' },
  { id: 'a string', text: '"GBP"' },
];
const sending: readonly Route[] = [route.sendVoucher, route.sendBulkVouchers];

requirement('automation.json-body', async context => {
  const { api, each } = context;
  const cases = actions.flatMap(action =>
    [noJson, ...(sending.includes(action) ? nonObjects : [])].map(body => ({
      route: action,
      bound: body.id,
      text: body.text,
    })),
  );
  await each(cases, async ({ route: action, text }) => {
    expect(await api.send(action, { text, costs: [] })).toBeRefused();
    await requirePlain(context, action);
  });
});

requirement('automation.times', async context => {
  const cases = [route.getWalletTransactions, ...sending];
  await context.each(cases, async action =>
    context.judge(await requirePlain(context, action, isNotRejected)),
  );
});

requirement('automation.charset', async ({ api }) => {
  const body = {};
  if (!isAccepted(await api.send(route.getWalletBalance, { body })))
    throw new NotExercised('the same body is refused without a charset');
  const headers = { 'Content-Type': 'application/json; charset=utf-8' };
  expect(await api.send(route.getWalletBalance, { body, headers })).toBeAccepted();
});

/** Places that name the business of a key, beside the status. */
const namingBusiness = [
  {
    id: route.getWalletTransactions.id,
    route: route.getWalletTransactions,
    body: { limit: 100 },
  },
  ...automationCurrencies.map(currency => ({
    id: `${route.getWalletBalance.id}, ${currency}`,
    route: route.getWalletBalance,
    body: { currency },
  })),
];

/** Of the key of the automation routes, or of another one that opens them. */
async function businessOf({ api }: Context, key: KeyChoice): Promise<string> {
  const status = await api.send(route.status, { key });
  if (!isSuccess(status)) throw new NotExercised(`the status gets ${status.response.status}`);
  const business = field(status, 'businessId');
  if (typeof business !== 'string')
    throw new NotExercised('the status names no businessId', 'status.fields');
  return business;
}

/**
 * Requires that the automation key is of the account of the business key, and that of the other account of another one.
 *
 * @throws NotExercised if balances, wallets and owners do not show it.
 */
async function requireOtherBusiness({ api }: Context): Promise<void> {
  const [own, theirs] = [
    bodyOf(await api.send(route.wallet)),
    bodyOf(await api.send(route.wallet, { key: 'other-account' })),
  ];
  const isShared = (name: string) => {
    const [ours, others] = [identifiers(own, name), identifiers(theirs, name)];
    return others.length === 0 || others.some(id => ours.includes(id));
  };
  if (isShared('_id') || isShared('userID'))
    throw new NotExercised('the two keys are not of two owners, as far as their wallets show');
  const [ours, others] = [balancesIn(own), balancesIn(theirs)];
  for (const currency of automationCurrencies) {
    const exchange = await api.send(route.getWalletBalance, { body: { currency } });
    const balance = field(exchange, 'data', 'balance');
    if (balance !== 0 && balance === ours.get(currency) && balance !== others.get(currency)) return;
  }
  throw new NotExercised('whose balances the automation key shows is not clear');
}

requirement('automation.business', async context => {
  const { api, each } = context;
  const cases = (['automation', 'other-account'] as const).flatMap(key =>
    namingBusiness.slice(0, key === 'automation' ? undefined : 2).map(place => ({
      ...place,
      id: key === 'automation' ? place.id : `${key}: ${place.id}`,
      key,
    })),
  );
  await each(cases, async ({ key, route: to, body }) => {
    const business = await businessOf(context, key);
    const exchange = await api.send(to, { key, body });
    if (!isAccepted(exchange)) throw new NotExercised(`${to.id} rejects the request`);
    expect(field(exchange, 'data', 'businessId'), 'businessId', exchange).toBe(business);
  });
  await each(['another one for a key of another account'], async () => {
    const other = await businessOf(context, 'other-account');
    await requireOtherBusiness(context);
    const own = await businessOf(context, 'automation');
    expect(other, 'businessId of another account').toSatisfy(
      `another one than ${own}`,
      () => other !== own,
    );
  });
});

observation('automation.refusals', async ({ api, observe }) => {
  for (const action of [route.getWalletTransactions, route.getWalletBalance]) {
    const exchange = await api.send(action, { text: '[]' });
    const { status } = exchange.response;
    const value = { action: action.id, status, fields: fieldNames(exchange) };
    observe('automation.refusals', value, { marked: status >= 500 });
  }
});
