/** Builds `traffic.json` from k6's counts, and formats it for people. */
import type { Counts, Durations, TrafficSummary } from '../../schemas/records/traffic.ts';
import { isAny, moneyText, plus, total, type Money } from '../../harness/client/ledger/money.ts';
import {
  droppedPurchases,
  ofLoad,
  partNames,
  purchaseUsers,
  soundness,
  submetrics,
  trendStats,
  type LoadPlan,
} from './plan.ts';
import { metrics } from './user/pacing.ts';
import { mix, purchases, successes } from './mix.ts';
import type { Buying } from './buying.ts';

interface Metric {
  readonly values: Readonly<Record<string, number>>;
  readonly thresholds?: Readonly<Record<string, { readonly ok: boolean }>>;
}

/** Argument of `handleSummary`. */
export interface SummaryData {
  readonly metrics: Readonly<Record<string, Metric | undefined>>;
  readonly state: { readonly testRunDurationMs: number };
}

const routeIds: Readonly<Record<string, string>> = Object.fromEntries(
  [...mix, ...Object.values(purchases)].map(({ name, route }) => [name, route.id]),
);

/** Facts from setup that are not metrics. */
export interface Begun {
  readonly startedAt: string;
  readonly segment?: string;
  readonly leftOut: Readonly<Record<string, string>>;
  readonly buying?: Buying;
}

/** Builds `traffic.json` from k6's counts. */
export function summarize(data: SummaryData, plan: LoadPlan, begun: Begun): TrafficSummary {
  const value = (name: string, stat: string) => data.metrics[name]?.values[stat] ?? 0;
  const durationsOf = (name: string): Durations | undefined => {
    const stats = Object.entries(trendStats).map(([stat, k6s]) => [stat, value(name, k6s)]);
    return value(name, 'count') > 0 ? (Object.fromEntries(stats) as Durations) : undefined;
  };
  const counts = (failed: string, limited: string): Counts => ({
    sent: value(failed, 'passes') + value(failed, 'fails'),
    limited: value(limited, 'count'),
    failed: value(failed, 'passes'),
  });
  const dropped = value('dropped_iterations', 'count');
  const late = value(metrics.late, 'count');
  const purchasesDropped = value(droppedPurchases, 'count');
  const readsDropped = dropped - purchasesDropped;
  const sent = value(`http_reqs{${ofLoad}}`, 'count');
  const virtualUsers = value('vus_max', 'max');
  const allBusy = virtualUsers - purchaseUsers(plan) >= plan.maxVUs;
  const withheld = whyWithheld({ dropped: readsDropped, late, sent, allBusy });
  const byRoute: Record<string, TrafficSummary['byRoute'][string]> = {};
  for (const name of partNames) {
    const of = counts(submetrics.failed(name), submetrics.limited(name));
    if (of.sent === 0) continue;
    const [durations] = successes(name).flatMap(status =>
      withheld === undefined ? (durationsOf(submetrics.durations(name, status)) ?? []) : [],
    );
    byRoute[routeIds[name] ?? name] = { ...of, ...(durations ? { durations } : {}) };
  }
  const all = Object.values(byRoute);
  const sum = (pick: (each: Counts) => number) =>
    all.reduce((total, each) => total + pick(each), 0);
  const queuedToDone = durationsOf(metrics.queuedToDone);
  return {
    schemaVersion: 1,
    profile: plan.profile,
    startedAt: begun.startedAt,
    durationMs: Math.round(data.state.testRunDurationMs),
    requests: {
      sent: sum(({ sent }) => sent),
      limited: sum(({ limited }) => limited),
      failed: sum(({ failed }) => failed),
      skipped: value(metrics.skipped, 'count'),
      dropped,
      late,
      before: value('http_reqs', 'count') - value(`http_reqs{${ofLoad}}`, 'count'),
    },
    byRoute,
    ...(withheld === undefined ? {} : { withheld }),
    ...(queuedToDone ? { queuedToDone } : {}),
    // An interrupted iteration may have bought something that k6 has not counted.
    ...(value(metrics.open, 'count') > 0 ? {} : moneyOf(begun, byRoute)),
    unfinished: value(metrics.unfinished, 'count'),
    virtualUsers,
    ...(readsDropped > 0 ? { allBusy } : {}),
    thresholds: Object.entries(data.metrics).flatMap(([metric, each]) =>
      Object.entries(each?.thresholds ?? {}).map(([condition, { ok }]) => ({
        metric,
        condition,
        ok,
      })),
    ),
    notExercised: begun.leftOut,
    notes: [
      ...plan.notes,
      ...(purchasesDropped > 0 ? [waitedFor(purchasesDropped, purchaseUsers(plan))] : []),
      ...(begun.segment === undefined ? [] : [partOf(begun.segment)]),
    ],
  };
}

