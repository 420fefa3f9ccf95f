/** Orders and vouchers of the load; an order is polled until it has ended. */
import { sleep } from 'k6';
import exec from 'k6/execution';
import { Counter, Trend } from 'k6/metrics';
import type { Load } from '../setup-and-summary.ts';
import { fieldOf, paramsOf, retryAfter, send, show, type Response } from './client.ts';
import { metrics } from './metric-names.ts';
import { Patience } from './patience.ts';
import { pollOf } from './poll.ts';
import type { Prepared } from '../requests.ts';

const skipped = new Counter(metrics.skipped);
const open = new Counter(metrics.open);
const unfinished = new Counter(metrics.unfinished);
const queuedToDone = new Trend(metrics.queuedToDone, true);

const patience = new Patience();

/** One order or voucher. */
export function buy(load: Load): void {
  const { buying } = load;
  const number = exec.scenario.iterationInTest;
  const request = buying?.requests[number % buying.requests.length];
  // Iterations are numbered across all machines, and so is the money.
  const affordable = buying !== undefined && number < buying.times;
  if (!request || !affordable || !patience.allows(request.gate, Date.now())) {
    skipped.add(1);
    return;
  }
  // An iteration that throws, or is cut off before its end, leaves this count above zero.
  open.add(1);
  watch(sendSampled(request, load), buying.poll, load);
  open.add(-1);
}

/** Polls the order request of a 202 until it has ended. */
function watch(created: Response, template: Prepared, load: Load): void {
  const id = created.status === 202 ? fieldOf(created, 'orderRequestId') : undefined;
  const poll = typeof id === 'string' ? pollOf(template, id) : undefined;
  if (poll === undefined) return;
  const queuedAt = Date.now();
  for (let wait = 150; ; wait = Math.min(wait * 1.5, 5000)) {
    if (Date.now() + wait - queuedAt > load.asyncTimeoutMs) {
      unfinished.add(1);
      return;
    }
    sleep(wait / 1000);
    if (!patience.allows(poll.gate, Date.now())) continue;
    const response = sendSampled(poll, load);
    // It has ended when there is a result or an error, whatever its `status` is.
    const ended = [fieldOf(response, 'result'), fieldOf(response, 'error')].some(
      value => value !== undefined && value !== null,
    );
    if (!ended || response.status !== 200) continue;
    queuedToDone.add(Date.now() - queuedAt);
    return;
  }
}

/** Sends a request whose response is sampled, and respects a 429. */
function sendSampled(request: Prepared, { bounds, timeoutMs }: Load): Response {
  const now = Date.now();
  const response = send(bounds, request, paramsOf(request, timeoutMs, true));
  if (response.status === 429) patience.hold(request.gate, retryAfter(response), Date.now());
  show(request, response, now);
  return response;
}
