/** The claim that limiters are separate (§8.1). */
import { announcedSeconds, isRejected, type Note } from '../../../schemas/records/limiter.ts';
import { bodyProblem } from '../../../schemas/rejection.ts';
import { rejectedRoutes, sameLimiter, isOutside } from '../steps.ts';
import {
  besideHeaders,
  errorIn,
  isPage,
  type Evidence,
  limitOn,
  remainingOn,
  failed,
  notExercised,
  passed,
  type ClaimResult,
} from '../evidence.ts';
import { mayBeOfAnother } from './rejection.ts';

/**
 * §8.1: exhausting one limiter leaves the others alone. A 429 of another route counts only if the other limiter admitted
 * just before, the route before or afterwards, and its wait is the one that this limiter announced. Other responses count
 * only if this limiter still rejected the request that followed. Whether the other limiter may have been used up by other
 * requests is decided by `withdraw`, which knows what was found about it.
 */
export function separate({ notes, own }: Evidence): ClaimResult {
  const asked = notes.filter(note => note.phase === 'separate');
  const probed = asked.filter(note => !isOutside(note.to));
  // A 429 that the tools get as well is from none of the three limiters.
  const far = asked.filter(note => isRejected(note) && isFar(note));
  const lastProbed = notes.findLastIndex(note => note.phase === 'separate');
  const follow = notes.slice(lastProbed).find(note => own.includes(note));
  const near = [
    ...notes
      .slice(0, lastProbed)
      .filter(note => own.includes(note))
      .slice(-3),
    follow,
  ];
  const limited = rejectedRoutes(probed).filter(to => {
    const rejections = probed.filter(note => note.to === to);
    return (
      admitsOtherwise(to, notes) &&
      rejections.every(note => sameWait(note, near)) &&
      !rejections.some(note => far.some(other => sameForm(note, other)))
    );
  });
  const suspects = probed.filter(note => limited.includes(note.to ?? ''));
  const isOfAll = (note: Note) => near.some(own => own && isRejected(own) && sameForm(note, own));
  const beside = besideHeaders(own.filter(note => notes.indexOf(note) < lastProbed));
  const reason =
    isOneForAll(asked) || far.some(isOfAll)
      ? 'a limiter in front of all of them rejects: those of no limiter of §8.1 get the same 429'
      : beside.length > 0
        ? mayBeOfAnother
        : suspects.some(note => isOfAnother(note, notes))
          ? 'a further limiter rejected: its 429 states the Limit, or has the form, of neither of the two'
          : undefined;
  if (limited.length > 0 && reason !== undefined) return notExercised(reason, suspects);
  if (limited.length > 0)
    return failed(
      'the other limiters admit while this one rejects',
      `429 from ${limited.join(', ')}`,
      suspects,
    );
  const shown = probed.filter(responds);
  if (shown.length === 0) return notExercised('no other limiter responded before', probed);
  if (probed.some(isRejected))
    return notExercised(
      'another limiter rejected as well, once, always, or with a wait of its own',
      probed,
    );
  return follow && isRejected(follow)
    ? passed([...shown, follow])
    : notExercised('this limiter may have opened before the requests to the others', probed);
}

/**
 * True if all routes got the same 429 in the end, one behind no limiter of §8.1 included. Such a limiter may stand in
 * front of the three. If the three reject with texts or limits of their own, they share a count.
 */
function isOneForAll(asked: readonly Note[]): boolean {
  const names = [...new Set(asked.map(({ to }) => to))];
  const last = names.map(to => asked.findLast(note => note.to === to)!);
  const second = asked.length > names.length ? asked.slice(names.length) : asked;
  const inside = last.filter(note => !isOutside(note.to));
  const [one, ...more] = inside.filter(isRejected);
  return (
    last.some(note => isOutside(note.to) && isRejected(note)) &&
    inside.every(note => isRejected(note) || !second.includes(note)) &&
    more.every(note => sameForm(note, one!))
  );
}

/** Business routes may count as sensitive (§8.1). */
const isFar = ({ to = '' }: Note): boolean => isOutside(to) && to.includes('/tools/');

/** True if two 429s have the same text, and the same Limit if they are of limiters that are used up. */
function sameForm(one: Note, other: Note): boolean {
  const [limit, another] = [one, other].map(note =>
    remainingOn(note) === 0 ? limitOn(note) : undefined,
  );
  const alike = limit === undefined || another === undefined || limit === another;
  return alike && errorIn(one.body) === errorIn(other.body);
}

/** True if a 429 states a Limit that neither the exhausted limiter nor that of the route states, or is a page while theirs is JSON. */
function isOfAnother(rejection: Note, notes: readonly Note[]): boolean {
  const own = notes.filter(note => note.to === undefined);
  if (
    rejection.body !== '' &&
    isPage(rejection) &&
    own.some(note => isRejected(note) && bodyProblem(note.body) === undefined)
  )
    return limitOn(rejection) === undefined;
  const theirs = notes.filter(
    note => note.phase === 'before' && sameLimiter(note.to, rejection.to) && !isRejected(note),
  );
  const [limit, ...known] = [rejection, ...own, ...theirs].map(limitOn);
  const both = [own, theirs].every(list => list.some(note => limitOn(note) !== undefined));
  return limit !== undefined && both && !known.includes(limit);
}

/** True if the limiter of a route admitted before, and the route itself before or after. */
function admitsOtherwise(to: string, notes: readonly Note[]): boolean {
  const admitted = (phase: Note['phase']) =>
    notes.filter(note => note.phase === phase && responds(note)).map(note => note.to);
  const before = admitted('before');
  return (
    before.includes(to) ||
    (before.some(other => sameLimiter(other, to)) && admitted('recovered').includes(to))
  );
}

/** True if a rejection may come from the counter of those around it: all of them end their wait at the same time. */
function sameWait(rejection: Note, near: readonly (Note | undefined)[]): boolean {
  const announced = announcedSeconds(rejection);
  const waits = near.flatMap(
    note => (note && isRejected(note) ? announcedSeconds(note) : []) ?? [],
  );
  if (announced === undefined || waits.length === 0) return true;
  return announced >= Math.min(...waits) - 1 && announced <= Math.max(...waits) + 1;
}

function responds(note: Note): boolean {
  return note.status !== 0 && note.status < 500 && !isRejected(note);
}
