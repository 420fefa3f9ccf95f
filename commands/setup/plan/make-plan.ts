/** What a run with these settings would do. Nothing is sent to the target. */
import { join } from 'node:path';
import type { Money } from '../../../fixtures/client/guard/money.ts';
import { keySettings, type KeyRole } from '../../../fixtures/config/key-roles.ts';
import type { Target } from '../../../fixtures/config/target.ts';
import { NoResult, readResult } from '../../../reports/read-result.ts';
import type { Counter, Plan, PlannedMoney } from '../../../schemas/records/plan.ts';
import type { Exchange } from '../../../schemas/records/exchange.ts';
import { routeById } from '../../../schemas/routes.ts';
import { limiterOutcomes, plannedProbes } from './limiters.ts';
import { rehearse, type Rehearsal } from './rehearsal.ts';
import { prospectsOf } from './requirements.ts';
import { assumptions } from './stand-in.ts';
import { plannedTime, type Last } from './time.ts';

export async function makePlan(target: Target): Promise<Plan> {
  const rehearsal = await rehearse(target);
  const last = lastResult(target);
  // The keys of the reference are its own.
  const judged = target.origin === 'reference' ? rehearsal.target : target;
  const known = {
    target: judged,
    discovered: rehearsal.discovered,
    last: last?.result,
  };
  const byLimiter = countedByLimiter(rehearsal.exchanges);
  const { baseUrl, origin, allow, profile, maxRequests, probe, values } = target;
  return {
    schemaVersion: 1,
    target: {
      baseUrl,
      origin,
      keys: roles.filter(role => judged.values[keySettings[role]] !== undefined),
      allow: [...allow],
    },
    profile,
    assumptions: assumptions(target),
    ...prospectsOf(judged, [...rehearsal.outcomes, ...limiterOutcomes(known)]),
    requests: { total: rehearsal.exchanges.length, byLimiter, most: maxRequests },
    probes: {
      limiters: plannedProbes(known),
      maxRequests: probe.maxRequests,
      maxWait: probe.maxWaitMs / 1000,
    },
    money: plannedMoney(values.GV_MAX_SPEND ?? {}, rehearsal),
    time: plannedTime(target, byLimiter, last),
  };
}

const roles = Object.keys(keySettings) as KeyRole[];

/** The last one that is kept, if it is of this target. */
function lastResult({ out, baseUrl }: Target): Last | undefined {
  const file = join(out, 'conformance.json');
  try {
    const result = readResult(file);
    return result.target.baseUrl === baseUrl ? { file, result } : undefined;
  } catch (error) {
    if (error instanceof NoResult) return undefined;
    throw error;
  }
}

function countedByLimiter(exchanges: readonly Exchange[]): Record<Counter, number> {
  const counts = { catalog: 0, webhooks: 0, wallet: 0, other: 0 };
  for (const { route } of exchanges) counts[routeById(route)?.limiter ?? 'other'] += 1;
  return counts;
}

/** Of each currency that the cap names, where the run may spend. */
const plannedMoney = (caps: Money, { spent, spentEarlier, room }: Rehearsal): PlannedMoney[] =>
  Object.entries(room).map(([currency, most]) => ({
    currency,
    rehearsed: Math.round(100 * (spent[currency] ?? 0)) / 100,
    most,
    cap: caps[currency] ?? 0,
    spentEarlier: spentEarlier[currency] ?? 0,
  }));
