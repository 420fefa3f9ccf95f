/** The claim that Remaining is what a window has left (§8). */
import {
  isAdmitted,
  isRejected,
  type Note,
  type Numbers,
} from '../../../schemas/records/limiter.ts';
import {
  type Evidence,
  isWhole,
  limitOn,
  remainingOn,
  textOf,
  together,
  type ClaimResult,
  failed,
  notExercised,
  passed,
} from '../evidence.ts';
import { leastAlike, mostReplicas, statedLeft } from './counting.ts';
import { notSent } from './rejection.ts';

/**
 * §8: Remaining is what is left. Decided only in windows that nobody else used; there it must be exact at every moment when
 * none of our requests was under way. In a fixed window only: if tokens or slots come back, others can take them unseen.
 */
export function remainingFalls(evidence: Evidence, { algorithm }: Numbers): ClaimResult {
  const expected = 'Remaining falls by one with each request, to 0';
  const { first, second, third, own } = evidence;
  const unsupported = notSent('ratelimit-remaining', own);
  if (unsupported) return unsupported;
  const all = [first, second, third];
  const stopped = stoppedEarly(all);
  if (stopped && ['fixed-window', 'inconclusive'].includes(algorithm.name)) {
    const [{ left }] = stopped;
    return failed(
      expected,
      `${left} where requests are rejected, in ${stopped.length} windows that nobody else used`,
      stopped.flatMap(({ admitted }) => admitted),
    );
  }
  const whole = all.map(admittedAll).filter(list => list !== undefined);
  // A window that rises is not one of several replicas, if another one admitted exactly Limit, too. After the first a log gives back
  // what was taken before.
  const unlikely = [
    ...whole.filter(list => rises(list) && (first.includes(list[0]!) || overstates(list))),
    ...whole.filter(isEmptied).slice(leastWindows - 1),
  ];
  const [noCount] = whole.length < leastWindows ? [] : unlikely;
  if (noCount)
    return failed(
      expected,
      `${noCount.map(remainingOn).slice(0, fewShown).join(', ')} and so on in a window that admitted its Limit of ${noCount.length}`,
      noCount,
    );
  const windows = all.map(movedExactly).filter(list => list !== undefined);
  const steady = windows.find(list => slips(list).length === 0);
  if (steady) return passed(steady);
  const undisturbed = all.map(admittedLimit).filter(list => list !== undefined);
  const [one, two] = windows.length > 1 ? windows : undisturbed;
  const slip =
    one && two && slips(one).find(each => windows.length > 1 || slips(two).includes(each));
  if (slip && algorithm.name === 'fixed-window') return failed(expected, slip, [...one, ...two]);
  return notExercised('Remaining did not move by exactly our requests in a whole window');
}

interface Stop {
  readonly admitted: readonly Note[];
  /** Remaining of the last admission. */
  readonly left: number;
}

/** If somebody else takes what is left between our last two requests, it is in few windows, and hardly the same number. */
const leastWindows = 2;
const leastAdmitted = 10;

/** Windows that reject with the same number of requests left, by their own count of ours alone. */
function stoppedEarly(exhaustions: readonly (readonly Note[])[]): [Stop, ...Stop[]] | undefined {
  const stops = exhaustions.map(stopOf).filter(stop => stop !== undefined);
  const [first, ...others] = stops;
  const alike = others.every(({ left }) => left === first?.left);
  return first && alike && stops.length >= leastWindows ? [first, ...others] : undefined;
}

/** Remaining went from Limit down by exactly our admissions, was not 0, and is stated as 0 by what is rejected next. */
function stopOf(exhaustion: readonly Note[]): Stop | undefined {
  const admitted = exhaustion.filter(isAdmitted);
  const limit = limitOn(admitted[0]);
  if (limit === undefined || admitted.length < leastAdmitted) return undefined;
  const rejection = exhaustion.find(isRejected);
  if (!isWhole(exhaustion) || remainingOn(rejection) !== 0 || limitOn(rejection) !== limit)
    return undefined;
  const left = limit - admitted.length;
  const counted = admitted
    .map(statedLeft)
    .toSorted((a, b) => b - a)
    .every((value, i) => value === limit - 1 - i);
  // A limiter with one less may reject first, which takes the last one of this limiter: then both of them reject.
  const isOne = new Set(exhaustion.filter(isRejected).map(textOf)).size === 1;
  return left > (isOne ? 0 : 1) && counted ? { admitted, left } : undefined;
}

