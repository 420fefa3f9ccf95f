import { integerHeader, isAdmitted, isRefusal, type Note } from '../probe/note.ts';
import { count, type Evidence } from './evidence.ts';
import { failed, notExercised, passed, type Outcome } from './claim.ts';

/** Replicas with counters of their own, each about to run out at the very same time, that are still believed in. */
const MOST_REPLICAS = 4;
const SEVERAL = 4;

interface Edge {
  /** The last request that went out alone, and what it was told remains. */
  last: Note;
  left: number;
  wave: Note[];
}

/**
 * §8: Limit is the most requests in a window, those at once included. Judged where requests one by one were counted down
 * to the last, and many at once followed. A replica with a counter of its own would have told a higher Remaining, or has
 * no more left than that; a window that opened meanwhile tells a higher one; slots or tokens that come back as fast go on
 * doing so. What Remaining leaves out of Limit is what we sent, and nobody else.
 */
export function burst({ own, third }: Evidence): Outcome {
  const edge = findEdge(third);
  if (!edge) return notExercised('Remaining did not lead to the last request of a window');
  const { last, left, wave } = edge;
  const admitted = wave.filter(isAdmitted);
  const seen = [last, ...wave];
  if (wave.some(note => note.status === 0))
    return notExercised('some requests got no answer', seen);
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
      `of ${wave.length} requests at once no more than the ${left} that remained are admitted`,
      `${admitted.length} are admitted`,
      [last, ...admitted],
    );
  return notExercised(
    'several replicas, other clients, or a window that opened meanwhile, would look the same',
    seen,
  );
}

/** Two requests one after the other whose Remaining falls by one, and what was sent at once after them. */
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
function together(notes: readonly Note[]): Note[][] {
  const sends: Note[][] = [];
  let answered = -Infinity;
  for (const note of notes) {
    const current = sends.at(-1);
    if (current && note.sentAt < answered) current.push(note);
    else sends.push([note]);
    answered = Math.max(answered, note.receivedAt);
  }
  return sends;
}

/** Whether nothing was admitted while several would have been, if the `surplus` of the wave came back while it took. */
function staysShut(own: readonly Note[], wave: Note[], surplus: number): boolean {
  const start = Math.min(...wave.map(note => note.sentAt));
  const end = Math.max(...wave.map(note => note.receivedAt));
  const later = own.slice(own.indexOf(wave.at(-1)!) + 1);
  const opened = later.findIndex(note => !isRefusal(note));
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
