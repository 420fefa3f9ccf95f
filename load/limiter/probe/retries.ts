/** The single requests behind the wait that the first exhaustion announced. */
import { isRejected, type Note, type PlanSettings } from '../../../schemas/records/limiter.ts';
import {
  lastReceived,
  leastSeconds,
  mostSeconds,
  secondsOf,
  send,
  silence,
  type Step,
} from './steps.ts';

/** Beyond an announced wait: no limiter is accused because clocks and timers round. */
const MARGIN_MS = 100;

/**
 * Tries the shortest wait first if rejections at one time announce very different ones: the long ones may only come
 * from repeated rejections.
 */
export function retrySooner(
  first: readonly Note[],
  seen: readonly Note[],
  settings: PlanSettings,
  now: number,
) {
  const least = leastSeconds(first);
  if (seen.length > 0 || least < 1 || mostSeconds(first) < 4 * least) return undefined;
  if (least * 1000 > settings.maxWaitMs) return undefined;
  return silence(lastReceived(first), least * 1000 + MARGIN_MS, now) ?? send(1, 'sooner');
}

/** A single request behind the announced wait; when rejected again, behind growing ones. */
export function retryUntilAdmitted(
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
  const waitFor = (note: Note) =>
    tooLong
      ? Math.min(longest / 1000, settings.maxWaitMs)
      : Math.max(secondsOf(note) * 1000, Math.min(patience, settings.maxWaitMs - spent));
  const due = Math.max(...rejections.map(note => note.receivedAt + waitFor(note))) + MARGIN_MS;
  return now < due ? { wait: due - now } : send(1, tooLong ? 'early' : 'after');
}
