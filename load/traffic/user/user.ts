/** Implements a virtual user of the load in k6: reads, orders and vouchers. */
import { check, sleep } from 'k6';
import { b64encode } from 'k6/encoding';
import exec from 'k6/execution';
import { Counter, Trend } from 'k6/metrics';
import { removeQuotes } from '../../../harness/config/quotes.ts';
import { expectStatuses, send, type Response } from '../../wire.ts';
import type { Prepared } from '../mix.ts';
import { longestBody, toLine, metrics, pollOf, Sampler, Patience, Lateness } from './pacing.ts';
import type { Load } from '../setup-and-summary.ts';

/** Id of the run that reads the samples from the console. */
const run = __ENV['GV_RUN_ID'];
const setting = (name: string) => removeQuotes(__ENV[name] ?? '');
const keys = { business: setting('GV_API_KEY'), automation: setting('GV_AUTOMATION_KEY') };
const more = JSON.parse(setting('GV_HEADERS') || '{}') as Readonly<Record<string, string>>;

// A 429 is counted separately from failures.
expectStatuses(200, 201, 202, 429);

/** @param responseType How the body is kept. By default, k6 discards bodies. */
export function paramsOf(
  request: Prepared,
  timeoutMs: number,
  responseType: 'none' | 'text' | 'binary',
) {
  const json = request.body === null ? {} : { 'Content-Type': 'application/json' };
  return {
    headers: { ...more, 'X-API-Key': keys[request.key], ...json },
    tags: { name: request.name },
    timeout: timeoutMs,
    responseType,
  };
}

/** Returns `retry-after` in k6's spelling. */
export const retryAfter = ({ headers }: Response): string | undefined => headers['Retry-After'];

/** Returns true if the body is JSON. Unlike JSON.parse, a selector makes k6 validate the body without an object for each of its values. */
const isJson = (response: Response): boolean => response.json('@keys') !== undefined;

/** Returns the body, or undefined if it is not JSON. */
export function jsonOf({ body }: Response): unknown {
  try {
    return typeof body === 'string' ? JSON.parse(body) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a field of a JSON object, or undefined. */
export const fieldIn = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;

const fieldOf = (response: Response, name: string) => fieldIn(jsonOf(response), name);

/** Prints a sampled response for the run that judges it. */
function show(request: Prepared, response: Response, startedAt: number): void {
  const { status, headers } = response;
  if (status === 0) return;
  // A gateway may answer 429 with a page.
  if (status < 300) check(response, { 'the response is JSON': isJson });
  if (run === undefined) return;
  const body = b64encode(response.body ?? '');
  if (body.length > longestBody) return;
  const { id: route, method, url, body: sent, key } = request;
  const durationMs = response.timings.duration;
  const sampled = { route, key, method, url, sent, status, headers, startedAt, durationMs };
  console.log(toLine(run, sampled, body));
}

const late = new Counter(metrics.late);
const skipped = new Counter(metrics.skipped);

/**
 * Returns the function that a virtual user runs for each read. Everything possible is computed in advance, and state is in variables, because
 * many users share the processor's caches and each property of an object costs cache misses.
 */
export function newReader(load: Load): () => void {
  const { scenario } = exec;
  const { startTime } = scenario;
  const { requests, table, timeoutMs } = load;
  const slots = table.length;
  /** Parameters of the requests that are not sampled, by name. */
  const params: Record<string, ReturnType<typeof paramsOf>> = {};
  const patience = new Patience();
  const sampler = new Sampler(load.samples, load.planned);
  const { first, stride } = sampler;
  // If several machines share the iterations, iteration numbers do not show which of them are due.
  const lateness = load.segment === undefined ? new Lateness(load.shape) : undefined;
  // True after a response other than 200.
  let wary = false;

  return () => {
    const number = scenario.iterationInTest;
    const now = Date.now();
    const wereLate = lateness?.starts(number, now - startTime) ?? 0;
    if (wereLate > 0) late.add(wereLate);
    const request = requests[table[number % slots]!]!;
    let sampled = false;
    if (wary || number < first || number % stride === 0) {
      if (!patience.allows(request.gate, now)) {
        skipped.add(1);
        return;
      }
      sampled = sampler.wants(number);
    }
    const response = send(
      request,
      sampled
        ? paramsOf(request, timeoutMs, 'binary')
        : (params[request.name] ??= paramsOf(request, timeoutMs, 'none')),
    );
    const { status } = response;
    if (status !== 200) {
      wary = true;
      if (status === 429) patience.hold(request.gate, retryAfter(response), Date.now());
    }
    if (sampled) show(request, response, now);
  };
}

const open = new Counter(metrics.open);
const unfinished = new Counter(metrics.unfinished);
const queuedToDone = new Trend(metrics.queuedToDone, true);

/** Waits for the gates of purchases. */
const patience = new Patience();

/** Sends one order or voucher. An order is polled until it has ended. */
export function buy(load: Load): void {
  const { buying } = load;
  const number = exec.scenario.iterationInTest;
  const request = buying?.requests[number % buying.requests.length];
  // Iterations and money are counted across all machines.
  const affordable = buying !== undefined && number < buying.times;
  if (!request || !affordable || !patience.allows(request.gate, Date.now())) {
    skipped.add(1);
    return;
  }
  // If an iteration throws or is interrupted, this count stays above zero.
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
    // An order request has ended if it has a result or an error, regardless of `status`.
    const ended = [fieldOf(response, 'result'), fieldOf(response, 'error')].some(
      value => value !== undefined && value !== null,
    );
    if (!ended || response.status !== 200) continue;
    queuedToDone.add(Date.now() - queuedAt);
    return;
  }
}

/** Sends a request whose response is sampled, and respects 429s. */
function sendSampled(request: Prepared, { timeoutMs }: Load): Response {
  const now = Date.now();
  const response = send(request, paramsOf(request, timeoutMs, 'text'));
  if (response.status === 429) patience.hold(request.gate, retryAfter(response), Date.now());
  show(request, response, now);
  return response;
}
