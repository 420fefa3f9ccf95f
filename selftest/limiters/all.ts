/** Probes every third-party limiter in every configuration, side by side. */
import { setTimeout } from 'node:timers/promises';
import { expressRateLimit } from './express.ts';
import { fastifyBackoff, fastifyFixed } from './fastify.ts';
import { bursty, memory, union } from './flexible.ts';
import { servedBy, startGo } from './go.ts';
import type { Configured, ThirdPartyLimiter } from './limiter.ts';
import { probe } from './probe.ts';
import { verdictOf, type Row } from './verdict.ts';

const node = [expressRateLimit, fastifyFixed, fastifyBackoff, memory, bursty, union];

/** Each k6 needs a second of a processor to start: all at once they would slow each other's bursts down. */
const APART_MS = 700;

/** Windows of one length, with each of the limits, at most `atOnce` probes at a time. */
export interface Lane {
  windowSeconds: number;
  limits: readonly number[];
  atOnce: number;
}

export interface Table {
  rows: Row[];
  /** Reason for which the limiters written in Go are missing, with the remedy. */
  missing?: string;
}

/**
 * Probes every limiter by k6. What stayed inconclusive is probed once more, because a busy machine can be too slow for a
 * short window.
 */
export async function probeAll(
  k6: string,
  lanes: readonly Lane[],
  onRow: (row: Row) => void,
): Promise<Table> {
  const { results, limiters, missing } = await ofEach(lanes, async (limiter, configured) => {
    const row = await twice(k6, limiter, configured);
    onRow(row);
    return row;
  });
  return { rows: inOrder(results, limiters), ...(missing === undefined ? {} : { missing }) };
}

/** Runs something with every limiter in every configuration; the lanes run side by side. */
export async function ofEach<Result>(
  lanes: readonly Lane[],
  run: (limiter: ThirdPartyLimiter, configured: Configured) => Promise<Result>,
): Promise<{ results: Result[]; limiters: readonly ThirdPartyLimiter[]; missing?: string }> {
  const go = await startGo();
  const limiters = 'missing' in go ? node : [...node, ...servedBy(go)];
  try {
    const results = await Promise.all(
      lanes.map(({ windowSeconds, limits, atOnce }) => {
        const jobs = limits.flatMap(limit => limiters.map(limiter => ({ limiter, limit })));
        return sideBySide(jobs, atOnce, ({ limiter, limit }) =>
          run(limiter, { limit, windowSeconds }),
        );
      }),
    );
    return { results: results.flat(), limiters, ...('missing' in go ? go : {}) };
  } finally {
    if ('close' in go) await go.close();
  }
}

async function twice(k6: string, limiter: ThirdPartyLimiter, configured: Row['configured']) {
  const row = await probe(k6, limiter, configured);
  const { inconclusive } = verdictOf(row);
  // If requests prolong the block, a second try shows no more.
  if (inconclusive.length === 0 || limiter.overstatesWait) return row;
  return { ...(await probe(k6, limiter, configured)), retried: inconclusive };
}

/** Runs jobs, at most `atOnce` at a time. */
export async function sideBySide<J, R>(
  jobs: readonly J[],
  atOnce: number,
  run: (job: J) => Promise<R>,
): Promise<R[]> {
  const queue = jobs.entries();
  const results: R[] = [];
  const worker = async (_: unknown, index: number) => {
    await setTimeout(index * APART_MS);
    for (const [at, job] of queue) results[at] = await run(job);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, jobs.length) }, worker));
  return results;
}

function inOrder(rows: Row[], limiters: readonly ThirdPartyLimiter[]): Row[] {
  const keys = ({ limiter, configured: { limit, windowSeconds } }: Row) =>
    [limiters.indexOf(limiter), windowSeconds, limit] as const;
  return rows.toSorted((a, b) => {
    const [one, two] = [keys(a), keys(b)];
    return one[0] - two[0] || one[1] - two[1] || one[2] - two[2];
  });
}
