import { cents, type Product } from '../data/records.ts';
import { isSoldAt } from '../routes/purchase.ts';
import type { Patch } from '../types.ts';
import { onOwnRequest } from './orders.ts';
import { at, breaking, type Fault, onRules, onSells } from '../patches.ts';

type Rule = (product: Product, value: number) => boolean;

/** Sells products at more values than they have. */
const alsoAt = (rule: Rule): Patch =>
  onRules(({ orders }) => {
    orders.sold = (product, value) => isSoldAt(product, value) || rule(product, value);
  });

/** Sells products at fewer values than they have. */
const onlyAt = (rule: Rule): Patch =>
  onRules(({ orders }) => {
    orders.sold = (product, value) => isSoldAt(product, value) && rule(product, value);
  });

/** Makes orders fail to find products that the catalog shows. */
const unknownWhenOrdered = (hidden: (product: Product) => boolean): Patch =>
  onSells((isSold, product, { route }) => isSold && !(hidden(product) && route === at.createOrder));

/** §2.1: statements of the catalog, checked by buying. */
export const buyingFaults: readonly Fault[] = [
  ...breaking('buying.price-range', {
    'buying-a-penny-below-minimum': alsoAt(
      ({ minPrice }, value) => value === cents(minPrice - 0.01),
    ),
    'buying-a-penny-above-maximum': alsoAt(
      ({ maxPrice }, value) => value === cents(maxPrice + 0.01),
    ),
    'buying-at-any-value-at-once': onRules(({ orders }) =>
      Object.assign(orders, { mode: 'sync', sold: () => true }),
    ),
  }),
  ...breaking('buying.price-bounds', {
    'buying-not-at-maximum': onlyAt(({ maxPrice }, value) => value < maxPrice),
    'buying-whole-amounts-only': onlyAt((_product, value) => Number.isInteger(value)),
  }),
  ...breaking('buying.denominations', {
    'buying-not-at-the-first-denomination': onlyAt(
      ({ denominations }, value) => value !== denominations[0],
    ),
  }),
  ...breaking('buying.listed-product', {
    'buying-british-products-unknown': unknownWhenOrdered(({ country }) => country === 'GB'),
    'buying-listed-products-unknown-in-a-bulk': onSells(
      (isSold, _product, { route }) => isSold && route !== at.createBulk,
    ),
    'buying-listed-products-unknown-when-processed': onOwnRequest(body => {
      if (body.type === 'single' && body.result)
        Object.assign(body, { result: undefined, error: 'Product not found' });
    }),
  }),
];
