/** The reads of the load. Every one of them runs this code, so nothing is done here that could be done before. */
import exec from 'k6/execution';
import { Counter } from 'k6/metrics';
import type { Load } from '../setup-and-summary.ts';
import { paramsOf, retryAfter, show, type Response } from './client.ts';
import { senderOf } from '../../wire.ts';
import { metrics } from './metric-names.ts';
import { Patience } from './patience.ts';
import { dueBy, machinesOf } from './profiles.ts';
import type { Prepared } from '../requests.ts';
import { Sampler } from './sample.ts';

const late = new Counter(metrics.late);
const skipped = new Counter(metrics.skipped);

/** A request that begins later than this after it is due is late, milliseconds. */
const LATE_MS = 100;
/** Intervals at which due iterations are computed and late starts reported: shorter ones would slow down what is late already. */
const COMPUTE_MS = 10;
const REPORT_MS = 1000;

/** Sends once, and keeps the body or not. */
type Send = (sampled: boolean) => Response;

function sender(request: Prepared, { bounds, timeoutMs }: Load): Send {
  const [plain, text] = [paramsOf(request, timeoutMs, false), paramsOf(request, timeoutMs, true)];
  const send = senderOf(bounds, request);
  return sampled => send(sampled ? text : plain);
}

/**
 * Returns the function that one virtual user runs in each iteration. It keeps its state in variables: many users share
 * the processor's caches, and each property of an object is a few misses.
 */
export function newReader(load: Load): () => void {
  const { scenario } = exec;
  const { startTime } = scenario;
  // Copies: k6 converts what setup returned at each access.
  const table = Uint16Array.from(load.table);
  const requests = load.requests.map(request => ({ ...request }));
  const senders = requests.map(request => sender(request, load));
  const slots = table.length;
  const patience = new Patience();
  const sampler = new Sampler(load.samples, load.planned);
  const { first, stride } = sampler;
  const { shape } = load;
  const end = startTime + shape.stages.reduce((sum, { ms }) => sum + ms, 0);
  // Iterations that k6 numbers ahead of time if several machines share them.
  const ahead = machinesOf(load.segment);
  // Iterations below this number are late; computed again from `computeFrom` on, in milliseconds since 1970.
  let [lateBelow, computeFrom] = [0, 0];
  let [behind, reportFrom] = [0, 0];
  // True once a response was other than 200.
  let wary = false;

  return () => {
    const number = scenario.iterationInTest;
    const now = Date.now();
    if (now >= computeFrom) {
      lateBelow = dueBy(shape, now - LATE_MS - startTime) - ahead;
      computeFrom = now + COMPUTE_MS;
    }
    if (number < lateBelow) behind += 1;
    if (behind > 0 && (now >= reportFrom || now > end - REPORT_MS)) {
      late.add(behind);
      behind = 0;
      reportFrom = now + REPORT_MS;
    }
    const index = table[number % slots]!;
    let sampled = false;
    if (wary || number < first || number % stride === 0) {
      const { gate, name } = requests[index]!;
      if (!patience.allows(gate, now)) {
        skipped.add(1);
        return;
      }
      sampled = sampler.wants(number, name);
    }
    const response = senders[index]!(sampled);
    const { status } = response;
    if (status !== 200) {
      const { gate, name } = requests[index]!;
      wary = true;
      sampler.odd(name);
      if (status === 429) patience.hold(gate, retryAfter(response), Date.now());
    }
    if (sampled) show(requests[index]!, response, now);
  };
}
