/** Later pages of a filtered list (§4.1): its second one, if it came on one page, and its last one. */
import { toPage, type List } from '../../schemas/lists.ts';
import type { Exchange } from '../../schemas/records/exchange.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { readWhole, requestPage, type PageQuery } from '../steps/lists.ts';
import { missingFrom } from './compared-items.ts';

interface Filtered {
  readonly list: List;
  readonly query: NonNullable<PageQuery['query']>;
  /** A list of more pages is read as far as its first one. */
  readonly atMost: number;
  /** Returns a text that is the same for two items if they are one; absent: by their ids. */
  readonly identityOf?: (item: unknown) => string;
}

interface LaterPage {
  readonly exchange: Exchange;
  /** Items that the list does not have there, or lacks there. */
  readonly notAfterFirst: readonly unknown[];
}

const readFrom = (context: Context, { list, query, atMost }: Filtered) =>
  readWhole(context, list, { query, atMost });

async function requestOne(
  context: Context,
  { list, query }: Filtered,
  page: number,
  limit: number,
) {
  const exchange = await requestPage(context, list, { page, limit, query });
  const { items = [], total = 0 } = toPage(list, exchange) ?? {};
  return { exchange, items, total };
}

/**
 * @param limit items of a page.
 * @returns with what the list does not have after its first page.
 * @throws NotExercised if there is no second page.
 */
export async function secondPage(
  context: Context,
  filtered: Filtered,
  limit: number,
): Promise<LaterPage> {
  const whole = await readFrom(context, filtered);
  // A page past the end may show the last one.
  if (whole.complete && whole.items.length <= limit)
    throw new NotExercised('there is no second page');
  const { exchange, items, total } = await requestOne(context, filtered, 2, limit);
  if (items.length === 0) throw new NotExercised('there is no second page');
  // Pages of another size are judged elsewhere.
  const isShown = items.length <= limit && (whole.complete || whole.items.length >= 2 * limit);
  if (!isShown) return { exchange, notAfterFirst: [] };
  // Pages may have room for fewer; what is new since moves items to the second one.
  const grown = Math.max(0, total - (whole.total ?? total));
  const after = whole.items.slice(Math.max(0, Math.min(limit, whole.size) - grown));
  return { exchange, notAfterFirst: missingFrom(after, items, filtered.identityOf) };
}

/**
 * The last page: of a list that came on one, the second of a smaller size.
 *
 * @throws NotExercised if the list has one page.
 */
export async function lastPage(context: Context, filtered: Filtered): Promise<LaterPage> {
  const whole = await readFrom(context, filtered);
  const { pages, size, items, complete, total = 0 } = whole;
  if (complete && pages.length > 1) return { exchange: pages.at(-1)!.exchange, notAfterFirst: [] };
  const limit = complete ? Math.floor((items.length * 2) / 3) : size;
  if (limit < 1) throw new NotExercised('there is one page only');
  const page = complete ? 2 : Math.ceil(total / size);
  const { exchange, items: shown } = await requestOne(context, filtered, page, limit);
  // Of a long list, only its items are judged.
  if (!complete) return { exchange, notAfterFirst: [] };
  const expected = items.length - limit;
  const { status } = exchange.response;
  const notAfterFirst =
    shown.length === expected
      ? missingFrom(items.slice(limit), shown, filtered.identityOf)
      : [`${shown.length} items for ${expected} on page 2 (${limit} a page), status ${status}`];
  return { exchange, notAfterFirst };
}
