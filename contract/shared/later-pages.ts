/** Later pages of a filtered list (§4.1): its second one, where it came on one page, and its last one. */
import { toPage, type List } from '../../schemas/lists.ts';
import type { Exchange } from '../../schemas/records/exchange.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { readWhole, requestPage, type PageQuery } from './lists.ts';
import { missingFrom } from './page-laws.ts';

interface Filtered {
  readonly list: List;
  readonly query: NonNullable<PageQuery['query']>;
  /** As `reproduced` counts looks: 0 for what was read before. */
  readonly again: number;
  /** A list of more pages is read as far as its first one. */
  readonly atMost?: number;
  /** Returns a text that is the same for two items if they are one. */
  readonly identityOf: (item: unknown) => string;
}

/** Other looks at the same list read it, too: pages that go around a cache are smaller by as many more than theirs. */
const further = { second: 2, last: 4 } as const;

interface LaterPage {
  readonly exchange: Exchange;
  /** Items that the list does not have there, or lacks there. */
  readonly notAfterFirst: readonly unknown[];
}

/**
 * @param limit items of a page.
 * @returns with what the list does not have after its first page.
 * @throws NotExercised if there is no second page.
 */
export async function secondPage(
  context: Context,
  { list, limit, identityOf, again, ...filtered }: Filtered & { readonly limit: number },
): Promise<LaterPage> {
  const read = { ...filtered, fresh: again > 0 };
  const whole = await readWhole(context, list, {
    ...read,
    around: again && again + further.second,
  });
  const exchange = await requestPage(context, list, { page: 2, limit, ...read });
  const items = toPage(list, exchange)?.items ?? [];
  if (items.length === 0) throw new NotExercised('there is no second page');
  // Pages of another size are judged elsewhere.
  const isShown = items.length <= limit && (whole.complete || whole.items.length >= 2 * limit);
  if (!isShown) return { exchange, notAfterFirst: [] };
  // Pages may have room for fewer.
  const after = whole.items.slice(Math.min(limit, whole.size));
  return { exchange, notAfterFirst: missingFrom(after, items, identityOf) };
}

/**
 * The last page: of a list that came on one, the second of a smaller size.
 *
 * @throws NotExercised if the list has one page.
 */
export async function lastPage(
  context: Context,
  { list, identityOf, again, ...filtered }: Filtered,
): Promise<LaterPage> {
  const read = { ...filtered, fresh: again > 0 };
  const whole = await readWhole(context, list, {
    ...read,
    around: again && again + further.last,
  });
  const { pages, size, items, complete, total = 0 } = whole;
  if (complete && pages.length > 1) return { exchange: pages.at(-1)!.exchange, notAfterFirst: [] };
  const limit = complete ? Math.floor((items.length * 2) / 3) : size;
  const page = complete ? 2 : Math.ceil(total / size);
  if (limit < 1 || page < 2) throw new NotExercised('there is one page only');
  const exchange = await requestPage(context, list, { page, limit, ...read });
  const shown = toPage(list, exchange)?.items ?? [];
  // Of a long list, only its items are judged.
  if (!complete) return { exchange, notAfterFirst: [] };
  const expected = items.length - limit;
  const { status } = exchange.response;
  const notAfterFirst =
    shown.length === expected
      ? missingFrom(items.slice(limit), shown, identityOf)
      : [`${shown.length} items for ${expected} on page 2 (${limit} a page), status ${status}`];
  return { exchange, notAfterFirst };
}
