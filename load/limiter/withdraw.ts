/** Withdraws claims that failed in the probe of one limiter and may be due to other clients, by what the other probes show. */
import {
  announcedSeconds,
  type Claim,
  type ClaimId,
  inPhase,
  isRejected,
  type LimiterProbe,
  type Note,
  type Probed,
  targetTime,
} from '../../schemas/records/limiter.ts';
import type { LimiterName } from '../../schemas/routes.ts';
import { count, gather, isWhole, limitOn, remainingOn, resetOn } from './evidence.ts';
import { rejectedRoutes, limiterOf } from './steps.ts';

/** A limiter that was probed. */
type Shown = Probed & { readonly name: LimiterName };

/** Withdraws of claims what the probes of the other limiters leave open. */
export function withdraw(probes: readonly LimiterProbe[]): LimiterProbe[] {
  const probed = probes.flatMap(probe => ('skipped' in probe ? [] : [probe]));
  return probes.map(probe =>
    'skipped' in probe ? probe : withoutSameShare(reconcile(probe, probed), probed),
  );
}

/**
 * Withdraws the claim that a limiter is not separate (§8.1) if the other one may have been used up by our own requests to
 * it, or by somebody else's. It was not used up if it is known to admit more than all of them, and either another of its
 * routes was admitted each time, or, when all of them were rejected, exhausting it makes a route of this limiter reject in
 * turn, or uses up what this limiter states to have left, or others would have had to use it up in a moment.
 */
function reconcile(probe: Shown, probed: readonly Shown[]): Shown {
  const claim = failedIn(probe, 'separate');
  if (!claim) return probe;
  const rejected = [...new Set(claim.evidence.map(index => probe.notes[index]?.to ?? ''))];
  if (rejected.some(to => accuses(probe, to, probed))) return probe;
  return without(
    probe,
    claim,
    `${rejected.join(', ')} rejected as well, but may have been used up by other requests`,
  );
}

const failedIn = ({ findings }: Probed, id: ClaimId): Claim | undefined =>
  findings.claims.find(({ claim, verdict }) => claim === id && verdict === 'failed');

/** Leaves a claim open that a probe has seen fail. */
function without(probe: Shown, failed: Claim, reason: string): Shown {
  const { claim, evidence } = failed;
  const open: Claim = { claim, verdict: 'not-exercised', reason, evidence };
  const claims = probe.findings.claims.map(each => (each === failed ? open : each));
  return { ...probe, findings: { ...probe.findings, claims } };
}

/** True if the 429 of a route is due to the limiter that was exhausted. */
function accuses(here: Shown, to: string, probed: readonly Shown[]): boolean {
  const there = probed.find(({ name }) => name === limiterOf(to));
  if (!there || !rejectsWithRoom(there, here, probed)) return false;
  const sent = sentTo(there.name, here);
  return (
    sent.some(note => admittedThroughout(sent, note.to, to)) ||
    (rejectedRoutes(sentTo(here.name, there)).length > 0 && rejectsWithRoom(here, there, probed)) ||
    isUsedUpBy(there, here.name) ||
    isGoneAtOnce(there.name, here)
  );
}

/**
 * As many requests of others in a second do not come just while we exhaust another limiter. Webhooks are configured by hand, or by
 * a script of a few requests.
 */
const sudden = { requests: 20, toWebhooks: 10, withinMs: 1000 };

/** True if a limiter that stated to have many left rejects a moment later. */
function isGoneAtOnce(other: LimiterName, here: Probed): boolean {
  const sent = sentTo(other, here);
  const first = sent.find(isRejected);
  const last = sentTo(other, here, 'before').at(-1);
  if (!first || !last) return false;
  const ours = sent.filter(({ sentAt }) => sentAt <= first.sentAt).length;
  return (
    first.sentAt - last.receivedAt < sudden.withinMs &&
    statedLeft(other, here) - ours >= (other === 'webhooks' ? sudden.toWebhooks : sudden.requests)
  );
}

/** Requests of others are few beside our own. */
const ownPart = 0.6;

/** True if the Remaining of a limiter fell with most of the requests that exhausted another one. */
function isUsedUpBy(there: Probed, name: LimiterName): boolean {
  const { notes } = there;
  const stated = (phase: Note['phase']) =>
    sentTo(name, there, phase).flatMap(note => (isRejected(note) ? [] : (remainingOn(note) ?? [])));
  const [before, after] = [stated('before'), stated('separate')];
  const own = notes.findIndex(note => note.to === undefined && isRejected(note));
  const admitted = notes.slice(0, own).filter(({ to }) => to === undefined).length;
  if (before.length === 0 || after.length === 0 || admitted < 4) return false;
  const fell = Math.min(...before) - Math.max(...after) - after.length;
  return fell >= ownPart * admitted;
}

/** Requests to a limiter while another one rejects, or in another phase of its probe. */
const sentTo = (name: LimiterName, { notes }: Probed, phase: Note['phase'] = 'separate'): Note[] =>
  notes.filter(note => note.phase === phase && limiterOf(note.to) === name);

/** True if every rejection of another limiter came before our requests had used it up. */
const rejectsWithRoom = (other: Shown, here: Shown, probed: readonly Shown[]): boolean =>
  sentTo(other.name, here)
    .filter(isRejected)
    .every(note => hasRoom(other, note, here, probed));

/**
 * True if the other limiter admits more than our requests to it within its window up to this rejection, or has stated
 * to have more left than those since.
 */
