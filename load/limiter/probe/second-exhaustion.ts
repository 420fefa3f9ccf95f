/** The second exhaustion, spread in time, and what comes back after it: they distinguish the algorithms. */
import {
  inPhase,
  integerHeader,
  isAdmitted,
  isRejected,
  type Note,
  type PlanSettings,
} from '../../../schemas/records/limiter.ts';
import {
  drainAfter,
  exhaust,
  lastSent,
  MAX_BURST,
  poll,
  send,
  silence,
  toEdge,
  type Step,
} from './steps.ts';

const AT_ONCE = 8;

export const COMPLETE = 'the plan is complete';

/** From the first admission after a wait to the end of the plan. */
export function secondExhaustion(
  notes: readonly Note[],
  first: readonly Note[],
  announced: (list: readonly Note[]) => number,
  settings: PlanSettings,
  now: number,
): Step {
  const admitted = first.filter(isAdmitted).length;
  // The first exhaustion may contain a second window; a header that states much less is not believed.
  const declared =
    integerHeader(first.find(isRejected) ?? first[0]!, 'ratelimit-limit') ?? admitted;
  const capacity = declared >= admitted / 2 ? Math.min(declared, admitted) : admitted;
  const half = inPhase(notes, 'half');
  const target = Math.max(0, Math.floor(capacity / 2) - 1);
  const since = (list: readonly Note[], ms: number) => silence(lastSent(list), Math.round(ms), now);

  if (half.some(isRejected)) {
    const wait = Math.min(settings.maxWaitMs / 2, 2 * Math.max(500, announced(half)));
    return exhaust(half, 'half') ?? drains(notes, half, wait, announced, now);
  }
  if (half.length < target) return send(Math.min(MAX_BURST, target - half.length), 'half');

  const pause = Math.max(100, 0.3 * announced(first));
  const rest = inPhase(notes, 'rest');
  const opening = [...inPhase(notes, 'sooner', 'after', 'early'), ...half];
  const spread =
    (rest.length === 0 ? since(opening, pause) : undefined) ??
    exhaust(rest, 'rest', capacity - 1 - half.length);
  if (spread) return spread;

  const polls = inPhase(notes, 'poll');
  const polling = poll(polls, 'poll', rest, announced(rest), now);
  if (polling) return polling;

  const refill = [...polls.filter(isAdmitted), ...inPhase(notes, 'refill')];
  const refilling = toEdge(refill) ?? exhaust(refill, 'refill');
  if (refilling) return refilling;

  const refilled = refill.filter(isAdmitted).length;
  if (refilled < 0.4 * capacity)
    return drains(notes, refill, Math.min(settings.maxWaitMs / 2, 1.25 * pause), announced, now);
  const drain = drainAfter(notes, 'drain', refill, 1.25 * pause, now);
  if (drain) return drain;
  if (refilled < 0.8 * capacity) return { done: COMPLETE };
  const drained = inPhase(notes, 'drain');
  const again = poll(inPhase(notes, 'poll-again'), 'poll-again', drained, announced(drained), now);
  return again ?? idle(notes, announced(notes), settings, now) ?? { done: COMPLETE };
}

/** Parts of a window by which the waits are longer than it: clients that come at a pace take other numbers behind each. */
const LATER = [0.1, 0.37, 0.73] as const;

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
  const limit = reopened && integerHeader(reopened, 'ratelimit-limit');
  const left = reopened && integerHeader(reopened, 'ratelimit-remaining');
  const later = LATER[sent.length];
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
    drainAfter(notes, 'drain', since, wait, now) ??
    drainAfter(notes, 'drain-longer', drain, 2 * wait, now) ??
    poll(again, 'poll-again', longer, announced(longer), now) ??
    (opened === again.length - 1 ? send(AT_ONCE, 'poll-again') : { done: COMPLETE })
  );
}
