/**
 * Generates a load like a client's day, as an open model: `k6 run load/traffic.ts`. GV_BASE_URL and GV_API_KEY are enough to begin with;
 * `.env.example` lists all settings. `./gv traffic` also judges the responses.
 */
import { Counter } from 'k6/metrics';
import type * as SetupAndSummary from './traffic/setup-and-summary.ts';
import { metrics } from './traffic/user/pacing.ts';
import { buy, newReader } from './traffic/user/user.ts';
import type { SummaryData } from './traffic/summary.ts';

// Virtual users, whose numbers begin at 1, get their data from setup. If each loaded these modules, hundreds of users would wear out the
// processor's caches and the garbage collector. Virtual users load only traffic/user/.
const once =
  __VU === 0 ? (require('./traffic/setup-and-summary.ts') as typeof SetupAndSummary) : undefined;

export const options = once?.options;

/** Prepares the load with one request to each route. */
export const setup = (): string => once!.prepareLoad();

const exceptions = new Counter(metrics.exceptions);

let load: SetupAndSummary.Load | undefined;
let read: (() => void) | undefined;

/** Sends one request of the day's mix. k6 would ignore an exception and end with 0, so exceptions are counted, with a threshold. */
export function mix(prepared: string): void {
  try {
    (read ??= newReader(JSON.parse(prepared) as SetupAndSummary.Load))();
  } catch (error) {
    exceptions.add(1);
    throw error;
  }
}

/** Makes one purchase of the day, if permitted. */
export const purchase = (prepared: string): void =>
  buy((load ??= JSON.parse(prepared) as SetupAndSummary.Load));

/** Returns the output of k6, and `traffic.json` if there is a folder. */
export const handleSummary = (data: SummaryData) => once!.writeSummary(data);