/** The admissions of an exhaustion that got exactly Limit. */
function admittedAll(exhaustion: readonly Note[]): readonly Note[] | undefined {
  const admitted = exhaustion.filter(isAdmitted);
  const limit = limitOn(admitted[0]);
  const all = isWhole(exhaustion) && admitted.length === limit && limit >= leastAlike;
  return all ? admitted : undefined;
}

/**
 * The admissions of an exhaustion that got all of Limit, and whose Remaining began with that: somebody else would have used
 * some of it, a further replica would have admitted more, and replicas that others use begin with less.
 */
function admittedLimit(exhaustion: readonly Note[]): readonly Note[] | undefined {
  const admitted = admittedAll(exhaustion);
  const first = remainingOn(admitted?.[0]);
  return admitted && first !== undefined && first >= admitted.length - 2 ? admitted : undefined;
}

/** Of a Remaining that is no count, the first are enough to see it. */
const fewShown = 12;
/** A window that has just opened may state the 0 of the last one for a moment, while less than this part of it is used. */
const mostPart = 0.75;

const isEmptied = (admitted: readonly Note[]): boolean =>
  admitted.filter(note => remainingOn(note) === 0).length > mostPart * admitted.length;

/**
 * True if Remaining rose, from one request to a later one, more often than several replicas explain, each of which counts down by
 * itself. That it stands still may be late news between nodes.
 */
function rises(admitted: readonly Note[]): boolean {
  /** For each Remaining, the most requests one after the other that rose to it. */
  const risen = new Map<number, number>();
  for (const sent of together(admitted)) {
    const next = sent.flatMap(note => {
      const left = remainingOn(note);
      if (left === undefined) return [];
      const before = [...risen].flatMap(([value, length]) => (value < left ? length : []));
      return [[left, Math.max(0, ...before) + 1] as const];
    });
    for (const [left, length] of next) risen.set(left, Math.max(length, risen.get(left) ?? 0));
  }
  return Math.max(0, ...risen.values()) > mostReplicas + 1;
}

/** True if more is stated, more often than several replicas do, than Limit without the requests of this window before. */
function overstates(admitted: readonly Note[]): boolean {
  let [before, count] = [0, 0];
  for (const sent of together(admitted)) {
    count += sent.filter(note => (remainingOn(note) ?? 0) >= admitted.length - before).length;
    before += sent.length;
  }
  return count > mostReplicas + 1;
}

function movedExactly(exhaustion: readonly Note[]): readonly Note[] | undefined {
  const admitted = exhaustion.filter(isAdmitted);
  const remaining = admitted.map(note => remainingOn(note));
  const exact = remaining[0] === admitted.length - 1 && Math.min(...admitted.map(statedLeft)) === 0;
  return exact && admitted.length > 1 ? admitted : undefined;
}

/**
 * Moments between bursts at which the lowest Remaining so far is not what our count leaves. Nodes that learn late of each
 * other state more, until they know: too much does not count if 0 was stated in the end, or if it is less than the last burst.
 */
function slips(admitted: readonly Note[]): string[] {
  const remaining = admitted.map(statedLeft);
  const ends = Math.min(...remaining) === 0;
  const found: string[] = [];
  let lowest = Infinity;
  for (const i of admitted.keys()) {
    lowest = Math.min(lowest, remaining[i]!);
    const received = Math.max(...admitted.slice(0, i + 1).map(seen => seen.receivedAt));
    const quiet = admitted.slice(i + 1).every(later => later.sentAt >= received);
    const left = admitted.length - 1 - i;
    const burst = admitted.slice(0, i + 1).filter(seen => seen.receivedAt > admitted[i]!.sentAt);
    if (quiet && (lowest < left || (!ends && lowest - left >= burst.length)))
      found.push(`${lowest} where ${left} were left`);
  }
  return found;
}
