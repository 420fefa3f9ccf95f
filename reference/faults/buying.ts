import { cents, type Product } from '../data/records.ts';
import { isSoldAt } from '../routes/purchase.ts';
import type { Patch } from '../types.ts';
import { atOnce, paidWithoutLock } from './at-once.ts';
import { onOwnRequest } from './orders.ts';
import { at, breaking, type Fault, onRules, onSells } from '../patches.ts';

/** Changes whether a product is sold at a value. */
const selling = (change: (isSold: boolean, product: Product, value: number) => boolean): Patch =>
  onRules(({ orders }) => {
    orders.sold = (product, value) => change(isSoldAt(product, value), product, value);
  });

/** §2.1: statements of the catalog, checked by buying. */
export const buyingFaults: readonly Fault[] = [
  ...breaking('buying.min-price', {
    'buying-a-penny-below-minimum': selling(
      (isSold, { minPrice }, value) => isSold || value === cents(minPrice - 0.01),
    ),
  }),
  ...breaking('buying.max-price', {
    'buying-a-penny-above-maximum': selling(
      (isSold, { maxPrice }, value) => isSold || value === cents(maxPrice + 0.01),
    ),
  }),
  ...breaking('buying.price-bounds', {
    'buying-not-at-maximum': selling((isSold, { maxPrice }, value) => isSold && value < maxPrice),
    'buying-whole-amounts-only': selling(
      (isSold, _product, value) => isSold && Number.isInteger(value),
    ),
  }),
  ...breaking('buying.denominations', {
    'buying-not-between-the-first-and-the-last-denomination': selling(
      (isSold, { denominations }, value) => isSold && !denominations.slice(1, -1).includes(value),
    ),
    'buying-not-at-the-first-denomination': selling(
      (isSold, { denominations }, value) => isSold && value !== denominations[0],
    ),
  }),
  ...breaking('buying.both-paid', {
    'buying-two-orders-for-the-price-of-one': atOnce(paidWithoutLock(at.createOrder)),
  }),
  ...breaking('buying.listed-product', {
    'buying-british-products-unknown': onSells(
      (isSold, { country }, { route }) => isSold && !(country === 'GB' && route === at.createOrder),
    ),
    'buying-listed-products-unknown-in-a-bulk': onSells(
      (isSold, _product, { route }) => isSold && route !== at.createBulk,
    ),
    'buying-listed-products-unknown-when-processed': onOwnRequest(body => {
      if (body.type === 'single' && body.result)
        Object.assign(body, { result: undefined, error: 'Product not found' });
    }),
  }),
];
