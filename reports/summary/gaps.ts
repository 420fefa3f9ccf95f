/** What was not exercised, and what would exercise it. */
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { group } from '../group.ts';
import { isSelected } from './coverage.ts';

export interface Gap {
  readonly reason: string;
  /** Settings that the reason names: `GV_KEY_REVOKED`, `GV_ALLOW=spend`. */
  readonly settings: readonly string[];
  /** Ids of requirements. */
  readonly requirements: readonly string[];
}

/** By reason, those first that keep the most requirements from being exercised. */
export function gapsOf({ requirements }: Pick<ConformanceResult, 'requirements'>): Gap[] {
  const gaps = requirements.filter(each => each.verdict === 'not-exercised' && isSelected(each));
  return [...group(gaps, ({ reason = '' }) => reason)]
    .map(([reason, own]) => ({
      reason,
      settings: settingsIn(reason),
      requirements: own.map(({ id }) => id),
    }))
    .toSorted((a, b) => b.requirements.length - a.requirements.length);
}

const permission = /GV_ALLOW does not permit to (\w+)/;

/** Returns the settings that a reason names: `GV_KEY_REVOKED`, `GV_ALLOW=spend`. */
export function settingsIn(reason: string): string[] {
  const [, permitted] = permission.exec(reason) ?? [];
  if (permitted !== undefined) return [`GV_ALLOW=${permitted}`];
  return [...new Set(reason.match(/\bGV_[A-Z_]+/g))];
}
