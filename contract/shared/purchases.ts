/** Purchases of the suite when it has to buy: the cheapest thing on offer, by a body that the target accepts. */
import {
  bodyOf,
  isObject,
  field,
  has,
  isSuccess,
  type Exchange,
} from '../../schemas/records/exchange.ts';
import { lists } from '../../schemas/lists.ts';
import { route, type Route } from '../../schemas/routes.ts';
import { isSameCurrency } from '../../schemas/schema.ts';
import type { Cost } from '../../fixtures/client/ledger/money.ts';
import { readWhole } from './lists.ts';
import type { SendOptions } from '../../fixtures/client/api.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { isSameAmount } from '../../fixtures/run/expect/formats.ts';
import { aside } from '../../fixtures/run/expect/expect.ts';
import { NotExercised, SuiteError, ifExercised } from '../../fixtures/verdict.ts';
import { errors } from '../../schemas/resources/errors.ts';
import type { SettingValue } from '../../fixtures/config/settings.ts';
import { answerOf, NotFound, type Found, bulkOrderPath, discovered } from './discovery.ts';

export interface Purchase {
  readonly productCode: string;
  readonly merchant: string;
  readonly currency: string;
  /** The least value that the product can be bought for. */
  readonly value: number;
  /** The highest one, where any value between the two can be bought. */
  readonly highest?: number;
}

/** A product as the catalog offers it (§2.1). */
export interface Offer extends Purchase {
  readonly minPrice: number | undefined;
  readonly maxPrice: number | undefined;
  /** Its fixed values, in order. */
  readonly denominations: readonly number[];
  /** A wallet has the money for a few of it. */
  readonly funded: boolean;
}

/**
 * Everything that the catalog offers, each at its least value: first what the account has the money for, the cheapest first.
 *
 * @param currencies that it may cost; absent: those that the run may spend.
 * @throws NotExercised if there is nothing.
 */
export async function offers(
  context: Context,
  currencies: readonly string[] = spendable(context),
): Promise<readonly Offer[]> {
  const { items } = await readWhole(context, lists.browse);
  const wallets = await balancesOf(context);
  const affordable = items
    .flatMap(offersOf)
    .map(offer => ({ ...offer, funded: isFunded(wallets, offer) }))
    .filter(
      ({ currency }) =>
        currencies.length === 0 || currencies.some(each => isSameCurrency(each, currency)),
    );
  if (affordable.length === 0)
    throw new NotExercised(
      `the catalog offers nothing in ${currencies.join(', ') || 'any currency'}`,
    );
  // Of two that cost the same, one at its bound shows more.
  const isOffBound = ({ value, minPrice }: Offer) => Number(value !== minPrice);
  return affordable.sort(
    (a, b) => unfundedLast(a, b) || a.value - b.value || isOffBound(a) - isOffBound(b),
  );
}

/**
 * The cheapest product of the catalog.
 *
 * @param currencies that it may cost; absent: those that the run may spend.
 * @throws NotExercised if the catalog has none.
 */
export async function cheapest(
  context: Context,
  currencies?: readonly string[],
): Promise<Purchase> {
  const [best] = await offers(context, currencies);
  const { value, highest } = best!;
  return { ...atValue(best!, value), ...(highest === undefined ? {} : { highest }) };
}

/** Balances by currency. */
export type Balances = ReadonlyMap<string, number>;

/** Of the wallets of a response; none where it has no list of them. */
export const balancesIn = (wallets: unknown): Balances =>
  new Map(
    (Array.isArray(wallets) ? wallets : []).filter(isObject).flatMap(({ currency, balance }) => {
      const isWhole = typeof currency === 'string' && typeof balance === 'number';
      return isWhole ? [[currency.toUpperCase(), balance] as const] : [];
    }),
  );

/** Other purchases of a run are in the same currency. */
const few = 20;

/** True if a wallet has the money for a few of it. */
const isFunded = (wallets: Balances, { currency, value }: Purchase): boolean =>
  (wallets.get(currency.toUpperCase()) ?? 0) >= value * few;

/** Sorts what no wallet has the money for behind the rest. */
export const unfundedLast = (one: Offer, other: Offer): number =>
  Number(other.funded) - Number(one.funded);

