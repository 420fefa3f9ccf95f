/** Name of the currency filter of the ledger, which the spec does not show (§4.1 rule 6). */
import { lists, type Page } from '../../../schemas/lists.ts';
import { isObject } from '../../../schemas/records/exchange.ts';
import { ledgerCurrencies } from '../../../schemas/values.ts';
import type { Context } from '../../../fixtures/run/context.ts';
import { ifExercised } from '../../../fixtures/verdict.ts';
import { readWhole } from '../lists/snapshot.ts';
import { discover, NotFound } from './discover.ts';

const names = ['currency', 'walletCurrency', 'currencyCode', 'wallet'];

const currenciesOf = (items: readonly unknown[]): unknown[] =>
  items.filter(isObject).map(item => item['currency']);

/** GV_LEDGER_CURRENCY_PARAM: the name that makes entries of one currency of those that were of several. */
export const ledgerCurrencyParam = (context: Context): Promise<string> =>
  discover(context, 'GV_LEDGER_CURRENCY_PARAM', async () => {
    const { items, large } = await readWhole(context, lists.ledger);
    const seen = currenciesOf(items);
    const currency = ledgerCurrencies.find(each => seen.includes(each));
    if (currency === undefined || seen.every(each => each === currency))
      throw new NotFound('the ledger has only one currency: no filter shows');
    for (const name of names) {
      const query = { [name]: currency };
      const filtered = await ifExercised(readWhole(context, lists.ledger, { query }));
      const [page] = filtered?.large ?? [];
      if (page && isFiltered(page, currency, large[0]?.total ?? items.length, seen))
        return { value: name, how: `GET /wallet/transactions?${name}=${currency} returns less` };
    }
    throw new NotFound(`none of ${names.join(', ')} filters the ledger by a currency`);
  });

/** Fewer entries than without it, more of them of the currency. */
function isFiltered(page: Page, currency: string, total: number, all: readonly unknown[]): boolean {
  const share = (currencies: readonly unknown[]) =>
    currencies.filter(each => each === currency).length / currencies.length;
  const found = currenciesOf(page.items);
  return found.length > 0 && (page.total ?? found.length) < total && share(found) > share(all);
}
