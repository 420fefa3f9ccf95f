/**
 * Purchases of a run, and webhooks that it registered and did not remove, as its exchange log shows them: also that of
 * a run that was killed.
 */
import { bodyOf, isObject, isSuccess, type Exchange } from './exchange.ts';
import type { LogEntry } from './log-entry.ts';
import { closed, count, mapOf, number, text, texts, type TypeOf } from './schema.ts';

export const leftBehindSchema = closed(
  {
    /** A route, `webhook`, or what the wallet lost to rejected requests. */
    what: text,
    count,
    /** Of webhooks their own, otherwise those of the exchanges; without a response there is none. */
    ids: texts,
  },
  {
    /** Cost per currency, as far as no response shows that it cost nothing. */
    money: mapOf(number),
  },
);
export interface LeftBehind extends TypeOf<typeof leftBehindSchema> {}

const registering = 'POST /webhooks';
const removing = 'DELETE /webhooks/{id}';

export function leftBehind(entries: readonly LogEntry[]): LeftBehind[] {
  const webhooks = webhooksLeft(entries);
  return [
    ...(webhooks.count > 0 ? [webhooks] : []),
    ...[...bought(entries)].map(([what, of]) => ({ what, ...of })),
  ];
}

function webhooksLeft(entries: readonly LogEntry[]): LeftBehind {
  const exchanges = entries.flatMap(({ exchange }) => exchange ?? []);
  const removed = exchanges
    .filter(each => each.route === removing && (isSuccess(each) || each.response.status === 404))
    .map(({ request }) => decodeURIComponent(request.url.split('/').at(-1) ?? ''));
  const registered = exchanges.filter(each => each.route === registering && isSuccess(each));
  const ids = registered.map(each => webhookIdIn(bodyOf(each)));
  const left = ids.filter(id => id === undefined || !removed.includes(id));
  const lost = entries.filter(({ cacheKey, lost: why }) =>
    Boolean(why && cacheKey?.startsWith(`once ${registering} `)),
  );
  return {
    what: 'webhook',
    count: left.length + lost.length,
    ids: left.filter(id => id !== undefined),
  };
}

type Bought = Omit<LeftBehind, 'what'>;

function bought(entries: readonly LogEntry[]): Map<string, Bought> {
  const found = new Map<string, Bought>();
  for (const entry of entries) {
    const spent = Object.entries(entry.spent ?? {}).filter(([, value]) => value > 0);
    if (spent.length === 0) continue;
    const what = entry.charged ? 'rejected and charged' : (entry.exchange?.route ?? 'no response');
    const { count = 0, money = {}, ids = [] } = found.get(what) ?? {};
    const sums = spent.map(([currency, value]) => [
      currency,
      Math.round(((money[currency] ?? 0) + value) * 100) / 100,
    ]);
    found.set(what, {
      count: count + 1,
      money: { ...money, ...(Object.fromEntries(sums) as Record<string, number>) },
      ids: [...ids, ...idOf(entry.exchange)],
    });
  }
  return found;
}

const idOf = (exchange: Exchange | undefined): string[] => (exchange ? [exchange.id] : []);

/** A line for each, as a person reads it. */
export const leftBehindLines = (left: readonly LeftBehind[]): string[] =>
  left.map(({ what, count, money, ids }) =>
    what === 'webhook'
      ? `${count} ${count === 1 ? 'webhook' : 'webhooks'}: ${ids.join(', ') || 'no response returned an id'}`
      : `${what}: ${count} for ${Object.entries(money ?? {})
          .map(([currency, value]) => `${value} ${currency}`)
          .join(', ')}`,
  );

/** Names under which a response may return the id of what it made. */
const idNames = ['id', '_id', 'webhookId'];

/** The id in a body of unknown shape: at its top or one level below. */
export function webhookIdIn(body: unknown, depth = 1): string | undefined {
  if (!isObject(body)) return undefined;
  const own = idNames.map(name => body[name]).find(id => typeof id === 'string');
  if (own !== undefined || depth === 0) return own;
  return Object.values(body)
    .map(value => webhookIdIn(value, depth - 1))
    .find(id => id !== undefined);
}
