import type { Incoming, Patch } from '../types.ts';
import type { World } from '../world.ts';
import {
  at,
  breaking,
  editSuccess,
  type Fault,
  type Json,
  onRequest,
  onRules,
} from '../patches.ts';

/** Changes the currency that a request names. */
const withCurrency = (change: (currency: Json) => Json): Patch =>
  onRequest(at.balance, request => {
    const body: Json = request.body ?? {};
    if (typeof body !== 'object' || Array.isArray(body) || request.bodyError) return;
    const { currency, ...rest } = body;
    const changed = change(currency);
    request.body = changed === undefined ? rest : { ...rest, currency: changed };
  });
const walletIn = (currency: string, request: Incoming, { wallets, rules }: World) =>
  wallets.find(each => each.currency === currency && rules.owns(each, request));

/** Shows the first balance of each wallet. */
function showingFirst(): Patch {
  const first = new WeakMap<object, number>();
  return editSuccess(at.balance, ({ data }, request, world) => {
    const wallet = walletIn(data.currency, request, world);
    if (!wallet) return;
    if (!first.has(wallet)) first.set(wallet, wallet.balance);
    data.balance = first.get(wallet);
  });
}

/** §4.2 get_wallet_balance */
export const balanceFaults: readonly Fault[] = [
  ...breaking('balance.fields', {
    'balance-in-a-list-of-one': editSuccess(at.balance, body => {
      const { businessId, ...one } = body.data;
      if ('currency' in one) body.data = { businessId, balances: [one] };
    }),
  }),
  ...breaking('balance.currency', {
    'balance-of-euro-in-dollars': withCurrency(currency => (currency === 'EUR' ? 'USD' : currency)),
    'balance-currency-in-lower-case': editSuccess(at.balance, ({ data }) => {
      if ('currency' in data) data.currency = data.currency.toLowerCase();
    }),
  }),
  ...breaking('balance.after-order', {
    'balance-as-it-was-first': showingFirst(),
  }),
  ...breaking('balance.of-wallet', {
    'balance-of-euro-is-that-of-dollars': editSuccess(at.balance, ({ data }, request, world) => {
      if (data.currency === 'EUR') data.balance = walletIn('USD', request, world)?.balance;
    }),
  }),
  ...breaking('balance.among-all', {
    'balance-among-all-of-the-next-currency': editSuccess(at.balance, ({ data }) => {
      const amounts = data.balances?.map(({ balance }: Json) => balance);
      data.balances?.forEach((each: Json, i: number) => (each.balance = amounts.at(i - 1)));
    }),
  }),
  ...breaking('balance.currency-closed', {
    'balance-of-other-currency-gives-all': withCurrency(currency =>
      typeof currency === 'string' && !['GBP', 'USD', 'EUR'].includes(currency)
        ? undefined
        : currency,
    ),
  }),
  ...breaking('balance.all-currencies', {
    'balance-without-currency-in-pounds': withCurrency(currency => currency ?? 'GBP'),
    'balance-without-currency-refused': onRules(({ bodies }) => {
      bodies.balance.currency.required = true;
    }),
  }),
];
