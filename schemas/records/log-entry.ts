import type { Resource } from '../routes.ts';
import type { Discovered } from './discovered.ts';
import type { Exchange } from './exchange.ts';
import type { Purpose } from './result.ts';

/** A route that fails, while others may answer. */
export interface FailingRoute {
  readonly id: string;
  /** In a row, each without a response that can be read. */
  readonly failures: number;
  /** The last of them, in words. */
  readonly why: string;
  /** A gateway answers in its place, or its responses break off, while others are whole. */
  readonly broken?: true;
  /** It is down, and asked no more before this time, in milliseconds since 1970. */
  readonly askAt?: number;
}

/** One line of `exchanges.jsonl`. */
export interface LogEntry {
  /** Absent where no response came. */
  readonly exchange?: Exchange;
  /** Set where the entry may serve the same request again. */
  readonly cacheKey?: string;
  /** `once`: never stale. */
  readonly resource: Resource | 'once';
  /** What an accepted write made stale. */
  readonly stale?: readonly Resource[];
  /** Requests that went over the wire for it: sent again, and the last one. */
  readonly attempts: number;
  /** 1 for a 429 that was waited out. */
  readonly limited: number;
  readonly purpose?: Purpose;
  /** Why it is not known what came of a request that is sent once a run: it may have happened, and is not sent again. */
  readonly lost?: string;
  /** What was found out in place of a setting. */
  readonly discovered?: Discovered;
  /** The state of a route that fails; with neither failures nor `broken` it answers again. */
  readonly failing?: FailingRoute;
  /** Why nothing more is sent in this run. */
  readonly stopped?: string;
  /** Money that the request spent, per currency. */
  readonly spent?: Readonly<Record<string, number>>;
  /** It is what the wallet lost to requests that the target says it rejected. */
  readonly charged?: true;
}
