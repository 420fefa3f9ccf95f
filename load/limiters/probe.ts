/** Probes limiters as generators, which yield actions and receive responses, so that k6 and Node can drive the same probe. */
import { missingNeed } from '../../harness/config/needs.ts';
import type { Target } from '../../harness/config/target.ts';
import { NotExercised } from '../../harness/verdict.ts';
import {
  announcedSeconds,
  type Driver,
  type Findings,
  isAdmitted,
  isRejected,
  isSilent,
  type LimiterProbe,
  type Note,
  type PlanSettings,
  type ProbeResponse,
  type Probing,
  windowOf,
} from '../../schemas/records/limiter.ts';
import { type LimiterName, limiterNames } from '../../schemas/routes.ts';
import type { GuardedRequest } from '../request.ts';
import { errorIn } from './evidence.ts';
import { findingsOf } from './findings.ts';
import { next } from './plan.ts';
import { namesOf, requestsOf } from './steps.ts';

/**
 * Tells the host to wait silently, to send requests at once, or where the probe is. The host resumes the generator with the responses in
 * order, or with none.
 */
type Action<Request> =
  | { readonly waitMs: number }
  | { readonly send: readonly Request[] }
  | { readonly probing: Probing };
export type Probe<Request, Result> = Generator<Action<Request>, Result, readonly ProbeResponse[]>;

/**
 * Probes one limiter (§8).
 *
 * @param requestTo Returns the request to a named route of another limiter, or without a name the request to the exhausted limiter.
 * @param now Returns milliseconds on the clock of the responses.
 */
export function* probeOne<Request>(
  limiter: LimiterName,
  settings: PlanSettings,
  requestTo: (name: string | undefined) => Request,
  now: () => number,
): Probe<Request, Note[]> {
  const notes: Note[] = [];
  let window = 0;
  for (;;) {
    const step = next(notes, settings, now());
    if ('done' in step) return notes;
    if ('wait' in step) {
      yield { waitMs: step.wait };
      continue;
    }
    const { phase } = step;
    if (windowOf(phase) > window) {
      window = windowOf(phase);
      yield { probing: { limiter, window } };
    }
    const responses = yield { send: step.to.map(requestTo) };
    for (const [index, response] of responses.entries()) {
      const to = step.to[index];
      const seen = notes.find(note => note.to === to && note.status !== 429);
      // Another route is asked only while its limiter may reject.
      const usual = seen ?? (to === undefined ? response : undefined);
      const kept = usual ? withoutUsualWait(response, usual) : response;
      notes.push({ ...kept, phase, ...(to === undefined ? {} : { to }) });
    }
  }
}

/**
 * Removes the retry-after of a response that is not a 429 if status and error are the usual ones of its route. A limiter may announce its wait
 * on every response, or on the last admitted one.
 *
 * @param usual First response of the route that is not a 429.
 */
function withoutUsualWait(response: ProbeResponse, usual: ProbeResponse): ProbeResponse {
  const isUsual =
    response.status === usual.status && errorIn(response.body) === errorIn(usual.body);
  if (!isUsual || response.status === 429 || response.status >= 500) return response;
  const { 'retry-after': _, ...headers } = response.headers;
  return { ...response, headers };
}

/**
 * Probes the limiters that GV_PROBE names, one after the other. Each is exhausted while the others admit (§8.1), and then rests.
 *
 * @param now Returns milliseconds on the clock of the responses.
 * @param driver Name of the driver for the findings.
 * @throws NotExercised if the target does not permit exhausting a limiter.
 * @throws SuiteError if a request would leave the target.
 */
export function* probeEach(
  target: Target,
  now: () => number,
  driver: Driver,
): Probe<GuardedRequest, LimiterProbe[]> {
  const forbidden = missingNeed(target, ['exhaust']);
  if (forbidden) throw forbidden;
  const { requests, reachable, skipped } = prepare(target);
  const probes: LimiterProbe[] = [];
  const last = limiterNames.findLast(name => !skipped.has(name));
  let silent: LimiterName | undefined;
  for (const name of limiterNames) {
    const reason = skipped.get(name);
    if (reason !== undefined) {
      const { message, lacks } = reason;
      probes.push({ name, skipped: message, ...(lacks ? { lacks } : {}) });
      continue;
    }
    if (silent) {
      const why = `the target stopped answering (${silent})`;
      probes.push({ name, skipped: why, silent: true });
      continue;
    }
    const others = limiterNames.filter(each => each !== name && reachable.has(each));
    const [own = '', ...siblings] = namesOf(name);
    const settings = {
      ...target.probe,
      others: [...others, 'outside' as const].flatMap(namesOf),
      siblings,
    };
    const notes = yield* probeOne(name, settings, (to = own) => requests.get(to)!, now);
    const findings = findingsOf(notes, settings);
    const { method, url } = requests.get(own)!;
    probes.push({ name, driver, request: { method, url }, settings, notes, findings });
    if (isSilent(notes)) silent = name;
    else if (name !== last) yield { waitMs: settlingMs(findings, notes, settings) };
  }
  return probes;
}

/** Returns the permitted requests by route, their limiters, and the reasons why other limiters are not probed. */
function prepare(target: Target) {
  const requests = requestsOf(target, 'outside');
  const reachable = new Set<LimiterName>();
  const skipped = new Map<LimiterName, NotExercised>();
  const { GV_PROBE: wanted = limiterNames } = target.values;
  for (const name of limiterNames) {
    if (!wanted.includes(name))
      skipped.set(name, new NotExercised('GV_PROBE does not name it', undefined, 'selection'));
    try {
      for (const [to, request] of requestsOf(target, name)) requests.set(to, request);
      reachable.add(name);
    } catch (error) {
      if (!(error instanceof NotExercised)) throw error;
      skipped.set(name, error);
    }
  }
  return { requests, reachable, skipped };
}

/**
 * Returns the milliseconds that a limiter needs to forget a probe. During the next probe, a window that is still used up would look like a
 * shared limiter. A limiter that has just opened needs no time. If the window was not measured, the longest announced wait is the best
 * guess.
 */
function settlingMs(
  { windowSeconds }: Findings,
  notes: readonly Note[],
  { maxWaitMs }: PlanSettings,
): number {
  const own = notes.filter(({ to }) => to === undefined);
  if (own.at(-1) && isAdmitted(own.at(-1)!)) return 0;
  if ('value' in windowSeconds) return Math.min(windowSeconds.high * 1000, maxWaitMs);
  const longest =
    1000 * Math.max(0, ...own.filter(isRejected).map(note => announcedSeconds(note) ?? 0));
  return longest <= maxWaitMs ? longest : 0;
}
