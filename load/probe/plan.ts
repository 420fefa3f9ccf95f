import { inPhase, integerHeader, isAdmitted, isRefusal, type Note, type Phase } from './note.ts';
import {
  drainAfter,
  exhaust,
  lastReceived,
  lastSent,
  leastSeconds,
  MAX_BURST,
  mostSeconds,
  poll,
  secondsOf,
  send,
  silence,
  toEdge,
  type Step,
} from './steps.ts';

export interface PlanSettings {
  /** The most requests one probe may send, those to other limiters included. */
  maxRequests: number;
  /** The longest single silent wait, in milliseconds; a complete plan holds at most five. */
  maxWaitMs: number;
  /**
   * Names of routes of the other limiters, asked at once before and at once while this one refuses, where they are asked
   * a second time if any of them was refused.
   */
  others?: readonly string[];
}

const COMPLETE = 'the plan is complete';

/** Beyond an announced wait, for clocks and timers that round: never accuse for these. */
const MARGIN_MS = 100;
/**
 * Decides the next step of a measurement from the notes so far and the time `now` (milliseconds,
 * the clock of the notes). The first exhaustion of a limit L costs L to 1.5 L requests, the whole
 * plan three to four times L (§8).
 */
export function next(notes: readonly Note[], settings: PlanSettings, now: number): Step {
  const step = nextUnbounded(notes, settings, now);
  if ('done' in step || 'wait' in step) return step;
  const left = settings.maxRequests - notes.length;
  if (left > 0)
    return 'ask' in step
      ? { ...step, ask: step.ask.slice(0, left) }
      : { ...step, send: Math.min(step.send, left) };
  return {
    done: notes.some(note => note.to === undefined && isRefusal(note))
      ? `the budget of ${settings.maxRequests} requests is used up`
      : `no 429 within ${settings.maxRequests} requests`,
  };
}

function nextUnbounded(notes: readonly Note[], settings: PlanSettings, now: number): Step {
  const { others = [] } = settings;
  const asked = (phase: Phase) => notes.filter(note => note.phase === phase && note.to);
  if (asked('before').length < others.length) return { ask: others, phase: 'before' };

  const first = inPhase(notes, 'warm', 'burst');
  if (first.length === 0) return send(1, 'warm');
  const broken = brokenTarget(first);
  if (broken !== undefined) return { done: broken };
  const burst = exhaust(first, 'burst');
  if (burst) return burst;

  const separate = asked('separate');
  // What is refused once may be another limiter that is used up by itself, or whose tokens trickle.
  const rounds = separate.some(isRefusal) ? 2 : 1;
  if (separate.length < rounds * others.length) return { ask: others, phase: 'separate' };

  const lastNote = notes.at(-1);
  if (lastNote?.phase === 'separate') return send(1, 'burst');

  const sooner = askSooner(first, inPhase(notes, 'sooner'), settings, now);
  if (sooner) return sooner;
  const asks = inPhase(notes, 'sooner', 'after', 'early');
  if (!asks.some(isAdmitted))
    return askAgain(first, inPhase(notes, 'after', 'early'), settings, now);

  const unit = asks[0]?.phase === 'early' ? 1 : 1000;
  // A limiter that refused again after its own wait is paced by the wait that it really took.
  const observed = asks.length > 1 ? lastSent(asks) - lastSent(first) : 0;
  const announced = (list: Note[]) =>
    Math.min(
      settings.maxWaitMs,
      Math.max(observed, (asks[0]?.phase === 'sooner' ? leastSeconds : mostSeconds)(list) * unit),
    );
  return secondHalf(notes, first, announced, settings, now);
}

/** From the first admission after a wait to the end of the plan. */
function secondHalf(
  notes: readonly Note[],
  first: Note[],
  announced: (list: Note[]) => number,
  settings: PlanSettings,
  now: number,
): Step {
  const admitted = first.filter(isAdmitted).length;
  // A second window may have given more, once; a header that says much less is not believed.
  const declared = integerHeader(first.find(isRefusal) ?? first[0]!, 'ratelimit-limit') ?? admitted;
  const capacity = declared >= admitted / 2 ? Math.min(declared, admitted) : admitted;
  const half = inPhase(notes, 'half');
  const target = Math.max(0, Math.floor(capacity / 2) - 1);
  const since = (list: Note[], ms: number) => silence(lastSent(list), Math.round(ms), now);

  if (half.some(isRefusal)) {
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
  return again ?? { done: COMPLETE };
}

/**
 * Refusals at one time that announce very different waits: the least of them is asked for first, because those that only
 * repeated refusals have made long need not be true.
 */
function askSooner(first: Note[], seen: Note[], settings: PlanSettings, now: number) {
  const least = leastSeconds(first);
  if (seen.length > 0 || least < 1 || mostSeconds(first) < 4 * least) return undefined;
  if (least * 1000 > settings.maxWaitMs) return undefined;
  return silence(lastReceived(first), least * 1000 + MARGIN_MS, now) ?? send(1, 'sooner');
}

/** A single request behind the announced wait; when refused again, behind growing ones. */
function askAgain(first: Note[], asks: Note[], settings: PlanSettings, now: number): Step {
  const last = asks.at(-1);
  const refusals = last ? [last] : first.filter(isRefusal);
  const longest = mostSeconds(refusals) * 1000;
  const tooLong = longest > settings.maxWaitMs;
  if (last?.phase === 'early' || (last && tooLong))
    return { done: `retry-after asks for ${longest / 1000} s, longer than the probe may wait` };
  if (last && !isRefusal(last)) return { done: 'no answer arrived to the request after the wait' };

  const spent = last ? last.receivedAt - (asks[0]?.sentAt ?? 0) : 0;
  const patience = last ? 1000 * 2 ** (asks.length - 1) : 0;
  if (last && (spent + longest > settings.maxWaitMs || spent + patience / 2 > settings.maxWaitMs))
    return { done: 'the limiter refused again after every wait' };
  const waitFor = (note: Note) =>
    tooLong
      ? Math.min(longest / 1000, settings.maxWaitMs)
      : Math.max(secondsOf(note) * 1000, Math.min(patience, settings.maxWaitMs - spent));
  const due = Math.max(...refusals.map(note => note.receivedAt + waitFor(note))) + MARGIN_MS;
  return now < due ? { wait: due - now } : send(1, tooLong ? 'early' : 'after');
}

/** Silent waits, the second twice as long, and then the moment of one more admission: what a rate is told by. */
function drains(
  notes: readonly Note[],
  since: Note[],
  wait: number,
  announced: (list: Note[]) => number,
  now: number,
): Step {
  const [drain, longer] = [inPhase(notes, 'drain'), inPhase(notes, 'drain-longer')];
  return (
    drainAfter(notes, 'drain', since, wait, now) ??
    drainAfter(notes, 'drain-longer', drain, 2 * wait, now) ??
    poll(inPhase(notes, 'poll-again'), 'poll-again', longer, announced(longer), now) ?? {
      done: COMPLETE,
    }
  );
}

function brokenTarget(first: Note[]): string | undefined {
  const [warm] = first;
  if (warm && (warm.status === 401 || warm.status === 403) && !isRefusal(warm))
    return `the first request was answered ${warm.status}: the key is not accepted here`;
  const tail = first.slice(-5);
  const broken = (note: Note) => note.status === 0 || (note.status >= 500 && !isRefusal(note));
  return tail.every(broken) && (tail.length === 5 || first.length === 1)
    ? `the target answers ${tail.map(note => note.status).join(', ')} instead of serving the route`
    : undefined;
}