/** Returns the balances of the wallets; none if they cannot be read: what is bought does not depend on it. */
async function balancesOf({ api }: Context): Promise<Balances> {
  try {
    const wallets = await aside(() => api.send(route.wallet, { earlier: true }));
    return balancesIn(bodyOf(wallets));
  } catch (error) {
    if (error instanceof NotExercised || error instanceof SuiteError) return new Map();
    throw error;
  }
}

/**
 * The cheapest product in another currency than the cheapest one, where the account has the money for a few of it: what a
 * target takes for granted of one currency shows in a second.
 */
export async function cheapestElsewhere(context: Context): Promise<Purchase> {
  const [best, ...others] = await offers(context);
  const bought = others.find(fundedElsewhere(best!)) ?? best!;
  return atValue(bought, bought.value);
}

/** True if an offer is in another currency than a purchase, of which the account has money for a few. */
export const fundedElsewhere =
  (than: Purchase) =>
  (offer: Offer): boolean =>
    !isSameCurrency(offer.currency, than.currency) && offer.funded;

/** The next value that a product is sold for; undefined if it has one value only. */
export function nextValue({ value, highest, denominations }: Offer): number | undefined {
  if (highest === undefined) return denominations.find(each => each > value);
  return value + 1 <= highest ? value + 1 : undefined;
}

/** The data that an order needs to buy a product for a value. */
export const atValue = (
  { productCode, merchant, currency }: Purchase,
  value: number,
): Purchase => ({ productCode, merchant, currency, value });

/** Every currency for a server of our own. */
const spendable = ({ target }: Context): string[] => Object.keys(target.values.GV_MAX_SPEND ?? {});

/** Returns a price in whole hundredths if it is one but for the binary fraction; undefined if it is none. */
function priceOf(value: unknown): number | undefined {
  if (typeof value !== 'number' || value <= 0) return undefined;
  const rounded = Math.round(value * 100) / 100;
  return isSameAmount(value, rounded) ? rounded : value;
}

/** Returns the offer of a product: one, or none. */
function offersOf(product: unknown): readonly Omit<Offer, 'funded'>[] {
  if (!isObject(product)) return [];
  const { productCode, merchant, currency, denominations } = product;
  const [minPrice, maxPrice] = [priceOf(product['minPrice']), priceOf(product['maxPrice'])];
  const fixed = (Array.isArray(denominations) ? denominations : [])
    .flatMap(each => priceOf(each) ?? [])
    .toSorted((a, b) => a - b);
  const value = fixed[0] ?? minPrice;
  const isRange = fixed.length === 0 && maxPrice !== undefined;
  return typeof productCode === 'string' &&
    typeof merchant === 'string' &&
    typeof currency === 'string' &&
    value !== undefined
    ? [
        {
          productCode,
          merchant,
          currency,
          value,
          ...(isRange ? { highest: maxPrice } : {}),
          minPrice,
          maxPrice,
          denominations: fixed,
        },
      ]
    : [];
}

/**
 * The order of a product by a body: sent once a run, whatever asks for it.
 *
 * @param template a body with placeholders.
 */
export function purchaseOf(template: unknown, purchase: Purchase): SendOptions {
  const body = fill(template, purchase);
  return { body, costs: [costOfPurchase(purchase, template)], once: JSON.stringify(body) };
}

/** Returns the costs of an order; limits name their currencies in capitals. */
export const costOfPurchase = ({ currency, value }: Purchase, template: unknown): Cost => ({
  currency: currency.toUpperCase(),
  value: value * quantity(template),
});

/** A body with its placeholders filled; the value stays a number. */
export function fill(template: unknown, purchase: Purchase): unknown {
  if (Array.isArray(template)) return template.map(each => fill(each, purchase));
  if (isObject(template))
    return Object.fromEntries(
      Object.entries(template).map(([name, value]) => [name, fill(value, purchase)]),
    );
  if (template === '{{productCode}}') return purchase.productCode;
  if (template === '{{currency}}') return purchase.currency;
  if (template === '{{merchant}}') return purchase.merchant;
  if (template === '{{value}}') return purchase.value;
  return template;
}

/** Returns how often a body buys: once for each place of its product. */
export function quantity(template: unknown): number {
  const count = JSON.stringify(template).split('{{productCode}}').length - 1;
  return Math.max(count, 1);
}

