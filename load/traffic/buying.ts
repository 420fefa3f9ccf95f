/** Purchases of a load run that is permitted to buy: the cheapest product, until the money is spent. */
import {
  plus,
  total,
  withoutRoom,
  type Cost,
  type Money,
} from '../../fixtures/client/guard/money.ts';
import type { Target } from '../../fixtures/config/target.ts';
import { prepare, type Prepared, mix, purchases } from './mix.ts';
import { placeholder } from '../request.ts';

export interface Offer {
  readonly productCode: string;
  readonly merchant: string;
  readonly currency: string;
  readonly value: number;
}

/** Money that a load may spend, or the reason that it may not. */
export interface Reserved {
  readonly money?: Money;
  readonly why?: string;
}

/** Purchases that take turns. */
export interface Buying {
  readonly requests: readonly (Prepared & { readonly cost: Money })[];
  /** Number of purchases permitted in all. */
  readonly times: number;
  /** Reads an order request; its id is a placeholder. */
  readonly poll: Prepared;
}

const voucherCurrencies = ['GBP', 'USD', 'EUR'];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isPrice = (value: unknown): value is number => typeof value === 'number' && value > 0;

/** The lowest price of each product; what is not a product is skipped, judging bodies happens elsewhere. */
export function offersOf(products: readonly unknown[]): Offer[] {
  return products.filter(isObject).flatMap(product => {
    const { productCode, merchant, currency, minPrice, denominations } = product;
    const fixed = (Array.isArray(denominations) ? denominations : []).filter(isPrice);
    const value = fixed.length > 0 ? Math.min(...fixed) : minPrice;
    return typeof productCode === 'string' &&
      typeof merchant === 'string' &&
      typeof currency === 'string' &&
      isPrice(value)
      ? [{ productCode, merchant, currency, value }]
      : [];
  });
}

function cheapest(offers: readonly Offer[], currencies: readonly string[]): Offer | undefined {
  return offers
    .filter(({ currency }) => currencies.includes(currency))
    .reduce<Offer | undefined>((a, b) => (a && a.value <= b.value ? a : b), undefined);
}

/** The body of GV_ORDER_BODY with its placeholders filled. */
function fill(template: unknown, offer: Offer): unknown {
  if (Array.isArray(template)) return template.map(each => fill(each, offer));
  if (isObject(template))
    return Object.fromEntries(
      Object.entries(template).map(([name, value]) => [name, fill(value, offer)]),
    );
  if (template === '{{productCode}}') return offer.productCode;
  if (template === '{{currency}}') return offer.currency;
  return template === '{{value}}' ? offer.value : template;
}

/**
 * Returns what can be bought, and why the rest cannot.
 *
 * @param most purchases that are planned.
 */
export function planBuying(
  target: Target,
  { money: limits = {}, why }: Reserved,
  offers: readonly Offer[],
  most: number,
): { buying?: Buying; leftOut: Readonly<Record<string, string>> } {
  const { values } = target;
  if (why !== undefined) return { leftOut: { createOrder: why, sendVoucher: why } };
  const spendable = Object.keys(limits);
  const leftOut: Record<string, string> = {};
  const wanted: {
    readonly part: (typeof purchases)[keyof typeof purchases];
    body: unknown;
    cost: Cost;
  }[] = [];
  const order = cheapest(offers, spendable);
  if (values.GV_ORDER_BODY === undefined) leftOut['createOrder'] = 'GV_ORDER_BODY is not set';
  else if (!order) leftOut['createOrder'] = 'the catalog offers nothing that GV_MAX_SPEND allows';
  else {
    const times = JSON.stringify(values.GV_ORDER_BODY).split('{{productCode}}').length - 1;
    wanted.push({
      part: purchases.createOrder,
      body: fill(values.GV_ORDER_BODY, order),
      cost: { currency: order.currency, value: order.value * Math.max(times, 1) },
    });
  }
  const voucher = cheapest(
    offers,
    spendable.filter(each => voucherCurrencies.includes(each)),
  );
  if (values.GV_AUTOMATION_KEY === undefined)
    leftOut['sendVoucher'] = 'GV_AUTOMATION_KEY is not set';
  else if (!voucher) leftOut['sendVoucher'] = 'the catalog offers nothing that GV_MAX_SPEND allows';
  else {
    const { value, ...product } = voucher;
    const recipientEmail = values.GV_RECIPIENT ?? 'recipient@example.com';
    wanted.push({
      part: purchases.sendVoucher,
      body: { ...product, valuePurchased: value, recipientEmail },
      cost: { currency: voucher.currency, value },
    });
  }
  if (wanted.length === 0) return { leftOut };
  const costs = wanted.map(({ cost }) => total([cost]));
  const times = affordable(costs, limits, most);
  if (times === 0) {
    for (const { part } of wanted) leftOut[part.name] = 'GV_MAX_SPEND leaves too little for one';
    return { leftOut };
  }
  const requests = wanted.slice(0, times).map(({ part, body, cost }) => ({
    ...prepare(target, part, { body }),
    cost: total([cost]),
  }));
  const part = mix.find(({ name }) => name === 'orderRequest')!;
  const poll = prepare(target, part, { params: { id: placeholder } });
  return { buying: { requests, times, poll }, leftOut };
}

/** Returns the number of purchases that take turns that there is money for, at most `most`. */
function affordable(costs: readonly Money[], limits: Money, most: number): number {
  let spent: Money = {};
  for (let times = 0; times < most; times++) {
    const cost = costs[times % costs.length]!;
    if (withoutRoom(cost, spent, limits) !== undefined) return times;
    spent = plus(spent, cost);
  }
  return most;
}
