/** Summaries of several machines -> the summary that one machine would have written. */
import type { Distribution } from '../../../schemas/records/traffic.ts';
import { valueAt } from './distribution.ts';
import { combineDistributions } from './combine-distributions.ts';
import { purchases, successes } from '../mix.ts';
import type { TrafficSummary } from '../../../schemas/records/traffic.ts';

/**
 * @param parts one of each execution segment.
 * @returns the whole, and why the parts do not make up one.
 */
export function combineTraffic(parts: readonly [TrafficSummary, ...TrafficSummary[]]): {
  summary: TrafficSummary;
  problems: string[];
} {
  const [{ schemaVersion, profile }, ...others] = parts;
  const problems = others.some(each => each.profile !== profile)
    ? ['the parts of the load are of different profiles']
    : [];
  if (others.length > 0) problems.push(...gaps(parts));
  const starts = parts.map(each => Date.parse(each.startedAt));
  const ends = parts.map((each, at) => (starts[at] ?? 0) + each.durationMs);
  const queuedToDone = combined(parts.map(each => each.queuedToDone));
  const byRoute = combineRoutes(parts);
  const summary = {
    schemaVersion,
    profile,
    startedAt: new Date(Math.min(...starts)).toISOString(),
    durationMs: Math.max(...ends) - Math.min(...starts),
    requests: sums(parts.map(each => each.requests)),
    byRoute,
    ...(queuedToDone ? { queuedToDone } : {}),
    ...(parts.every(each => each.spend) ? { spend: sums(parts.map(each => each.spend!)) } : {}),
    unfinished: parts.reduce((sum, each) => sum + each.unfinished, 0),
    virtualUsers: parts.reduce((sum, each) => sum + each.virtualUsers, 0),
    notExercised: inAll(parts.map(each => each.notExercised)),
    notes: [
      ...new Set(parts.flatMap(each => each.notes)),
      ...(others.length > 0 ? [`merged from ${parts.length} machines`] : []),
    ],
  };
  return { summary: { ...summary, thresholds: combineThresholds(parts, byRoute) }, problems };
}

/** Segments like `0:1/4` must follow each other from 0 to 1. */
function gaps(parts: readonly TrafficSummary[]): string[] {
  const ratio = (text: string) => {
    const [over, under = '1'] = text.split('/');
    return Number(over) / Number(under);
  };
  const segments = parts
    .map(({ segment = '0:1' }) => segment.split(':').map(ratio))
    .toSorted(([a = 0], [b = 0]) => a - b);
  const ends = [0, ...segments.map(([, to = 0]) => to)];
  const whole = segments.every(([from = 0], at) => Math.abs(from - (ends[at] ?? 0)) < 1e-9);
  const given = parts.map(({ segment = 'no segment' }) => segment).join(', ');
  return whole && Math.abs((ends.at(-1) ?? 0) - 1) < 1e-9
    ? []
    : [`the parts of the load are not one whole: their execution segments are ${given}`];
}

function combined(parts: readonly (Distribution | undefined)[]): Distribution | undefined {
  const given = parts.filter(each => each !== undefined);
  return given.length > 0 ? combineDistributions(given) : undefined;
}

/** Sums numbers by their name. */
function sums<T extends { readonly [Name in keyof T]: number }>(parts: readonly T[]): T {
  const names = new Set(parts.flatMap(each => Object.keys(each))) as Set<keyof T>;
  const sum = (name: keyof T) => parts.reduce((total, each) => total + (each[name] ?? 0), 0);
  return Object.fromEntries([...names].map(name => [name, sum(name)])) as T;
}

function combineRoutes(parts: readonly TrafficSummary[]): TrafficSummary['byRoute'] {
  const ids = new Set(parts.flatMap(({ byRoute }) => Object.keys(byRoute)));
  return Object.fromEntries(
    [...ids].map(id => {
      const all = parts.flatMap(({ byRoute }) => byRoute[id] ?? []);
      const counts = all.map(({ sent, limited, failed }) => ({ sent, limited, failed }));
      const durations = combined(all.map(each => each.durations));
      return [id, { ...sums(counts), ...(durations ? { durations } : {}) }];
    }),
  );
}

/** Left out by all of the machines. */
function inAll(parts: readonly Readonly<Record<string, string>>[]): Record<string, string> {
  const [first = {}, ...others] = parts;
  return Object.fromEntries(
    Object.entries(first).filter(([name]) => others.every(each => name in each)),
  );
}

type Threshold = TrafficSummary['thresholds'][number];

/**
 * Percentiles and rates are compared with all samples. A count that only has to be above zero is so if it is on one
 * machine; any other threshold that one machine broke is broken.
 */
function combineThresholds(
  parts: readonly TrafficSummary[],
  byRoute: TrafficSummary['byRoute'],
): Threshold[] {
  const first = new Map<string, Threshold>();
  for (const each of parts.flatMap(({ thresholds }) => thresholds))
    first.set(`${each.metric} ${each.condition}`, each);
  return [...first.values()].map(({ metric, condition }) => {
    const oks = parts.flatMap(({ thresholds }) =>
      thresholds
        .filter(each => each.metric === metric && each.condition === condition)
        .map(({ ok }) => ok),
    );
    const there = condition === 'count>0' ? oks.some(Boolean) : oks.every(Boolean);
    return { metric, condition, ok: kept(metric, condition, byRoute) ?? there };
  });
}

const notOk: readonly string[] = Object.entries(purchases)
  .filter(([name]) => !successes(name).includes(200))
  .map(([, { route }]) => route.id);

/** Undefined where the parts do not determine it. */
function kept(
  metric: string,
  condition: string,
  byRoute: TrafficSummary['byRoute'],
): boolean | undefined {
  const most = Number(condition.split('<=')[1]);
  const routes = Object.entries(byRoute);
  if (metric === 'http_req_failed{part:load}') {
    const [failed, sent] = (['failed', 'sent'] as const).map(name =>
      routes.reduce((sum, [, each]) => sum + each[name], 0),
    ) as [number, number];
    return sent > 0 ? failed / sent <= most : undefined;
  }
  const percent = /^p\(([\d.]+)\)<=/.exec(condition)?.[1];
  if (metric !== 'http_req_duration{part:load,status:200}' || !percent) return undefined;
  const all = combined(
    routes.filter(([id]) => !notOk.includes(id)).map(([, each]) => each.durations),
  );
  return all && valueAt(all, Number(percent)) <= most;
}
