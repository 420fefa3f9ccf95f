import {
  announcedSeconds,
  integerHeader,
  isAdmitted,
  isRejected,
  type Measured,
} from '../../../schemas/records/limiter.ts';
import { count, isClean, type Evidence } from '../evidence.ts';
import { gap } from './intervals.ts';

/** The limit that two exhaustions agree on, or one exhaustion and the limiter's header. */
export function limitOf({ first, second, third, capacity, rejections }: Evidence): Measured {
  const lists = [first, second, third].filter(list => list.some(isRejected) && isClean(list));
  const complete = lists.map(count);
  // An exhaustion that is long compared with the window can contain parts of two windows.
  const longest = Math.max(...rejections.map(note => announcedSeconds(note) ?? 1), 1);
  const admitted = lists.at(-1)?.filter(isAdmitted) ?? [];
  const compact = (gap(admitted[0], admitted.at(-1), 'outer') ?? 0) < 0.3 * longest;
  const declared = declaredLimit(rejections);
  const latest = complete.at(-1) ?? 0;
  const alike = complete.filter(n => n === latest).length;
  // A few requests straddle two windows easily, and twice by chance.
  if (compact && latest > 0 && alike >= (latest < 6 ? 3 : 2))
    return { value: latest, low: latest, high: latest };
  if (declared !== undefined && declared > 1 && complete.includes(declared))
    return { value: declared, low: declared, high: declared };
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
