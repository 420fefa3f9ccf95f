import { announcedSeconds, type Note } from '../../../schemas/records/limiter.ts';
import { failed, notApplicable, passed, type ClaimResult } from './claim-result.ts';
import { waitsIn, type Wait } from './named-wait.ts';

/** A wait in a body and the one that `retry-after` announces, seconds. */
interface Pair {
  readonly note: Note;
  readonly wait: Wait;
  readonly announced: number;
}

/**
 * §8: where the body of a 429 names the wait as well, it is the one of `retry-after`, to a second or to the unit named. A
 * text that always names the same, longer wait may mean the window: not applicable.
 */
export function bodyWait(limited: readonly Note[]): ClaimResult {
  const pairs = limited.flatMap(note => {
    const announced = announcedSeconds(note);
    if (announced === undefined) return [];
    return waitsIn(note).map(wait => ({ note, wait, announced }));
  });
  if (pairs.length === 0) return notApplicable('the body of a 429 names no wait');
  const wrong = pairs.filter(pair => !agrees(pair));
  const ambiguous = wrong.filter(({ wait }) => wait.text).every(pair => overstates(pair, pairs));
  const clear = wrong.find(({ wait }) => !wait.text) ?? (ambiguous ? undefined : wrong[0]);
  if (clear)
    return failed(
      'a wait in the body of a 429 agrees with retry-after',
      `${clear.wait.named} in the body, retry-after ${clear.note.headers['retry-after']}`,
      [clear.note],
    );
  return wrong.length === 0
    ? passed([...new Set(pairs.map(({ note }) => note))])
    : notApplicable('the body of a 429 names one and the same wait each time');
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
