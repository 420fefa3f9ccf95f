/** Decides the next step of a probe from the notes so far. */
import {
  inPhase,
  isAdmitted,
  isRejected,
  isSilent,
  type Note,
  type PlanSettings,
} from '../../schemas/records/limiter.ts';
import {
  askOnce,
  exhaust,
  exhaustAfter,
  firstOfEach,
  leastSeconds,
  maxBurst,
  mostSeconds,
  poll,
  send,
  sentIn,
  silence,
  type Step,
  suspectsIn,
} from './steps.ts';
import { lastReceived, lastSent, limitOn } from './evidence.ts';

/**
 * Decides the next step of a probe from the notes so far and the time `now` (in milliseconds on the clock of the notes). For a limit L, the
 * first exhaustion costs L to 1.5 L requests, and the whole plan three to four times L (§8).
 */
export function next(notes: readonly Note[], settings: PlanSettings, now: number): Step {
  if (isSilent(notes)) return { done: 'the target stopped answering' };
  // The last questions are kept out of the measurement, so that they can be asked when it has used up the budget.
  const kept = sentIn(notes, 'separate-again').filter(isRejected).length;
  const step = withinBudget(measure(notes, settings, now), notes, settings, kept);
  const last = 'done' in step ? askRecovered(notes, settings, now) : undefined;
  const asked = last && withinBudget(last, notes, settings, 0);
  return asked && !('done' in asked) ? asked : step;
}

/** Limits the requests of a step to what GV_PROBE_MAX_REQUESTS leaves. Ends the probe if nothing is left. */
function withinBudget(
  step: Step,
  notes: readonly Note[],
  { maxRequests }: PlanSettings,
  kept: number,
): Step {
  if ('done' in step || 'wait' in step) return step;
  const left = maxRequests - notes.length - kept;
  if (left > 0) return { ...step, to: step.to.slice(0, left) };
  return {
    done: notes.some(note => note.to === undefined && isRejected(note))
      ? `the budget of ${maxRequests} requests is used up (GV_PROBE_MAX_REQUESTS)`
      : `no 429 within ${maxRequests} requests (GV_PROBE_MAX_REQUESTS)`,
  };
}

function measure(notes: readonly Note[], settings: PlanSettings, now: number): Step {
  const { others = [], siblings = [] } = settings;
  return (
    askOnce(notes, firstOfEach(others), 'before') ??
    firstExhaustion(inPhase(notes, 'warm', 'burst')) ??
    askOnce(notes, siblings, 'siblings') ??
    askOnce(notes, others, 'separate') ??
    confirmShut(notes) ??
    reopen(notes, settings, now) ??
    secondExhaustion(notes, settings, now)
  );
}

function firstExhaustion(first: readonly Note[]): Step | undefined {
  if (first.length === 0) return send(1, 'warm');
  const broken = brokenTarget(first);
  return broken === undefined ? exhaust(first, 'burst') : { done: broken };
}

function brokenTarget(first: readonly Note[]): string | undefined {
  const [warm] = first;
  if (warm && (warm.status === 401 || warm.status === 403) && !isRejected(warm))
    return `the first response was ${warm.status}: the key is not accepted here`;
  const tail = first.slice(-5);
  const broken = (note: Note) => note.status === 0 || (note.status >= 500 && !isRejected(note));
  return tail.every(broken) && (tail.length === 5 || first.length === 1)
    ? `the target responds with ${tail.map(note => note.status).join(', ')} instead of serving the route`
    : undefined;
}

/** Sends one more request after the requests to other routes. It shows that the limiter still rejects, and states the wait from now. */
function confirmShut(notes: readonly Note[]): Step | undefined {
  const phase = notes.at(-1)?.phase;
  return phase === 'siblings' || phase === 'separate' ? send(1, 'burst') : undefined;
}

/** Added to announced waits, so that rounding of clocks and timers accuses no limiter. */
export const marginMs = 100;

/** Number of requests after announced waits, because other clients may use up the first windows. */
export const mostAsked = 3;

/** Minimum wait for a request in its middle. After shorter waits, the next request would be late in its window because of rounding. */
const leastMidwayMs = 2000;

/**
 * Sends a request in the middle of the announced wait, and another after the wait of the last rejection. If that is rejected, sends two
 * more.
 */
function reopen(
  notes: readonly Note[],
  { maxWaitMs }: PlanSettings,
  now: number,
): Step | undefined {
  const asked = inPhase(notes, 'midway', 'after', 'early');
  const last = asked.at(-1);
  if (asked.some(isAdmitted)) return undefined;
  if (last?.status === 0) return { done: 'no response arrived to the request after the wait' };
  const first = inPhase(notes, 'warm', 'burst');
  const rejections = last ? [last] : first.filter(isRejected);
  const announced = 1000 * mostSeconds(rejections);
  if (announced > maxWaitMs) {
    // The number may be in milliseconds, unless rejections have doubled it.
    if (last || announced > 2000 * leastSeconds(rejections))
      return {
        done: `retry-after is ${announced / 1000} s, longer than the probe may wait: GV_PROBE_MAX_WAIT is ${maxWaitMs / 1000}`,
      };
    const wait = Math.min(announced / 1000, maxWaitMs) + marginMs;
    return silence(lastReceived(first), wait, now) ?? send(1, 'early');
  }
  if (!last && announced >= leastMidwayMs)
    return silence(lastReceived(first), announced / 2, now) ?? send(1, 'midway');
  if (inPhase(notes, 'after').length >= mostAsked)
    return { done: 'the limiter rejected again after every wait' };
  return (
    silence(lastReceived(rejections), announced + marginMs, now) ??
    restOthers(notes, maxWaitMs, now) ??
    send(1, 'after')
  );
}

