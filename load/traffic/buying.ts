/** Plans the purchases of a load run that may buy: the cheapest product, until the money is spent. */
import {
  plus,
  total,
  withoutRoom,
  type Cost,
  type Money,
} from '../../harness/client/ledger/money.ts';
import type { Target } from '../../harness/config/target.ts';
import { prepare, type Prepared, mix, purchases } from './mix.ts';
import { placeholder } from './user/pacing.ts';
import type { Values } from '../../harness/config/settings.ts';
import { costOfPurchase, fill, type Purchase } from '../../fixtures/payloads/purchase.ts';
import { automationCurrencies, isSameCurrency } from '../../schemas/schema.ts';

/** Money that a load may spend, or the reason why it may not. */
export interface Reserved {
  readonly money?: Money;
  readonly why?: string;
}

/** Purchases that are made in turn. */
export interface Buying {
  readonly requests: readonly (Prepared & { readonly cost: Money })[];
  /** Total number of permitted purchases. */
  readonly times: number;
  /** Request that reads an order request. Its id is a placeholder. */
  readonly poll: Prepared;
}

function cheapest(
  offers: readonly Purchase[],
  currencies: readonly string[],
): Purchase | undefined {
  const [first] = offers
    .filter(({ currency }) => currencies.some(each => isSameCurrency(each, currency)))
    .toSorted((a, b) => a.value - b.value);
  return first;
}

interface Wanted {
  readonly part: (typeof purchases)[keyof typeof purchases];
  readonly body: unknown;
  readonly cost: Cost;
}

const nothingOffered = 'the catalog offers nothing that GV_MAX_SPEND allows';

/** Returns an order of the cheapest product, or a reason. */
function orderOf(
  { GV_ORDER_BODY: template }: Values,
  offers: readonly Purchase[],
  spendable: readonly string[],
): Wanted | string {
  if (template === undefined) return 'GV_ORDER_BODY is not set';
  const offer = cheapest(offers, spendable);
  if (!offer) return nothingOffered;
  return {
    part: purchases.createOrder,
    body: fill(template, offer),
    cost: costOfPurchase(offer, template),
  };
}

/** Returns a voucher of the cheapest product, or a reason. */
function voucherOf(
  { GV_AUTOMATION_KEY: key, GV_RECIPIENT: recipientEmail = 'recipient@example.com' }: Values,
  offers: readonly Purchase[],
  spendable: readonly string[],
): Wanted | string {
  if (key === undefined) return 'GV_AUTOMATION_KEY is not set';
  const offer = cheapest(
    offers,
    automationCurrencies.filter(each => spendable.includes(each)),
  );
  if (!offer) return nothingOffered;
  const { productCode, merchant, value } = offer;
  const currency = offer.currency.toUpperCase();
  return {
    part: purchases.sendVoucher,
    body: { productCode, merchant, currency, valuePurchased: value, recipientEmail },
    cost: { currency, value },
  };
}

/**
 * Plans purchases, with reasons for those that cannot be made.
 *
 * @param most Number of planned purchases.
 */
export function planBuying(
  target: Target,
  { money: limits = {}, why }: Reserved,
  offers: readonly Purchase[],
  most: number,
): { buying?: Buying; leftOut: Readonly<Record<string, string>> } {
  if (why !== undefined) return { leftOut: { createOrder: why, sendVoucher: why } };
  const spendable = Object.keys(limits);
  const wanted: Wanted[] = [];
  const leftOut: Record<string, string> = {};
  for (const [name, found] of [
    ['createOrder', orderOf(target.values, offers, spendable)],
    ['sendVoucher', voucherOf(target.values, offers, spendable)],
  ] as const)
    if (typeof found === 'string') leftOut[name] = found;
    else wanted.push(found);
  const costs = wanted.map(({ cost }) => total([cost]));
  const times = affordable(costs, limits, most);
  if (times === 0) {
    for (const { part } of wanted) leftOut[part.name] = 'GV_MAX_SPEND leaves too little for one';
    return { leftOut };
  }
  const requests = wanted.slice(0, times).map(({ part, body }, index) => ({
    ...prepare(target, part, { body }),
    cost: costs[index]!,
  }));
  const part = mix.find(({ name }) => name === 'orderRequest')!;
  const poll = prepare(target, part, { params: { id: placeholder } });
  return { buying: { requests, times, poll }, leftOut };
}

/** Returns the number of purchases in turn that the money suffices for, at most `most`. */
function affordable(costs: readonly Money[], limits: Money, most: number): number {
  let spent: Money = {};
  for (let times = 0; times < most; times++) {
    const cost = costs[times % costs.length];
    if (cost === undefined || withoutRoom(cost, spent, limits) !== undefined) return times;
    spent = plus(spent, cost);
  }
  return most;
}
