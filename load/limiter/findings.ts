import {
  claimIds,
  type ClaimId,
  type Findings,
  type Note,
  type PlanSettings,
} from '../../schemas/records/limiter.ts';
import { next } from './probe/plan.ts';
import { COMPLETE } from './probe/second-exhaustion.ts';
import { burst } from './claims/burst.ts';
import { notExercised, type ClaimResult } from './claims/claim-result.ts';
import { limitAdmitted, remainingFalls } from './claims/counting.ts';
import { gather, withoutPages } from './evidence.ts';
import { numbers } from './numbers/numbers.ts';
import { bodyWait, observe } from './observations.ts';
import { integerOn429, remainingZero, resetIsTimestamp } from './claims/ratelimit-headers.ts';
import { rejectionBody, rejectionStatus } from './claims/rejection.ts';
import { retryAfterInteger, retryAfterKept } from './claims/retry-after.ts';
import { separate } from './claims/separate.ts';

/** Returns what a probe shows, from its notes alone and the settings it was made with (§8). */
export function findingsOf(notes: readonly Note[], settings: PlanSettings): Findings {
  const end = next(notes, settings, Infinity);
  const evidence = gather(notes, 'done' in end ? end.done : 'the probe was cut short');
  const measured = numbers(evidence);
  const { own, rejections, siblings } = evidence;
  const limited = withoutPages(
    [...rejections, ...siblings].filter(note => note.status === 429),
    own,
  );
  const results: Record<ClaimId, () => ClaimResult> = {
    'rejection-status': () => rejectionStatus(evidence),
    'rejection-body': () => rejectionBody(limited),
    'retry-after-integer': () => retryAfterInteger(limited, evidence),
    'retry-after-kept': () => retryAfterKept(evidence, measured),
    'ratelimit-limit': () => integerOn429('ratelimit-limit', limited, own),
    'ratelimit-remaining': () => integerOn429('ratelimit-remaining', limited, own),
    'ratelimit-reset': () => resetIsTimestamp(limited, evidence),
    'remaining-zero': () => remainingZero(limited, evidence),
    'limit-admitted': () => limitAdmitted(evidence, measured),
    'remaining-falls': () => remainingFalls(evidence, measured),
    burst: () => burst(evidence),
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
    observations: [...observe(evidence), ...bodyWait(limited)],
    requests: notes.length,
    stopped: evidence.stopped,
  };
}

/** Adds to the reason of a claim that was not exercised what ended the probe before it was complete: there the remedy is. */
function withEnd({ verdict, reason = '' }: Omit<ClaimResult, 'seen'>, stopped: string): string {
  const said = verdict !== 'not-exercised' || stopped === COMPLETE || reason.includes(stopped);
  return said ? reason : `${reason}: ${stopped}`;
}
