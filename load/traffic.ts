/**
 * Load as a client's day would put it on, open model: `k6 run load/traffic.ts`. What it reads from the environment is in
 * `.env.example`; GV_BASE_URL and GV_API_KEY are enough to begin with. `npm run traffic` judges the answers as well.
 */
import { sleep } from 'k6';
import exec from 'k6/execution';
import http from 'k6/http';
import { Counter, Trend } from 'k6/metrics';
import { getReady, type Ready } from './traffic/calm.ts';
import {
  fieldOf,
  jsonOf,
  paramsOf,
  retryAfter,
  send,
  show,
  type Answer,
} from './traffic/client.ts';
import {
  asyncTimeoutMs,
  maxRps,
  mostWaitMs,
  out,
  plan,
  target,
  timeoutMs,
} from './traffic/environment.ts';
import { mix as parts } from './traffic/mix.ts';
import { metrics, optionsOf } from './traffic/metrics.ts';
import { Patience, waitMs } from './traffic/patience.ts';
import { dueAfter } from './traffic/profiles.ts';
import { prepare, type Prepared } from './traffic/requests.ts';
import { describe, summarize, type Begun, type SummaryData } from './traffic/summary.ts';
import { aim, newUser, type User } from './traffic/user.ts';

export const options = optionsOf(plan, { timeoutMs, asyncTimeoutMs });

const late = new Counter(metrics.late);
const skipped = new Counter(metrics.skipped);
const exceptions = new Counter(metrics.exceptions);
const open = new Counter(metrics.open);
const unfinished = new Counter(metrics.unfinished);
const queuedToDone = new Trend(metrics.queuedToDone, true);

/** A request that begins later than this after it is due is late, milliseconds. */
const LATE_MS = 100;

/** An exception here ends k6 with 107. */
export function setup(): Ready & Begun {
  const startedAt = new Date().toISOString();
  const segment = exec.test.options.executionSegment as string | null | undefined;
  const ready = getReady(target, plan, request => {
    for (let attempt = 0; ; attempt++) {
      sleep(1 / Math.min(maxRps, 20));
      const answer = send(request, paramsOf(request, true));
      const wait = waitMs(retryAfter(answer));
      if (answer.status !== 429 || attempt === 2 || wait > mostWaitMs)
        return { status: answer.status, body: jsonOf(answer).value };
      sleep(wait / 1000);
    }
  });
  return { ...ready, startedAt, ...(segment ? { segment } : {}) };
}

let user: User | undefined;

/** One request of the day's mix. An exception would end k6 with 0: it is counted, and the count has a threshold. */
export function mix(ready: Ready & Begun): void {
  try {
    read((user ??= newUser(ready)));
  } catch (error) {
    exceptions.add(1);
    throw error;
  }
}

/** Every request of the load comes by here: nothing in it that could be done before. */
function read(user: User): void {
  const number = user.scenario.iterationInTest;
  const now = Date.now();
  // Numbers grow: while it is not yet too late for an earlier one, it is not for this one.
  if (now > user.lateFrom) {
    user.lateFrom = user.startedAt + dueAfter(user.legs, number + user.ahead) + LATE_MS;
    if (now > user.lateFrom) late.add(1);
  }
  const index = user.table[number % user.table.length]!;
  const aimed = user.aimed[index] ?? aim(user, index);
  const request = aimed.request;
  if (user.patience.busy && !user.patience.allows(request.gate, now)) {
    skipped.add(1);
    return;
  }
  const looked = user.sampler.wants(number, request.name);
  const params = looked ? aimed.text : aimed.plain;
  const answer =
    request.body === null
      ? http.get(request.url, params)
      : http.request(request.method, request.url, request.body, params);
  const status = answer.status;
  if (status !== 200) {
    user.sampler.odd(request.name);
    if (status === 429) user.patience.hold(request.gate, retryAfter(answer), Date.now());
  }
  if (looked) show(request, answer, now);
}

const patience = new Patience();

/** One order or voucher; an order is watched until it is done. */
export function purchase({ buying }: Ready): void {
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
  watch(ask(request));
  open.add(-1);
}

/** Polls the order request of a 202 until it has ended. */
function watch(created: Answer): void {
  const id = created.status === 202 ? fieldOf(created, 'orderRequestId') : undefined;
  if (typeof id !== 'string' || id === '') return;
  const queuedAt = Date.now();
  const poll = prepare(
    target,
    parts.find(({ name }) => name === 'orderRequest')!,
    {
      params: { id },
    },
  );
  for (let wait = 150; ; wait = Math.min(wait * 1.5, 5000)) {
    if (Date.now() + wait - queuedAt > asyncTimeoutMs) {
      unfinished.add(1);
      return;
    }
    sleep(wait / 1000);
    if (!patience.allows(poll.gate, Date.now())) continue;
    const answer = ask(poll);
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
function ask(request: Prepared): Answer {
  const now = Date.now();
  const answer = send(request, paramsOf(request, true));
  if (answer.status === 429) patience.hold(request.gate, retryAfter(answer), Date.now());
  show(request, answer, now);
  return answer;
}

export function handleSummary(data: SummaryData & { setup_data?: Begun }) {
  if (!data.setup_data) return { stdout: 'No load was put on: see the error above.\n' };
  const summary = summarize(data, plan, data.setup_data);
  return {
    ...(out ? { [`${out}/traffic.json`]: JSON.stringify(summary, null, 1) } : {}),
    stdout: `\n${describe(summary)}\n`,
  };
}
