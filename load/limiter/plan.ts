/** Decides the next step of a probe from the notes so far. */
import {
  inPhase,
  isAdmitted,
  isRejected,
  type Note,
  type PlanSettings,
} from '../../schemas/records/limiter.ts';
import {
  askBefore,
  askRecovered,
  askSiblings,
  askWhileShut,
  exhaust,
  leastSeconds,
  mostSeconds,
  secondsOf,
  send,
  silence,
  type Step,
  exhaustAfter,
  maxBurst,
  poll,
  toEdge,
} from './steps.ts';
import { lastReceived, lastSent, limitOn, remainingOn } from './evidence.ts';

/**
 * Decides the next step of a probe from the notes so far and the time `now` (milliseconds,
 * the clock of the notes). The first exhaustion of a limit L costs L to 1.5 L requests, the whole
 * plan three to four times L (§8).
 */
export function next(notes: readonly Note[], settings: PlanSettings, now: number): Step {
  if (isSilent(notes)) return { done: 'the target stopped answering' };
  const step = nextUnbounded(notes, settings, now);
  if ('done' in step || 'wait' in step) return step;
  const left = settings.maxRequests - notes.length;
  if (left > 0) return { ...step, to: step.to.slice(0, left) };
  return {
    done: notes.some(note => note.to === undefined && isRejected(note))
      ? `the budget of ${settings.maxRequests} requests is used up (GV_PROBE_MAX_REQUESTS)`
      : `no 429 within ${settings.maxRequests} requests (GV_PROBE_MAX_REQUESTS)`,
  };
}

/** True if neither of the last two requests had a response: each further one would wait for its time-out. */
export const isSilent = (notes: readonly Note[]): boolean =>
  notes.length > 1 && notes.slice(-2).every(({ status }) => status === 0);

