import { amountsText, countedSchema, sumInCents } from './money.ts';
import { counted } from '../counted.ts';
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
  count,
  listOf,
  mapOf,
  number,
  text,
  textOf,
  type Closed,
  type TypeOf,
  anything,
  texts,
} from './schema.ts';

/** Value that a run discovered because its setting was not given. */
export const discoveredSchema = closed(
  {
    /** Setting, `GV_ORDER_UNKNOWN`. */
    name: text,
    /** Effect that showed the value, or the reason why no value was discovered. */
    how: text,
  },
  {
    /** Absent if nothing was discovered. */
    value: anything,
  },
);
export interface Discovered extends TypeOf<typeof discoveredSchema> {}

const fields = {
  /** `once`: never stale. */
  resource: textOf<Resource | 'once'>(),
  /** Requests that went over the wire, including repetitions. */
  attempts: count,
  /** 1 if a 429 was waited out. */
  limited: count,
};

const optionalFields = {
  /** Set if the entry may serve the same request again. */
  cacheKey: text,
  /** Resources that an accepted write made stale. */
  stale: listOf(textOf<Resource>()),
  /** Route of a write whose effect is unknown, and the reason. It may have happened, so the write is not sent again. */
  lost: closed({ route: text, why: text }),
  /** Value that was discovered because its setting was not given. */
  discovered: discoveredSchema,
  /** Reason why the run sent nothing more. */
  stopped: text,
  /** Money that the request spent, by currency. */
  spent: mapOf(number),
  /** Money of the run that counts against GV_MAX_SPEND, the money that is left, and the time at which there is room for as much again. */
  counted: countedSchema,
  /** Set if the money left the wallets without a purchase of the run. It ends the spending, and states what the wallets lost. */
  charged: text,
};

/** Line of `exchanges.jsonl`. */
export const logLineSchema = closed(fields, {
  ...optionalFields,
  exchange: loggedExchangeSchema,
  /** Digest and text of each piece of a long body that no earlier line has. */
  texts: mapOf(text),
});
export interface LogLine extends TypeOf<typeof logLineSchema> {}

/** Entry of the log of a run, with whole bodies. */
export interface LogEntry extends Closed<typeof fields, typeof optionalFields> {
  /** Absent if no response arrived. */
  readonly exchange?: Exchange;
}

// Finds records that a run leaves behind, even if it was killed.

export const leftBehindSchema = closed(
  {
    /** Route, `webhook`, or money that the wallet lost to rejected requests. */
    what: text,
    count,
    /** Ids of webhooks, or else ids of exchanges. Empty without a response. */
    ids: texts,
  },
  {
    /** Cost by currency, unless a response shows that nothing was charged. */
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
  const lost = entries.filter(each => each.lost?.route === registering);
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
    found.set(what, {
      count: count + 1,
      money: sumInCents([money, Object.fromEntries(spent)]),
      ids: entry.exchange ? [...ids, entry.exchange.id] : ids,
    });
  }
  return found;
}

/** Returns a line for each kind of record. */
export const leftBehindLines = (left: readonly LeftBehind[]): string[] =>
  left.map(({ what, count, money, ids }) =>
    what === 'webhook'
      ? `${counted(count, 'webhook')}: ${ids.join(', ') || 'no response returned an id'}`
      : `${what}: ${count} for ${amountsText(money ?? {})}`,
  );

/** Possible names of the id of a new record. */
const idNames = ['id', '_id', 'webhookId'];

/** Returns the id in a body of unknown shape, at its top or one level below. */
export function webhookIdIn(body: unknown, depth = 1): string | undefined {
  if (!isObject(body)) return undefined;
  const own = idNames.map(name => body[name]).find(id => typeof id === 'string');
  if (own !== undefined || depth === 0) return own;
  return Object.values(body)
    .map(value => webhookIdIn(value, depth - 1))
    .find(id => id !== undefined);
}
