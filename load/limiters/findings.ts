/** Derives findings from the notes of a probe: numbers, claims, and observations where §8 leaves the behaviour open. */
import {
  announcedSeconds,
  inPhase,
  isAdmitted,
  isRejected,
  type LimiterObservation,
  type LimiterProbe,
  type Note,
  type Numbers,
  claimIds,
  type ClaimId,
  type Findings,
  type PlanSettings,
} from '../../schemas/records/limiter.ts';
import {
  type Evidence,
  gather,
  lastReceived,
  withoutPages,
  failed,
  notExercised,
  passed,
  type ClaimResult,
} from './evidence.ts';
import { next, planIsComplete } from './plan.ts';
import { burst, limitAdmitted, remainingFalls } from './claims/counting.ts';
import {
  integerOn429,
  remainingZero,
  resetIsTimestamp,
  rejectionBody,
  rejectionStatus,
} from './claims/rejection.ts';
import { retryAfterEnd, retryAfterInteger, retryAfterKept } from './claims/retry-after.ts';
import type { RecordedRun } from '../../schemas/records/recorded-run.ts';
import { notesOf } from '../../schemas/records/texts.ts';
import { numbers } from './numbers.ts';
import { isOutside, limiterOf, sentIn, suspectsIn } from './steps.ts';

/** Derives the findings of a run again from its notes. */
export const judgedAgain = ({
  limiters,
  texts,
}: Pick<RecordedRun, 'limiters' | 'texts'>): LimiterProbe[] =>
  limiters.map(limiter => {
    if ('skipped' in limiter) return limiter;
    const { name, driver, request, settings } = limiter;
    const notes = notesOf(limiter, texts);
    return { name, driver, request, settings, notes, findings: findingsOf(notes, settings) };
  });

/** Derives findings from the notes of a probe and its settings (§8). */
export function findingsOf(notes: readonly Note[], settings: PlanSettings): Findings {
  const end = next(notes, settings, Infinity);
  const evidence = gather(notes, 'done' in end ? end.done : 'the probe was cut short');
  const measured = numbers(evidence);
  const { own, rejections, siblings } = evidence;
  const limited = withoutPages([...rejections, ...siblings].filter(({ status }) => status === 429));
  const results: Record<ClaimId, () => ClaimResult> = {
    'rejection-status': () => rejectionStatus(evidence),
    'rejection-body': () => rejectionBody(limited),
    'retry-after-integer': () => retryAfterInteger(limited, evidence),
    'retry-after-kept': () => retryAfterKept(evidence),
    'retry-after-end': () => retryAfterEnd(evidence),
    'ratelimit-limit': () => integerOn429('ratelimit-limit', limited, own),
    'ratelimit-remaining': () => integerOn429('ratelimit-remaining', limited, own),
    'ratelimit-reset': () => resetIsTimestamp(limited, evidence),
    'remaining-zero': () => remainingZero(limited, own),
    'limit-admitted': () => limitAdmitted(evidence),
    'remaining-falls': () => remainingFalls(evidence),
    burst: () => burst(evidence, measured),
    separate: () => separate(evidence),
  };
  const claims = claimIds.map(claim => {
    const decided = limited.length > 0 || claim === 'rejection-status';
    const { seen, ...result } = decided ? results[claim]() : notExercised(evidence.stopped);
    const reason = result.reason === undefined ? {} : { reason: withEnd(result, evidence.stopped) };
    return { claim, ...result, ...reason, evidence: seen.map(note => notes.indexOf(note)) };
  });
  return {
    ...measured,
    claims,
    observations: observe(evidence, measured),
    requests: notes.length,
    stopped: evidence.stopped,
  };
}

/**
 * §8.1: exhausting one limiter leaves the others open. Other clients may use up the others. So a rejected route is asked again when its wait
 * is over and this limiter is exhausted once more, and a last time when this limiter admits. If the route was rejected twice, and admitted
 * before and after, it shares the limiter.
 */
