/**
 * The probes as generators: they yield what to do and get back what came, so that k6 and Node drive the same one. Limiters that
 * were seen to be separate wait together: while one waits, another one sends.
 */
import { missingNeed } from '../../fixtures/config/needs.ts';
import type { Target } from '../../fixtures/config/target.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import {
  announcedSeconds,
  type Driver,
  type Findings,
  isRejected,
  type LimiterProbe,
  type Note,
  type PlanSettings,
  type ProbeResponse,
  inPhase,
  isAdmitted,
  targetTime,
} from '../../schemas/records/limiter.ts';
import { type LimiterName, limiterNames } from '../../schemas/routes.ts';
import type { GuardedRequest } from '../request.ts';
import { findingsOf } from './findings.ts';
import { withdraw } from './withdraw.ts';
import { isSilent, next } from './plan.ts';
import { namesOf, requestsOf, limiterOf } from './steps.ts';
import { count, lastReceived, limitOn, remainingOn, resetOn, errorIn } from './evidence.ts';

/** To wait in silence, or requests to send at once; the host resumes with their responses in order, or none. */
type Action<Request> = { readonly waitMs: number } | { readonly send: readonly Request[] };
export type Probing<Request, Result> = Generator<Action<Request>, Result, readonly ProbeResponse[]>;

interface Part {
  /** Ends it early, by its notes so far. */
  readonly until?: (notes: readonly Note[]) => boolean;
  /** Notes of the part before it. */
  readonly begun?: readonly Note[];
}

/**
 * Probes one limiter (§8).
 *
 * @param requestTo the request to a named route of another limiter; without a name, to the one that is exhausted.
 * @param now milliseconds, the clock of the responses.
 * @param part of the probe; absent: all of it.
 */
export function* probeOne<Request>(
  settings: PlanSettings,
  requestTo: (name: string | undefined) => Request,
  now: () => number,
  { until = () => false, begun = [] }: Part = {},
): Probing<Request, Note[]> {
  const notes = [...begun];
  for (;;) {
    const step = next(notes, settings, now());
    if ('done' in step || until(notes)) return notes;
    if ('wait' in step) {
      yield { waitMs: step.wait };
      continue;
    }
    const { phase } = step;
    const responses = yield { send: step.to.map(requestTo) };
    for (const [index, response] of responses.entries()) {
      const to = step.to[index];
      const seen = notes.find(note => note.to === to && note.status !== 429);
      // Another route may be asked only while its limiter rejects.
      const usual = seen ?? (to === undefined ? response : undefined);
      const kept = usual ? withoutUsualWait(response, usual) : response;
      notes.push({ ...kept, phase, ...(to === undefined ? {} : { to }) });
    }
  }
}

/**
 * Drops the retry-after of a response that is no 429 and the usual one of its route, by status and error: a limiter may
 * announce its wait on every response, or on the last one that it admits.
 *
 * @param usual the first response of the route that is no 429.
 */
function withoutUsualWait(response: ProbeResponse, usual: ProbeResponse): ProbeResponse {
  const isUsual =
    response.status === usual.status && errorIn(response.body) === errorIn(usual.body);
  if (!isUsual || response.status === 429 || response.status >= 500) return response;
  const { 'retry-after': _, ...headers } = response.headers;
  return { ...response, headers };
}

/** When the last one has been exhausted, the others go on: the window of the webhooks is, as a rule, the shortest. */
const overlappedOrder: readonly LimiterName[] = ['catalog', 'wallet', 'webhooks'];

/**
 * Probes the limiters that GV_PROBE names, one after the other: each is exhausted while the others admit (§8.1) and rest. Of a
 * server of our own, limiters that pause (`mayPause`) wait together, and what they show about themselves alone comes later. A
 * gateway in front of a deployment may count the requests of all, and would reject.
 *
 * @param now milliseconds, the clock of the responses.
 * @param driver is stated with what was found.
 * @throws NotExercised if the target does not permit to exhaust a limiter.
 * @throws SuiteError if a request would leave the target.
 */
