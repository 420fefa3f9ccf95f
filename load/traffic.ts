/**
 * Load as a client's day would put it on, open model: `k6 run load/traffic.ts`. What it reads from the environment is in
 * `.env.example`; GV_BASE_URL and GV_API_KEY are enough to begin with. `npm run traffic` judges the answers as well.
 */
import { Counter } from 'k6/metrics';
import type * as Around from './traffic/around.ts';
import { metrics } from './traffic/names.ts';
import { buy } from './traffic/purchasing.ts';
import { newReader } from './traffic/reading.ts';
import type { SummaryData } from './traffic/summary.ts';

// Virtual users, whose numbers begin at 1, are told what they need. Each would otherwise keep all of it, and hundreds of
// them wear out the processor's caches and the garbage collector.
const around = __VU === 0 ? (require('./traffic/around.ts') as typeof Around) : undefined;

export const options = around?.options;

export const setup = (): Around.Load => around!.prepareLoad();

const exceptions = new Counter(metrics.exceptions);

let read: (() => void) | undefined;

/** One request of the day's mix. An exception would end k6 with 0: it is counted, and the count has a threshold. */
export function mix(load: Around.Load): void {
  try {
    (read ??= newReader(load))();
  } catch (error) {
    exceptions.add(1);
    throw error;
  }
}

/** One purchase of the day, where that is permitted. */
export const purchase = (load: Around.Load): void => buy(load);

export const handleSummary = (data: SummaryData) => around!.tell(data);
