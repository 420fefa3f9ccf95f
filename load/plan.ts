import { announcedSeconds, inPhase, isAdmitted, isRefusal, type Note, type Phase } from './note.ts';

export interface PlanSettings {
  /** The most requests one probe may send, those to other limiters included. */
  maxRequests: number;
  /** The longest single silent wait, in milliseconds; a complete plan holds at most five. */
  maxWaitMs: number;
  /** Names of the other limiters, each asked once before and once while this one refuses. */
  others?: readonly string[];
}

/** What to do next. All requests of one `send` go out at once; waits are silent. */
export type Step =
  | { send: number; concurrent: true; phase: Phase; to?: string }
  | { wait: number }
  | { done: string };

const COMPLETE = 'the plan is complete';

/** Beyond an announced wait, for clocks and timers that round: never accuse for these. */
const MARGIN_MS = 100;
const MAX_BURST = 50;
const CONFIRM = 4;
const MAX_POLLS = 50;

/**
 * Decides the next step of a measurement from the notes so far and the time `now` (milliseconds,
 * the clock of the notes). The first exhaustion of a limit L costs L to 1.5 L requests, the whole
 * plan three to four times L (§8).
 */
export function next(notes: readonly Note[], settings: PlanSettings, now: number): Step {
  const step = nextUnbounded(notes, settings, now);
  if (!('send' in step)) return step;
  const left = settings.maxRequests - notes.length;
  if (left > 0) return { ...step, send: Math.min(step.send, left) };
  return {
    done: notes.some(note => note.to === undefined && isRefusal(note))
      ? `the budget of ${settings.maxRequests} requests is used up`
      : `no 429 within ${settings.maxRequests} requests`,
  };
}

function nextUnbounded(notes: readonly Note[], settings: PlanSettings, now: number): Step {
  const others = settings.others ?? [];
  const unasked = (phase: Phase) =>
    others.find(to => !notes.some(note => note.phase === phase && note.to === to));

  const before = unasked('before');
  if (before !== undefined) return { send: 1, concurrent: true, phase: 'before', to: before };

  const first = inPhase(notes, 'warm', 'burst');
  if (first.length === 0) return send(1, 'warm');
  const broken = brokenTarget(first);
  if (broken !== undefined) return { done: broken };
  const burst = exhaust(first, 'burst');
  if (burst) return burst;

  const separate = unasked('separate');
  if (separate !== undefined) return { send: 1, concurrent: true, phase: 'separate', to: separate };

  const lastNote = notes.at(-1);
  if (lastNote?.phase === 'separate') return send(1, 'burst');

  const asks = inPhase(notes, 'after', 'early');
  if (!asks.some(isAdmitted)) return askAgain(first, asks, settings, now);

  const unit = asks[0]?.phase === 'early' ? 1 : 1000;
  // A limiter that refused again after its own wait is paced by the wait that it really took.
  const observed = asks.length > 1 ? lastSent(asks) - lastSent(first) : 0;
  const announced = (list: Note[]) =>
    Math.min(
      settings.maxWaitMs,
      Math.max(observed, ...list.filter(isRefusal).map(note => secondsOf(note) * unit)),
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
  const capacity = first.filter(isAdmitted).length;
  const half = inPhase(notes, 'half');
  const target = Math.max(0, Math.floor(capacity / 2) - 1);
  const since = (list: Note[], ms: number) => silence(lastSent(list), Math.round(ms), now);

  if (half.some(isRefusal)) {
    const wait = Math.min(settings.maxWaitMs / 2, 2 * Math.max(500, announced(half)));
    return exhaust(half, 'half') ?? drains(notes, half, wait, now);
  }
  if (half.length < target) return send(Math.min(MAX_BURST, target - half.length), 'half');

  const pause = Math.max(100, 0.3 * announced(first));
  const rest = inPhase(notes, 'rest');
  const opening = [...inPhase(notes, 'after', 'early'), ...half];
  const spread =
    (rest.length === 0 ? since(opening, pause) : undefined) ??
    exhaust(rest, 'rest', capacity - 1 - half.length);
  if (spread) return spread;

  const polls = inPhase(notes, 'poll');
  const polling = poll(polls, 'poll', rest, announced(rest), now);
  if (polling) return polling;

  const refill = [...polls.filter(isAdmitted), ...inPhase(notes, 'refill')];
  const refilling = exhaust(refill, 'refill');
  if (refilling) return refilling;

  const refilled = refill.filter(isAdmitted).length;
  if (refilled < 0.4 * capacity)
    return drains(notes, refill, Math.min(settings.maxWaitMs / 2, 1.25 * pause), now);
  const drain = drainAfter(notes, 'drain', refill, 1.25 * pause, now);
  if (drain) return drain;
  if (refilled < 0.8 * capacity) return { done: COMPLETE };
  const drained = [...refill, ...inPhase(notes, 'drain')];
  const again = poll(inPhase(notes, 'poll-again'), 'poll-again', drained, announced(refill), now);
  return again ?? { done: COMPLETE };
}

/** A single request behind the announced wait; when refused again, behind growing ones. */
function askAgain(first: Note[], asks: Note[], settings: PlanSettings, now: number): Step {
  const last = asks.at(-1);
  const refusals = last ? [last] : first.filter(isRefusal);
  const longest = Math.max(...refusals.map(secondsOf)) * 1000;
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

/** Sends in growing bursts until nothing is admitted any more; undefined once that is so. */
function exhaust(seen: Note[], phase: Phase, expected = 0): Step | undefined {
  const refusedAt = seen.findIndex(isRefusal);
  if (refusedAt < 0) {
    const size =
      seen.length < expected ? expected - seen.length : Math.max(CONFIRM, seen.length >> 1);
    return send(Math.min(MAX_BURST, size), phase);
  }
  const confirmed = seen.length - refusedAt >= CONFIRM && seen.slice(-CONFIRM).every(isRefusal);
  return confirmed || seen.length - refusedAt >= 6 * CONFIRM ? undefined : send(CONFIRM, phase);
}

/** Asks in twentieths of the announced wait until one is admitted; undefined once that is so. */
function poll(polls: Note[], phase: Phase, refused: Note[], announced: number, now: number) {
  if (polls.some(isAdmitted)) return undefined;
  if (polls.length >= MAX_POLLS) return { done: 'nothing was admitted while asking repeatedly' };
  const previous = polls.length > 0 ? polls : refused;
  return silence(lastSent(previous), Math.max(20, announced / 20), now) ?? send(1, phase);
}

function drains(notes: readonly Note[], since: Note[], wait: number, now: number): Step {
  const drain = inPhase(notes, 'drain');
  return (
    drainAfter(notes, 'drain', since, wait, now) ??
    drainAfter(notes, 'drain-longer', drain, 2 * wait, now) ?? { done: COMPLETE }
  );
}

function drainAfter(
  notes: readonly Note[],
  phase: Phase,
  since: Note[],
  wait: number,
  now: number,
) {
  const seen = inPhase(notes, phase);
  return (
    (seen.length === 0 ? silence(lastSent(since), wait, now) : undefined) ?? exhaust(seen, phase)
  );
}

function silence(since: number, ms: number, now: number): { wait: number } | undefined {
  const left = since + ms - now;
  return left > 0 ? { wait: left } : undefined;
}

function send(count: number, phase: Phase): Step {
  return { send: count, concurrent: true, phase };
}

function secondsOf(note: Note): number {
  return announcedSeconds(note) ?? 1;
}

function lastSent(list: Note[]): number {
  return Math.max(...list.map(note => note.sentAt));
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
