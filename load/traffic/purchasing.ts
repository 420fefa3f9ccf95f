/** Orders and vouchers of the load; an order is watched until it is done. */
import { sleep } from 'k6';
import exec from 'k6/execution';
import { Counter, Trend } from 'k6/metrics';
import type { Load } from './around.ts';
import { fieldOf, paramsOf, retryAfter, send, show, type Answer } from './client.ts';
import { metrics } from './names.ts';
import { Patience } from './patience.ts';
import { pollOf } from './poll.ts';
import type { Prepared } from './requests.ts';

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
  // The number is counted over all machines: so is the money.
  const affordable = buying !== undefined && number < buying.times;
  if (!request || !affordable || !patience.allows(request.gate, Date.now())) {
    skipped.add(1);
    return;
  }
  // What throws, or is cut off before its end, leaves this count above zero.
  open.add(1);
  watch(ask(request, load), buying.poll, load);
  open.add(-1);
}

/** Polls the order request of a 202 until it has ended. */
function watch(created: Answer, template: Prepared, load: Load): void {
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
    const answer = ask(poll, load);
    // It has ended when a result or an error is there, whatever the status says.
    const ended = [fieldOf(answer, 'result'), fieldOf(answer, 'error')].some(
      value => value !== undefined && value !== null,
    );
    if (!ended || answer.status !== 200) continue;
    queuedToDone.add(Date.now() - queuedAt);
    return;
  }
}

/** Sends a request whose answer is looked at, and minds a 429. */
function ask(request: Prepared, { timeoutMs }: Load): Answer {
  const now = Date.now();
  const answer = send(request, paramsOf(request, timeoutMs, true));
  if (answer.status === 429) patience.hold(request.gate, retryAfter(answer), Date.now());
  show(request, answer, now);
  return answer;
}
