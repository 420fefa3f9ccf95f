/** How long a run would take: at its own rate, and under limits that were measured. */
import type { Target } from '../../../fixtures/config/target.ts';
import type { Counter, PlannedTime } from '../../../schemas/records/plan.ts';
import type { ConformanceResult } from '../../../schemas/records/result.ts';

/** The last result of the target, and where it is. */
export interface Last {
  readonly file: string;
  readonly result: ConformanceResult;
}

type Requests = Readonly<Record<Counter, number>>;

export function plannedTime(
  target: Target,
  requests: Requests,
  last: Last | undefined,
): PlannedTime {
  const total = Object.values(requests).reduce((sum, each) => sum + each, 0);
  const { maxRps: perSecond } = target;
  const seconds = Number.isFinite(perSecond) ? Math.ceil(total / perSecond) : undefined;
  const limits = last ? limitsIn(last.result, requests) : [];
  const waits = Math.max(0, ...limits.map(({ waits, windowSeconds }) => waits * windowSeconds));
  return {
    ...(seconds === undefined ? {} : { perSecond, seconds }),
    ...(last && limits.length > 0
      ? {
          limited: {
            file: last.file,
            startedAt: last.result.startedAt,
            seconds: Math.max(seconds ?? 0, Math.ceil(waits)),
            limits,
          },
        }
      : {}),
    maxWait: target.maxWaitMs / 1000,
  };
}

/** Limiters count apart, so that the waits of one are work for another: the longest decides. */
const limitsIn = ({ limiters }: ConformanceResult, requests: Requests) =>
  limiters.flatMap(each => {
    if ('skipped' in each) return [];
    const { name: limiter, limit, windowSeconds } = each;
    if ('inconclusive' in limit || 'inconclusive' in windowSeconds) return [];
    const waits = Math.max(0, Math.ceil(requests[limiter] / limit.value) - 1);
    return [{ limiter, limit: limit.value, windowSeconds: windowSeconds.value, waits }];
  });
