/** Discovers the currency filter of the ledger, whose name the spec does not show (§4.1 rule 6). */
import type { Context } from '../../harness/run/context.ts';
import { ifExercised, requireSome } from '../../harness/verdict.ts';
import { lists, type Page } from '../../schemas/lists.ts';
import { bodyOf, isObject } from '../../schemas/records/exchange.ts';
import { route } from '../../schemas/routes.ts';
import { ledgerCurrencies } from '../../schemas/schema.ts';
import type { Found } from '../steps/discovery.ts';
import { firstPage, type ListRead, readWhole } from '../steps/lists.ts';
import { balancesIn } from './shop.ts';

/** Possible names of the currency filter (§4.1 rule 6). */
export const currencyNames = ['currency', 'walletCurrency', 'currencyCode', 'wallet'];

const currenciesOf = (items: readonly unknown[]): unknown[] =>
  items.filter(isObject).map(item => item['currency']);

/**
 * Returns currencies in which a filter would show fewer entries: one of several that the ledger shows, or the other currencies of the
 * wallets if a long ledger shows only one. Purchases of runs may fill its newest pages.
 */
async function findTellingCurrencies(
  { api }: Context,
  { items, complete }: ListRead,
): Promise<string[]> {
  const seen = new Set(currenciesOf(items));
  if (seen.size > 1) return ledgerCurrencies.filter(each => seen.has(each)).slice(0, 1);
  if (complete) return [];
  const owned = balancesIn(bodyOf(await api.send(route.wallet)));
  return ledgerCurrencies.filter(each => owned.has(each) && !seen.has(each));
}

/** Discovers the parameter that filters the ledger by currency. */
export async function findLedgerCurrencyParam(
  context: Context,
): Promise<Found<string> | undefined> {
  const read = await readWhole(context, lists.ledger);
  const { items, total = items.length } = read;
  const currencies = await findTellingCurrencies(context, read);
  requireSome(currencies, 'the ledger shows only one currency, so a filter has no visible effect');
  for (const name of currencyNames)
    for (const currency of currencies) {
      const query = { [name]: currency };
      const page = await ifExercised(firstPage(context, lists.ledger, { query }));
      if (page && isFiltered(page, currency, total, currenciesOf(items)))
        return { value: name, how: `GET /wallet/transactions?${name}=${currency} returns less` };
    }
  return undefined;
}

/** Returns true if a page has fewer entries than the whole list, and a larger share of them is in the currency. */
function isFiltered(page: Page, currency: string, total: number, all: readonly unknown[]): boolean {
  const share = (currencies: readonly unknown[]) =>
    currencies.filter(each => each === currency).length / currencies.length;
  const found = currenciesOf(page.items);
  return found.length > 0 && (page.total ?? found.length) < total && share(found) > share(all);
}
