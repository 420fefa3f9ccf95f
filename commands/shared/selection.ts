/** Checks that are selected by the ids of their requirements. */
import { nearest } from '../../fixtures/config/parsers.ts';
import { areaOf, observationIds, requirementIds } from '../../contract/statements.ts';
import { UsageError } from '../cli/command.ts';

/** Ids of all requirements and observations that have a check. */
const checked = [...requirementIds, ...observationIds];

/** Ids and areas. */
export const known: readonly string[] = [...checked, ...new Set(checked.map(areaOf))];

/** A pattern for the titles of the checks of these requirements, and of no others. */
export const titlesOf = (ids: readonly string[]): string =>
  `(^| )(${ids.join('|').replaceAll('.', '\\.')}) `;

/**
 * The same, for ids and areas.
 *
 * @throws UsageError naming the nearest id or area.
 */
export const patternFor = (given: readonly string[]): string => titlesOf(given.flatMap(idsOf));

function idsOf(given: string): readonly string[] {
  const found = checked.filter(id => id === given || areaOf(id) === given);
  if (found.length > 0) return found;
  const meant = nearest(given, known);
  const help = meant === undefined ? 'contract/CATALOGUE.md lists them.' : `Did you mean ${meant}?`;
  throw new UsageError(`${given} is no requirement and no area. ${help}`);
}
