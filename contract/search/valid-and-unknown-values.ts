/** Searches by values that are valid, each to be accepted, and by what no product has (§4.1). */
import { lists, toPage } from '../../schemas/lists.ts';
import { isSuccess, type Exchange } from '../../schemas/records/exchange.ts';
import { route } from '../../schemas/routes.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { ifExercised, NotExercised } from '../../fixtures/verdict.ts';
import { readWhole } from '../shared/lists.ts';
import { firstFound, type Filter } from './found-products.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';

type Query = Readonly<Record<string, string | number | readonly string[]>>;

/** Sent anew where it was not accepted: one failure may be an accident. */
export async function searchTwice({ api }: Context, query: Query): Promise<Exchange> {
  const exchange = await api.send(route.search, { query });
  return isSuccess(exchange) ? exchange : api.send(route.search, { query, fresh: true });
}

/** A search whose first page is read anyway; where that fails, the same without paging. */
export async function acceptedSearch(context: Context, query: Query): Promise<Exchange> {
  const read = await ifExercised(readWhole(context, lists.search, { query, atMost: 1 }));
  return read ? read.large[0]!.exchange : searchTwice(context, query);
}

const [one, two] = ['birthday', 'wedding'];

export const useCases = {
  /** No value is shown: a target may know others only. */
  one,
  /**
   * Both of them.
   *
   * @throws NotExercised if the target does not accept each of them alone.
   */
  async search(context: Context): Promise<Exchange> {
    const both = await acceptedSearch(context, { useCase: [one, two] });
    if (isSuccess(both)) return both;
    for (const useCase of [one, two])
      if (!isSuccess(await searchTwice(context, { useCase })))
        throw new NotExercised(`${useCase} is not accepted alone`);
    return both;
  },
  /**
   * Both, where each finds something.
   *
   * @throws NotExercised if one does not.
   */
  async filters(context: Context): Promise<Filter[]> {
    for (const useCase of [one, two])
      if ((await firstFound(context, { useCase })).found.length === 0)
        throw new NotExercised(`a search by the use case ${useCase} finds nothing`);
    return [one, two].map(value => ({ name: 'useCase', value }));
  },
} as const;

/** Of a merchant or a use case. */
const ofNobody = 'qx7f3a9czw';

export const totalOf = (exchange: Exchange) => toPage(lists.search, exchange)?.total;

/** Returns the total of a search without parameters. */
async function totalOfAll({ api }: Context): Promise<number> {
  const total = totalOf(await api.send(route.search));
  if (total === undefined) throw new NotExercised('the page has no total', 'paging.fields');
  if (total === 0) throw new NotExercised('a search without parameters finds nothing');
  return total;
}

/** Judges that a search finds less than this, or is refused. */
function expectLess(exchange: Exchange, most: number): void {
  const found = toPage(lists.search, exchange);
  if (!found && isSuccess(exchange))
    throw new NotExercised('the response is not a page', 'paging.fields');
  expect(exchange, 'a search by what none has').toSatisfy(
    `fewer than ${most} products, or a refusal`,
    ({ response: { status } }) =>
      found ? (found.total ?? found.items.length) < most : status >= 400 && status < 500,
  );
}

/** The search by a merchant that no product has. */
export const searchOfNobody = ({ api }: Context): Promise<Exchange> =>
  api.send(route.search, { query: { merchant: ofNobody } });

/** A name in part may be similar to many others, but not to most. */
export async function judgeUnknownMerchant(context: Context): Promise<void> {
  const total = await totalOfAll(context);
  expectLess(await searchOfNobody(context), Math.floor(total / 2) + 1);
}

/** A value on no list of use cases may be left out of a search: then known values show that it filters. */
export async function judgeUnknownUseCase(context: Context): Promise<void> {
  const total = await totalOfAll(context);
  const known = await acceptedSearch(context, { useCase: useCases.one });
  if (!isSuccess(known)) throw new NotExercised(`${useCases.one} is not accepted either`);
  const exchange = await searchTwice(context, { useCase: ofNobody });
  if (totalOf(exchange) === total && totalOf(known) !== total)
    throw new NotExercised('values that are no use cases here may be ignored');
  expectLess(exchange, total);
}
