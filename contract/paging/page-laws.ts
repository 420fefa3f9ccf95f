/** The laws between the pages of a list that stood still while it was read in several page sizes (§2.8). */
import { isDeepStrictEqual } from 'node:util';
import { type Page, type List } from '../../schemas/lists.ts';
import { isObject, sentQuery, type Exchange } from '../../schemas/records/exchange.ts';
import { repeatedIn } from '../../fixtures/run/judgement.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { lanes } from '../../fixtures/client/clock.ts';
import { keyOf, missingFrom } from '../shared/compared-items.ts';
import { paramName, readPage, readWhole, exchangesOf, type ListRead } from '../shared/lists.ts';
import type { Context } from '../../fixtures/run/context.ts';

/** A list that stood still while it was read. */
export interface StableList extends ListRead {
  /** Pages of other sizes. */
  readonly otherPages: readonly PageRead[];
}

/** A page, and which one it is. */
export interface PageRead {
  readonly page: Page;
  /** The page that was requested, and the size of such pages. */
  readonly asked: number;
  readonly size: number;
  /** The limit that was requested; absent: none. */
  readonly limit?: number;
  /** True if pages are known to be of this size: it was requested and given, or a page that is not the last has it. */
  readonly isFull: boolean;
}

/** Every page of a list that was read. */
export function pagesOf({ pages, size, otherPages }: StableList): PageRead[] {
  const isFull = (page: Page, index: number) => (page.total ?? 0) > (index + 1) * size;
  return [
    ...pages.map((page, index) => ({ page, asked: index + 1, size, isFull: isFull(page, index) })),
    ...otherPages,
  ];
}

/** @throws NotExercised if the list was seen on one page only. */
export function severalPages(still: StableList): PageRead[] {
  const read = pagesOf(still);
  if (read.every(({ asked }) => asked === 1))
    throw new NotExercised('the list was seen on one page only');
  return read;
}

/** The page size that was requested; a first page that holds everything shows no more than that it fits. */
export function sizeOf(page: Page, size: number): number {
  const asked = Number(sentQuery(page.exchange).get('limit') ?? size);
  return page.items.length === page.total ? Math.max(asked, size) : size;
}

/** The ids of the items of some pages, of those that have one. */
const identitiesOn = (pages: readonly Page[], name: string): unknown[] =>
  pages
    .flatMap(page => page.items.map(item => (isObject(item) ? item[name] : undefined)))
    .filter(id => id !== undefined);

/**
 * Of each size that was seen on several pages: the ids of items that two of these pages have, and the pages that have them.
 *
 * @param identity the field that identifies an item.
 */
export function repeatedItems({ pages, otherPages }: StableList, identity: string) {
  const limits = [...new Set(otherPages.map(({ limit }) => limit))];
  const others = limits.map(one =>
    otherPages.filter(({ limit }) => limit === one).map(({ page }) => page),
  );
  return [pages, ...others]
    .filter(ofOneSize => ofOneSize.length > 1)
    .map(ofOneSize => {
      const ids = identitiesOn(ofOneSize, identity);
      const repeated = repeatedIn(ids);
      const holding = ofOneSize.filter(page =>
        identitiesOn([page], identity).some(id => repeated.includes(id)),
      );
      return { repeated, of: exchangesOf({ pages: holding }) };
    });
}

interface Comparison {
  readonly where: string;
  /** Items of the page that belong on another one. */
  readonly misplaced: readonly unknown[];
  /** Items that belong on the page. */
  readonly lost: readonly unknown[];
  /** The page, and what the part of the list was read from. */
  readonly of: readonly Exchange[];
}

/** Pages of other sizes, compared with the part of the list that they stand for, as far as it was read. */
export function comparisons(still: StableList): Comparison[] {
  const { items, complete, otherPages, pages, size: each } = still;
  return otherPages.flatMap(({ page, asked, size }) => {
    const [start, end] = [(asked - 1) * size, asked * size];
    if (!complete && end > items.length) return [];
    const part = items.slice(start, end);
    const from = pages.slice(Math.floor(start / each), Math.ceil(end / each));
    return {
      where: `page ${asked} (${size} a page)`,
      misplaced: missingFrom(part, page.items),
      lost: missingFrom(page.items, part),
      of: exchangesOf({ pages: [page, ...from] }),
    };
  });
}

/** Returns signs that a list changed while it was read, or that its pages contradict each other. */
export function contradictions(still: StableList): unknown[] {
  const totals = new Set(pagesOf(still).map(({ page }) => page.total));
  const items = comparisons(still).flatMap(({ misplaced, lost }) => [...misplaced, ...lost]);
  return [...[...totals].slice(1), ...items];
}

const keysOf = (items: readonly unknown[]): string => JSON.stringify(items.map(keyOf));

/**
 * Pages that are read of the size that comes without a limit: all of a few, else some at both ends and in the middle. The
 * reads of `smoke` are few: its second page stands for the later ones.
 */
function usualAsked({ target: { profile } }: Context, last: number): ReadonlySet<number> {
  if (profile === 'smoke') return new Set([1, Math.min(2, last)]);
  // The target states how many pages there are: any number.
  if (last > 6) return new Set([1, 2, 3, 4, Math.ceil(last / 2), last]);
  return new Set(Array.from({ length: last }, (_, index) => index + 1));
}

/** Fewer items may come in another order by chance. */
const fewItems = 8;

/**
 * True if a list comes in quite another order, with the same items: somebody else's change moves one of them, or a few.
 */
