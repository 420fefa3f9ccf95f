import { expect, test } from '#test';
import { product } from '../../fixtures/testing/targets.ts';
import { targetWith } from '../../fixtures/testing/fakes.ts';
import { statements } from '../statements.ts';
import { budgetOf, isEnough, leftOutWith } from './budget.ts';
import { planOf, purchasesOf } from './plan.ts';

const ids = Object.keys(statements);
const settings = {
  GV_ALLOW: 'write,spend',
  GV_MAX_SPEND: '500 GBP',
  GV_AUTOMATION_KEY: '2b1b1c1e-0000-4000-8000-000000000000',
};
const products = [
  { ...product, maxPrice: 20 },
  { ...product, productCode: 'RICE-NG', currency: 'NGN', minPrice: 100, maxPrice: 400 },
];
const balances = new Map([
  ['GBP', 19_000],
  ['NGN', 10_000],
]);
const facts = { products, balances };
const unlimited = (...currencies: string[]) => {
  const target = targetWith(settings);
  const GV_MAX_SPEND = Object.fromEntries(currencies.map(each => [each, Infinity]));
  return { ...target, values: { ...target.values, GV_MAX_SPEND } };
};
const bought = (...currencies: string[]) =>
  purchasesOf(statements, { ids }, unlimited(...currencies), facts);
const all = () => true;

test('a budget does not depend on GV_MAX_SPEND, and the run then plans no more than it', () => {
  const { expected, needed, neededAtPrices, withLarge, large } = budgetOf(bought('GBP'), all);
  expect(expected['GBP']).toBeLessThan(needed['GBP']!);
  expect(needed['GBP']).toBeLessThan(neededAtPrices['GBP']!);
  expect(large).toEqual(['a voucher for 10,000']);
  expect(withLarge['GBP']).toBeCloseTo(needed['GBP']! + 20_000);
  const GV_MAX_SPEND = `${Math.ceil(needed['GBP']!)} GBP`;
  const target = targetWith({ ...settings, GV_MAX_SPEND });
  const { costs } = planOf(statements, { ids }, target, facts);
  expect(isEnough(needed, costs.money)).toBe(true);
  expect(costs.money).toEqual(expected);
});

test('what GV_MAX_SPEND leaves out is named by requirement and case', () => {
  const { needed } = budgetOf(bought('GBP'), all);
  expect(leftOutWith(bought('GBP'), needed, needed)).toEqual([]);
  const little = { GBP: needed['GBP']! - 10 };
  expect(leftOutWith(bought('GBP'), little, little)).not.toEqual([]);
  // An order may cost a quarter of GV_MAX_SPEND.
  const quarter = { GBP: 4 * 21 - 1 };
  expect(leftOutWith(bought('GBP'), quarter, { GBP: 1000 })).toContain(
    'buying.max-price / a unit above the maxPrice',
  );
});

test('vouchers that must be rejected cost money in their currency, at the price of a product in it', () => {
  const demanded = (name: string) => name === 'vouchers.currency';
  const { needed } = budgetOf(bought('GBP', 'NGN', 'JPY'), demanded);
  expect(needed['NGN']).toBeGreaterThan(100);
  expect(needed['JPY']).toBeLessThan(1);
  const limits = { ...needed, NGN: 10 };
  expect(leftOutWith(bought('GBP', 'NGN', 'JPY'), limits, limits)).toContain('vouchers.currency');
});
