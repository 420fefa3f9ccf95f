import type { Resource } from '../routes.ts';
import { loggedExchangeSchema, type Exchange } from './exchange.ts';
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

/** A route that fails, while others may answer. */
const failing = closed(
  {
    id: text,
    /** In a row, each without a response that can be read. */
    failures: count,
    /** The last of them, in words. */
    why: text,
  },
  {
    /** A gateway answers in its place, or its responses break off, while others are whole. */
    broken: constant(true),
    /** It is down, and asked no more before this time, in milliseconds since 1970. */
    askAt: number,
  },
);
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
  /** The state of a route that fails; with neither failures nor `broken` it answers again. */
  failing,
  /** Why nothing more is sent in this run. */
  stopped: text,
  /** Money that the request spent, per currency. */
  spent: mapOf(number),
  /** It is what the wallet lost to requests that the target says it rejected. */
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