export function* probeEach(
  target: Target,
  now: () => number,
  driver: Driver,
): Probing<GuardedRequest, LimiterProbe[]> {
  const forbidden = missingNeed(target, ['exhaust']);
  if (forbidden !== undefined) throw new NotExercised(forbidden);
  const { requests, reachable, skipped } = prepare(target);
  const probes = new Map<LimiterName, LimiterProbe>();
  const paused: Paused[] = [];
  const overlaps = target.origin === 'reference';
  const order = overlaps ? overlappedOrder : limiterNames;
  const last = order.findLast(name => !skipped.has(name));
  const requestTo = (name: LimiterName) => {
    const [own] = namesOf(name);
    return (to = own!) => requests.get(to)!;
  };
  const found = (name: LimiterName, settings: PlanSettings, notes: readonly Note[]) => {
    const findings = findingsOf(notes, settings);
    probes.set(name, { name, driver, settings, notes, findings });
    return findings;
  };
  for (const name of order) {
    const reason = skipped.get(name);
    if (reason !== undefined) {
      probes.set(name, { name, skipped: reason });
      continue;
    }
    const others = limiterNames.filter(each => each !== name && reachable.has(each));
    const [, ...siblings] = namesOf(name);
    const settings = {
      ...target.probe,
      others: [...others, 'outside' as const].flatMap(namesOf),
      siblings,
    };
    const waitMs = restedFrom(name, paused) - now();
    if (waitMs > 0) yield { waitMs };
    const pauses = (seen: readonly Note[]) =>
      overlaps && (name === last ? isShown(seen) : mayPause(seen));
    const notes = yield* probeOne(settings, requestTo(name), now, { until: pauses });
    if (pauses(notes)) {
      paused.push({ name, settings, notes });
      continue;
    }
    const findings = found(name, settings, notes);
    if (isSilent(notes)) {
      for (const each of order.slice(order.indexOf(name) + 1))
        if (!skipped.has(each)) skipped.set(each, `the target stopped answering (${name})`);
      continue;
    }
    if (name !== last) yield { waitMs: settlingMs(findings, notes, settings) };
  }
  const sent = [...probes.values(), ...paused].flatMap(each => ('notes' in each ? each.notes : []));
  const resumed = function* ({ name, settings, notes }: Paused) {
    found(name, settings, yield* probeOne(settings, requestTo(name), now, { begun: notes }));
  };
  const lanes = paused.map(each => ({
    probing: resumed(each),
    due: each.name === last ? 0 : resumesAt(each, sent),
  }));
  yield* overlapped(lanes, now);
  return withdraw(limiterNames.flatMap(name => probes.get(name) ?? []));
}

/** The requests that may be sent, by the name of their route; whose they are; and why the other limiters are not probed. */
function prepare(target: Target) {
  const requests = requestsOf(target, 'outside');
  const reachable = new Set<LimiterName>();
  const skipped = new Map<LimiterName, string>();
  const { GV_PROBE: wanted = limiterNames } = target.values;
  for (const name of limiterNames) {
    if (!wanted.includes(name)) skipped.set(name, 'GV_PROBE does not name it');
    try {
      for (const [to, request] of requestsOf(target, name)) requests.set(to, request);
      reachable.add(name);
    } catch (error) {
      if (!(error instanceof NotExercised)) throw error;
      skipped.set(name, error.message);
    }
  }
  return { requests, reachable, skipped };
}

/**
 * Returns the time that a limiter takes to forget a probe, in milliseconds: while the next one goes on, a window that
 * is still used up would look like a shared one. One that is open needs none. If the window was not found, the longest
 * wait that was announced is the best guess.
 */
function settlingMs(
  { windowSeconds }: Findings,
  notes: readonly Note[],
  { maxWaitMs }: PlanSettings,
): number {
  if (isOpen(notes)) return 0;
  if ('value' in windowSeconds) return Math.min(windowSeconds.high * 1000, maxWaitMs);
  const rejections = notes.filter(note => note.to === undefined && isRejected(note));
  const longest = 1000 * Math.max(0, ...rejections.map(note => announcedSeconds(note) ?? 0));
  return longest <= maxWaitMs ? longest : 0;
}

/** More than the probes of the others send to a limiter: they must not use it up. */
const askedByOthers = 40;

