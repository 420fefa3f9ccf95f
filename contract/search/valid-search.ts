/** Searches by parameters that the spec lists, with values that are valid: each is to be accepted (§4.1). */
import { lists } from '../../schemas/lists.ts';
import { isSuccess, type Exchange } from '../../schemas/records/exchange.ts';
import { route } from '../../schemas/routes.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { ifExercised, NotExercised } from '../../fixtures/verdict.ts';
import { readWhole } from '../shared/lists/snapshot.ts';
import { firstFound, type Filter } from './search.ts';

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
   * @throws NotExercised where the target does not accept each of them alone.
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
   * @throws NotExercised where one does not.
   */
  async filters(context: Context): Promise<Filter[]> {
    for (const useCase of [one, two])
      if ((await firstFound(context, { useCase })).found.length === 0)
        throw new NotExercised(`a search by the use case ${useCase} finds nothing`);
    return [one, two].map(value => ({ name: 'useCase', value }));
  },
} as const;
