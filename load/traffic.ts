/**
 * Load like a client's day, as an open model: `k6 run load/traffic.ts`. The settings are in `.env.example`; GV_BASE_URL
 * and GV_API_KEY are enough to begin with. `./gv traffic` judges the responses as well.
 */
import { Counter } from 'k6/metrics';
import type * as SetupAndSummary from './traffic/setup-and-summary.ts';
import { metrics } from './traffic/user/pacing.ts';
import { buy, newReader } from './traffic/user/user.ts';
import type { SummaryData } from './traffic/summary.ts';

// Virtual users, whose numbers begin at 1, get what they need from setup. Each would otherwise keep all of it, and
// hundreds of them wear out the processor's caches and the garbage collector. They load traffic/user/ and nothing else.
const once =
  __VU === 0 ? (require('./traffic/setup-and-summary.ts') as typeof SetupAndSummary) : undefined;

export const options = once?.options;

/** Prepares the load: one request to each route. */
export const setup = (): SetupAndSummary.Load => once!.prepareLoad();

const exceptions = new Counter(metrics.exceptions);

let read: (() => void) | undefined;

/** One request of the day's mix. An exception would end k6 with 0: it is counted, and the count has a threshold. */
export function mix(load: SetupAndSummary.Load): void {
  try {
    (read ??= newReader(load))();
  } catch (error) {
    exceptions.add(1);
    throw error;
  }
}

/** Makes one purchase of the day, if that is permitted. */
export const purchase = (load: SetupAndSummary.Load): void => buy(load);

/** Returns what k6 prints, and `traffic.json` if there is a folder for it. */
export const handleSummary = (data: SummaryData) => once!.writeSummary(data);
