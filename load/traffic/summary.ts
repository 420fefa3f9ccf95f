/** The shape of `traffic.json`, how it is made of what k6 counted, and how people read it. */
import { toDistribution, type Distribution } from './distribution.ts';
import { ofLoad, partNames, soundness, submetrics } from './metrics.ts';
import { metrics } from './names.ts';
import { mix, purchases, successes } from './mix.ts';
import type { LoadPlan } from './plan.ts';

interface Counts {
  /** Requests that went out, the limited and the failed ones included. */
  readonly sent: number;
  /** Answered with 429. */
  readonly limited: number;
  /** 5xx, broken connections, and statuses that are not right for the route. */
  readonly failed: number;
}

export interface TrafficSummary {
  readonly schemaVersion: 1;
  readonly profile: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** The execution segment of this machine, where there are several. */
  readonly segment?: string;
  readonly requests: Counts & {
    /** Not sent, because a 429 asked to wait. */
    readonly skipped: number;
    /** Not sent, because all virtual users were busy. */
    readonly dropped: number;
    /** Begun more than 100 ms after they were due; an upper bound where some were dropped. */
    readonly late: number;
    /** Sent before the load, to see what works. */
    readonly before: number;
  };
  /** By the id of the route; durations in milliseconds, of answers with a success status only. */
  readonly byRoute: Readonly<Record<string, Counts & { readonly durations?: Distribution }>>;
  /** From the 202 to the end of the order request, milliseconds. */
  readonly queuedToDone?: Distribution;
  /** Order requests that did not end within GV_ASYNC_TIMEOUT. */
  readonly unfinished: number;
  readonly virtualUsers: number;
  readonly thresholds: readonly {
    readonly metric: string;
    readonly condition: string;
    readonly ok: boolean;
  }[];
  /** What was not exercised, by the name of the part, and why. */
  readonly notExercised: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
}

interface Metric {
  readonly values: Readonly<Record<string, number>>;
  readonly thresholds?: Readonly<Record<string, { readonly ok: boolean }>>;
}

/** What k6 hands to `handleSummary`. */
export interface SummaryData {
  readonly metrics: Readonly<Record<string, Metric | undefined>>;
  readonly state: { readonly testRunDurationMs: number };
}

const routeIds: Readonly<Record<string, string>> = Object.fromEntries(
  [...mix, ...Object.values(purchases)].map(({ name, route }) => [name, route.id]),
);

/** What setup learned that is no metric. */
export interface Begun {
  readonly startedAt: string;
  readonly segment?: string;
  readonly leftOut: Readonly<Record<string, string>>;
}

export function summarize(data: SummaryData, plan: LoadPlan, begun: Begun): TrafficSummary {
  const value = (name: string, stat: string) => data.metrics[name]?.values[stat] ?? 0;
  const distribution = (name: string): Distribution | undefined =>
    value(name, 'count') > 0 ? toDistribution(data.metrics[name]!.values) : undefined;
  const counts = (failed: string, limited: string): Counts => ({
    sent: value(failed, 'passes') + value(failed, 'fails'),
    limited: value(limited, 'count'),
    failed: value(failed, 'passes'),
  });
  const byRoute: Record<string, TrafficSummary['byRoute'][string]> = {};
  for (const name of partNames) {
    const of = counts(submetrics.failed(name), submetrics.limited(name));
    if (of.sent === 0) continue;
    const [durations] = successes(name).flatMap(
      status => distribution(submetrics.durations(name, status)) ?? [],
    );
    byRoute[routeIds[name] ?? name] = { ...of, ...(durations ? { durations } : {}) };
  }
  const all = Object.values(byRoute);
  const sum = (pick: (each: Counts) => number) =>
    all.reduce((total, each) => total + pick(each), 0);
  const queuedToDone = distribution(metrics.queuedToDone);
  return {
    schemaVersion: 1,
    profile: plan.profile,
    startedAt: begun.startedAt,
    durationMs: Math.round(data.state.testRunDurationMs),
    ...(begun.segment === undefined ? {} : { segment: begun.segment }),
    requests: {
      sent: sum(({ sent }) => sent),
      limited: sum(({ limited }) => limited),
      failed: sum(({ failed }) => failed),
      skipped: value(metrics.skipped, 'count'),
      dropped: value('dropped_iterations', 'count'),
      late: value(metrics.late, 'count'),
      before: value('http_reqs', 'count') - value(`http_reqs{${ofLoad}}`, 'count'),
    },
    byRoute,
    ...(queuedToDone ? { queuedToDone } : {}),
    unfinished: value(metrics.unfinished, 'count'),
    virtualUsers: value('vus_max', 'max'),
    thresholds: Object.entries(data.metrics).flatMap(([metric, each]) =>
      Object.entries(each?.thresholds ?? {}).map(([condition, { ok }]) => ({
        metric,
        condition,
        ok,
      })),
    ),
    notExercised: begun.leftOut,
    notes: plan.notes,
  };
}

const round = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0));

function timesOf({ count, max, quantiles }: Distribution): string {
  const at = (wanted: number) =>
    round(quantiles.find(([percent]) => percent >= wanted)?.[1] ?? max);
  return `p50 ${at(50)}, p95 ${at(95)}, p99 ${at(99)}, max ${round(max)} ms of ${count}`;
}

/** The summary as a person reads it. */
export function describe(summary: TrafficSummary): string {
  const { profile, requests, byRoute, queuedToDone, thresholds } = summary;
  const { sent, limited, failed, skipped, dropped, late, before } = requests;
  const failures = thresholds.filter(({ ok }) => !ok);
  const asked = thresholds.filter(({ metric }) => !(metric in soundness));
  return [
    `${profile}: ${sent} requests in ${(summary.durationMs / 1000).toFixed(1)} s, ${before} before them`,
    `  limited        ${limited} answered with 429, ${skipped} not sent while it asked to wait`,
    `  failed         ${failed}`,
    `  dropped        ${dropped}${dropped > 0 ? `: all of ${summary.virtualUsers} virtual users were busy (GV_LOAD_MAX_VUS)` : ''}`,
    `  late           ${dropped > 0 && late > 0 ? 'at most ' : ''}${late}`,
    '',
    ...Object.entries(byRoute).map(([id, each]) => {
      const odd = [
        ...(each.limited > 0 ? [`${each.limited} limited`] : []),
        ...(each.failed > 0 ? [`${each.failed} failed`] : []),
      ];
      return `  ${id.padEnd(40)} ${[each.durations ? timesOf(each.durations) : 'none succeeded', ...odd].join(', ')}`;
    }),
    `  ${'queued to done'.padEnd(40)} ${queuedToDone ? timesOf(queuedToDone) : 'not exercised'}${summary.unfinished > 0 ? `, ${summary.unfinished} not done in time` : ''}`,
    '',
    ...Object.entries(summary.notExercised).map(
      ([name, reason]) => `  not exercised: ${routeIds[name] ?? name}: ${reason}`,
    ),
    ...summary.notes.map(note => `  note: ${note}`),
    ...(asked.length === 0
      ? ['  no thresholds are set: times and failures are observed only']
      : []),
    ...asked.map(
      ({ metric, condition, ok }) => `  ${ok ? 'kept' : 'BROKEN'}  ${metric} ${condition}`,
    ),
    ...failures.flatMap(({ metric }) =>
      metric in soundness ? [`  BROKEN  ${soundness[metric as keyof typeof soundness]}`] : [],
    ),
    '',
  ].join('\n');
}
