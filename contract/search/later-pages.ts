/** Later pages of a search: a filter holds on each of them (§4.1). */
import { lists, toPage } from '../../schemas/lists.ts';
import { isObject } from '../../schemas/records/exchange.ts';
import type { CheckContext } from '../../fixtures/run/context.ts';
import { unlikeMerchant } from './judgements.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { paramName } from '../shared/lists/pages.ts';
import { lastPage, secondPage } from '../shared/lists/second-page.ts';
import { shown } from './search-laws.ts';
import { atMost } from './search.ts';

type Which = 'second' | 'last';

/** A page, and what the search does not have there; the second one is of one product. */
async function laterPage(
  context: CheckContext,
  query: Readonly<Record<string, string>>,
  which: Which,
  fresh: boolean,
) {
  if (!(await paramName(context, lists.search, 'page')))
    throw new NotExercised('GV_SEARCH_PAGE_PARAM is not set');
  const identityOf = (item: unknown) => String(isObject(item) ? item['_id'] : item);
  const list = { list: lists.search, query, fresh, atMost, identityOf };
  return which === 'last' ? lastPage(context, list) : secondPage(context, { ...list, limit: 1 });
}

/** What is wrong on a later page of a search by a category; its judgement is applied as well. */
export const wrongInCategory =
  (context: CheckContext, category: string, which: Which) => async (fresh: boolean) => {
    const { exchange, notAfterFirst } = await laterPage(context, { category }, which, fresh);
    if (notAfterFirst.length === 0) context.judge(exchange);
    return notAfterFirst;
  };

/** What is wrong on the last page of a search by a merchant. */
export const wrongOfMerchant =
  (context: CheckContext, merchant: string) => async (fresh: boolean) => {
    const { exchange, notAfterFirst } = await laterPage(context, { merchant }, 'last', fresh);
    const items = (toPage(lists.search, exchange)?.items ?? []).filter(isObject);
    return [...notAfterFirst, ...shown(unlikeMerchant(items, merchant))];
  };
