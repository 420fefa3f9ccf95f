/** Reads the balances of the wallets that pay for purchases. */
import { group } from '../../../schemas/group.ts';
import { at, type Exchange, isObject, jsonIn } from '../../../schemas/records/exchange.ts';
import { route, type Route } from '../../../schemas/routes.ts';
import { automationCurrencies } from '../../../schemas/schema.ts';
import type { GoodRole } from '../../config/keys.ts';
import type { SendOptions } from '../request.ts';

/** Bypasses caches. */
const options = { headers: { 'Cache-Control': 'no-cache' } };

/** Sends a read that is not evidence of a check. */
export type Look = (route: Route, options: SendOptions) => Promise<Exchange>;

/** Balance, the reason why it cannot be read, or undefined if the account has no wallet in the currency. */
export type Balance = number | { readonly unreadable: string } | undefined;

/** Balances by currency. */
export type Balances = ReadonlyMap<string, Balance>;

/**
 * Reads the balances of a payer. A business lists all its wallets, and an integration states one balance for each currency.
 *
 * @param hasNoWallet Returns true if the list of wallets lacks a currency.
 */
export async function readBalances(
  look: Look,
  payer: GoodRole,
  currencies: readonly string[],
  hasNoWallet: (currency: string) => boolean,
): Promise<Balances> {
  try {
    if (payer === 'business') return listed(await look(route.wallet, options), currencies);
    const stated = currencies.map(async currency => {
      // §4.2 lists the currencies of vouchers.
      const isPossible = automationCurrencies.some(each => each === currency);
      const exchange = isPossible
        ? await look(route.getWalletBalance, { ...options, body: { currency } })
        : undefined;
      return [currency, exchange && statedBy(exchange, hasNoWallet(currency))] as const;
    });
    return new Map(await Promise.all(stated));
  } catch (error) {
    const unreadable = (error as Error).message;
    return new Map(currencies.map(currency => [currency, { unreadable }]));
  }
}

/** Returns the balances in the list of wallets, in these currencies and in all others that it has. */
export function listed({ response }: Exchange, currencies: readonly string[]): Balances {
  const wallets = response.status === 200 ? jsonIn(response.body) : undefined;
  if (!Array.isArray(wallets)) {
    const unreadable = `${route.wallet.id} answers ${response.status} without a list of wallets`;
    return new Map(currencies.map(currency => [currency, { unreadable }]));
  }
  const found = group(wallets.filter(isObject), each =>
    String(each['currency']).trim().toUpperCase(),
  );
  const all = [...new Set([...currencies, ...found.keys()])];
  return new Map(
    all.map(currency => {
      const [wallet, ...others] = found.get(currency) ?? [];
      if (others.length > 0)
        return [currency, { unreadable: `${route.wallet.id} has two wallets in ${currency}` }];
      return [currency, wallet && balanceIn(wallet, route.wallet)];
    }),
  );
}

/** Returns the balance that get_wallet_balance states. A currency without a wallet may be rejected. */
export function statedBy({ response: { status, body } }: Exchange, hasNoWallet: boolean): Balance {
  if (status === 200) return balanceIn(at(jsonIn(body), 'data'), route.getWalletBalance);
  return hasNoWallet && status >= 400 && status < 500
    ? undefined
    : { unreadable: `${route.getWalletBalance.id} answers ${status}` };
}

function balanceIn(stated: unknown, { id }: Route): Exclude<Balance, undefined> {
  const balance = at(stated, 'balance');
  return typeof balance === 'number' && Number.isFinite(balance)
    ? balance
    : { unreadable: `${id} states a balance that is not a number` };
}