export function isShuffled(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length < fewItems || one.length !== other.length) return false;
  if (missingFrom(one, other).length > 0) return false;
  const [before, after] = [one.map(keyOf), other.map(keyOf)];
  const next = new Map(before.map((key, index) => [key, before[index + 1]]));
  const kept = after.filter((key, index) => index > 0 && next.get(after[index - 1]!) === key);
  return kept.length < after.length / 2;
}

/**
 * Pages of the size that comes without a limit, and of two of our own: the second page of one is the last if the list came on
 * one, and one of the other is beyond the middle.
 */
async function readOtherPages(
  context: Context,
  list: List,
  largest: number,
  fresh: boolean,
): Promise<PageRead[]> {
  if (!(await paramName(context, list, 'page'))) return [];
  const first = await readPage(context, list, { fresh });
  const { total = 0 } = first;
  const size = first.items.length;
  const isFull = size > 0 && total > size;
  const read: PageRead[] = [];
  for (const asked of usualAsked(context, isFull ? Math.ceil(total / size) : 1)) {
    const page = asked === 1 ? first : await readPage(context, list, { page: asked, fresh });
    read.push({ page, asked, size, isFull });
  }
  const named = await paramName(context, list, 'limit');
  if (named === undefined) return read;
  const ofOurs = async (asked: number, limit: number) => {
    if (limit < 1) return;
    const page = await readPage(context, list, { page: asked, limit, fresh, hasOwnSize: fresh });
    const own = Number(sentQuery(page.exchange).get(named));
    read.push({ page, asked, size: own, limit: own, isFull: true });
  };
  // If all fits on one page without a limit, these show the items that two pages of one size share.
  for (const asked of read.length > 1 ? [2] : [1, 2])
    await ofOurs(asked, Math.floor((largest * 2) / 3));
  // An offset may be right on the second page and not beyond it, a number be read by its first digit.
  const later = largest >= 24 ? 11 : 3;
  if (context.target.profile !== 'smoke') await ofOurs(later, Math.floor(largest / (later + 1)));
  return read;
}

const totalsOf = ({ pages }: ListRead) => new Set(pages.map(({ total }) => total));

/**
 * True if a list that was read again begins as it did, in its order or in quite another one, and has the totals or all items that it
 * had: a total may be wrong by the size of pages.
 */
function stoodStill(before: ListRead, after: ListRead): boolean {
  const { items } = after.pages[0]!;
  const begins = keysOf(items) === keysOf(before.items.slice(0, items.length));
  const hasAll = before.complete && keysOf(after.items) === keysOf(before.items);
  const hasTotals = isDeepStrictEqual(totalsOf(after), totalsOf(before));
  return isShuffled(before.items, after.items) || (begins && (hasTotals || hasAll));
}

/** So many items come and go in a moment. */
const usualPage = 20;

/** Returns a name that two pages share if they are asked for alike. */
export const nameOfPage = ({ asked, limit }: Pick<PageRead, 'asked' | 'limit'>): string =>
  `${asked} of ${limit}`;

/**
 * Returns the list without pages that a cache may have kept from before its last changes: those that were asked for before, like every
 * one without a limit. A list does not change by half while its pages are kept, unless it has a few items.
 *
 * @param before pages of earlier reads, by `nameOfPage`.
 */
export function withoutKept(still: StableList, before: ReadonlySet<string>): StableList {
  const { total = 0, otherPages } = still;
  const mayBeKept = (read: PageRead) =>
    read.page.total !== total &&
    Math.abs((read.page.total ?? 0) - total) < Math.max(total / 2, usualPage) &&
    before.has(nameOfPage(read));
  return { ...still, otherPages: otherPages.filter(each => !mayBeKept(each)) };
}

/**
 * The list as it was while it stood still. Pages that agree with each other show that it did. If they do not, it is read
 * anew, and once more after the others: if it is the same, or shuffled, the contradiction is the target's. Read once a run, and
 * again after a write of ours touched it: it is kept by its first page, and by each other one that it was read with.
 *
 * @throws NotExercised if it changed under us each time.
 */
export async function readStableList(context: Context, list: List): Promise<StableList> {
  const inTurn = await context.memo('a turn for each list', lanes);
  return inTurn(list.id, async () => {
    const nameOf = ({ exchange }: Page) => `${list.id} ${exchange.id}`;
    const { pages } = await readWhole(context, list);
    // One that changed each time is not read by each check again.
    const settled = () =>
      context.memo(nameOf(pages[0]!), () => Promise.allSettled([settle(context, list)]));
    const [ended] = await settled();
    if (ended.status === 'rejected') throw ended.reason;
    const { still, firsts } = ended.value;
    for (const first of firsts) await context.memo(nameOf(first), settled);
    return still;
  });
}

/**
 * Begins with the list itself: a replay may get here with a first page that a run has read later.
 *
 * @returns the list, and every first page that it was read with.
 */
async function settle(
  context: Context,
  list: List,
): Promise<{ readonly still: StableList; readonly firsts: readonly Page[] }> {
  const firsts: Page[] = [];
  const before = await context.memo(`pages of ${list.id}`, () => new Set<string>());
  for (const fresh of [false, true, true]) {
    const read = await readWhole(context, list, { around: fresh });
    const still = { ...read, otherPages: await readOtherPages(context, list, read.size, fresh) };
    firsts.push(read.pages[0]!);
    const asked = new Set(before);
    for (const page of still.otherPages) before.add(nameOfPage(page));
    if (contradictions(still).length === 0) return { still, firsts };
    if (!fresh) continue;
    const after = await readWhole(context, list, { around: true });
    firsts.push(after.pages[0]!);
    if (stoodStill(read, after)) return { still: withoutKept(still, asked), firsts };
  }
  throw new NotExercised(`${list.id} changed each time while it was read`);
}
