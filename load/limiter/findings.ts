/** Findings of probes, from their notes alone: numbers, claims, and observations of what §8 leaves open. */
import {
  announcedSeconds,
  inPhase,
  isAdmitted,
  isRejected,
  type LimiterObservation,
  type LimiterProbe,
  type Note,
  type Numbers,
  claimIds,
  type ClaimId,
  type Findings,
  type PlanSettings,
} from '../../schemas/records/limiter.ts';
import { type Evidence, gather, withoutPages } from './evidence.ts';
import { next, COMPLETE } from './plan.ts';
import { lastReceived } from './steps.ts';
import { burst, limitAdmitted, remainingFalls } from './claims/counting.ts';
import {
  notExercised,
  type ClaimResult,
  integerOn429,
  remainingZero,
  resetIsTimestamp,
  rejectionBody,
  rejectionStatus,
  retryAfterInteger,
  retryAfterKept,
} from './claims/rejection.ts';
import { reconcile, withoutSameShare } from './withdraw.ts';
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { notesOf } from '../../schemas/records/texts.ts';
import { numbers } from './numbers.ts';
import { separate } from './claims/separate.ts';

/** The limiters of a result as their notes show them, judged anew. */
export const judgedAgain = ({
  limiters,
  texts,
}: Pick<ConformanceResult, 'limiters' | 'texts'>): LimiterProbe[] =>
  judgeNotes(
    limiters.map(limiter => {
      if ('skipped' in limiter) return limiter;
      const { name, driver, settings } = limiter;
      return { name, driver, settings, notes: notesOf(limiter, texts) };
    }),
  );

type Skipped = Extract<LimiterProbe, { readonly skipped: string }>;

/** Judges probes by their notes alone. */
export const judgeNotes = (
  probes: readonly (Skipped | Omit<Exclude<LimiterProbe, Skipped>, 'findings'>)[],
): LimiterProbe[] =>
  judgeTogether(
    probes.map(probe =>
      'skipped' in probe ? probe : { ...probe, findings: findingsOf(probe.notes, probe.settings) },
    ),
  );

/** Withdraws of claims what the probes of the other limiters leave open. */
export const judgeTogether = (probes: readonly LimiterProbe[]): LimiterProbe[] =>
  withoutSameShare(reconcile(probes));

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
    observations: [...observe(evidence, measured), ...bodyWait(limited)],
    requests: notes.length,
    stopped: evidence.stopped,
  };
}

/** Adds to the reason of a claim that was not exercised what ended the probe before it was complete: there the remedy is. */
function withEnd({ verdict, reason = '' }: Omit<ClaimResult, 'seen'>, stopped: string): string {
  const said = verdict !== 'not-exercised' || stopped === COMPLETE || reason.includes(stopped);
  return said ? reason : `${reason}: ${stopped}`;
}

/** Returns what the limiter does beyond its promises (§8): recorded, never a claim. */
function observe(evidence: Evidence, measured: Numbers): LimiterObservation[] {
  const { notes, own, rejections } = evidence;
  const found: LimiterObservation[] = [];
  for (const phase of ['sooner', 'early', 'poll', 'poll-again'] as const) {
    const opened = inPhase(notes, phase).find(isAdmitted);
    const rejected = opened && own.slice(0, own.indexOf(opened)).findLast(isRejected);
    const announced = rejected && announcedSeconds(rejected);
    if (!opened || !rejected || announced === undefined) continue;
    const waited = (opened.receivedAt - rejected.sentAt) / 1000;
    if (announced - waited < 1) continue;
    const value = `retry-after ${announced} s, admitted after ${waited.toFixed(1)} s`;
    found.push({ id: 'retry-after-longer-than-needed', value, marked: true });
    break;
  }
  if (rejections.some(note => note.headers['retry-after'] === '0'))
    found.push({ id: 'retry-after-zero', value: '0', marked: false });
  const other = rejections.find(note => note.status !== 429);
  if (other)
    found.push({ id: 'refusal-other-than-429', value: String(other.status), marked: true });
  return [...found, ...admittedMeanwhile(evidence, measured)];
}

/**
 * Returns the routes of the limiter that were admitted while it rejected: each may have a limiter of its own, or none (§8.1 and §8.3
 * leave it open). A token that came back in between admits one as well.
 */
