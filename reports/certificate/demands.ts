/** The result of a run against the cases that its features demand. */
import { fileURLToPath } from 'node:url';
import {
  type Demands,
  featureOf,
  isGeneral,
  type Part,
} from '../../schemas/features/feature-of.ts';
import { core, featureNames, type Feature } from '../../schemas/features/names.ts';
import type { CaseResult, RequirementResult, Verdict } from '../../schemas/records/result.ts';
import { readJson } from '../files.ts';
import { decisiveCase } from '../summary/coverage.ts';

export const casesFolder = fileURLToPath(new URL('../../schemas/features/cases/', import.meta.url));

const partsOf = (features: readonly Feature[]): readonly Part[] => [core, ...features];

const demandsOf = (part: Part): Demands => readJson(`${casesFolder}${part}.json`) as Demands;

/** Requirements of which the features demand a case, or may show one. */
export function requirementsOf(features: readonly Feature[]): readonly string[] {
  const ids = partsOf(features).flatMap(part => {
    const { demanded, optional } = demandsOf(part);
    return [...Object.keys(demanded), ...Object.keys(optional)];
  });
  return [...new Set(ids)];
}

export interface Met {
  /** `requirement / case` of what passed. */
  readonly shown: readonly string[];
  /** Optional cases that were not exercised, and cases that do not apply to this target. */
  readonly notShown: readonly string[];
  /** Why there is no certificate of these features. */
  readonly unmet: readonly string[];
}

export function met(requirements: readonly RequirementResult[], features: readonly Feature[]): Met {
  const parts = partsOf(features).map(part => ({ part, demanded: demandsOf(part).demanded }));
  const names = new Set(parts.map(({ part }) => part));
  const cases = requirements.flatMap(({ id, cases: all }) =>
    all
      .filter(one => names.has(featureOf(id, one)))
      .map(one => ({ ...one, name: `${id} / ${one.id}` })),
  );
  const absent = parts.filter(each => isAbsent(each, requirements));
  const named = (verdict: Verdict) =>
    cases.filter(each => each.verdict === verdict).map(({ name }) => name);
  return {
    shown: named('passed'),
    notShown: [...named('not-applicable'), ...named('not-exercised')],
    unmet: [
      ...named('failed').map(name => `${name} failed`),
      ...named('error').map(name => `${name} ended with an error`),
      ...absent.map(({ part }) => `nothing of the feature ${part} was shown`),
      ...parts.filter(each => !absent.includes(each)).flatMap(each => missing(each, requirements)),
    ],
  };
}

interface Demanding extends Pick<Demands, 'demanded'> {
  readonly part: Part;
}

const casesOf = (part: Part, requirements: readonly RequirementResult[], id: string) =>
  (requirements.find(each => each.id === id)?.cases ?? []).filter(
    one => featureOf(id, one) === part,
  );

/** True if nothing of a feature passed: the target lacks it, and the user leaves it out by not naming it. */
const isAbsent = (
  { part, demanded }: Demanding,
  requirements: readonly RequirementResult[],
): boolean =>
  part !== core &&
  !Object.keys(demanded).some(
    id =>
      !isGeneral(id) && casesOf(part, requirements, id).some(({ verdict }) => verdict === 'passed'),
  );

const missing = (
  { part, demanded }: Demanding,
  requirements: readonly RequirementResult[],
): string[] =>
  Object.entries(demanded).flatMap(([id, names]) => {
    const cases = casesOf(part, requirements, id);
    const settled = new Set(cases.filter(isSettled).map(one => one.id));
    if (settled.size === 0) {
      const reason = decisiveCase(id, 'not-exercised', cases)?.reason;
      return [`${id} was not exercised (${reason ?? noSuchCase})`];
    }
    return names
      .filter(name => !settled.has(name))
      .map(name => `${id} / ${name} was not exercised (${reasonIn(cases, name)})`);
  });

const isSettled = ({ verdict }: CaseResult): boolean =>
  verdict === 'passed' || verdict === 'not-applicable';

/** A case may be missing because the check ended before it. */
const reasonIn = (cases: readonly CaseResult[], name: string): string =>
  (cases.find(one => one.id === name) ?? cases.find(one => one.id === 'all'))?.reason ?? noSuchCase;

const noSuchCase = 'this run has no such case';

/** Features that a certificate of others leaves out. */
export const leftOut = (features: readonly Feature[]): readonly Feature[] =>
  featureNames.filter(each => !features.includes(each));
