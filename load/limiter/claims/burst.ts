import {
  integerHeader,
  isAdmitted,
  isRejected,
  type Note,
} from '../../../schemas/records/limiter.ts';
import { count, type Evidence } from '../evidence.ts';
import { failed, notExercised, passed, type ClaimResult } from './claim-result.ts';

/** Number of replicas, with counters of their own that run out at the same time, that is still plausible. */
const MOST_REPLICAS = 4;
const SEVERAL = 4;

interface Edge {
  /** The last request that was sent alone, and its Remaining. */
  readonly last: Note;
  readonly left: number;
  readonly wave: readonly Note[];
}

/**
 * §8: Limit is the most requests in a window, those at once included. Decided if requests one by one were counted down
 * to the last, and many at once followed. A replica with a counter of its own would have sent a higher Remaining, or has
 * no more left than that; a window that opened meanwhile shows a higher one; slots or tokens that come back as fast go on
 * doing so. Limit minus Remaining is exactly what we sent: nobody else used this window.
 */
export function burst({ own, third }: Evidence): ClaimResult {
  const edge = findEdge(third);
  if (!edge) return notExercised('Remaining did not lead to the last request of a window');
  const { last, left, wave } = edge;
  const admitted = wave.filter(isAdmitted);
  const seen = [last, ...wave];
  if (wave.some(note => note.status === 0))
    return notExercised('some requests got no response', seen);
  if (admitted.length <= left) return passed(seen);
  const used = count(third.slice(0, third.indexOf(last) + 1));
  const limit = integerHeader(last, 'ratelimit-limit') ?? Infinity;
  const counted =
    used >= limit - left && admitted.every(note => (remainingOf(note) ?? Infinity) < left);
  if (
    counted &&
    admitted.length > MOST_REPLICAS * left &&
    staysShut(own, wave, admitted.length - left)
  )
    return failed(
      `no more than the ${left} that remained are admitted of ${wave.length} requests at once`,
      `${admitted.length} are admitted`,
      [last, ...admitted],
    );
  return notExercised(
    'several replicas, other clients, or a window that opened meanwhile, would look the same',
    seen,
  );
}

/** Two requests one after the other whose Remaining falls by one, and the requests at once after them. */
function findEdge(exhaustion: readonly Note[]): Edge | undefined {
  const sends = together(exhaustion);
  for (const [index, wave] of sends.entries()) {
    const [before, last] = [sends[index - 2], sends[index - 1]];
    if (wave.length < MOST_REPLICAS + 1 || before?.length !== 1 || last?.length !== 1) continue;
    const [one, two] = [before[0]!, last[0]!];
    const left = remainingOf(two);
    const falls = left !== undefined && remainingOf(one) === left + 1;
    if (falls && left > 0 && wave.length > MOST_REPLICAS * left) return { last: two, left, wave };
  }
  return undefined;
}

/** Requests that were under way together. */
function together(notes: readonly Note[]): readonly Note[][] {
  const sends: Note[][] = [];
  let received = -Infinity;
  for (const note of notes) {
    const current = sends.at(-1);
    if (current && note.sentAt < received) current.push(note);
    else sends.push([note]);
    received = Math.max(received, note.receivedAt);
  }
  return sends;
}

/**
 * True if nothing was admitted in a time in which several requests would have been, had the `surplus` come back at the
 * pace of the wave.
 */
function staysShut(own: readonly Note[], wave: readonly Note[], surplus: number): boolean {
  const start = Math.min(...wave.map(note => note.sentAt));
  const end = Math.max(...wave.map(note => note.receivedAt));
  const later = own.slice(own.indexOf(wave.at(-1)!) + 1);
  const opened = later.findIndex(note => !isRejected(note));
  const shut = opened < 0 ? later : later.slice(0, opened);
  const last = shut.at(-1);
  return (
    last !== undefined &&
    shut.length >= SEVERAL &&
    last.sentAt - end >= (SEVERAL * (end - start)) / surplus
  );
}

function remainingOf(note: Note): number | undefined {
  return integerHeader(note, 'ratelimit-remaining');
}