/** Share of the requests that may be late or missing. The 99th percentile needs the rest. */
const mostUnsound = 0.01;

/**
 * Returns the reason why response times prove nothing, or undefined. If k6 falls behind, it sends fewer requests than planned, and waits
 * in its own process count as response times.
 */
function whyWithheld(of: { dropped: number; late: number; sent: number; allBusy: boolean }) {
  const { dropped, late, sent, allBusy } = of;
  if (dropped + late <= Math.max(1, mostUnsound * (sent + dropped))) return undefined;
  const what = dropped > 0 ? `${dropped} requests were not sent` : `${late} requests began late`;
  const more = dropped > 0 && allBusy ? ', more GV_LOAD_MAX_VUS,' : '';
  return `${what}, so response times are withheld: use a lower GV_LOAD_RATE${more} or an idle machine`;
}

const waitedFor = (dropped: number, users: number) =>
  `${dropped} purchases were not sent, because all ${users} virtual users for purchases waited for earlier orders`;

const partOf = (segment: string) =>
  `a part of the load, the execution segment ${segment}: other machines put on the rest, and late starts are not counted`;

/** Counts the cost of all purchases except those that got a 429. k6 keeps no details about the others, and they may have been charged. */
const moneyOf = ({ buying }: Begun, byRoute: TrafficSummary['byRoute']) => {
  const costOf = (timesOf: (counts: Counts) => number): Money =>
    (buying?.requests ?? []).reduce<Money>((sum, { id, cost }) => {
      const counts = byRoute[id];
      const costs = Object.entries(cost).map(([currency, value]) => ({
        currency,
        value: value * (counts ? timesOf(counts) : 0),
      }));
      return plus(sum, total(costs));
    }, {});
  return {
    spend: costOf(({ sent, limited }) => sent - limited),
    possiblySpent: costOf(({ limited }) => limited),
  };
};

const round = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0));

const timesOf = ({ count, p50, p95, p99, max }: Durations): string =>
  `p50 ${round(p50)}, p95 ${round(p95)}, p99 ${round(p99)}, max ${round(max)} ms of ${count}`;

const whyDropped = ({ allBusy }: TrafficSummary): string =>
  allBusy === undefined
    ? ''
    : allBusy
      ? ': all virtual users that GV_LOAD_MAX_VUS permits were busy'
      : ': k6 started requests too late, because this machine was busy';

/** Formats the summary for people. */
export function describe(summary: TrafficSummary): string {
  const { profile, requests, byRoute, queuedToDone, thresholds } = summary;
  const { sent, limited, failed, skipped, dropped, late, before } = requests;
  const failures = thresholds.filter(({ ok }) => !ok);
  const demanded = thresholds.filter(({ metric }) => !(metric in soundness));
  return [
    `${profile}: ${sent} requests in ${(summary.durationMs / 1000).toFixed(1)} s, ${before} before them`,
    `  limited        ${limited} responses of 429, ${skipped} not sent during their waits`,
    `  failed         ${failed}`,
    `  dropped        ${dropped}${whyDropped(summary)}`,
    ...(isAny(summary.spend ?? {}) ? [`  spent          ${moneyText(summary.spend ?? {})}`] : []),
    `  late           ${late}`,
    '',
    ...Object.entries(byRoute).map(([id, each]) => {
      const odd = [
        ...(each.limited > 0 ? [`${each.limited} limited`] : []),
        ...(each.failed > 0 ? [`${each.failed} failed`] : []),
      ];
      const succeeded = each.sent - each.limited - each.failed;
      const times = each.durations ? timesOf(each.durations) : `${succeeded} succeeded`;
      return `  ${id.padEnd(40)} ${[times, ...odd].join(', ')}`;
    }),
    `  ${'queued to done'.padEnd(40)} ${queuedToDone ? timesOf(queuedToDone) : 'not exercised'}${summary.unfinished > 0 ? `, ${summary.unfinished} not done in time` : ''}`,
    '',
    ...Object.entries(summary.notExercised).map(
      ([name, reason]) => `  not exercised: ${routeIds[name] ?? name}: ${reason}`,
    ),
    ...(summary.withheld === undefined ? [] : [`  note: ${summary.withheld}`]),
    ...summary.notes.map(note => `  note: ${note}`),
    ...(demanded.length === 0
      ? ['  no thresholds are set: times and failures are observed only']
      : []),
    ...demanded.map(
      ({ metric, condition, ok }) => `  ${ok ? 'kept' : 'BROKEN'}  ${metric} ${condition}`,
    ),
    ...failures.flatMap(({ metric }) =>
      metric in soundness ? [`  BROKEN  ${soundness[metric]?.[1]}`] : [],
    ),
    '',
  ].join('\n');
}