/** Waits until the announced waits of other limiters that rejected are over. */
function restOthers(notes: readonly Note[], maxWaitMs: number, now: number): Step | undefined {
  const suspects = suspectsIn(notes);
  if (suspects.length === 0) return undefined;
  const wait = Math.min(maxWaitMs, 1000 * mostSeconds(suspects) + marginMs);
  return silence(lastReceived(suspects), wait, now);
}

const askedAtOnce = 8;

export const planIsComplete = 'the plan is complete';

/**
 * Decides the steps from the first admission after a wait to the end of the plan. An exhaustion that is spread over time distinguishes the
 * algorithms by the admissions after it.
 */
function secondExhaustion(notes: readonly Note[], settings: PlanSettings, now: number): Step {
  const { maxWaitMs } = settings;
  const first = inPhase(notes, 'warm', 'burst');
  const reopened = inPhase(notes, 'midway', 'after', 'early');
  const announced = announcedAfter(first, reopened, maxWaitMs);
  const admitted = first.filter(isAdmitted).length;
  // The first exhaustion may contain a second window. A header that states much less is not believed.
  const declared = limitOn(first.find(isRejected) ?? first[0]) ?? admitted;
  const capacity = declared >= admitted / 2 ? Math.min(declared, admitted) : admitted;
  const half = inPhase(notes, 'half');
  const target = Math.max(0, Math.floor(capacity / 2) - 1);

  if (half.some(isRejected)) {
    const wait = Math.min(maxWaitMs / 2, 2 * Math.max(500, announced(half)));
    return (
      exhaust(half, 'half') ?? askAgain(notes) ?? planDrain(notes, half, { wait, announced, now })
    );
  }
  if (half.length < target) return send(Math.min(maxBurst, target - half.length), 'half');

  const pause = Math.max(100, 0.3 * announced(first));
  const opening = [...reopened, ...half];
  const rest = inPhase(notes, 'rest');
  const begun =
    exhaustAfter(notes, 'rest', opening, pause, now, capacity - 1 - half.length) ??
    askAgain(notes) ??
    poll(notes, 'poll', rest, announced(rest), now);
  if (begun) return begun;

  const refill = [...inPhase(notes, 'poll').filter(isAdmitted), ...inPhase(notes, 'refill')];
  const refilling = exhaust(refill, 'refill');
  if (refilling) return refilling;
  const refilled = refill.filter(isAdmitted).length;
  const wait = 1.25 * pause;
  if (refilled < 0.4 * capacity)
    return planDrain(notes, refill, { wait: Math.min(maxWaitMs / 2, wait), announced, now });
  const drain = exhaustAfter(notes, 'drain', refill, wait, now);
  if (drain) return drain;
  const drained = inPhase(notes, 'drain');
  const again =
    refilled < 0.8 * capacity
      ? undefined
      : poll(notes, 'poll-again', drained, announced(drained), now);
  return again ?? { done: planIsComplete };
}

type Announced = (list: readonly Note[]) => number;

/** Returns how to read announced waits. If a limiter rejected again after a wait, the actual wait counts. */
function announcedAfter(
  first: readonly Note[],
  reopened: readonly Note[],
  maxWaitMs: number,
): Announced {
  const isAgain = reopened.filter(({ phase }) => phase === 'after').length > 1;
  const observed = isAgain ? lastSent(reopened) - lastSent(first) : 0;
  const unit = reopened[0]?.phase === 'early' ? 1 : 1000;
  return list => Math.min(maxWaitMs, Math.max(observed, mostSeconds(list) * unit));
}

/** Asks the rejected routes of other limiters again while this limiter rejects. */
const askAgain = (notes: readonly Note[]): Step | undefined =>
  askOnce(
    notes,
    suspectsIn(notes).flatMap(({ to }) => to ?? []),
    'separate-again',
  );

/** Asks routes that were rejected twice a last time, after this limiter and their own have opened. */
function askRecovered(
  notes: readonly Note[],
  { maxWaitMs }: PlanSettings,
  now: number,
): Step | undefined {
  const again = sentIn(notes, 'separate-again').filter(isRejected);
  const recovered = askOnce(
    notes,
    again.flatMap(({ to }) => to ?? []),
    'recovered',
  );
  const last = notes.findLast(note => note.to === undefined && isRejected(note));
  const wait = 1000 * mostSeconds([...again, ...(last ? [last] : [])]) + marginMs;
  return recovered && (silence(lastReceived(notes), Math.min(wait, maxWaitMs), now) ?? recovered);
}

/**
 * Waits, waits twice as long, and polls for one more admission, which determines a rate. Tokens that come back several at once show in the
 * admissions right after.
 */
function planDrain(
  notes: readonly Note[],
  since: readonly Note[],
  {
    wait,
    announced,
    now,
  }: { readonly wait: number; readonly announced: Announced; readonly now: number },
): Step {
  const [drain, longer] = [inPhase(notes, 'drain'), inPhase(notes, 'drain-longer')];
  const again = inPhase(notes, 'poll-again');
  const opened = again.findIndex(isAdmitted);
  return (
    exhaustAfter(notes, 'drain', since, wait, now) ??
    exhaustAfter(notes, 'drain-longer', drain, 2 * wait, now) ??
    poll(notes, 'poll-again', longer, announced(longer), now) ??
    (opened === again.length - 1 ? send(askedAtOnce, 'poll-again') : { done: planIsComplete })
  );
}
