import { expect, test } from '#test';
import { answer, contextOver, ourTarget, thrownBy } from '../../fixtures/testing/fakes.ts';
import { NotExercised } from '../../harness/verdict.ts';
import { nextUnevenAmount, offerInSecondCurrency } from '../setup/shop.ts';
import { makeRecord } from '../../fixtures/testing/own.ts';
import { preparations } from '../setup/own.ts';
import { offers } from './purchases.ts';
import { quantity } from '../../fixtures/payloads/purchase.ts';
import { bulkBody, withLines } from '../setup/order-bodies.ts';
import { catalogOf, product } from '../../fixtures/testing/targets.ts';

const selling = (products: readonly unknown[], target = ourTarget()) =>
  contextOver(() => catalogOf(products), target);
const best = async (products: readonly unknown[], currencies?: readonly string[]) => {
  const context = selling(products);
  const shop = await makeRecord(preparations, 'shop', context);
  return (currencies ? offers(context, currencies) : shop.offers)[0];
};

test('a product of fixed values is bought for the lowest', async () => {
  const fixed = { ...product, productCode: 'FIXED', minPrice: 1, denominations: [25, 10, 0, '2'] };
  expect(await best([fixed])).toMatchObject({ productCode: 'FIXED', value: 10 });
  expect(await best([fixed, product])).toMatchObject({ productCode: 'CAFE-1', value: 5 });
});

test('only products in the permitted currencies are bought', async () => {
  const dollars = { ...product, currency: 'USD', minPrice: 50 };
  expect(await best([product, dollars], ['USD', 'EUR'])).toMatchObject({ value: 50 });
  expect(await thrownBy(() => best([product], ['USD', 'EUR']))).toEqual(
    new NotExercised('the catalog offers nothing in USD, EUR that GV_MAX_SPEND permits'),
  );
});

for (const [what, balance, currency] of [
  ['is used if the account has enough money', 1000, 'USD'],
  ['is not used if the account has too little', 999, undefined],
] as const)
  test(`a second currency ${what}`, async () => {
    const dollars = { ...product, productCode: 'CAFE-2', currency: 'USD', minPrice: 50 };
    const products = [product, { ...product, productCode: 'CAFE-3', minPrice: 6 }, dollars];
    const wallets = [
      { currency: 'GBP', balance: 1000 },
      { currency: 'usd', balance },
    ];
    const context = contextOver(
      ({ url }) => (url.endsWith('/wallet') ? answer(200, wallets) : catalogOf(products)),
      ourTarget(),
    );
    expect(offerInSecondCurrency(await makeRecord(preparations, 'shop', context))?.currency).toBe(
      currency,
    );
  });

test('a huge price is not an offer, and does not hang the run', async () => {
  const priceless = { ...product, minPrice: 1e308, maxPrice: 1e308 };
  expect(await best([priceless, product])).toMatchObject({ value: product.minPrice });
  expect(nextUnevenAmount(1e300)).toBe(1e300);
  expect(nextUnevenAmount(1)).toBe(1.13);
});

test('a product that cannot be bought is not an offer', async () => {
  const broken = [
    'text',
    { ...product, currency: null },
    { ...product, minPrice: '5' },
    { ...product, minPrice: 0 },
  ];
  expect(await thrownBy(() => best(broken))).toEqual(
    new NotExercised('the catalog offers nothing in any currency that GV_MAX_SPEND permits'),
  );
});

test('a body with two lines buys two vouchers', () => {
  expect(quantity({ code: '{{productCode}}' })).toBe(1);
  expect(quantity([{ code: '{{productCode}}' }, { code: '{{productCode}}' }])).toBe(2);
  expect(quantity({ code: 'CAFE-1' })).toBe(1);
});

const line = { productCode: '{{productCode}}', valuePurchased: '{{value}}' };
const other = { productCode: 'OTHER' };
const withOther = (template: unknown) => withLines(template, [other]);

test('placeholders outside the lines of a bulk are filled, too', () => {
  const purchase = { productCode: 'A', merchant: 'M', currency: 'EUR', value: 5 };
  const items = [{ productCode: '{{productCode}}', value: '{{value}}' }];
  expect(bulkBody({ currency: '{{currency}}', items }, [purchase, purchase])).toEqual({
    currency: 'EUR',
    items: [
      { productCode: 'A', value: 5 },
      { productCode: 'A', value: 5 },
    ],
  });
});

test('the lines of a body are replaced in any array', () => {
  expect(withOther([line])).toEqual([other]);
  expect(withOther({ bulk: { items: [line] }, note: 'x' })).toEqual({
    bulk: { items: [other] },
    note: 'x',
  });
  expect(withOther(line)).toBe(undefined);
});