// Bodies that create orders, which the spec does not show (§4.1 rules 7 and 8): obvious ones are tried, one purchase each.

type Body = SettingValue<'GV_ORDER_BODY'>;

const product = { productCode: '{{productCode}}', currency: '{{currency}}' };
const line = { ...product, valuePurchased: '{{value}}' };
const recipient = { recipientEmail: 'recipient@example.com', recipientName: 'Tom', message: 'Hi' };

const singles: readonly Body[] = [
  line,
  { ...line, merchant: '{{merchant}}', ...recipient, giftOrder: recipient },
  { ...product, value: '{{value}}', quantity: 1 },
];

const bulks = (order: Body): readonly Body[] => [{ orders: [order] }, { items: [order] }, [order]];

/** The body of an order. */
export const orderBody = discovered('GV_ORDER_BODY', context =>
  findBody(context, route.createOrder, {}, singles, isSuccess),
);

/** The body of a bulk order. */
export const bulkOrderBody = discovered('GV_BULK_ORDER_BODY', async context => {
  const params = { bulkPath: await bulkOrderPath(context) };
  const order = (await ifExercised(orderBody(context))) ?? line;
  return findBody(context, route.createBulkOrder, params, bulks(order), isCreation);
});

/** Creates an order by the first body that the target accepts: the checks use the same creation. */
async function findBody(
  context: Context,
  to: Route,
  params: Readonly<Record<string, string>>,
  bodies: readonly Body[],
  accepts: (exchange: Exchange) => boolean,
): Promise<Found<Body>> {
  const asked = await cheapest(context);
  let seen = '';
  for (const body of bodies) {
    const exchange = await context.api.send(to, { params, ...purchaseOf(body, asked) });
    const { status } = exchange.response;
    if (accepts(exchange)) return { value: body, how: `${to.id} accepts it with ${status}` };
    seen = answerOf(exchange);
    if (!isAboutBody(exchange)) break;
  }
  throw new NotFound(`${seen} to the obvious bodies`);
}

/** Only a rejection of the body makes another body worth a try. */
const isAboutBody = (exchange: Exchange): boolean =>
  [400, 422].includes(exchange.response.status) &&
  field(exchange, 'error') !== errors.unknownProduct.error;

/** A bulk creation, and not whatever else a path that was guessed may serve. */
const isCreation = (exchange: Exchange): boolean =>
  isSuccess(exchange) &&
  ([201, 202].includes(exchange.response.status) ||
    ['orderRequestId', 'orders', 'summary'].some(name => has(exchange, name)));

/** The body with one more line, made of the first that orders a product; undefined if it has no list of lines. */
export function withLine(template: unknown, of: (line: unknown) => unknown): unknown {
  if (Array.isArray(template)) {
    const line: unknown = template.find(each => JSON.stringify(each).includes('{{productCode}}'));
    return line === undefined ? undefined : [...template, of(line)];
  }
  if (!isObject(template)) return undefined;
  for (const [name, value] of Object.entries(template)) {
    const list = withLine(value, of);
    if (list !== undefined) return { ...template, [name]: list };
  }
  return undefined;
}

/** The most that the second line may cost, as a share of GV_MAX_SPEND: other checks spend too. */
const share = 1 / 20;

/**
 * The bulk order of the cheapest product for two values, whose sum shows what a total is of.
 *
 * @returns undefined if the product, the settings or the money of a run do not make it possible.
 */
export async function bulkOfTwoValues(context: Context): Promise<SendOptions | undefined> {
  const template = await bulkOrderBody(context);
  const [offer] = await offers(context);
  const next = nextValue(offer!);
  const limit = context.target.values.GV_MAX_SPEND?.[offer!.currency.toUpperCase()] ?? Infinity;
  if (next === undefined || next > limit * share) return undefined;
  const [one, other] = [offer!.value, next].map(value => atValue(offer!, value));
  const costs = [costOfPurchase(one!, template)];
  const body = withLine(template, line => {
    costs.push(costOfPurchase(other!, line));
    return JSON.stringify(line).includes('"{{value}}"') ? fill(line, other!) : undefined;
  });
  if (body === undefined || costs.length < 2) return undefined;
  return { params: { bulkPath: await bulkOrderPath(context) }, body: fill(body, one!), costs };
}
