/** A ledger that is too long to be read whole: what its newest entries show, or its oldest. */
import { isObject } from '../../schemas/records/exchange.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { identityOf } from './ledger-entries.ts';
import { missingFrom } from '../shared/lists/paging-laws.ts';
import type { Snapshot } from '../shared/lists/snapshot.ts';

type Entry = Record<string, unknown>;
type Read = Pick<Snapshot, 'items' | 'complete'>;

const timeOf = ({ timestamp }: Entry): number => Date.parse(String(timestamp));

/** Times may be alike. */
export const isFalling = (times: readonly number[]): boolean =>
  times.every((time, at) => at === 0 || time <= times[at - 1]!);

/**
 * Whether an entry belongs to the part of a ledger that was read. Entries with the time of the last one may be beyond it.
 *
 * @throws NotExercised where it is a part that is in no order of time.
 */
export function reachOf({ items, complete }: Read): (entry: Entry) => boolean {
  if (complete) return () => true;
  const times = items.filter(isObject).map(timeOf);
  const last = times.at(-1)!;
  const falls = isFalling(times);
  if (falls === isFalling(times.toReversed()))
    throw new NotExercised('the ledger is too long to be read whole, and in no order of time');
  return entry => (falls ? timeOf(entry) > last : timeOf(entry) < last);
}

/** What the ledger and the ledger of one currency do not have alike, as far as both were read. */
export function unlikeFiltered(
  ledger: Read,
  filtered: Read,
  isOwn: (entry: Entry) => boolean,
): unknown[] {
  const [inLedger, inFiltered] = [reachOf(ledger), reachOf(filtered)];
  const inBoth = ({ items }: Read) =>
    items.filter(isObject).filter(each => isOwn(each) && inLedger(each) && inFiltered(each));
  const own = inBoth(ledger);
  if (own.length === 0)
    throw new NotExercised('the ledger is too long to be read whole, and its part has none of it');
  return [
    ...missingFrom(filtered.items, own, identityOf),
    ...missingFrom(ledger.items, inBoth(filtered), identityOf),
  ];
}

/**
 * What a list states as its total where it has another number of entries. No number is named where the list itself shows
 * it: what was bought between two looks must not make one fault look like two.
 *
 * @param expected its entries, as far as a list without filter shows them.
 */
export function wrongTotal(
  { large, items, complete }: Pick<Snapshot, 'large' | 'items' | 'complete'>,
  expected: number | undefined,
): string[] {
  const total = large[0]?.total;
  if (complete) return total === items.length ? [] : ['its total is not the number of its entries'];
  return expected === undefined || total === expected ? [] : [`total ${total}, of ${expected}`];
}
