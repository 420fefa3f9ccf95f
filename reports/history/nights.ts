/** A folder of results -> what one page shows of each night. */
import { join } from 'node:path';
import type { Measured } from '../../schemas/records/limiter.ts';
import type { ConformanceResult, RunVerdict } from '../../schemas/records/result.ts';
import { exchangesOf } from '../../schemas/records/texts.ts';
import type { Change } from '../drift/change.ts';
import { compare } from '../drift/compare.ts';
import { readResult } from '../read-result.ts';
import { coverage } from '../summary/coverage.ts';
import { durations } from '../summary/durations.ts';
import { quantile } from '../summary/quantile.ts';
import { readFolder, type LeftOut } from './folder.ts';

/** What is kept of a result: small enough to have a year of them in memory. */
export interface Night {
  readonly file: string;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly target: string;
  readonly profile: string;
  readonly suite: string;
  readonly verdict: RunVerdict;
  readonly coverage: ReturnType<typeof coverage>;
  readonly requests: number;
  /** By route: the 95th percentile of the successful responses in milliseconds. */
  readonly p95: ReadonlyMap<string, number>;
  readonly limiters: readonly LimiterNumbers[];
}

interface LimiterNumbers {
  readonly name: string;
  readonly limit: Measured;
  readonly windowSeconds: Measured;
}

/** With what changed against the last night before that judged anything; the first one has none. */
export interface ComparedNight extends Night {
  readonly changes?: readonly Change[];
}

export interface History {
  /** In the order in which they began. */
  readonly nights: readonly ComparedNight[];
  readonly leftOut: readonly LeftOut[];
}

/** @throws Error where bodies of the result are missing: the night after could not be compared with it. */
export function nightOf(result: ConformanceResult, file: string): Night {
  exchangesOf(result);
  const { startedAt, durationMs, target, profile, suite, verdict, requests, limiters } = result;
  return {
    file,
    startedAt,
    durationMs,
    // Each run has a reference of its own, at another address.
    target: target.origin === 'reference' ? 'reference' : target.baseUrl,
    profile,
    suite: suite.version,
    verdict,
    coverage: coverage(result),
    requests: requests.sent,
    p95: new Map([...durations(result)].map(([route, sorted]) => [route, quantile(sorted, 0.95)])),
    limiters: limiters.flatMap(each =>
      'skipped' in each
        ? []
        : [{ name: each.name, limit: each.limit, windowSeconds: each.windowSeconds }],
    ),
  };
}

/** @throws NoResult where there is no such folder. */
export function readNights(folder: string): {
  readonly nights: Night[];
  readonly leftOut: LeftOut[];
} {
  const { found, leftOut } = readFolder(folder, nightOf);
  const nights = found.toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt));
  return { nights, leftOut };
}

/** Reads them again, two at a time: all together are too many for the memory, and sorting needs all. */
export function compareNights(folder: string, nights: readonly Night[]): ComparedNight[] {
  let before: ConformanceResult | undefined;
  return nights.map(night => {
    const after = readResult(join(folder, night.file));
    const changes = before && compare(before, after);
    if (night.coverage.shown > 0) before = after;
    return { ...night, ...(changes && { changes }) };
  });
}
