import {
  inPhase,
  integerHeader,
  type Claim,
  type LimiterProbe,
  type Note,
} from '../../schemas/records/limiter.ts';

/** Nobody leaves us less than this part of each window, and the same number of requests. */
const LEAST_PART = 0.1;

/**
 * Withdraws the claim that the stated Limit is too high (§8) where several clients may have taken the same share of each
 * window as it opened: those who were rejected wait for that, as we do. Nobody does so with the routes that configure
 * webhooks: where their limiter states too much as well, or is the one that does, it is no client's doing. Nor is it where
 * as much was missing in windows that follow one without a rejection, at three times of their age (`isMissingWhenIdle`).
 */
export function withoutSameShare(probes: readonly LimiterProbe[]): LimiterProbe[] {
  const onWebhooks = probes.some(probe => probe.name === 'webhooks' && excessOf(probe));
  return probes.map(probe => {
    const excess = excessOf(probe);
    if (
      !excess ||
      'skipped' in probe ||
      onWebhooks ||
      isMissingWhenIdle(probe.notes, excess.admitted) ||
      excess.admitted < LEAST_PART * excess.stated
    )
      return probe;
    const withdrawn: Claim = {
      claim: excess.claim.claim,
      verdict: 'not-exercised',
      reason: `Limit is ${excess.stated}, and each window admitted ${excess.admitted}: other clients may take the same share of each`,
      evidence: excess.claim.evidence,
    };
    const claims = probe.findings.claims.map(each => (each === excess.claim ? withdrawn : each));
    return { ...probe, findings: { ...probe.findings, claims } };
  });
}

/** Requests behind a pause; who comes at a pace, or at random, took the same number before each with at most 4 in 27. */
const IDLE = 3;
const MINUTE = 60;

/**
 * True if the first request after each pause left as few as the windows that opened. Together with the four windows
 * before them that is seven equal numbers: at random less than 1 in 1000, and clients of a pace differ by the age of
 * the window. A job of each minute takes the same of each window that begins with the minute: there it is not decided.
 */
function isMissingWhenIdle(notes: readonly Note[], admitted: number): boolean {
  const idle = inPhase(notes, 'idle');
  const left = idle.map(note => integerHeader(note, 'ratelimit-remaining'));
  const resets = idle.map(note => integerHeader(note, 'ratelimit-reset'));
  const withMinutes = resets.every(reset => reset === undefined || reset % MINUTE === 0);
  return idle.length === IDLE && !withMinutes && left.every(each => each === admitted - 1);
}

/** The claim that failed because less was admitted than the limiter states. */
function excessOf(probe: LimiterProbe) {
  if ('skipped' in probe) return undefined;
  const { findings, notes } = probe;
  const claim = findings.claims.find(each => each.claim === 'limit-admitted');
  if (claim?.verdict !== 'failed') return undefined;
  const seen = claim.evidence.map(index => notes[index]!);
  const stated = integerHeader(seen[0]!, 'ratelimit-limit') ?? 0;
  // More than that were left after the first request: too few are stated.
  if ((integerHeader(seen[0]!, 'ratelimit-remaining') ?? 0) >= stated) return undefined;
  // Two windows with as many admissions are named as evidence.
  const admitted = seen.length / 2;
  return stated > admitted ? { claim, stated, admitted } : undefined;
}
