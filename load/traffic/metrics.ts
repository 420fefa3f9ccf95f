/** Metrics that k6 counts, and thresholds at which a run has failed. */
import type { Durations } from '../../schemas/records/traffic.ts';
import { mix, purchases, successes } from './mix.ts';
import { metrics } from './user/metric-names.ts';
import type { LoadPlan } from './plan.ts';
import { peakOf, type Shape } from './user/profiles.ts';

/** The requests of the load, without those before it. */
const load = { part: 'load' };
export const ofLoad = 'part:load';

export const partNames: readonly string[] = [
  ...mix.map(({ name }) => name),
  ...Object.keys(purchases),
];

/** Names of the metrics of a part in the summary: k6 keeps a part of a metric only if a threshold names it. */
export const submetrics = {
  failed: (name: string) => `http_req_failed{${ofLoad},name:${name}}`,
  limited: (name: string) => `http_reqs{${ofLoad},name:${name},status:429}`,
  durations: (name: string, status: number) =>
    `http_req_duration{${ofLoad},name:${name},status:${status}}`,
};

/** Names of k6 for the numbers of a time. */
export const trendStats: Readonly<Record<keyof Durations, string>> = {
  count: 'count',
  min: 'min',
  p50: 'med',
  p95: 'p(95)',
  p99: 'p(99)',
  max: 'max',
};

/** Metrics that decide whether the run is valid, with what a crossed threshold means; the last two do not depend on the service. */
export const soundness = {
  [`http_reqs{${ofLoad}}`]: 'no request was sent',
  [`http_reqs{${ofLoad},status:200}`]: 'no response was 200',
  [`checks{${ofLoad}}`]: 'a response was not JSON',
  [metrics.exceptions]: 'the script threw an exception',
  [metrics.open]: 'an order or voucher was cut off before its end, or threw an exception',
} as const;

type Condition = string | { threshold: string; abortOnFail: true; delayAbortEval: string };

function thresholds(plan: LoadPlan): Record<string, Condition[]> {
  const { p95, p99, errorRate } = plan.thresholds;
  const stop = (threshold: string): Condition =>
    plan.profile === 'breakpoint'
      ? { threshold, abortOnFail: true, delayAbortEval: '2s' }
      : threshold;
  const reads: string[] = mix
    .map(({ name }) => name)
    .filter(name => plan.routes?.includes(name) ?? true);
  // A client that buys also polls, whatever else it requests.
  const bought = plan.purchases ? [...Object.keys(purchases), 'orderRequest'] : [];
  const parts = [...new Set([...reads, ...bought])].flatMap(name => [
    submetrics.failed(name),
    submetrics.limited(name),
    ...successes(name).map(status => submetrics.durations(name, status)),
  ]);
  return {
    ...Object.fromEntries(parts.map(name => [name, []])),
    // A threshold without samples passes: these two fail if there are none.
    [`http_reqs{${ofLoad}}`]: ['count>0'],
    [`http_reqs{${ofLoad},status:200}`]: ['count>0'],
    [`checks{${ofLoad}}`]: ['rate>=1'],
    [metrics.exceptions]: ['count<1'],
    [metrics.open]: ['count<1'],
    [`http_req_duration{${ofLoad},status:200}`]: [
      ...(p95 === undefined ? [] : [stop(`p(95)<=${p95}`)]),
      ...(p99 === undefined ? [] : [stop(`p(99)<=${p99}`)]),
    ],
    [`http_req_failed{${ofLoad}}`]: errorRate === undefined ? [] : [stop(`rate<=${errorRate}`)],
  };
}

const ms = (value: number) => `${Math.ceil(value)}ms`;

/** Requests that are under way at once while a response takes no more than half a second. */
const early = (rate: number, most: number) => Math.min(most, Math.max(5, Math.ceil(rate / 2)));

function scenario(exec: string, shape: Shape, maxVUs: number, graceMs: number) {
  // Rates are whole numbers: those of a minute are fine enough.
  const perMinute = (rate: number) => Math.round(rate * 60);
  return {
    executor: 'ramping-arrival-rate',
    exec,
    startRate: perMinute(shape.startRate),
    timeUnit: '1m',
    stages: shape.stages.map(({ ms: length, rate }) => ({
      duration: ms(length),
      target: perMinute(rate),
    })),
    preAllocatedVUs: early(peakOf(shape), maxVUs),
    maxVUs,
    gracefulStop: ms(graceMs),
    tags: load,
  } as const;
}

/** Time-outs of a run, milliseconds. */
interface Patience {
  readonly timeoutMs: number;
  readonly asyncTimeoutMs: number;
}

/** k6's options. An iteration ends before its scenario's patience does, however slow the target is. */
export function optionsOf(plan: LoadPlan, { timeoutMs, asyncTimeoutMs }: Patience) {
  const { mix: reads, purchases: buys, maxVUs } = plan;
  const few = Math.min(maxVUs, 20);
  return {
    scenarios: {
      mix: scenario('mix', reads, maxVUs, timeoutMs + 5000),
      ...(buys
        ? { purchases: scenario('purchase', buys, few, asyncTimeoutMs + 3 * timeoutMs + 5000) }
        : {}),
    },
    thresholds: thresholds(plan),
    summaryTrendStats: Object.values(trendStats),
    systemTags: ['status', 'name', 'expected_response', 'error_code'],
    discardResponseBodies: true,
    maxRedirects: 0,
    setupTimeout: '10m',
  };
}
