/** Balances in a response of any shape: that of the balances of all currencies is not shown (§4.2). */
import { isObject } from '../../schemas/records/exchange.ts';
import { isSameCurrency, isSameToTheCent } from '../../schemas/schema.ts';
import type { Balances } from '../steps/purchases.ts';
import { NotExercised } from '../../fixtures/verdict.ts';

/** A number as text, with a sign or a code of its currency or without: `12.50`, `£1,250.00`, `12,50 EUR`. */
const written = /^(?:[A-Z]{3}|\p{Sc})? ?(-?\d[\d,. ]*?)(?:[.,](\d{1,2}))? ?(?:[A-Z]{3}|\p{Sc})?$/u;

function amountOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  const [, whole, cents = '0'] = (typeof value === 'string' && written.exec(value)) || [];
  return whole === undefined ? undefined : Number(`${whole.replaceAll(/[,. ]/g, '')}.${cents}`);
}

/** Every amount inside of a value. */
export function amountsIn(value: unknown): number[] {
  const amount = amountOf(value);
  if (amount !== undefined) return [amount];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(amountsIn) : [];
}

const namesCurrency = /^(currency|code|currency_?code)$/i;

/**
 * The amounts that a value clearly shows in a currency: under its code, or beside its code. A list of codes shows none, nor
 * does the currency of something else.
 */
function amountsOf(value: unknown, currency: string): number[] {
  if (Array.isArray(value)) return value.flatMap(each => amountsOf(each, currency));
  if (!isObject(value)) return [];
  const isCode = (text: unknown) => isSameCurrency(text, currency);
  const parts = Object.entries(value);
  const under = parts.filter(([name]) => isCode(name)).flatMap(([, each]) => amountsIn(each));
  const isBeside = parts.some(
    ([name, each]) =>
      namesCurrency.test(name) && (isObject(each) ? Object.values(each) : [each]).some(isCode),
  );
  const beside = isBeside
    ? parts.filter(([name]) => !namesCurrency.test(name)).flatMap(([, each]) => amountsIn(each))
    : [];
  if (under.length + beside.length > 0) return [...under, ...beside];
  return parts.flatMap(([, each]) => amountsOf(each, currency));
}

/** True if a value clearly shows an amount in a currency. */
export const showsBalance = (value: unknown, currency: string): boolean =>
  amountsOf(value, currency).length > 0;

/** True if the two show a balance alike in another currency, so that they are of one account. */
const agreeElsewhere = (currency: string, wallets: Balances, automation: Balances): boolean =>
  [...wallets].some(
    ([each, balance]) => each !== currency && balance !== 0 && automation.get(each) === balance,
  );

const others = 'the automation key shows other balances than the wallets';

/**
 * A balance that is another one at another place; of one account it is one number (§2.5, §4.2).
 */
export interface Difference {
  readonly currency: string;
  readonly balances: readonly [number, number];
}

const difference = (currency: string, one: number, other: number): Difference[] =>
  isSameToTheCent(one, other) ? [] : [{ currency, balances: [one, other] }];

/**
 * Requires that the automation route shows these wallets, as they were at one of several times: a balance alike in one currency at
 * least.
 *
 * @throws NotExercised if it does not.
 */
export function requireSameWallets(automation: Balances, ...wallets: readonly Balances[]): void {
  if (!wallets.some(each => agreeElsewhere('', each, automation))) throw new NotExercised(others);
}

/**
 * The difference between the balance of a wallet and that of the automation route, both read after an order.
 *
 * @throws NotExercised if the balance states that it was updated before the order.
 */
export function unlikeAfter(
  order: Readonly<Record<string, unknown>>,
  wallet: Readonly<Record<string, unknown>>,
  data: unknown,
): Difference[] {
  const { balance: returned, lastUpdated } = isObject(data) ? data : {};
  const { currency, balance } = wallet;
  if (typeof balance !== 'number' || typeof returned !== 'number')
    throw new NotExercised(`there is no balance in ${String(currency)}`);
  const found = difference(String(currency), balance, returned);
  if (found.length === 0) return [];
  // One of the two may keep whole seconds.
  if (Date.parse(String(lastUpdated)) + 1000 < Date.parse(String(order['createdAt'])))
    throw new NotExercised('the balance states that it was updated before the order');
  return found;
}

/**
 * The difference between the balance of a wallet and that of the automation route.
 *
 * @throws NotExercised if the two do not show the same wallets, or one of them shows none in that currency.
 */
export function unlikeWallet(
  currency: string,
  wallets: Balances,
  automation: Balances,
): Difference[] {
  const [own, returned] = [wallets.get(currency), automation.get(currency)];
  if (own === undefined || returned === undefined)
    throw new NotExercised(`there is no balance in ${currency}`);
  const found = difference(currency, own, returned);
  if (found.length > 0 && !agreeElsewhere(currency, wallets, automation))
    throw new NotExercised(others);
  return found;
}

/**
 * The difference between the balance of one currency and what a response of any shape shows of it; it may count in cents.
 *
 * @throws NotExercised if it is not clear which amounts are of that currency.
 */
export function unlikeShown(currency: string, balance: number, all: unknown): Difference[] {
  const amounts = amountsOf(all, currency);
  const [first] = amounts;
  if (first === undefined) throw new NotExercised(`which amounts are of ${currency} is not clear`);
  const isShown = amounts.some(each =>
    [balance, balance * 100].some(wanted => difference(currency, wanted, each).length === 0),
  );
  return isShown ? [] : difference(currency, balance, first);
}

/**
 * The wallets whose balance is returned in place of that of a currency. An automation key may see other wallets than a
 * business key, or count what is on hold: it has to agree on another currency first.
 *
 * @param foreign wallets of another account.
 * @returns currencies; none if the balance is its own, or that of no wallet.
 * @throws NotExercised if the two do not show the same wallets.
 */
export function balanceOfAnother(
  currency: string,
  wallets: Balances,
  automation: Balances,
  foreign: Balances = new Map(),
): string[] {
  const [unlike] = unlikeWallet(currency, wallets, automation);
  const returned = unlike?.balances[1] ?? 0;
  if (returned === 0) return [];
  return [
    ...[...wallets].flatMap(([each, balance]) => (balance === returned ? [each] : [])),
    ...(foreign.get(currency) === returned ? [`${currency} of another account`] : []),
  ];
}