function admittedMeanwhile({ notes, own }: Evidence, { algorithm }: Numbers): LimiterObservation[] {
  const siblings = notes.filter(({ phase }) => phase === 'siblings');
  const open = siblings.filter(isAdmitted).map(({ to = '' }) => to.slice(to.indexOf(' ') + 1));
  const next = own.find(({ sentAt }) => sentAt >= lastReceived(siblings));
  if (open.length === 0 || !next || !isRejected(next)) return [];
  const marked = algorithm.name !== 'token-bucket';
  return [{ id: 'routes-admitted-meanwhile', value: open.join(', '), marked }];
}

/** A wait in a body and the one that `retry-after` announces, seconds. */
interface Pair {
  readonly note: Note;
  readonly wait: Wait;
  readonly announced: number;
}

/**
 * Returns the waits that the bodies of 429s name (§8 names a header only): marked if the first one is neither that of
 * `retry-after`, to a second or to the unit named, nor a text that always names the same, longer wait and may mean the window.
 */
function bodyWait(limited: readonly Note[]): LimiterObservation[] {
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

/** A wait that a body names; without a unit there are several `readings`. Seconds throughout. */
interface Wait {
  /** The words of the body. */
  readonly named: string;
  readonly text: boolean;
  readonly readings: readonly { readonly seconds: number; readonly unit: number }[];
}

const units: readonly [RegExp, seconds: number][] = [
  [/^(ms|msecs?|millis|milliseconds?)$/, 0.001],
  [/^(s|secs?|seconds?)$/, 1],
  [/^(m|mins?|minutes?)$/, 60],
  [/^(h|hrs?|hours?)$/, 3600],
];
const unitOf = (word: string): number | undefined =>
  units.find(([pattern]) => pattern.test(word))?.[1];

/** `retryAfter`, `retry_after_ms`, `waitSeconds`, in any case. */
const fieldName = /^(?:retry(?:after|in)|wait(?:for|time)?)(?:in)?([a-z]*)$/;
const latestWait = 1e9;

const unitPattern =
  '(milliseconds?|millis|msecs?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h)';
const quantity = `(\\d+(?:\\.\\d+)?)\\s*${unitPattern}\\b`;
/** "try again in 12 seconds", "wait 1 minute 5 s"; not "100 requests in 15 minutes", nor "at least", nor a rate. */
const phrase = new RegExp(
  `\\b(?:again|retry|retrying|wait)\\b(?: (?:in|after|for|about|approximately|another|please))*:? ` +
    `(${quantity}(?:(?:,|,? and)?\\s*${quantity})*)(?!\\s*(?:between|per|for each|or)\\b)`,
  'gi',
);

/** Every wait that the JSON body of a rejection names without ambiguity, in a field or in a text. */
function waitsIn({ body }: Note): Wait[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return [];
  }
  return visit(parsed, '', 0);
}

function visit(value: unknown, name: string, depth: number): Wait[] {
  if (typeof value === 'number') return inField(name, value);
  if (typeof value === 'string') return inText(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > 1) return [];
  return Object.entries(value).flatMap(([key, inner]) => visit(inner, key, depth + 1));
}

/** A number as large as a Unix time may be a time, and is no wait. */
function inField(name: string, value: number): Wait[] {
  const suffix = fieldName.exec(name.toLowerCase().replaceAll(/[_-]/g, ''))?.[1];
  if (suffix === undefined || value < 0 || value >= latestWait) return [];
  const possible = suffix === '' ? [1, 0.001] : [unitOf(suffix)];
  if (!possible.every(unit => unit !== undefined)) return [];
  const readings = possible.map(unit => ({ seconds: value * unit, unit }));
  return [{ named: `${name} ${value}`, text: false, readings }];
}

function inText(text: string): Wait[] {
  return [...text.matchAll(phrase)].flatMap(([, named = '']) => {
    const parts = [...named.matchAll(new RegExp(quantity, 'gi'))].map(([, count, word = '']) => {
      const unit = unitOf(word.toLowerCase()) ?? Number.NaN;
      return { seconds: Number(count) * unit, unit };
    });
    const seconds = parts.reduce((sum, part) => sum + part.seconds, 0);
    // A range, or the same unit twice, is not a single wait.
    const distinct = new Set(parts.map(({ unit }) => unit)).size === parts.length;
    const unit = Math.min(...parts.map(part => part.unit));
    return distinct ? [{ named, text: true, readings: [{ seconds, unit }] }] : [];
  });
}
