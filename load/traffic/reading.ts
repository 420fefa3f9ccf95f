/** The reads of the load: every request of it comes by here, so that nothing is done in it that could be done before. */
import exec from 'k6/execution';
import http from 'k6/http';
import { Counter } from 'k6/metrics';
import type { Load } from './around.ts';
import { paramsOf, retryAfter, show, type Answer } from './client.ts';
import { metrics } from './names.ts';
import { Patience } from './patience.ts';
import { dueBy, machinesOf } from './profiles.ts';
import type { Prepared } from './requests.ts';
import { Sampler } from './sample.ts';

const late = new Counter(metrics.late);
const skipped = new Counter(metrics.skipped);

/** A request that begins later than this after it is due is late, milliseconds. */
const LATE_MS = 100;
/** What is due is reckoned, and late starts are told, no oftener: that would slow down what is late already. */
const LOOK_MS = 10;
const TELL_MS = 1000;

/** Asks once, with the body wanted or not. */
type Ask = (looked: boolean) => Answer;

function asker(request: Prepared, timeoutMs: number): Ask {
  const { method, url, body } = request;
  const [plain, text] = [paramsOf(request, timeoutMs, false), paramsOf(request, timeoutMs, true)];
  const { get, request: ask } = http;
  return body === null
    ? looked => get(url, looked ? text : plain)
    : looked => ask(method, url, body, looked ? text : plain);
}

/**
 * What one virtual user does again and again. It keeps what it knows in variables of its own: many users share the
 * processor's caches, and each property of an object is a few misses.
 */
export function newReader(load: Load): () => void {
  const { scenario } = exec;
  const { startTime } = scenario;
  // Copies: what k6 hands over is converted at each look.
  const table = Uint16Array.from(load.table);
  const requests = load.requests.map(request => ({ ...request }));
  const asks = requests.map(request => asker(request, load.timeoutMs));
  const slots = table.length;
  const patience = new Patience();
  const sampler = new Sampler(load.samples, load.planned);
  const { first, stride } = sampler;
  const { shape } = load;
  const end = startTime + shape.stages.reduce((sum, { ms }) => sum + ms, 0);
  // Iterations that k6 numbers ahead of time where several machines share them.
  const ahead = machinesOf(load.segment);
  // Iterations below this number are late; reckoned again from `lookFrom` on, in milliseconds since 1970.
  let [lateBelow, lookFrom] = [0, 0];
  let [behind, tellFrom] = [0, 0];
  // Whether an answer was ever other than 200.
  let wary = false;

  return () => {
    const number = scenario.iterationInTest;
    const now = Date.now();
    if (now >= lookFrom) {
      lateBelow = dueBy(shape, now - LATE_MS - startTime) - ahead;
      lookFrom = now + LOOK_MS;
    }
    if (number < lateBelow) behind += 1;
    if (behind > 0 && (now >= tellFrom || now > end - TELL_MS)) {
      late.add(behind);
      behind = 0;
      tellFrom = now + TELL_MS;
    }
    const index = table[number % slots]!;
    let looked = false;
    if (wary || number < first || number % stride === 0) {
      const { gate, name } = requests[index]!;
      if (!patience.allows(gate, now)) {
        skipped.add(1);
        return;
      }
      looked = sampler.wants(number, name);
    }
    const answer = asks[index]!(looked);
    const { status } = answer;
    if (status !== 200) {
      const { gate, name } = requests[index]!;
      wary = true;
      sampler.odd(name);
      if (status === 429) patience.hold(gate, retryAfter(answer), Date.now());
    }
    if (looked) show(requests[index]!, answer, now);
  };
}
