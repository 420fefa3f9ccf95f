import { expect, test } from '#test';
import { answer } from '../../fixtures/testing/fakes.ts';
import { ledgerCurrencyParam } from './settings.ts';
import { searchParam } from './lists.ts';
import { expectNotFound, over, sent, type Service } from '../../fixtures/testing/targets.ts';

test('paging parameters without an effect are not discovered', async () => {
  const products = Array.from({ length: 5 }, (_, index) => ({ _id: `p${index}` }));
  const context = over(() => answer(200, { products, pagination: { total: 12 } }));
  await expectNotFound(context, searchParam.page, /no(ne|t).*page/);
  await expectNotFound(context, searchParam.limit, /on the limit/);
});

const ledger =
  (name: string, ...currencies: readonly string[]): Service =>
  (_path, _request, query) => {
    const wanted = query.get(name) ?? undefined;
    const transactions = currencies
      .filter(currency => wanted === undefined || currency === wanted)
      .map(currency => ({ currency }));
    const totalTransactions = transactions.length;
    const pagination = { currentPage: 1, totalPages: 1, totalTransactions, limit: 50 };
    return answer(200, { transactions, pagination });
  };

test('the currency filter of the ledger is discovered if only entries of one currency remain', async () => {
  const filtering = over(ledger('walletCurrency', 'GBP', 'USD', 'GBP', 'EUR'));
  expect(await ledgerCurrencyParam(filtering)).toBe('walletCurrency');
  await expectNotFound(over(ledger('in', 'GBP', 'USD')), ledgerCurrencyParam, /filters the ledger/);
  const alike = over(ledger('currency', 'GBP'));
  await expectNotFound(alike, ledgerCurrencyParam, /only one currency/);
  expect(sent(alike)).toHaveLength(1);
});
