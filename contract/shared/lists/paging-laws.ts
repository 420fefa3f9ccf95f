/** The laws between the pages of a list (§2.8). */
import type { Page } from '../../../schemas/lists.ts';
import { isObject, sentQuery, type Exchange } from '../../../schemas/records/exchange.ts';
import { NotExercised } from '../../../fixtures/verdict.ts';
import type { Still } from './snapshot.ts';

export interface SeenPage {
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
export function pagesSeen({ large, size, others }: Still): SeenPage[] {
  const isFull = (page: Page, index: number) => (page.total ?? 0) > (index + 1) * size;
  return [
    ...large.map((page, index) => ({ page, asked: index + 1, size, isFull: isFull(page, index) })),
    ...others,
  ];
}

/** @throws NotExercised if the list was seen on one page only. */
export function severalPages(still: Still): SeenPage[] {
  const seen = pagesSeen(still);
  if (seen.every(({ asked }) => asked === 1))
    throw new NotExercised('the list was seen on one page only');
  return seen;
}

/** The page size that was requested; a first page that holds everything shows no more than that it fits. */
export function sizeOf(page: Page, size: number): number {
  const asked = Number(sentQuery(page.exchange).get('limit') ?? size);
  return page.items.length === page.total ? Math.max(asked, size) : size;
}

/** The ids of the items of some pages, of those that have one. */
export const identitiesOn = (pages: readonly Page[], name: string): unknown[] =>
  pages
    .flatMap(page => page.items.map(item => (isObject(item) ? item[name] : undefined)))
    .filter(id => id !== undefined);

/** The different pages of one size, of each size that was seen on more than one page. */
export function seriesOf({ large, others }: Still): (readonly Page[])[] {
  const limits = new Set(others.map(({ limit }) => limit));
  const series = [...limits].map(one =>
    others.filter(({ limit }) => limit === one).map(({ page }) => page),
  );
  return [large, ...series].filter(pages => pages.length > 1);
}

export interface Compared {
  readonly where: string;
  /** Items of the page that belong on another one. */
  readonly misplaced: readonly unknown[];
  /** Items that belong on the page. */
  readonly lost: readonly unknown[];
  /** The page, and what the part of the list was read from. */
  readonly of: readonly Exchange[];
}

/** Pages of other sizes, compared with the part of the list that they stand for, as far as it was read. */
export function comparisons({ items, complete, others, large, size: each }: Still): Compared[] {
  return others.flatMap(({ page, asked, size }) => {
    const [start, end] = [(asked - 1) * size, asked * size];
    if (!complete && end > items.length) return [];
    const part = items.slice(start, end);
    return {
      where: `page ${asked} of ${size}`,
      misplaced: missingFrom(part, page.items),
      lost: missingFrom(page.items, part),
      of: [page, ...large.slice(Math.floor(start / each), Math.ceil(end / each))].map(
        ({ exchange }) => exchange,
      ),
    };
  });
}

/** Returns signs that a list changed while it was read, or that its pages contradict each other. */
export function contradictions(still: Still): unknown[] {
  const totals = new Set(pagesSeen(still).map(({ page }) => page.total));
  const items = comparisons(still).flatMap(({ misplaced, lost }) => [...misplaced, ...lost]);
  return [...[...totals].slice(1), ...items];
}

/** Those of `items` that `others` lack, each counted as often as it is there; `key`: what makes two the same. */
export function missingFrom(
  others: readonly unknown[],
  items: readonly unknown[],
  key: (item: unknown) => string = keyOf,
): unknown[] {
  const counts = new Map<string, number>();
  for (const item of others) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return items.filter(item => {
    const left = counts.get(key(item)) ?? 0;
    counts.set(key(item), left - 1);
    return left <= 0;
  });
}

/** By its id: a URL of an image may be signed anew for each response. */
const keyOf = (item: unknown): string => {
  const id = isObject(item) ? item['_id'] : undefined;
  return typeof id === 'string' ? id : JSON.stringify(item);
};

export const keysOf = (items: readonly unknown[]): string => JSON.stringify(items.map(keyOf));
