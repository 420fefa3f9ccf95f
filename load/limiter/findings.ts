import { bodyWait } from './body-wait.ts';
import { burst } from './burst.ts';
import { claimIds, notExercised, type Claim, type ClaimId, type Outcome } from './claim.ts';
import { limitAdmitted, remainingFalls } from './counting.ts';
import { gather } from './evidence.ts';
import { numbers, type Numbers } from './numbers.ts';
import { observe, type Observation } from './observations.ts';
import { integerOn429, remainingZero, resetIsTimestamp } from './ratelimit-headers.ts';
import { rejectionBody, rejectionStatus, retryAfterInteger, retryAfterKept } from './rejection.ts';
import { separate } from './separate.ts';
import type { Note } from '../probe/note.ts';
import { next, type PlanSettings } from '../probe/plan.ts';

/** What the notes of one limiter say; `requests` counts all of them, `stopped` is the plan's end. */
export interface Findings extends Numbers {
  claims: Claim[];
  observations: Observation[];
  requests: number;
  stopped: string;
}

/**
 * How long a limiter takes to forget a measurement, milliseconds: as long as the next one goes on, a window that is
 * still used up would look like one that is shared.
 */
export function settlingMs({ windowSeconds }: Findings, { maxWaitMs }: PlanSettings): number {
  return 'value' in windowSeconds ? Math.min(windowSeconds.high * 1000, maxWaitMs) : 0;
}

/** Judges a measurement from its notes alone, with the settings it was made with (§8). */
export function judge(notes: readonly Note[], settings: PlanSettings): Findings {
  const end = next(notes, settings, Infinity);
  const evidence = gather(notes, 'done' in end ? end.done : 'the measurement was cut short');
  const measured = numbers(evidence);
  const limited = evidence.refusals.filter(note => note.status === 429);
  const { own } = evidence;
  const outcomes: Record<ClaimId, () => Outcome> = {
    'rejection-status': () => rejectionStatus(evidence),
    'rejection-body': () => rejectionBody(limited),
    'body-wait': () => bodyWait(limited),
    'retry-after-integer': () => retryAfterInteger(limited, evidence),
    'retry-after-kept': () => retryAfterKept(evidence, measured),
    'ratelimit-limit': () => integerOn429('ratelimit-limit', limited, own),
    'ratelimit-remaining': () => integerOn429('ratelimit-remaining', limited, own),
    'ratelimit-reset': () => resetIsTimestamp(limited, evidence),
    'remaining-zero': () => remainingZero(limited, own),
    'limit-admitted': () => limitAdmitted(evidence, measured),
    'remaining-falls': () => remainingFalls(evidence, measured),
    burst: () => burst(evidence),
    separate: () => separate(evidence),
  };
  const claims = claimIds.map(claim => {
    const judged = limited.length > 0 || claim === 'rejection-status';
    const { seen, ...outcome } = judged ? outcomes[claim]() : notExercised(evidence.stopped);
    return { claim, ...outcome, evidence: seen.map(note => notes.indexOf(note)) };
  });
  return {
    ...measured,
    claims,
    observations: observe(evidence),
    requests: notes.length,
    stopped: evidence.stopped,
  };
}
