import { integerHeader, type Claim, type LimiterProbe } from '../../schemas/records/limiter.ts';

/** Nobody leaves us less than this part of each window, and the same number of requests. */
const LEAST_PART = 0.1;

/**
 * Withdraws the claim that the stated Limit is too high (§8) where several clients may have taken the same share of each
 * window as it opened: those who were rejected wait for that, as we do. Nobody does so with the routes that configure
 * webhooks: where their limiter states too much as well, or is the one that does, it is no client's doing.
 */
export function withoutSameShare(probes: readonly LimiterProbe[]): LimiterProbe[] {
  const onWebhooks = probes.some(probe => probe.name === 'webhooks' && excessOf(probe));
  return probes.map(probe => {
    const excess = excessOf(probe);
    if (!excess || 'skipped' in probe || onWebhooks || excess.admitted < LEAST_PART * excess.stated)
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

/** The claim that failed because less was admitted than the limiter states. */
function excessOf(probe: LimiterProbe) {
  if ('skipped' in probe) return undefined;
  const { findings, notes } = probe;
  const claim = findings.claims.find(each => each.claim === 'limit-admitted');
  if (claim?.verdict !== 'failed') return undefined;
  const seen = claim.evidence.map(index => notes[index]!);
  const stated = integerHeader(seen[0]!, 'ratelimit-limit') ?? 0;
  // Two windows with as many admissions are named as evidence.
  const admitted = seen.length / 2;
  return stated > admitted ? { claim, stated, admitted } : undefined;
}
