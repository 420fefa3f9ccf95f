/** What the probes of the limiters would do: a rehearsal would have to wait for their windows. */
import { missingNeed } from '../../../fixtures/config/needs.ts';
import { ifKey } from '../../../fixtures/config/keys.ts';
import { notSet, type Values } from '../../../fixtures/config/settings.ts';
import { withFound, type Target } from '../../../fixtures/config/target.ts';
import { runsIn } from '../../../schemas/profiles.ts';
import type { PlannedProbe } from '../../../schemas/records/plan.ts';
import type { ConformanceResult, Outcome } from '../../../schemas/records/result.ts';
import { areaOf, requirementIds, statements } from '../../../contract/statements.ts';
import { limiterNames } from '../../../schemas/routes.ts';

interface Known {
  readonly target: Target;
  /** What the rehearsal found out in place of settings. */
  readonly discovered: Values;
  /** The last result of this target. */
  readonly last: ConformanceResult | undefined;
}

/** Why none of the limiters would be probed. */
const forbidden = ({ target }: Known): string | undefined =>
  missingNeed(target, ['exhaust']) ??
  (ifKey(target, 'business') === undefined ? notSet('GV_API_KEY') : undefined);

export function plannedProbes(known: Known): PlannedProbe[] {
  const { target, discovered, last } = known;
  const { values } = withFound(target, discovered);
  const { GV_PROBE: wanted = limiterNames, GV_WEBHOOK_UNKNOWN: unknown } = values;
  return limiterNames.map(limiter => {
    const skipped =
      forbidden(known) ??
      (wanted.includes(limiter) ? undefined : 'GV_PROBE does not name it') ??
      (limiter === 'webhooks' ? missingNeed(target, ['write']) : undefined) ??
      (limiter === 'webhooks' && unknown === undefined ? notSet('GV_WEBHOOK_UNKNOWN') : undefined);
    if (skipped !== undefined) return { limiter, skipped };
    const before = last?.limiters.find(({ name }) => name === limiter);
    if (!before || 'skipped' in before) return { limiter };
    const { requests, notes } = before;
    const ms = Math.max(0, ...notes.map(({ at, took }) => at + took));
    return { limiter, last: { requests, seconds: Math.round(ms / 1000) } };
  });
}

/** An outcome for each requirement of the limiters: what the catalogue and the probes say that they need. */
export function limiterOutcomes(known: Known): Outcome[] {
  const { target, discovered } = known;
  const found = withFound(target, discovered);
  return requirementIds
    .filter(id => areaOf(id) === 'limits' && runsIn(target.profile, id))
    .map(id => {
      const reason = missingNeed(found, statements[id].needs ?? []) ?? forbidden(known);
      const verdict = reason === undefined ? 'passed' : 'not-exercised';
      const one = {
        id: 'all',
        verdict,
        evidence: [],
        ...(reason === undefined ? {} : { reason }),
      } as const;
      return { id, verdict, cases: [one], observations: [], durationMs: 0 };
    });
}
