/** Which requirements a run would show, which wait for something, and what would open the most. */
import { keySettings } from '../../../fixtures/config/key-roles.ts';
import { missingNeed } from '../../../fixtures/config/needs.ts';
import { settings, type SettingName } from '../../../fixtures/config/settings.ts';
import type { Target } from '../../../fixtures/config/target.ts';
import { gapsOf } from '../../../reports/summary/gaps.ts';
import type { PlannedRequirement, Remedy } from '../../../schemas/records/plan.ts';
import type { Outcome, RequirementResult } from '../../../schemas/records/result.ts';
import { requirementIds, statements, type RequirementId } from '../../../contract/statements.ts';

interface Prospects {
  readonly requirements: readonly PlannedRequirement[];
  readonly remedies: readonly Remedy[];
}

/** @param outcomes of the rehearsal; of requirements that the profile runs. */
export function prospectsOf(target: Target, outcomes: readonly Outcome[]): Prospects {
  const judged = requirementIds.flatMap(id => {
    const outcome = outcomes.find(each => each.id === id);
    return outcome ? [resultOf(id, outcome)] : [];
  });
  const gaps = gapsOf({ requirements: judged });
  const needsOf = new Map(
    gaps.flatMap(({ requirements, settings: needs }) => requirements.map(id => [id, needs])),
  );
  return {
    requirements: judged.map(each => planned(each, needsOf.get(each.id) ?? [])),
    remedies: remediesOf(target, gaps),
  };
}

function resultOf(id: RequirementId, { verdict, cases, durationMs }: Outcome): RequirementResult {
  const { anchor, text } = statements[id];
  const reason = cases.find(each => each.verdict === verdict)?.reason ?? '';
  return { id, anchor, text, verdict, reason, durationMs, cases };
}

function planned(
  { id, verdict, reason = '' }: RequirementResult,
  needs: readonly string[],
): PlannedRequirement {
  if (verdict !== 'not-exercised') return { id, prospect: 'runs' };
  return needs.length > 0
    ? { id, prospect: 'waits', reason, needs }
    : { id, prospect: 'depends', reason };
}

function remediesOf(target: Target, gaps: ReturnType<typeof gapsOf>): Remedy[] {
  const waiting = new Map<string, string[]>();
  for (const { settings: named, requirements } of gaps) {
    const remedy = mainOf(named);
    if (remedy !== undefined)
      waiting.set(remedy, [...(waiting.get(remedy) ?? []), ...requirements]);
  }
  return [...waiting]
    .map(([setting, requirements]) => ({
      setting,
      about: aboutOf(setting),
      opens: requirements.filter(id => needsOnly(target, id as RequirementId, setting)).length,
      requirements,
    }))
    .toSorted((a, b) => b.opens - a.opens || b.requirements.length - a.requirements.length);
}

const ofKeys: readonly string[] = Object.values(keySettings);

/** Of several that would do, a key: with it the others are found out. */
const mainOf = (named: readonly string[]): string | undefined =>
  named.find(name => ofKeys.includes(name)) ?? named[0];

function needsOnly(target: Target, id: RequirementId, setting: string): boolean {
  const [name, permission] = setting.split('=');
  const others = (statements[id].needs ?? []).filter(need => need !== name && need !== permission);
  return missingNeed(target, others) === undefined;
}

const permissions: Readonly<Record<string, string>> = {
  write: 'register and remove a webhook, send what has to be rejected',
  spend: 'make orders and send vouchers, up to GV_MAX_SPEND',
  exhaust: 'drive each limiter to its 429, for this key and what shares its limits',
};

function aboutOf(setting: string): string {
  const [name = '', permission] = setting.split('=');
  if (permission !== undefined) return permissions[permission] ?? '';
  return name in settings ? settings[name as SettingName].about : '';
}