/**
 * True if a limiter has just opened again after its first wait: any later window of it shows as much as this one. Tokens and
 * slots, which come back one by one, show most at once.
 */
const mayPause = (notes: readonly Note[]): boolean =>
  notes.at(-1)?.phase === 'after' && isOpen(notes) && windowMs(notes) > 0;

/** True if a limiter was seen to leave the others alone, and its probe asks them no more. */
function isShown(notes: readonly Note[]): boolean {
  const wereAsked = notes.some(({ phase }) => phase === 'separate');
  return notes.at(-1)?.phase === 'burst' && wereAsked && letsOthersBe(notes);
}

const letsOthersBe = (notes: readonly Note[]): boolean =>
  !notes.some(note => note.phase === 'separate' && isRejected(note));

/** True if a limiter has just opened whole, by its own Remaining, and left the others alone. */
function isOpen(notes: readonly Note[]): boolean {
  const opened = notes.at(-1);
  if (!opened || opened.to !== undefined || !isAdmitted(opened)) return false;
  const left = remainingOn(opened) ?? 0;
  const whole = left >= count(inPhase(notes, 'warm', 'burst')) - 1;
  return whole && left >= askedByOthers && letsOthersBe(notes);
}

/** A probe that pauses. */
interface Paused {
  readonly name: LimiterName;
  readonly settings: PlanSettings;
  readonly notes: readonly Note[];
}

/**
 * Returns the most that a window can last, in milliseconds: as long as it took to open again, if the first request began it, by its
 * own Remaining; else as long as one that has just opened states to last. 0 if it does not.
 */
function windowMs(notes: readonly Note[]): number {
  const own = inPhase(notes, 'warm')[0]!;
  const opened = notes.at(-1)!;
  const limit = limitOn(own);
  if (limit !== undefined && remainingOn(own) === limit - 1) return opened.sentAt - own.sentAt;
  const reset = resetOn(opened);
  return reset === undefined ? 0 : 1000 * reset - targetTime(opened);
}

/** Part of a window: requests to others in it are answered at once. */
const momentPart = 0.1;

/**
 * Returns the time from which a paused probe may go on, in milliseconds: at once if its limiter has just opened. Else what is
 * sent to it now begins a window, or the last requests of the others have: they are few, and nobody accuses by that window alone.
 */
function resumesAt(paused: Paused, others: readonly Note[]): number {
  const opened = paused.notes.at(-1)!;
  const since = others.filter(({ sentAt }) => sentAt >= opened.sentAt);
  const asked = lastReceived([opened, ...sentTo(paused.name, since)]);
  const lasts = windowMs(paused.notes);
  const isFresh = asked - opened.receivedAt < momentPart * lasts;
  return isFresh ? asked : Math.max(asked, opened.receivedAt + lasts);
}

/** Returns the time from which the next limiter is free of what paused probes sent to it, if its window is not longer than theirs. */
function restedFrom(next: LimiterName, paused: readonly Paused[]): number {
  const longest = Math.max(...paused.map(({ notes }) => windowMs(notes)));
  return longest + Math.max(...paused.map(({ notes }) => lastReceived(sentTo(next, notes))));
}

const sentTo = (name: LimiterName, notes: readonly Note[]): Note[] =>
  notes.filter(({ to }) => limiterOf(to) === name);

/** A probe that goes on, and what it sends next. */
interface Lane {
  readonly probing: Probing<GuardedRequest, void>;
  due: number;
  send?: readonly GuardedRequest[] | undefined;
}

/** Drives probes to their ends, whichever is due first. */
function* overlapped(lanes: readonly Lane[], now: () => number): Probing<GuardedRequest, void> {
  const open = new Set(lanes);
  for (;;) {
    const [lane] = [...open].toSorted((a, b) => a.due - b.due);
    if (!lane) return;
    if (lane.due > now()) yield { waitMs: lane.due - now() };
    const responses = lane.send ? yield { send: lane.send } : [];
    const { done, value } = lane.probing.next(responses);
    if (done) {
      open.delete(lane);
    } else {
      lane.due = now() + ('waitMs' in value ? value.waitMs : 0);
      lane.send = 'send' in value ? value.send : undefined;
    }
  }
}