function hasRoom(other: Shown, rejection: Note, here: Shown, probed: readonly Shown[]): boolean {
  const since = rejection.sentAt - 1000 * longestWindow(other);
  const ours = probed
    .flatMap(each => toLimiter(other.name, each))
    .filter(note => note.sentAt <= rejection.sentAt && note.receivedAt >= since)
    .filter(note => !isRejected(note) || note.sentAt === rejection.sentAt);
  const meanwhile = sentTo(other.name, here).filter(note => ours.includes(note));
  const before = sentTo(other.name, here, 'before');
  const limits = [rejection, ...before].map(limitOn);
  // One of several limits of the route may be used up while another one states what is left of it.
  const ofOne = new Set(limits.filter(limit => limit !== undefined)).size <= 1;
  const hasLeft = meanwhile.length <= statedLeft(other.name, here);
  const resets = before.map(note => resetOn(note) ?? 0);
  const isSameWindow = targetTime(rejection) / 1000 < Math.max(0, ...resets);
  return ofOne && (hasLeft || isSameWindow) ? hasLeft : ours.length <= leastLimit(other);
}

/** Returns seconds; if the window was not found, twice the longest wait that was announced. */
function longestWindow({ findings: { windowSeconds }, notes }: Probed): number {
  if ('value' in windowSeconds) return windowSeconds.high;
  const rejections = notes.filter(note => note.to === undefined && isRejected(note));
  return 2 * Math.max(...rejections.map(note => announcedSeconds(note) ?? Infinity));
}

/** Returns the requests of a probe to the limiter, sent to exhaust it or another one. */
const toLimiter = (name: LimiterName, probe: Shown): readonly Note[] =>
  probe.notes.filter(({ to }) => (to === undefined ? probe.name : limiterOf(to)) === name);

/** Requests to the other limiters are part of an exhaustion, too, if limiters are shared. */
const partAlike = 0.7;

/**
 * Returns the least that the limit can be. If it was not found, that is what a window admitted that we saw open, or
 * what two exhaustions did; if these differ much, one of them may contain parts of two windows.
 */
function leastLimit(there: Probed): number {
  const stated = there.notes.flatMap(note =>
    note.to === undefined && isRejected(note) ? (limitOn(note) ?? []) : [],
  );
  return Math.min(admittedAtLeast(there), ...stated.filter(limit => limit > 0));
}

function admittedAtLeast({ findings: { limit }, notes }: Probed): number {
  if ('value' in limit) return limit.low;
  const { first, second, third } = gather(notes, '');
  const opened = isWhole(third) ? count(third) : 0;
  if (![first, second].every(isWhole)) return opened;
  const [low, high] = [count(first), count(second)].toSorted((a, b) => a - b) as [number, number];
  return Math.max(opened, low >= partAlike * high ? low : low / 2);
}

/** Returns the least that the limiter stated to have left before the other one was exhausted. */
function statedLeft(other: LimiterName, here: Probed): number {
  const left = sentTo(other, here, 'before').map(note => remainingOn(note) ?? 0);
  return left.length > 0 ? Math.min(...left) : 0;
}

/** True if a route was admitted as often as the other one was rejected. */
function admittedThroughout(
  notes: readonly Note[],
  to: string | undefined,
  rejected: string,
): boolean {
  const [ours, theirs] = [to, rejected].map(each => notes.filter(note => note.to === each));
  const isOk = ({ status }: Note) => status !== 0 && status !== 429 && status < 500;
  return ours!.length >= theirs!.length && ours!.every(isOk);
}

/** Nobody leaves us less than this part of each window, and the same number of requests. */
const leastPart = 0.1;

/**
 * Withdraws the claim that the stated Limit is too high (§8) if several clients may have taken the same share of each
 * window as it opened: those who were rejected wait for that, as we do. Nobody does so with the routes that configure
 * webhooks: if their limiter states too much as well, or is the one that does, it is no client's doing. Nor is it if
 * as much was missing in windows that follow one without a rejection, at three times of their age (`isMissingWhenIdle`).
 */
function withoutSameShare(probe: Shown, probed: readonly Shown[]): Shown {
  const excess = excessOf(probe);
  const onWebhooks = probed.some(each => each.name === 'webhooks' && excessOf(each));
  if (
    !excess ||
    onWebhooks ||
    isMissingWhenIdle(probe.notes, excess.admitted) ||
    excess.admitted < leastPart * excess.stated
  )
    return probe;
  return without(
    probe,
    excess.claim,
    `Limit is ${excess.stated}, and each window admitted ${excess.admitted}: other clients may take the same share of each`,
  );
}

/** Requests behind a pause; who comes at a pace, or at random, took the same number before each with at most 4 in 27. */
const idleRequests = 3;
const minuteSeconds = 60;

/**
 * True if the first request after each pause left as few as the windows that opened. Together with the four windows
 * before them that is seven equal numbers: at random less than 1 in 1000, and clients of a pace differ by the age of
 * the window. A job of each minute takes the same of each window that begins with the minute: there it is not decided.
 */
function isMissingWhenIdle(notes: readonly Note[], admitted: number): boolean {
  const idle = inPhase(notes, 'idle');
  const left = idle.map(note => remainingOn(note));
  const resets = idle.map(note => resetOn(note));
  const withMinutes = resets.every(reset => reset === undefined || reset % minuteSeconds === 0);
  return idle.length === idleRequests && !withMinutes && left.every(each => each === admitted - 1);
}

/** The claim that failed because less was admitted than the limiter states. */
function excessOf(probe: Probed) {
  const claim = failedIn(probe, 'limit-admitted');
  if (!claim) return undefined;
  const seen = claim.evidence.map(index => probe.notes[index]!);
  const stated = limitOn(seen[0]) ?? 0;
  // More than that were left after the first request: too few are stated.
  if ((remainingOn(seen[0]) ?? 0) >= stated) return undefined;
  // Two windows with as many admissions are named as evidence.
  const admitted = seen.length / 2;
  return stated > admitted ? { claim, stated, admitted } : undefined;
}
