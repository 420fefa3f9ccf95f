import { expect, test } from '#test';
import { exchangeOf } from '../../fixtures/testing/fakes.ts';
import { unevenPrice, hasUnevenPrice } from '../steps/voucher-values.ts';
import { acceptsAll, acceptsAt, among } from './bulk-vouchers.ts';

/** A bulk of three with these statuses, by index; one that failed is counted. */
const bulk = (vouchersFailed: number, results: Readonly<Record<number, string>>) =>
  exchangeOf(200, {
    success: true,
    data: {
      vouchersSent: 3 - vouchersFailed,
      vouchersFailed,
      results: Object.entries(results)
        .map(([voucherIndex, status]) => ({ voucherIndex: Number(voucherIndex), status }))
        .toReversed(),
    },
  });

test('the tried voucher takes its position among good ones', () => {
  expect(among('good', 'tried')).toEqual({ vouchers: ['good', 'tried', 'good'] });
  expect(among('good', 'tried', 2)).toEqual({ vouchers: ['good', 'good', 'tried'] });
});

for (const [what, exchange, accepted] of [
  ['all were sent', bulk(0, { 0: 'sent', 1: 'sent', 2: 'sent' }), true],
  ['it failed', bulk(1, { 0: 'sent', 1: 'failed', 2: 'sent' }), false],
  ['it failed, and indices begin at 1', bulk(1, { 1: 'sent', 2: 'failed', 3: 'sent' }), false],
  ['it is left out', bulk(1, { 0: 'sent', 2: 'sent' }), false],
  ['one failed, and no result says which', bulk(1, { 0: 'sent', 1: 'sent', 2: 'sent' }), true],
  ['it failed with another', bulk(2, { 0: 'sent', 1: 'rejected', 2: 'out of stock' }), false],
  ['it failed, and another one alike', bulk(2, { 0: 'sent', 1: 'failed', 2: 'failed' }), false],
  ['both others failed', bulk(2, { 0: 'failed', 1: 'sent', 2: 'failed' }), true],
  ['it failed alike, of other words', bulk(2, { 0: 'DELIVERED', 1: 'FAILED', 2: 'FAILED' }), false],
  ['all failed alike', bulk(3, { 0: 'failed', 1: 'failed', 2: 'failed' }), false],
  ['the bulk was refused', exchangeOf(400, { success: false }), false],
] as const)
  test(`${what}: the voucher in the middle was ${accepted ? 'accepted' : 'refused'}`, () => {
    expect(acceptsAt(1)(exchange)).toBe(accepted);
  });

test('a bulk is accepted whole where nothing of it failed', () => {
  expect(acceptsAll(bulk(0, {}))).toBe(true);
  expect(acceptsAll(bulk(1, {}))).toBe(false);
});

test('a price between those of a range has two decimals, and its control has a quarter', () => {
  expect(unevenPrice({ value: 10 })).toEqual([10.03, 10.25]);
  expect(hasUnevenPrice({ value: 10, highest: 50 })).toBe(true);
  expect(hasUnevenPrice({ value: 10, highest: 10 })).toBe(false);
  expect(hasUnevenPrice({ value: 10 })).toBe(false);
});
