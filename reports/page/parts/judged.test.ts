import { expect, test } from '#test';
import { exchangeOn } from '../../../fixtures/testing/exchange.ts';
import { route } from '../../../schemas/routes.ts';
import { caseOf, exchangesById, failedCase, requirement, result } from '../../testing/samples.ts';
import { renderPage } from '../page.tsx';
import { findJudged } from './judged.tsx';

const product = (productCode: string, minPrice: number) => ({
  productCode,
  currency: 'GBP',
  minPrice,
  denominations: [minPrice],
});
const body = {
  total: 3,
  products: [product('CAFE-1', 5), product('CAFE-2', 5), product('BOOK-1', 9)],
};

test('of several equal values, the value of the named record and field is found', () => {
  expect(findJudged(body, { judged: 'minPrice of CAFE-2', actual: 5 })).toMatchObject({
    record: { productCode: 'CAFE-2' },
    path: ['minPrice'],
  });
  expect(findJudged(body, { judged: 'the lowest price', actual: 9 })).toMatchObject({
    record: { productCode: 'BOOK-1' },
  });
  expect(findJudged(body, { actual: 3 })).toMatchObject({ record: body, path: ['total'] });
});

test('a record that lacks the value is found by its name, and a value in many records is not guessed', () => {
  const found = findJudged(body, { judged: 'description of BOOK-1' });
  expect(found).toEqual({ record: product('BOOK-1', 9) });
  expect(findJudged(body, { judged: 'a currency', actual: 'GBP' })).toBeUndefined();
  expect(findJudged('text', { actual: 'other' })).toBeUndefined();
});

test('the page marks the judged value, and shows its record before the whole response', () => {
  const exchange = exchangeOn(route.browse, { body });
  const one = { ...failedCase('CAFE-2', 'x1', 5), judged: 'minPrice of CAFE-2' };
  const cases = [one, caseOf('BOOK-1', 'passed')];
  const html = renderPage(
    result({
      verdict: 'non-conformant',
      requirements: [requirement('catalog.price-range', { verdict: 'failed', cases })],
      exchanges: exchangesById(exchange),
    }),
  );
  const [, card = ''] = html.replaceAll('&quot;', '"').split('class="judged"');
  expect(card).toMatch(
    /^>\{\n\t"productCode": "CAFE-2",\n\t"currency": "GBP",\n\t"minPrice": <mark>5<\/mark>/,
  );
  expect(card).toContain('Request and response ');
});
