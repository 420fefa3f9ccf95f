/**
 * Decides whether a list may have changed while it was read. A server may count a list in one query and read it in another, and a check
 * reads a list in several requests. What such a read shows about totals, items, order and pages proves nothing.
 */
import { group } from '../../schemas/group.ts';
import { contentsOf } from '../../schemas/lists.ts';
import { hasEnded, isQueued } from '../../schemas/orders.ts';
import {
  field,
  isSuccess,
  sentId,
  sentQuery,
  type Exchange,
} from '../../schemas/records/exchange.ts';
import { route, routeById, type Resource, type Route } from '../../schemas/routes.ts';
import type { Api } from '../client/api.ts';
import { effectsOf, rawText, type SendOptions } from '../client/request.ts';

/** Time in which a write of the run may have changed a resource. */
interface Write {
  readonly from: number;
  readonly until: number;
}

const endOf = ({ times }: Exchange): number => times.startedAt + times.durationMs;

/** Returns when each order request was seen to have ended, by id. */
function endsOfRequests(all: readonly Exchange[]): ReadonlyMap<unknown, number> {
  const ended = all.filter(each => each.route === route.orderRequest.id && hasEnded(each));
  return new Map(ended.toReversed().map(each => [sentId(each), endOf(each)]));
}

/** Returns the writes of a run by resource, in the order of their start. A queued order ends with its order request. */
function writesIn(all: readonly Exchange[]): ReadonlyMap<Resource, readonly Write[]> {
  const ends = endsOfRequests(all);
  const untilOf = (each: Exchange) =>
    isQueued(each) ? (ends.get(field(each, 'orderRequestId')) ?? Infinity) : endOf(each);
  const writes = all.flatMap(each => {
    const to = routeById(each.route);
    const { stale = [] } = to ? effectsOf(to, each.response.status) : {};
    const write = { from: each.times.startedAt, until: untilOf(each) };
    return stale.map(resource => ({ resource, ...write }));
  });
  return group(
    writes.toSorted((a, b) => a.from - b.from),
    ({ resource }) => resource,
  );
}

const writesOf = new WeakMap<readonly Exchange[], ReturnType<typeof writesIn>>();

/** Returns a predicate for reads during a write of the run to their resource. Many judgements ask about the same exchanges. */
function duringWrites(all: readonly Exchange[]): (read: Exchange) => boolean {
  const writes = writesOf.get(all) ?? writesIn(all);
  writesOf.set(all, writes);
  return read => {
    const { resource } = routeById(read.route) ?? {};
    const own = resource ? (writes.get(resource) ?? []) : [];
    return own.some(({ from, until }) => from < endOf(read) && read.times.startedAt < until);
  };
}

/** Returns a text that two requests share if they ask the same question. */
const requestOf = ({ key, request: { method, url, body = '' } }: Exchange): string =>
  `${key} ${method} ${url} ${body}`;

/**
 * Returns the reads that show a list as it was at one moment. Leaves out reads during a write of the run to the same resource. Of several
 * responses to one request, only the last counts, because it may have been requested to look again.
 *
 * @param all Exchanges of the run, with its writes.
 */
export function undisturbed(
  reads: readonly Exchange[],
  all: readonly Exchange[],
): readonly Exchange[] {
  const isDisturbed = duringWrites(all);
  const quiet = reads.filter(each => !isDisturbed(each));
  return [...group(quiet, requestOf).values()].map(same => same.at(-1)!);
}

/** Returns the request of a read, to send it again past caches. */
export function requestAgain({ route: id, key, request }: Exchange): [Route, SendOptions] {
  const query: Record<string, string[]> = {};
  const sent = new URL(request.url).searchParams;
  for (const [name, value] of sent) query[name] = [...(query[name] ?? []), value];
  const body = request.body === undefined ? {} : { body: rawText(request.body) };
  const role = key as NonNullable<SendOptions['key']>;
  return [routeById(id)!, { key: role, query, ...body, fresh: true }];
}

/** Returns the list that a read shows: its route, key, and parameters other than the page. */
function listOf(read: Exchange): string {
  const query = sentQuery(read);
  for (const name of ['page', 'limit']) query.delete(name);
  return `${read.key} ${read.route} ${query.toString()} ${read.request.body ?? ''}`;
}

/**
 * Returns true if a list changed since it was read first. Sends the first read of each list again, and compares total and items.
 *
 * @param reads Responses that were compared, in any order.
 */
export async function haveChanged(api: Api, reads: readonly Exchange[]): Promise<boolean> {
  const pages = reads
    .filter(each => isSuccess(each) && contentsOf(each) !== undefined)
    .toSorted((a, b) => a.times.startedAt - b.times.startedAt);
  for (const [first] of group(pages, listOf).values())
    if (contentsOf(await api.send(...requestAgain(first))) !== contentsOf(first)) return true;
  return false;
}
