/** Shows and resets the money that counts, for `./gv ledger`. */
import { group } from '../../../schemas/group.ts';
import type { Clock } from '../clock.ts';
import { backBetween, type Entry, LedgerFolder, ledgerFolder, Lines, sumOf } from './disk.ts';
import { isAny, type Money } from './money.ts';

/** Describes the money that counts now for one account. */
export interface Account {
  /** Base addresses that were used with the account. */
  readonly targets: readonly string[];
  /** Digest of the key. */
  readonly key: string;
  /** Money of all requests that were sent, accepted or rejected. */
  readonly sent: Money;
  readonly requests: number;
  readonly runs: number;
  /** Times between which the money stops counting. */
  readonly from: string;
  readonly to: string;
}

/** Returns the money that counts now, by account. */
export const accountsIn = (state: string, clock: Pick<Clock, 'now'>): readonly Account[] =>
  read(linesIn(state), clock);

/**
 * Resets the spent money of accounts, so that it no longer counts.
 *
 * @param target Base address of the accounts. By default, all accounts.
 * @returns The accounts that were reset.
 */
export function reset(
  state: string,
  clock: Pick<Clock, 'now'>,
  target?: string,
): readonly Account[] {
  const lines = linesIn(state);
  const accounts = read(lines, clock).filter(
    ({ targets }) => target === undefined || targets.map(plain).includes(plain(target)),
  );
  const keys = accounts.map(({ key }) => key);
  if (keys.length > 0) lines.append({ reset: clock.now(), keys }, clock.now());
  return accounts;
}

const plain = (address: string): string => address.replace(/^https?:/, '').replace(/\/+$/, '');

const linesIn = (state: string): Lines => new Lines(new LedgerFolder(ledgerFolder(state)));

function read(lines: Lines, clock: Pick<Clock, 'now'>): Account[] {
  const spending = lines.counted(clock.now()).filter(({ spent }) => isAny(spent));
  return [...group(spending, ({ key }) => key)].map(([key, own]) => accountOf(key, own));
}

function accountOf(key: string, entries: readonly Entry[]): Account {
  return {
    targets: [...new Set(entries.map(({ target }) => target || 'unknown'))],
    key,
    sent: sumOf(entries),
    requests: entries.length,
    runs: new Set(entries.map(({ run }) => run)).size,
    ...backBetween(entries),
  };
}
