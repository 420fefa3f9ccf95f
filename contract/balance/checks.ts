/** §4.2 get_wallet_balance. */
import { countedAs, type SendOptions } from '../../fixtures/client/api.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { observation, requirement } from '../../fixtures/run/requirement.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';
import { payloads } from '../../fixtures/payloads/payloads.ts';
import {
  amountsIn,
  balanceOfAnother,
  requireSameWallets,
  showsBalance,
  unlikeAfter,
  unlikeShown,
  unlikeWallet,
} from './balances.ts';
import { balancesBefore, balancesIn, type Balances } from '../steps/purchases.ts';
import { makeOwnOrders, ownOrder } from '../steps/orders.ts';
import { expectNone } from '../steps/again.ts';
import { requireTwoAccounts } from '../steps/two-accounts.ts';
import { walletsIn } from '../wallet/judgements.ts';
import { tryPayload } from '../steps/bounds.ts';
import { leastVoucher, requireAccepted, sendVoucher } from '../steps/vouchers.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { arrayIn, bodyOf, field, isAccepted, isObject } from '../../schemas/records/exchange.ts';
import { getWalletBalanceBody } from '../../schemas/resources/automation.ts';
import { route } from '../../schemas/routes.ts';
import { automationCurrencies, isSameCurrency } from '../../schemas/schema.ts';
import { partsOf } from '../judgements.ts';

type Reading = Pick<SendOptions, 'fresh' | 'earlier' | 'key'>;

const balances = ({ api }: Context, body: unknown, reading: Reading = {}) =>
  api.send(route.getWalletBalance, { body, ...reading });

/** @throws NotExercised if the account has no such wallet, as far as a run can see. */
async function balanceIn(context: Context, currency: string) {
  const exchange = await balances(context, { currency });
  if (!isAccepted(exchange))
    throw new NotExercised(
      `the balance in ${currency} is refused: the account may have no such wallet`,
    );
  return exchange;
}

/** By currency, as far as the account has them. */
async function automationBalances(context: Context, reading?: Reading): Promise<Balances> {
  const found = new Map<string, number>();
  for (const currency of automationCurrencies) {
    const balance = field(await balances(context, { currency }, reading), 'data', 'balance');
    if (typeof balance === 'number') found.set(currency, balance);
  }
  return found;
}

const walletBalances = async ({ api }: Context, options: SendOptions): Promise<Balances> =>
  balancesIn(bodyOf(await api.send(route.wallet, options)));

requirement('balance.fields', async context => {
  const cases = automationCurrencies.flatMap(currency =>
    partsOf('balance.fields').map(field => ({ id: `${currency}: ${field}`, currency, field })),
  );
  await context.each(cases, async ({ currency, field: name }) =>
    context.judge(await balanceIn(context, currency), name),
  );
});

/**
 * Expects the balance of a currency not to be that of another wallet.
 *
 * @param fresh true if an order was made since the balances were read.
 * @param foreign wallets of another account.
 */
const expectOwnBalance = (
  context: Context,
  currency: string,
  { fresh = false, foreign }: { readonly fresh?: boolean; readonly foreign?: Balances },
): Promise<void> =>
  expectNone('the wallets whose balance it is', async () =>
    balanceOfAnother(
      currency,
      await walletBalances(context, { fresh }),
      await automationBalances(context, { fresh }),
      foreign,
    ),
  );

requirement('balance.currency', async context => {
  const all = await balances(context, {});
  await context.each(automationCurrencies, async currency => {
    const exchange = await balances(context, { currency });
    if (isAccepted(exchange)) return context.judge(exchange);
    if (!isAccepted(all) || !showsBalance(bodyOf(all), currency))
      // If a voucher in that currency was paid, there is a balance to return.
      requireAccepted(await sendVoucher(context, await leastVoucher(context, [currency])));
    expect(await balances(context, { currency }, { fresh: true })).toBeAccepted();
  });
  const foreign =
    context.target.values.GV_KEY_OTHER_ACCOUNT === undefined
      ? new Map<string, number>()
      : await walletBalances(context, { key: 'other-account' });
  await context.each(
    automationCurrencies.map(currency => ({ id: `${currency}: not that of another`, currency })),
    ({ currency }) => expectOwnBalance(context, currency, { foreign }),
  );
  if (foreign.size === 0) return;
  await context.each([{ id: 'GBP, for the other account: not that of ours' }], async () => {
    await requireTwoAccounts(context);
    const [ours, theirs] = [
      await balances(context, { currency: 'GBP' }),
      await balances(context, { currency: 'GBP' }, { key: 'other-account' }),
    ].map(exchange => field(exchange, 'data', 'balance'));
    const wallets = await walletBalances(context, {});
    if (ours === undefined || wallets.get('GBP') !== ours)
      throw new NotExercised('our key shows another balance in GBP than our wallet');
    if (typeof theirs !== 'number' || [undefined, ours].includes(foreign.get('GBP')))
      throw new NotExercised('the other account has no wallet in GBP with another balance');
    expect(theirs, 'the balance of the other account').toSatisfy(
      'another one than ours: its wallet has another',
      balance => balance !== ours,
    );
  });
});

