/** The probes as generators: they yield what to do and get back what came, so that k6 and Node drive the same one. */
import { missingNeed } from '../../fixtures/config/needs.ts';
import type { Target } from '../../fixtures/config/target.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import {
  announcedSeconds,
  BODY_KEPT,
  type Driver,
  type Findings,
  isRejected,
  type LimiterProbe,
  type Note,
  type PlanSettings,
  type ProbeResponse,
} from '../../schemas/records/limiter.ts';
import { type LimiterName, limiterNames } from '../../schemas/routes.ts';
import type { GuardedRequest } from '../request.ts';
import { findingsOf, judgeTogether } from './findings.ts';
import {
  type Paused,
  isOpen,
  isShown,
  mayPause,
  overlapped,
  restedFrom,
  resumesAt,
} from './overlap.ts';
import { isSilent, next } from './plan.ts';
import { namesOf, namesOutside, requestsOf, requestsOutside } from './steps.ts';

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
    if (until(notes)) return notes;
    const step = next(notes, settings, now());
    if ('done' in step) return notes;
    if ('wait' in step) {
      yield { waitMs: step.wait };
      continue;
    }
    const { phase } = step;
    const names =
      'others' in step ? step.others : Array.from({ length: step.send }, () => undefined);
    const responses = yield { send: names.map(requestTo) };
    for (const [index, response] of responses.entries()) {
      const to = names[index];
      notes.push({ ...response, phase, ...(to === undefined ? {} : { to }) });
    }
  }
}

/** When the last one has been exhausted, the others go on: the window of the webhooks is, as a rule, the shortest. */
const overlappedOrder: readonly LimiterName[] = ['catalog', 'wallet', 'webhooks'];

interface Manner {
  /** Milliseconds, the clock of the responses. */
  readonly now: () => number;
  /** It is stated with what was found. */
  readonly driver: Driver;
  /**
   * True if limiters that pause (`mayPause`) wait together. A gateway in front of a deployment may count the requests of all, and
   * would reject: for a server of our own alone.
   */
  readonly overlaps: boolean;
}

/**
 * Probes the limiters that GV_PROBE names, one after the other: each is exhausted while the others admit (§8.1) and rest. What a
 * limiter shows about itself alone may come later, together with the others.
 *
 * @throws NotExercised if the target does not permit to exhaust a limiter.
 * @throws SuiteError if a request would leave the target.
 */
export function* probeEach(
  target: Target,
  { now, driver, overlaps }: Manner,
): Probing<GuardedRequest, LimiterProbe[]> {
  const forbidden = missingNeed(target, ['exhaust']);
  if (forbidden !== undefined) throw new NotExercised(forbidden);
  const { requests, reachable, skipped } = prepare(target);
  const probes = new Map<LimiterName, LimiterProbe>();
  const paused: (Paused & { readonly settings: PlanSettings })[] = [];
  const order = overlaps ? overlappedOrder : limiterNames;
  const last = order.findLast(name => !skipped.has(name));
  const requestTo = (name: LimiterName) => {
    const [own] = namesOf(name);
    return (to = own!) => requests.get(to)!;
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
      others: [...others.flatMap(namesOf), ...namesOutside],
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
    const findings = findingsOf(notes, settings);
    probes.set(name, { name, driver, settings, notes, findings });
    if (isSilent(notes)) {
      for (const each of order.slice(order.indexOf(name) + 1))
        if (!skipped.has(each)) skipped.set(each, `the target stopped answering (${name})`);
      continue;
    }
    if (name !== last) yield { waitMs: settlingMs(findings, notes, settings) };
  }
  const lanes = paused.map(each => {
    const others = [...probes.values(), ...paused].filter(({ name }) => name !== each.name);
    const notes = others.flatMap(other => ('notes' in other ? other.notes : []));
    return {
      probing: probeOne(each.settings, requestTo(each.name), now, { begun: each.notes }),
      from: each.name === last ? 0 : resumesAt(each, notes),
    };
  });
  const whole = yield* overlapped(lanes, now);
  for (const [at, { name, settings }] of paused.entries()) {
    const notes = whole[at]!;
    probes.set(name, { name, driver, settings, notes, findings: findingsOf(notes, settings) });
  }
  return judgeTogether(limiterNames.flatMap(name => probes.get(name) ?? []));
}

/** The requests that may be sent, by the name of their route; whose they are; and why the other limiters are not probed. */
function prepare(target: Target) {
  const requests = requestsOutside(target);
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

/**
 * Keeps of a response what a finding needs; every host builds its responses with it. Bodies of
 * admitted requests are somebody's data and are dropped, and `secret` is kept nowhere.
 */
export function keep(
  raw: Omit<ProbeResponse, 'headers'> & { headers: Record<string, string | undefined> },
  secret: string,
): ProbeResponse {
  const mask = (text: string) => (secret === '' ? text : text.replaceAll(secret, '<API_KEY>'));
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(raw.headers)) {
    const lower = name.toLowerCase();
    if (value !== undefined && /^(date|retry-after|ratelimit-.*)$/.test(lower))
      headers[lower] = mask(value);
  }
  const response = { ...raw, headers, body: '' };
  return isRejected(response)
    ? { ...response, body: mask(raw.body).slice(0, BODY_KEPT) }
    : response;
}
