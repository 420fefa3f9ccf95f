import type { Patch } from '../types.ts';
import type { World } from '../world.ts';
import {
  at,
  breaking,
  editSuccess,
  type Fault,
  type Json,
  onRequest,
  onRules,
  onSuccess,
} from '../patches.ts';

const currencies = ['GBP', 'USD', 'EUR'];

/** Changes the response for one currency. */
const one = (change: (data: Json) => unknown): Patch =>
  editSuccess(at.balance, ({ data }) => ('balances' in data ? undefined : change(data)));
/** Changes the response for all currencies. */
const all = (change: (balances: Json[]) => Json[]): Patch =>
  editSuccess(at.balance, ({ data }) => {
    if ('balances' in data) data.balances = change(data.balances);
  });
/** Changes the currency that a request names. */
const withCurrency = (change: (currency: Json) => Json): Patch =>
  onRequest(at.balance, request => {
    const body: Json = request.body ?? {};
    if (typeof body !== 'object' || Array.isArray(body) || request.bodyError) return;
    const { currency, ...rest } = body;
    const changed = change(currency);
    request.body = changed === undefined ? rest : { ...rest, currency: changed };
  });
/** Replaces a currency outside the list, in any case, or removes it if the replacement is undefined. */
const foreign = (replacement: string | undefined): Patch =>
  withCurrency(currency =>
    typeof currency === 'string' && !currencies.includes(currency) ? replacement : currency,
  );

/** First balances of each world, by name. */
const shown = new WeakMap<World, Map<string, unknown>>();
function firstOf(world: World, name: string, balance: unknown): unknown {
  const known = shown.get(world) ?? new Map<string, unknown>();
  shown.set(world, known);
  if (!known.has(name)) known.set(name, balance);
  return known.get(name);
}

/** §4.2 get_wallet_balance */
export const balanceFaults: readonly Fault[] = [
  ...breaking('balance.fields', {
    'balance-in-a-list-of-one': editSuccess(at.balance, ({ data }) => {
      if ('balances' in data) return;
      const { balance, currency, lastUpdated } = data;
      for (const name of ['balance', 'currency', 'lastUpdated']) delete data[name];
      data.balances = [{ balance, currency, lastUpdated }];
    }),
  }),
  ...breaking('balance.currency', {
    'balance-of-euro-in-dollars': withCurrency(currency => (currency === 'EUR' ? 'USD' : currency)),
    'balance-currency-in-lower-case': one(data => (data.currency = data.currency.toLowerCase())),
  }),
  ...breaking('balance.after-order', {
    'balance-as-it-was-first': onSuccess(at.balance, ({ data }, { keyRole }, world) => {
      if ('balance' in data)
        data.balance = firstOf(world, `${keyRole} ${data.currency}`, data.balance);
    }),
  }),
  ...breaking('balance.same-everywhere', {
    'balance-of-euro-is-that-of-dollars': onSuccess(at.balance, ({ data }, request, world) => {
      const theirs = world.wallets.find(
        each => each.currency === 'USD' && world.rules.owns(each, request),
      );
      if (data.currency === 'EUR') data.balance = theirs?.balance;
    }),
    'balance-among-all-of-the-next-currency': all(list =>
      list.map((each, at) => ({ ...each, balance: list[(at + 1) % list.length].balance })),
    ),
  }),
  ...breaking('balance.currency-closed', {
    'balance-of-other-currency-gives-all': foreign(undefined),
  }),
  ...breaking('balance.all-currencies', {
    'balance-without-currency-in-pounds': withCurrency(currency => currency ?? 'GBP'),
    'balance-without-currency-refused': onRules(({ bodies }) => {
      bodies.balance.currency.required = true;
    }),
  }),
];
