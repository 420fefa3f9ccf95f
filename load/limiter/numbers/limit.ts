import {
  announcedSeconds,
  integerHeader,
  isAdmitted,
  isRejected,
  type Measured,
} from '../../../schemas/records/limiter.ts';
import { count, isClean, type Evidence } from '../evidence.ts';
import { isUnclear } from '../foreign.ts';
import { gap } from './intervals.ts';

/**
 * The limit that two exhaustions agree on, or one exhaustion and the limiter's header: the interval reaches over all
 * exhaustions and what is stated, unless two of them admitted what is stated. Other clients, a bucket that gets a part of its
 * tokens at once, and several nodes agree with themselves as well.
 */
export function limitOf({ first, second, third, capacity, rejections }: Evidence): Measured {
  const lists = [first, second, third].filter(
    list => list.some(isRejected) && isClean(list) && !list.some(isUnclear),
  );
  const complete = lists.map(count);
  // An exhaustion that is long compared with the window can contain parts of two windows.
  const longest = Math.max(...rejections.map(note => announcedSeconds(note) ?? 1), 1);
  const admitted = lists.at(-1)?.filter(isAdmitted) ?? [];
  const compact = (gap(admitted[0], admitted.at(-1), 'outer') ?? 0) < 0.3 * longest;
  const declared = declaredLimit(rejections);
  const latest = complete.at(-1) ?? 0;
  const alike = (value: number) => complete.filter(n => n === value).length;
  const believed = declared !== undefined && declared > 1;
  const all = believed ? [...complete, declared] : complete;
  const [low, high] = [Math.min(...all), Math.max(...all)];
  if (believed && alike(declared) > 1) return { value: declared, low: declared, high: declared };
  if (believed && alike(declared) > 0) return { value: declared, low, high };
  // A few requests straddle two windows easily, and twice by chance.
  if (compact && latest > 0 && alike(latest) >= (latest < 6 ? 3 : 2))
    return { value: latest, low, high };
  return {
    inconclusive: true,
    reason:
      complete.length > 1
        ? `exhaustions admitted ${complete.join(', ')}`
        : `no two exhaustions to compare; the first admitted ${capacity}`,
  };
}

/** `ratelimit-limit` of the first rejection. */
export function declaredLimit(rejections: Evidence['rejections']): number | undefined {
  return rejections[0] && integerHeader(rejections[0], 'ratelimit-limit');
}
