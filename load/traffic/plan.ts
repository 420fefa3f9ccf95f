/** Settings -> what a load run does: how much, how long, within which bounds. k6 and Node read them alike. */
import type { LoadProfile, Values } from '../../fixtures/config/settings.ts';
import type { Permission } from '../../schemas/routes.ts';
import { defaultDurations, peakOf, planned, shapeOf, type Shape } from './user/profiles.ts';

/** The share of reads; an order or voucher with its polling counts as five requests. */
const reading = 0.9;
const purchasing = 0.02;

interface Thresholds {
  /** Milliseconds. */
  readonly p95?: number;
  readonly p99?: number;
  /** Share of requests. */
  readonly errorRate?: number;
}

export interface LoadPlan {
  readonly profile: LoadProfile;
  /** Rates of the reads. */
  readonly mix: Shape;
  /** Rates of orders and vouchers; absent if none are permitted. */
  readonly purchases?: Shape;
  /** Requests that are planned in all. */
  readonly requests: number;
  /** Requests a second, at most. */
  readonly peak: number;
  readonly maxVUs: number;
  readonly samples: number;
  readonly routes?: readonly string[];
  readonly thresholds: Thresholds;
  /** Reductions, each with its reason. */
  readonly notes: readonly string[];
}

/**
 * @param maxRps the most that the target may get, requests a second.
 * @throws Error if something is not permitted, or makes no sense.
 */
export function planLoad(values: Values, allow: ReadonlySet<Permission>, maxRps: number): LoadPlan {
  const profile = values.GV_LOAD_PROFILE ?? 'smoke';
  if (values.GV_PROFILE === 'smoke')
    throw new Error(
      'GV_PROFILE=smoke sends 60 reads at most and no load: leave it out; of the load profiles, smoke (GV_LOAD_PROFILE) only reads',
    );
  if (profile !== 'smoke' && !allow.has('exhaust'))
    throw new Error(
      `the load profile ${profile} uses up limiters: GV_ALLOW does not permit to exhaust; smoke needs no permission`,
    );
  const thresholds = thresholdsOf(values);
  if (profile === 'breakpoint' && Object.keys(thresholds).length === 0)
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
    peak: peakOf(whole),
    maxVUs: values.GV_LOAD_MAX_VUS ?? 100,
    samples: values.GV_LOAD_SAMPLES ?? 400,
    ...(values.GV_LOAD_ROUTES ? { routes: values.GV_LOAD_ROUTES } : {}),
    thresholds,
    notes: wanted > most ? [capped(most, maxRps)] : [],
  };
}

const capped = (most: number, maxRps: number) =>
  `no more than ${most} requests a second are sent (${most === maxRps ? 'GV_MAX_RPS' : 'GV_LOAD_MAX_RATE'})`;

function thresholdsOf(values: Values): Thresholds {
  const { GV_LOAD_P95: p95, GV_LOAD_P99: p99, GV_LOAD_ERROR_RATE: errorRate } = values;
  return {
    ...(p95 === undefined ? {} : { p95 }),
    ...(p99 === undefined ? {} : { p99 }),
    ...(errorRate === undefined ? {} : { errorRate }),
  };
}

const scaled = ({ startRate, stages }: Shape, factor: number): Shape => ({
  startRate: startRate * factor,
  stages: stages.map(({ ms, rate }) => ({ ms, rate: rate * factor })),
});
