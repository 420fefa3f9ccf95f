/** Plans a load run from the settings: rates, duration and limits. Works in k6 and in Node. */
import type { Durations } from '../../schemas/records/traffic.ts';
import { mix, purchases, successes } from './mix.ts';
import { metrics, peakOf, type Shape, defaultDurations, planned, shapeOf } from './user/pacing.ts';
import type { Target } from '../../harness/config/target.ts';
import type { LoadProfile, Values } from '../../harness/config/settings.ts';
import { notPermitted, type Permission } from '../../schemas/routes.ts';

/** Tag for requests of the load itself, without the requests before it. */
const load = { part: 'load' };
export const ofLoad = 'part:load';

export const partNames: readonly string[] = [
  ...mix.map(({ name }) => name),
  ...Object.keys(purchases),
];

/** Returns the metric names of a part in the summary. k6 keeps such a metric only if a threshold names it. */
export const submetrics = {
  failed: (name: string) => `http_req_failed{${ofLoad},name:${name}}`,
  limited: (name: string) => `http_reqs{${ofLoad},name:${name},status:429}`,
  durations: (name: string, status: number) =>
    `http_req_duration{${ofLoad},name:${name},status:${status}}`,
};

/** Metric of purchases that were not sent because no virtual user was free. */
export const droppedPurchases = 'dropped_iterations{scenario:purchases}';

/** Names of duration statistics in k6. */
export const trendStats: Readonly<Record<keyof Durations, string>> = {
  count: 'count',
  min: 'min',
  p50: 'med',
  p95: 'p(95)',
  p99: 'p(99)',
  max: 'max',
};

/**
 * Thresholds that decide whether a run is valid, by metric, with their meaning if crossed. A threshold without samples passes, so there are
 * also counts.
 */
export const soundness: Readonly<Record<string, readonly [threshold: string, crossed: string]>> = {
  [`http_reqs{${ofLoad}}`]: ['count>0', 'no request was sent'],
  [`http_reqs{${ofLoad},status:200}`]: ['count>0', 'no response was 200'],
  [`checks{${ofLoad}}`]: ['rate>=1', 'a response was not JSON'],
  [metrics.exceptions]: ['count<1', 'the script threw an exception'],
  [metrics.open]: [
    'count<1',
    'an order or voucher was cut off before its end, or threw an exception',
  ],
};

type Condition = string | { threshold: string; abortOnFail: true; delayAbortEval: string };

function thresholds(plan: LoadPlan): Record<string, Condition[]> {
  const stop = (threshold: string): Condition =>
    plan.profile === 'breakpoint'
      ? { threshold, abortOnFail: true, delayAbortEval: '2s' }
      : threshold;
  const reads: string[] = mix
    .map(({ name }) => name)
    .filter(name => plan.routes?.includes(name) ?? true);
  // A client that buys also polls.
  const bought = plan.purchases ? [...Object.keys(purchases), 'orderRequest'] : [];
  const parts = [...new Set([...reads, ...bought])].flatMap(name => [
    submetrics.failed(name),
    submetrics.limited(name),
    ...successes(name).map(status => submetrics.durations(name, status)),
  ]);
  return {
    ...Object.fromEntries([...parts, droppedPurchases].map(name => [name, []])),
    ...Object.fromEntries(
      Object.entries(soundness).map(([metric, [threshold]]) => [metric, [threshold]]),
    ),
    ...Object.fromEntries(
      Object.entries(plan.thresholds).map(([metric, demanded]) => [metric, demanded.map(stop)]),
    ),
  };
}

const ms = (value: number) => `${Math.ceil(value)}ms`;

function scenario(
  exec: string,
  shape: Shape,
  users: { readonly preAllocatedVUs: number; readonly maxVUs: number },
  graceMs: number,
) {
  // Rates must be whole numbers, so they are given per minute.
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
    ...users,
    gracefulStop: ms(graceMs),
    tags: load,
  } as const;
}

/** Returns the number of virtual users for purchases. All of them start before the load, so every other virtual user sends reads. */
export const purchaseUsers = ({ purchases, maxVUs }: LoadPlan): number =>
  purchases ? Math.min(maxVUs, 20) : 0;

/** Returns k6's options. Every iteration ends before the graceful stop of its scenario, even on a slow target. */
export function optionsOf(
  plan: LoadPlan,
  { timeoutMs, asyncTimeoutMs }: Pick<Target, 'timeoutMs' | 'asyncTimeoutMs'>,
) {
  const { mix: reads, purchases: buys, maxVUs } = plan;
  // Enough if a response takes no more than a tenth of a second. k6 adds more when they are needed: idle users cost memory and time.
  const preAllocatedVUs = Math.min(maxVUs, Math.max(5, Math.ceil(peakOf(reads) / 10)));
  const few = purchaseUsers(plan);
  const grace = asyncTimeoutMs + 3 * timeoutMs + 5000;
  return {
    scenarios: {
      mix: scenario('mix', reads, { preAllocatedVUs, maxVUs }, timeoutMs + 5000),
      ...(buys
        ? { purchases: scenario('purchase', buys, { preAllocatedVUs: few, maxVUs: few }, grace) }
        : {}),
    },
    thresholds: thresholds(plan),
    summaryTrendStats: Object.values(trendStats),
    systemTags: ['status', 'name', 'expected_response', 'error_code', 'scenario'],
    discardResponseBodies: true,
    maxRedirects: 0,
    setupTimeout: '10m',
  };
}

