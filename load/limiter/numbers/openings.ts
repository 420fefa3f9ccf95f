import {
  inPhase,
  isAdmitted,
  isRejected,
  type Measured,
  type Note,
} from '../../../schemas/records/limiter.ts';
import { count, type Evidence } from '../evidence.ts';
import { gap, interval } from './intervals.ts';

/** The length of a fixed window: between two openings, each known to be between the last rejection and the first admission. */
export function betweenOpenings(evidence: Evidence): Measured {
  const opened = evidence.third[0];
  const reopened = inPhase(evidence.notes, 'poll-again').find(isAdmitted);
  const between = inPhase(evidence.notes, 'drain', 'drain-longer');
  if (between.some(isAdmitted)) return interval(undefined, undefined);
  return interval(
    gap(opened, lastRejected(evidence, reopened), 'inner'),
    gap(lastRejected(evidence, opened), reopened, 'outer'),
  );
}

/**
 * Returns `perhaps` if a block that begins with the first rejection explains when it opened: then both waits after a
 * first rejection are as long. A window is opened by its own time: the wait is shorter after usage that was spread in
 * it, and the time between two openings is not longer (`never`: it was, so that there is no such window).
 */
export function blockExplains(evidence: Evidence, window: Measured): 'no' | 'perhaps' | 'never' {
  const { own, second, third, notes } = evidence;
  const reopened = inPhase(notes, 'poll-again').find(isAdmitted);
  const [one, two] = [
    [second.find(isRejected), third[0]],
    [third.find(isRejected) ?? own.slice(own.indexOf(third[0]!)).find(isRejected), reopened],
  ] as const;
  const spread = gap(second[0], lastRejected(evidence, third[0]), 'inner') ?? 0;
  if ('high' in window && spread > window.high) return 'never';
  const [shortest, longest] = [
    Math.max(
      ...[one, two].map(([from, to]) => gap(from, lastRejected(evidence, to), 'inner') ?? 0),
    ),
    Math.min(...[one, two].map(([from, to]) => gap(from, to, 'outer') ?? Infinity)),
  ];
  return shortest <= longest ? 'perhaps' : 'no';
}

/** Returns how many came back, for certain, before the second part of a sliding window could have. */
export function cameEarly(evidence: Evidence): number {
  const { second, third, notes } = evidence;
  const spread = gap(second[0], inPhase(notes, 'rest')[0], 'inner') ?? 0;
  const rejected = lastRejected(evidence, third[0]);
  return count(third.filter(note => (gap(rejected, note, 'outer') ?? 0) < spread));
}

/** The last rejection before an admission. */
export function lastRejected({ own }: Evidence, admitted: Note | undefined): Note | undefined {
  return admitted && own.slice(0, own.indexOf(admitted)).findLast(isRejected);
}
