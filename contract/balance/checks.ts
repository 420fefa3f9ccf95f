/** §4.2 get_wallet_balance. */
import type { Context } from '../../harness/run/context.ts';
import { observation, requirement } from '../requirement.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { payloads } from '../../fixtures/payloads/payloads.ts';
import { balancesIn } from '../setup/shop.ts';
import { requireMoney } from '../steps/purchases.ts';
import { own } from '../../harness/run/own.ts';
import { ordersOf } from '../steps/orders.ts';
import { again } from '../steps/again.ts';
import { tryPayload } from '../steps/bounds.ts';
import { NotExercised } from '../../harness/verdict.ts';
import { bodyOf, field, isAccepted, isObject } from '../../schemas/records/exchange.ts';
import { getWalletBalanceBody } from '../../schemas/resources/automation.ts';
import { route } from '../../schemas/routes.ts';
import { automationCurrencies, isSameToTheCent, ledgerCurrencies } from '../../schemas/schema.ts';
import { partsOf } from '../judgements.ts';

/** Returns the numbers inside a value, and the numbers in texts like `£12.50`. */
function amountsIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (typeof value === 'string')
    return /^\D{0,4}[\d,]+(\.\d+)?\D{0,4}$/.test(value)
      ? [Number(value.replaceAll(/[^\d.]/g, ''))]
      : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(amountsIn) : [];
}

const namedIn = (value: unknown): string[] => {
  const text = (JSON.stringify(value) ?? '').toUpperCase();
  return ledgerCurrencies.filter(code => text.includes(`"${code}"`));
};

/** Returns the amounts in the parts of a value that name this currency and no other: `{ "EUR": 3 }`, `{ "code": "EUR", "balance": 3 }`. */
function amountsFor(value: unknown, currency: string): number[] {
  const named = namedIn(value);
  if (!named.includes(currency)) return [];
  if (named.length === 1) return amountsIn(value);
  if (Array.isArray(value)) return value.flatMap(each => amountsFor(each, currency));
  return Object.entries(isObject(value) ? value : {}).flatMap(([name, each]) =>
    name.toUpperCase() === currency ? amountsIn(each) : amountsFor(each, currency),
  );
}

const balances = ({ api }: Context, body: unknown) => api.send(route.getWalletBalance, { body });

const balanceIn = async (context: Context, currency: string) =>
  field(await balances(context, { currency }), 'data', 'balance');

/** Returns the balance of the wallet in a currency, or undefined if there is no such wallet. */
const walletBalance = async ({ api }: Context, currency: string) =>
  balancesIn(bodyOf(await api.send(route.wallet))).get(currency);

requirement('balance.fields', async context => {
  const cases = automationCurrencies.flatMap(currency =>
    partsOf('balance.fields').map(field => ({ id: `${currency}: ${field}`, currency, field })),
  );
  await context.each(cases, async ({ currency, field: name }) => {
    const exchange = await balances(context, { currency });
    if (isAccepted(exchange)) context.judge(exchange, name);
  });
});

requirement('balance.currency', async context => {
  await context.each(automationCurrencies, async currency => {
    const exchange = await balances(context, { currency });
    if (!isAccepted(exchange) && (await walletBalance(context, currency)) === undefined)
      throw new NotExercised(`the account has no wallet in ${currency}`);
    expect(exchange).toBeAccepted();
    context.judge(exchange);
  });
});

requirement('balance.currency-closed', async context => {
  const near = payloads(getWalletBalanceBody, {}).filter(({ valid }) => !valid);
  await context.each(near, payload => tryPayload(payload, body => balances(context, body)));
});

requirement('balance.all-currencies', async context => {
  const all = await balances(context, {});
  const inUse = new Map<string, unknown>();
  for (const currency of automationCurrencies) {
    const balance = await balanceIn(context, currency);
    if (balance) inUse.set(currency, balance);
  }
  await context.each(automationCurrencies, currency => {
    expect(all).toBeAccepted();
    requireMoney(inUse.get(currency));
    const { body } = all.response;
    expect(body, 'the balances of all currencies', all).toSatisfy(
      `a balance in ${currency}`,
      text => text.toUpperCase().includes(currency),
    );
    const amounts = amountsIn(field(all, 'data'));
    expect(amounts, 'amounts in the balances of all currencies', all).toSatisfy(
      `${inUse.size} or more`,
      ({ length }) => length >= inUse.size,
    );
  });
});

/** Expects get_wallet_balance to return the balance of the wallet. */
const expectOfWallet = (context: Context, currency: string): Promise<void> =>
  again(async () => {
    const wallet = await walletBalance(context, currency);
    const balance = await balanceIn(context, currency);
    requireMoney(wallet, balance);
    expect(balance, `balance in ${currency}`).toSatisfy(`${wallet}, as in the wallet`, given =>
      isSameToTheCent(Number(given), Number(wallet)),
    );
  });

requirement('balance.of-wallet', context =>
  context.each(automationCurrencies, currency => expectOfWallet(context, currency)),
);

requirement('balance.among-all', context =>
  context.each(automationCurrencies, currency =>
    again(async () => {
      const balance = await balanceIn(context, currency);
      const amounts = amountsFor(field(await balances(context, {}), 'data'), currency);
      requireMoney(balance, ...amounts);
      expect(amounts, `amounts in ${currency} among all balances`).toSatisfy(String(balance), all =>
        all.some(each => isSameToTheCent(Number(each), Number(balance))),
      );
    }),
  ),
);

requirement('balance.after-order', async context => {
  ordersOf(own(context, 'single order'));
  await context.each(automationCurrencies, currency => expectOfWallet(context, currency));
});

observation('balance.all-shape', async context => {
  const data = field(await balances(context, {}), 'data');
  context.observe('balance.all-shape', isObject(data) ? Object.keys(data) : data);
});

/** Currencies that a service may accept: GBP with a blank, and an empty text, which may count as absent. */
const freedoms = { 'with a blank before it': ' GBP', empty: '' };

observation('balance.freedoms', async context => {
  for (const [what, currency] of Object.entries(freedoms)) {
    const exchange = await balances(context, { currency });
    const { status } = exchange.response;
    const answer = isAccepted(exchange) ? 'accepted' : 'refused';
    context.observe('balance.freedoms', { what, answer, status }, { marked: status >= 500 });
  }
});
