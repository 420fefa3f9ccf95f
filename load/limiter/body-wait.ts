import {
  announcedSeconds,
  type LimiterObservation,
  type Note,
} from '../../schemas/records/limiter.ts';
import { waitsIn, type Wait } from './named-wait.ts';

/** A wait in a body and the one that `retry-after` announces, seconds. */
interface Pair {
  readonly note: Note;
  readonly wait: Wait;
  readonly announced: number;
}

/**
 * The waits that the bodies of 429s name (§8 names a header only): marked where the first one is neither that of
 * `retry-after`, to a second or to the unit named, nor a text that always names the same, longer wait and may mean the window.
 */
export function bodyWait(limited: readonly Note[]): LimiterObservation[] {
  const pairs = limited.flatMap(note => {
    const announced = announcedSeconds(note);
    if (announced === undefined) return [];
    return waitsIn(note).map(wait => ({ note, wait, announced }));
  });
  const [first] = pairs;
  if (!first) return [];
  const wrong = pairs.filter(pair => !agrees(pair));
  const ambiguous = wrong.filter(({ wait }) => wait.text).every(pair => overstates(pair, pairs));
  const clear = wrong.find(({ wait }) => !wait.text) ?? (ambiguous ? undefined : wrong[0]);
  const { note, wait } = clear ?? first;
  const value = `${wait.named} in the body, retry-after ${note.headers['retry-after']}`;
  return [{ id: 'wait-in-body', value, marked: clear !== undefined }];
}

/** One of the readings is within a second, or within its unit. */
function agrees({ wait, announced }: Pair): boolean {
  return wait.readings.some(
    ({ seconds, unit }) =>
      Math.abs(seconds - announced) <= 1 || Math.abs(seconds - announced) < unit,
  );
}

/** A text that is the same in every response and too long, but not by the factor of milliseconds. */
function overstates({ wait, announced }: Pair, pairs: readonly Pair[]): boolean {
  const texts = new Set(pairs.filter(pair => pair.wait.text).map(pair => pair.wait.named));
  const longer = wait.readings.every(({ seconds }) => seconds > announced);
  // Up to a second the number of milliseconds could be one of seconds.
  const milliseconds = wait.readings.some(
    ({ seconds, unit }) =>
      unit === 1 && announced > 1 && Math.ceil(seconds / 1000) === Math.ceil(announced),
  );
  return texts.size === 1 && longer && !milliseconds;
}