function separate({ notes, own, stopped }: Evidence): ClaimResult {
  const open = sentIn(notes, 'before')
    .filter(isAdmitted)
    .map(({ to }) => limiterOf(to));
  const asked = sentIn(notes, 'separate').filter(
    ({ to, status }) => !isOutside(to) && open.includes(limiterOf(to)) && status !== 0,
  );
  if (asked.length === 0) return notExercised('no other limiter admitted before');
  const suspects = suspectsIn(notes);
  if (suspects.some(({ to }) => isOutside(to)))
    return notExercised('a route of none of the three limiters is rejected as well', suspects);
  const isShut = (phase: Note['phase']) => {
    const last = notes.findLastIndex(note => note.phase === phase);
    const next = notes.slice(last).find(note => own.includes(note));
    return next !== undefined && isRejected(next);
  };
  if (!isShut('separate'))
    return notExercised('this limiter may have opened before the requests to the others', asked);
  if (suspects.length === 0) return passed(asked);

  const again = sentIn(notes, 'separate-again');
  if (again.length === 0) return notExercised(stopped, suspects);
  const recovered = sentIn(notes, 'recovered')
    .filter(isAdmitted)
    .map(({ to }) => to);
  const shared = again.filter(note => isRejected(note) && recovered.includes(note.to));
  if (shared.length > 0)
    return failed(
      'the other limiters admit while this one rejects',
      `429 twice from ${shared.map(({ to }) => to).join(', ')}, and none while this one admits`,
      [...suspects, ...shared],
    );
  return again.every(isAdmitted) && isShut('separate-again')
    ? passed([...asked, ...again])
    : notExercised('another limiter is used up independently of this one', [...suspects, ...again]);
}

/** Adds the reason why a probe ended early to a claim that was not exercised, because that names the remedy. */
function withEnd({ verdict, reason = '' }: Omit<ClaimResult, 'seen'>, stopped: string): string {
  const said = verdict !== 'not-exercised' || stopped === planIsComplete || reason === stopped;
  return said ? reason : `${reason}: ${stopped}`;
}

/** Returns observations of behaviour beyond the promises of §8. They are never claims. */
function observe(evidence: Evidence, measured: Numbers): LimiterObservation[] {
  const { notes, own, rejections } = evidence;
  const found: LimiterObservation[] = [];
  for (const phase of ['midway', 'early', 'poll', 'poll-again'] as const) {
    const opened = inPhase(notes, phase).find(isAdmitted);
    const rejected = opened && own.slice(0, own.indexOf(opened)).findLast(isRejected);
    const announced = rejected && announcedSeconds(rejected);
    if (!opened || !rejected || announced === undefined) continue;
    const waited = (opened.receivedAt - rejected.sentAt) / 1000;
    if (announced - waited < 1) continue;
    const value = `retry-after ${announced} s, admitted after ${waited.toFixed(1)} s`;
    found.push({ id: 'retry-after-longer-than-needed', value, marked: true });
    break;
  }
  if (rejections.some(note => note.headers['retry-after'] === '0'))
    found.push({ id: 'retry-after-zero', value: '0', marked: false });
  const other = rejections.find(note => note.status !== 429);
  if (other)
    found.push({ id: 'refusal-other-than-429', value: String(other.status), marked: true });
  return [...found, ...admittedMeanwhile(evidence, measured)];
}

/**
 * Returns the routes of the limiter that were admitted while it rejected. Each may have its own limiter, or none, which §8.1 and §8.3 leave
 * open. A token that came back meanwhile also admits a request.
 */
function admittedMeanwhile({ notes, own }: Evidence, { algorithm }: Numbers): LimiterObservation[] {
  const siblings = notes.filter(({ phase }) => phase === 'siblings');
  const open = siblings.filter(isAdmitted).map(({ to = '' }) => to.slice(to.indexOf(' ') + 1));
  const next = own.find(({ sentAt }) => sentAt >= lastReceived(siblings));
  if (open.length === 0 || !next || !isRejected(next)) return [];
  const marked = algorithm.name !== 'token-bucket';
  return [{ id: 'routes-admitted-meanwhile', value: open.join(', '), marked }];
}
