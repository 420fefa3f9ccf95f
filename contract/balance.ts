/** §4.2 get_wallet_balance. */
import {
  getWalletBalanceBody,
  getWalletBalanceData,
} from '../schemas/resources/get-wallet-balance.ts';
import { route } from '../schemas/routes.ts';
import { automationCurrencies } from '../schemas/values.ts';
import { judge } from '../fixtures/scenarios/payload.ts';
import { countedAs, type Api } from '../fixtures/client/api.ts';
import { bodyOf, field, isAccepted, isObject } from '../schemas/records/exchange.ts';
import { expect } from '../fixtures/matchers/expect.ts';
import { payloads } from '../fixtures/payloads/payloads.ts';
import { observation, requirement } from '../fixtures/engine/requirement.ts';
import { leastVoucher, mustBeAccepted, sendVoucher } from '../fixtures/scenarios/vouchers.ts';
import { NotExercised } from '../fixtures/verdict.ts';

const ask = (api: Api, body: unknown) => api.send(route.getWalletBalance, { body });

/** @throws NotExercised where the account has no such wallet, as far as one can tell. */
async function balanceIn(api: Api, currency: string) {
  const exchange = await ask(api, { currency });
  if (!isAccepted(exchange))
    throw new NotExercised(
      `the balance in ${currency} is refused: the account may have no such wallet`,
    );
  return exchange;
}

requirement('balance.fields', async ({ api, each }) => {
  const cases = automationCurrencies.flatMap(currency =>
    Object.keys(getWalletBalanceData.properties).map(name => ({
      id: `${currency}: ${name}`,
      currency,
      name,
    })),
  );
  await each(cases, async ({ currency, name }) => {
    const exchange = await balanceIn(api, currency);
    expect([field(exchange, 'data')]).toHaveField(getWalletBalanceData, name);
  });
});

requirement('balance.currency', async ({ api, target, each }) => {
  await each(automationCurrencies, async currency => {
    const exchange = await ask(api, { currency });
    if (!isAccepted(exchange)) {
      // Where a voucher in that currency was paid, there is a balance to tell.
      mustBeAccepted(await sendVoucher(api, await leastVoucher(api, target, [currency])));
      expect(exchange).toBeAccepted();
    }
    expect(field(exchange, 'data', 'currency'), 'currency').toBe(currency);
  });
});

requirement('balance.currency-closed', async context => {
  const { api, each } = context;
  const send = (body: unknown) => ask(countedAs('generated', api), body);
  const near = payloads(getWalletBalanceBody, {}).filter(({ valid }) => !valid);
  await each(near, payload => judge(payload, send));
});

requirement('balance.all-currencies', async ({ api, each }) => {
  const all = await ask(api, {});
  await each(automationCurrencies, async currency => {
    const one = await balanceIn(api, currency);
    expect(all).toBeAccepted();
    // A currency without money may be left out; how the others are told is not shown.
    if (field(one, 'data', 'balance') === 0)
      throw new NotExercised(`there is no money in ${currency}`);
    const told = all.response.body.includes(currency);
    expect(told ? currency : 'not there', `${currency} in the answer for all`).toBe(currency);
  });
});

observation('balance.all-shape', async ({ api, observe }) => {
  const data = field(await ask(api, {}), 'data');
  observe('balance.all-shape', isObject(data) ? Object.keys(data) : data);
});

observation('balance.wallet', async ({ api, observe }) => {
  const wallets = bodyOf(await api.send(route.wallet));
  for (const currency of automationCurrencies) {
    const wallet = (Array.isArray(wallets) ? wallets : []).find(
      each => isObject(each) && each['currency'] === currency,
    ) as Record<string, unknown> | undefined;
    const told = field(await ask(api, { currency }), 'data', 'balance');
    observe('balance.wallet', { currency, wallet: wallet?.['balance'], automation: told });
  }
});
