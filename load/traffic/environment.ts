/** What k6 knows of a run: its environment, read and checked before the load. */
import './url.ts';
import type { Permission } from '../../schemas/routes.ts';
import { planLoad, readValues } from './plan.ts';
import type { Guarded } from './requests.ts';

const values = readValues(__ENV);
const { GV_BASE_URL: baseUrl, GV_API_KEY: key } = values;
if (baseUrl === undefined || key === undefined)
  throw new Error('GV_BASE_URL and GV_API_KEY are needed');
const allow = new Set<Permission>(['read', ...(values.GV_ALLOW ?? [])]);

/** k6 alone started nothing: only what is permitted is sent. */
export const target: Guarded = { baseUrl, origin: 'configured', profile: 'gate', allow, values };
export const maxRps = values.GV_MAX_RPS ?? 20;
export const plan = planLoad(values, allow, maxRps);
export const timeoutMs = values.GV_TIMEOUT ?? 10_000;
export const asyncTimeoutMs = values.GV_ASYNC_TIMEOUT ?? 30_000;
export const mostWaitMs = values.GV_PROBE_MAX_WAIT ?? 60_000;
/** A folder that is there: k6 makes none, and ends with 0 where one is missing. Without it no file is written. */
export const out = __ENV['GV_OUT'];
