import type { Resource } from '../routes.ts';
import {
  loggedExchangeSchema,
  type Exchange,
  bodyOf,
  isObject,
  isSuccess,
  sentId,
} from './exchange.ts';
import {
  closed,
  constant,
  count,
  listOf,
  mapOf,
  number,
  oneOf,
  text,
  textOf,
  type Closed,
  type TypeOf,
  anything,
  texts,
} from './schema.ts';

/** A fact that a run found out about its target because the setting for it is missing. */
export const discoveredSchema = closed(
  {
    /** The setting, `GV_ORDER_UNKNOWN`. */
    name: text,
    /** Says how it was found, by its effect; or why it was not. */
    how: text,
  },
  {
    /** Absent: it was not found. */
    value: anything,
  },
);
export interface Discovered extends TypeOf<typeof discoveredSchema> {}

/** A route that does not answer. */
const failing = closed({
  id: text,
  /** In a row, each without a response of the service. */
  failures: count,
  /** The last failure, in words. */
  why: text,
});
export interface FailingRoute extends TypeOf<typeof failing> {}

/** Requests that are counted separately: a payload on one side of a bound, or a request of the limiter checks. */
const purpose = oneOf(['generated', 'probe']);
export type Purpose = TypeOf<typeof purpose>;

const fields = {
  /** `once`: never stale. */
  resource: textOf<Resource | 'once'>(),
  /** Requests that went over the wire for it: sent again, and the last one. */
  attempts: count,
  /** 1 for a 429 that was waited out. */
  limited: count,
};

const optionalFields = {
  /** Set if the entry may serve the same request again. */
  cacheKey: text,
  /** Resources that an accepted write made stale. */
  stale: listOf(textOf<Resource>()),
  purpose,
  /** Why it is not known what came of a request that is sent once a run: it may have happened, and is not sent again. */
  lost: text,
  /** The fact that was found out because its setting is missing. */
  discovered: discoveredSchema,
  /** The state of a route that does not answer; with 0 failures it answers again. */
  failing,
  /** Why nothing more is sent in this run. */
  stopped: text,
  /** Money that the request spent, per currency. */
  spent: mapOf(number),
  /** It is what the wallet lost beyond all that the run sent. */
  charged: constant(true),
};

/** One line of `exchanges.jsonl`. */
export const logLineSchema = closed(fields, {
  ...optionalFields,
  exchange: loggedExchangeSchema,
  /** Digest -> piece of a long body that no line before has. */
  texts: mapOf(text),
});
export interface LogLine extends TypeOf<typeof logLineSchema> {}

/** One entry of the log of a run, with whole bodies. */
export interface LogEntry extends Closed<typeof fields, typeof optionalFields> {
  /** Absent if no response came. */
  readonly exchange?: Exchange;
}

// Records that a run leaves behind, one that was killed included.

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
    .map(sentId);
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
    const what = entry.charged
      ? 'taken beyond what was sent'
      : (entry.exchange?.route ?? 'no response');
    const { count = 0, money = {}, ids = [] } = found.get(what) ?? {};
    const sums = spent.map(([currency, value]) => [
      currency,
      Math.round(((money[currency] ?? 0) + value) * 100) / 100,
    ]);
    found.set(what, {
      count: count + 1,
      money: { ...money, ...(Object.fromEntries(sums) as Record<string, number>) },
      ids: entry.exchange ? [...ids, entry.exchange.id] : ids,
    });
  }
  return found;
}

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
