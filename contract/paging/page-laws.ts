/** The laws between the pages of a list that stood still while it was read in several page sizes (§2.8). */
import { isDeepStrictEqual } from 'node:util';
import { type Page, type List } from '../../schemas/lists.ts';
import { isObject, sentQuery, type Exchange } from '../../schemas/records/exchange.ts';
import { repeatedIn } from '../../fixtures/run/judgement.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { keyOf, missingFrom } from '../shared/compared-items.ts';
import { paramName, readPage, readWhole, exchangesOf, type ListRead } from '../steps/lists.ts';
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
  if ((await paramName(context, list, 'limit')) === undefined) return read;
  const ofOurs = async (asked: number, limit: number) => {
    if (limit < 1) return;
    const page = await readPage(context, list, { page: asked, limit, fresh });
    read.push({ page, asked, size: limit, limit, isFull: true });
  };
  // If all fits on one page without a limit, these show the items that two pages of one size share.
  for (const asked of read.length > 1 ? [2] : [1, 2])
    await ofOurs(asked, Math.floor((largest * 2) / 3));
  // An offset may be right on the second page and not beyond it, a number be read by its first digit.
  const later = largest >= 24 ? 11 : 3;
  if (context.target.profile !== 'smoke') await ofOurs(later, Math.floor(largest / (later + 1)));
  return read;
}

const keysOf = (items: readonly unknown[]): string[] => items.map(keyOf).toSorted();

/**
 * Reads a list and pages of other sizes. If they contradict each other, the list is read once more: if it still has the same items,
 * it stood still, and the contradiction is the target's. Otherwise everything is read again.
 *
 * @throws NotExercised if the list changed each time.
 */
export async function readStableList(context: Context, list: List): Promise<StableList> {
  for (const fresh of [false, true, true]) {
    const read = await readWhole(context, list, { fresh });
    const still = { ...read, otherPages: await readOtherPages(context, list, read.size, fresh) };
    if (contradictions(still).length === 0) return still;
    const after = await readWhole(context, list, { fresh: true });
    if (isDeepStrictEqual(keysOf(read.items), keysOf(after.items))) return still;
  }
  throw new NotExercised(`${list.id} changed each time while it was read`);
}
