import {
  inPhase,
  isAdmitted,
  isRejected,
  type Note,
  type PlanSettings,
} from '../../../schemas/records/limiter.ts';
import { askBefore, askRecovered, askSiblings, askWhileShut } from './others.ts';
import { retrySooner, retryUntilAdmitted } from './retries.ts';
import { secondExhaustion } from './second-exhaustion.ts';
import { exhaust, lastSent, leastSeconds, mostSeconds, send, type Step } from './steps.ts';

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
  if (left > 0)
    return 'others' in step
      ? { ...step, others: step.others.slice(0, left) }
      : { ...step, send: Math.min(step.send, left) };
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