function nextUnbounded(notes: readonly Note[], settings: PlanSettings, now: number): Step {
  const { others = [], siblings = [] } = settings;
  const before = askBefore(notes, others);
  if (before) return before;

  const first = inPhase(notes, 'warm', 'burst');
  if (first.length === 0) return send(1, 'warm');
  const broken = brokenTarget(first);
  if (broken !== undefined) return { done: broken };
  const burst = exhaust(first, 'burst');
  if (burst) return burst;

  const whileShut = askSiblings(notes, siblings) ?? askWhileShut(notes, others);
  if (whileShut) return whileShut;
  // Requests to siblings while the limiter is shut may lengthen the wait: it counts from one more rejection.
  const lastPhase = notes.at(-1)?.phase;
  if (lastPhase === 'siblings' || lastPhase === 'separate') return send(1, 'burst');

  const sooner = retrySooner(first, inPhase(notes, 'sooner'), settings, now);
  if (sooner) return sooner;
  const retries = inPhase(notes, 'sooner', 'after', 'early');
  if (!retries.some(isAdmitted))
    return retryUntilAdmitted(first, inPhase(notes, 'after', 'early'), settings, now);
  const own = notes.filter(note => note.to === undefined);
  const unit = retries[0]?.phase === 'early' ? 1 : 1000;
  // If a limiter rejected again after the wait that it announced, the wait it really took counts.
  const observed = retries.length > 1 ? lastSent(retries) - lastSent(first) : 0;
  const announced = (list: readonly Note[]) =>
    Math.min(
      settings.maxWaitMs,
      Math.max(
        observed,
        (retries[0]?.phase === 'sooner' ? leastSeconds : mostSeconds)(list) * unit,
      ),
    );
  const step = secondExhaustion(notes, first, announced, settings, now);
  return ('done' in step ? askRecovered(notes, announced(own), now) : undefined) ?? step;
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

/** Beyond an announced wait: no limiter is accused because clocks and timers round. */
const marginMs = 100;

/**
 * Tries the shortest wait first if rejections at one time announce very different ones: the long ones may only come
 * from repeated rejections.
 */
function retrySooner(
  first: readonly Note[],
  seen: readonly Note[],
  settings: PlanSettings,
  now: number,
) {
  const least = leastSeconds(first);
  if (seen.length > 0 || least < 1 || mostSeconds(first) < 4 * least) return undefined;
  if (least * 1000 > settings.maxWaitMs) return undefined;
  return silence(lastReceived(first), least * 1000 + marginMs, now) ?? send(1, 'sooner');
}

/** A single request behind the announced wait; when rejected again, behind growing ones. */
function retryUntilAdmitted(
  first: readonly Note[],
  retries: readonly Note[],
  settings: PlanSettings,
  now: number,
): Step {
  const last = retries.at(-1);
  const rejections = last ? [last] : first.filter(isRejected);
  const longest = mostSeconds(rejections) * 1000;
  const tooLong = longest > settings.maxWaitMs;
  if (last?.phase === 'early' || (last && tooLong))
    return {
      done: `retry-after is ${longest / 1000} s, longer than the probe may wait: GV_PROBE_MAX_WAIT is ${settings.maxWaitMs / 1000}`,
    };
  if (last && !isRejected(last))
    return { done: 'no response arrived to the request after the wait' };

  const spent = last ? last.receivedAt - (retries[0]?.sentAt ?? 0) : 0;
  const patience = last ? 1000 * 2 ** (retries.length - 1) : 0;
  if (last && (spent + longest > settings.maxWaitMs || spent + patience / 2 > settings.maxWaitMs))
    return { done: 'the limiter rejected again after every wait' };
  // A wait that is too long may be one in milliseconds.
  const waitFor = (note: Note) =>
    tooLong
      ? Math.min(longest / 1000, settings.maxWaitMs)
      : Math.max(secondsOf(note) * 1000, Math.min(patience, settings.maxWaitMs - spent));
  const due = Math.max(...rejections.map(note => note.receivedAt + waitFor(note))) + marginMs;
  return now < due ? { wait: due - now } : send(1, tooLong ? 'early' : 'after');
}

const askedAtOnce = 8;

export const planIsComplete = 'the plan is complete';

/**
 * Decides the step from the first admission after a wait to the end of the plan: an exhaustion that is spread in time, and what
 * comes back after it, distinguish the algorithms.
 */
function secondExhaustion(
  notes: readonly Note[],
  first: readonly Note[],
  announced: (list: readonly Note[]) => number,
  settings: PlanSettings,
  now: number,
): Step {
  const admitted = first.filter(isAdmitted).length;
  // The first exhaustion may contain a second window; a header that states much less is not believed.
  const declared = limitOn(first.find(isRejected) ?? first[0]) ?? admitted;
  const capacity = declared >= admitted / 2 ? Math.min(declared, admitted) : admitted;
  const half = inPhase(notes, 'half');
  const target = Math.max(0, Math.floor(capacity / 2) - 1);

  if (half.some(isRejected)) {
    const wait = Math.min(settings.maxWaitMs / 2, 2 * Math.max(500, announced(half)));
    return exhaust(half, 'half') ?? drains(notes, half, wait, announced, now);
  }
  if (half.length < target) return send(Math.min(maxBurst, target - half.length), 'half');

  const pause = Math.max(100, 0.3 * announced(first));
  const opening = [...inPhase(notes, 'sooner', 'after', 'early'), ...half];
  const spread = exhaustAfter(notes, 'rest', opening, pause, now, capacity - 1 - half.length);
  if (spread) return spread;

  const rest = inPhase(notes, 'rest');
  const polling = poll(notes, 'poll', rest, announced(rest), now);
  if (polling) return polling;

  const refill = [...inPhase(notes, 'poll').filter(isAdmitted), ...inPhase(notes, 'refill')];
  const refilling = toEdge(refill) ?? exhaust(refill, 'refill');
  if (refilling) return refilling;

  const refilled = refill.filter(isAdmitted).length;
  if (refilled < 0.4 * capacity)
    return drains(notes, refill, Math.min(settings.maxWaitMs / 2, 1.25 * pause), announced, now);
  const drain = exhaustAfter(notes, 'drain', refill, 1.25 * pause, now);
  if (drain) return drain;
  if (refilled < 0.8 * capacity) return { done: planIsComplete };
  const drained = inPhase(notes, 'drain');
  const again = poll(notes, 'poll-again', drained, announced(drained), now);
  return again ?? idle(notes, announced(notes), settings, now) ?? { done: planIsComplete };
}

/** Parts of a window by which the waits are longer than it: clients that come at a pace take other numbers behind each. */
const partsLater = [0.1, 0.37, 0.73] as const;

/**
 * Sends single requests if each window admitted as many requests too few: each in a window that follows one in which
 * nobody was rejected. A client that waits for a window, as we do, takes nothing there.
 */
function idle(
  notes: readonly Note[],
  windowMs: number,
  settings: PlanSettings,
  now: number,
): Step | undefined {
  const sent = inPhase(notes, 'idle');
  const reopened = inPhase(notes, 'poll-again').find(isAdmitted);
  const limit = limitOn(reopened);
  const left = remainingOn(reopened);
  const later = partsLater[sent.length];
  if (limit === undefined || left === undefined || left >= limit - 1 || later === undefined)
    return undefined;
  const wait = (1 + later) * windowMs;
  if (wait > settings.maxWaitMs || sent.some(isRejected)) return undefined;
  return silence(lastSent(notes), wait, now) ?? send(1, 'idle');
}

/**
 * Silent waits, the second twice as long, and then the moment of one more admission: they determine a rate. Tokens that come
 * several at once show by what is admitted right after that.
 */
function drains(
  notes: readonly Note[],
  since: readonly Note[],
  wait: number,
  announced: (list: readonly Note[]) => number,
  now: number,
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