/** Share of reads. An order or voucher with its polling counts as five requests. */
const reading = 0.9;
const purchasing = 0.02;

export interface LoadPlan {
  readonly profile: LoadProfile;
  /** Rates of reads. */
  readonly mix: Shape;
  /** Rates of orders and vouchers, if permitted. */
  readonly purchases?: Shape;
  /** Total number of planned requests. */
  readonly requests: number;
  readonly maxVUs: number;
  readonly samples: number;
  readonly routes?: readonly string[];
  /** Thresholds from the settings, by metric. */
  readonly thresholds: Readonly<Record<string, readonly string[]>>;
  /** Reductions of the plan, with their reasons. */
  readonly notes: readonly string[];
}

/**
 * Plans a load from the settings.
 *
 * @param maxRps Maximum of requests per second for the target.
 * @throws Error if a setting is not permitted or makes no sense.
 */
export function planLoad(values: Values, allow: ReadonlySet<Permission>, maxRps: number): LoadPlan {
  const profile = values.GV_LOAD_PROFILE ?? 'smoke';
  if (values.GV_PROFILE === 'smoke')
    throw new Error(
      'GV_PROFILE=smoke sends 60 reads at most and no load: leave it out; of the load profiles, smoke (GV_LOAD_PROFILE) only reads',
    );
  if (profile !== 'smoke' && !allow.has('exhaust'))
    throw new Error(
      `the load profile ${profile} uses up limiters: ${notPermitted('exhaust')}; smoke needs no permission`,
    );
  const thresholds = thresholdsOf(values);
  if (profile === 'breakpoint' && Object.values(thresholds).flat().length === 0)
    throw new Error(
      'the load profile breakpoint needs a threshold to stop at: GV_LOAD_P95, GV_LOAD_P99 or GV_LOAD_ERROR_RATE',
    );
  const rate = values.GV_LOAD_RATE ?? 10;
  const ownMost = values.GV_LOAD_MAX_RATE ?? 200;
  const most = Math.min(ownMost, maxRps);
  const ms = values.GV_LOAD_DURATION ?? defaultDurations[profile];
  const whole = shapeOf(profile, rate, most, ms);
  const requests = planned(whole);
  const wanted = profile === 'breakpoint' ? ownMost : peakOf(shapeOf(profile, rate, Infinity, ms));
  if (values.GV_MAX_REQUESTS !== undefined && requests > values.GV_MAX_REQUESTS)
    throw new Error(
      `the load would send ${requests} requests, GV_MAX_REQUESTS permits ${values.GV_MAX_REQUESTS}: lower GV_LOAD_RATE or GV_LOAD_DURATION`,
    );
  const buys = profile !== 'smoke' && allow.has('spend');
  return {
    profile,
    mix: buys ? scaled(whole, reading) : whole,
    ...(buys ? { purchases: scaled(whole, purchasing) } : {}),
    requests,
    maxVUs: values.GV_LOAD_MAX_VUS ?? 100,
    samples: values.GV_LOAD_SAMPLES ?? 400,
    ...(values.GV_LOAD_ROUTES ? { routes: values.GV_LOAD_ROUTES } : {}),
    thresholds,
    notes: wanted > most ? [capped(most, maxRps)] : [],
  };
}

const capped = (most: number, maxRps: number) =>
  `no more than ${most} requests a second are sent (${most === maxRps ? 'GV_MAX_RPS' : 'GV_LOAD_MAX_RATE'})`;

const thresholdsOf = ({
  GV_LOAD_P95: p95,
  GV_LOAD_P99: p99,
  GV_LOAD_ERROR_RATE: errorRate,
}: Values): LoadPlan['thresholds'] => ({
  [`http_req_duration{${ofLoad},status:200}`]: [
    ...(p95 === undefined ? [] : [`p(95)<=${p95}`]),
    ...(p99 === undefined ? [] : [`p(99)<=${p99}`]),
  ],
  [`http_req_failed{${ofLoad}}`]: errorRate === undefined ? [] : [`rate<=${errorRate}`],
});

const scaled = ({ startRate, stages }: Shape, factor: number): Shape => ({
  startRate: startRate * factor,
  stages: stages.map(({ ms, rate }) => ({ ms, rate: rate * factor })),
});
