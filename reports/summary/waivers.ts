/** Failures that a team accepts. */
import type { ConformanceResult, RequirementResult } from '../../schemas/records/result.ts';
import type { Waiver } from '../../schemas/records/waivers.ts';

/** In the order of the catalogue. */
export const waivedIn = ({
  requirements,
}: Pick<ConformanceResult, 'requirements'>): (RequirementResult & { readonly waived: Waiver })[] =>
  requirements.flatMap(each => (each.waived ? { ...each, waived: each.waived } : []));

/** How long, by whom and why; after the word `waived`. */
export const waiverText = ({ reason, owner, expires }: Waiver): string =>
  `until ${expires} by ${owner}: ${reason}`;
