/** The transactions of wallets, and the same ones in the ledger (§2.5, §2.6). */
import { isAbsent, isObject } from '../../schemas/records/exchange.ts';
import { isSameTime } from '../../fixtures/run/expect/formats.ts';
import { NotExercised } from '../../fixtures/verdict.ts';

type Item = Record<string, unknown>;

/** A transaction, and the currency of the wallet that carries it. */
interface Carried {
  readonly entry: Item;
  readonly currency: unknown;
}

export const carriedBy = (wallets: readonly Item[]): Carried[] =>
  wallets.flatMap(({ transactions, currency }) =>
    (Array.isArray(transactions) ? transactions : [])
      .filter(isObject)
      .map(entry => ({ entry, currency })),
  );

const upper = (currency: unknown): unknown =>
  typeof currency === 'string' ? currency.toUpperCase() : undefined;

/** Returns a text that is the same for two entries if they are one, whatever their time and currency. */
const identity = ({ transactionType, transactionValue, orderID }: Item): string =>
  JSON.stringify([transactionType, transactionValue, isAbsent(orderID) ? null : orderID]);

const timeOf = ({ timestamp }: Item): number => Date.parse(String(timestamp));

/** An entry in two lists of the ledger; one may show more of its details. */
export const identityOf = (entry: unknown): string =>
  isObject(entry)
    ? `${identity(entry)} ${timeOf(entry)} ${String(upper(entry['currency']))}`
    : JSON.stringify(entry);

function grouped(entries: readonly Item[], by: (entry: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const entry of entries) {
    const own = groups.get(by(entry));
    if (own) own.push(entry);
    else groups.set(by(entry), [entry]);
  }
  return groups;
}

const isPurchase = ({ transactionType }: Item): boolean => transactionType === 'purchase';

/** Those that the ledger does not have. An entry of it that states no currency may be of any, a purchase of its order's. */
export function notInLedger(carried: readonly Carried[], ledger: readonly unknown[]): Carried[] {
  const known = grouped(ledger.filter(isObject), identity);
  const isSame = ({ entry, currency }: Carried, other: Item): boolean => {
    const stated = upper(other['currency']);
    return (
      (stated === undefined || stated === upper(currency) || isPurchase(entry)) &&
      isSameTime(timeOf(entry), timeOf(other))
    );
  };
  return carried.filter(each => !known.get(identity(each.entry))?.some(item => isSame(each, item)));
}

/**
 * Currencies of which the account has a wallet: money was paid into it, and not all of it was spent. A wallet may be closed,
 * and an order be paid from one in another currency.
 *
 * @throws NotExercised if no currency is known to be one.
 */
export function heldCurrencies(ledger: readonly unknown[], complete: boolean): string[] {
  const entries = ledger.filter(isObject).filter(({ currency }) => !isAbsent(currency));
  const newest = Math.max(...entries.map(timeOf));
  const held = [...grouped(entries, ({ currency }) => String(currency))].filter(([, own]) => {
    if (!own.some(({ transactionType }) => transactionType === 'funding')) return false;
    return complete ? (balanceOf(own) ?? 0) !== 0 : own.some(each => timeOf(each) === newest);
  });
  if (held.length === 0)
    throw new NotExercised('the ledger shows of no currency that a wallet has money in it');
  return held.map(([currency]) => currency);
}

/** Returns the money that was paid in and not spent; undefined if the direction of an entry is not shown. */
function balanceOf(entries: readonly Item[]): number | undefined {
  if (!entries.every(each => each['transactionType'] === 'funding' || isPurchase(each)))
    return undefined;
  const changes = entries.map(each => {
    const value = Math.abs(Number(each['transactionValue']));
    return isPurchase(each) ? -value : value;
  });
  return Math.round(changes.reduce((sum, change) => sum + change, 0) * 100);
}