requirement('balance.currency-closed', async context => {
  const counted = countedAs('generated', context);
  const near = payloads(getWalletBalanceBody, {}).filter(({ valid }) => !valid);
  await context.each(near, payload => tryPayload(payload, body => balances(counted, body)));
});

requirement('balance.all-currencies', async context => {
  const all = await balances(context, {});
  const found = await automationBalances(context);
  // A currency without money may be left out.
  const inUse = automationCurrencies.filter(currency => (found.get(currency) ?? 0) !== 0);
  await context.each(automationCurrencies, async currency => {
    await balanceIn(context, currency);
    expect(all).toBeAccepted();
    if (!inUse.includes(currency)) throw new NotExercised(`there is no money in ${currency}`);
    if (inUse.length === 1)
      throw new NotExercised(`there is money in ${currency} only: one balance is all of them`);
    expect(all.response.body, 'the balances of all currencies', all).toSatisfy(
      `a balance in ${currency}`,
      body => String(body).toUpperCase().includes(currency),
    );
    const amounts = amountsIn(field(all, 'data'));
    expect(amounts, 'amounts in the balances of all currencies', all).toSatisfy(
      `${inUse.length} at least`,
      shown => shown.length >= inUse.length,
    );
  });
});

requirement('balance.same-everywhere', async context => {
  const unlike = async (currency: string, where: string) => {
    if (where === 'as in the wallet') {
      const wallets = await walletBalances(context, {});
      return unlikeWallet(currency, wallets, await automationBalances(context));
    }
    const all = field(await balances(context, {}), 'data');
    const balance = field(await balances(context, { currency }), 'data', 'balance');
    if (typeof balance !== 'number') throw new NotExercised(`there is no balance in ${currency}`);
    return unlikeShown(currency, balance, all);
  };
  const cases = ['as in the wallet', 'as among all balances'].flatMap(where =>
    automationCurrencies.map(currency => ({ id: `${currency}: ${where}`, currency, where })),
  );
  await context.each(cases, ({ currency, where }) =>
    expectNone('differences between two places', () => unlike(currency, where)),
  );
});

/** Vouchers of this run, or purchases of others, move a balance while it is read. */
const mostTries = 10;

requirement('balance.after-order', async context => {
  const { api } = context;
  const order = await ownOrder(context);
  await makeOwnOrders(context);
  const walletOf = async (fresh: boolean) =>
    walletsIn(await api.send(route.wallet, { fresh }))
      .filter(isObject)
      .find(({ currency }) => isSameCurrency(currency, order['currency'])) ?? {};
  const wallets = await balancesBefore(context);
  requireSameWallets(
    await automationBalances(context, { earlier: true }),
    wallets,
    await walletBalances(context, { earlier: true }),
  );
  await context.each(['all'], () =>
    expectNone('differences between two places', async () => {
      let before = await walletOf(false);
      for (let tries = 0; tries < mostTries; tries++) {
        const exchange = await balances(context, { currency: order['currency'] }, { fresh: true });
        const wallet = await walletOf(true);
        if (wallet['balance'] === before['balance'])
          return unlikeAfter(order, wallet, field(exchange, 'data'));
        before = wallet;
      }
      throw new NotExercised('the balance moved each time that it was read');
    }),
  );
  // Before the order, the balances of these were one number.
  const twins = automationCurrencies.filter(
    each =>
      !isSameCurrency(each, order['currency']) &&
      wallets.get(each) === wallets.get(String(order['currency'])),
  );
  if (twins.length === 0) return;
  await context.each(
    twins.map(currency => ({ id: `${currency}: not that of another`, currency })),
    ({ currency }) => expectOwnBalance(context, currency, { fresh: true }),
  );
});

observation('balance.all-shape', async context => {
  const data = field(await balances(context, {}), 'data');
  context.observe('balance.all-shape', isObject(data) ? Object.keys(data) : data);
});

observation('balance.wallet', async context => {
  const wallets = arrayIn(bodyOf(await context.api.send(route.wallet))).filter(isObject);
  for (const currency of automationCurrencies) {
    const wallet = wallets.find(each => each['currency'] === currency)?.['balance'];
    const automation = field(await balances(context, { currency }), 'data', 'balance');
    context.observe('balance.wallet', { currency, wallet, automation });
  }
});

/** Texts that the constraint leaves open: with a blank, and an empty one, which may count as absent. */
const freedoms = { 'with a blank before it': ' GBP', empty: '' };

observation('balance.freedoms', async context => {
  for (const [what, currency] of Object.entries(freedoms)) {
    const exchange = await balances(context, { currency });
    const { status } = exchange.response;
    const answer = isAccepted(exchange) ? 'accepted' : 'refused';
    context.observe('balance.freedoms', { what, answer, status }, { marked: status >= 500 });
  }
});
