/** Compares a result with the cases that its features demand, and the times of a run with each other. */
import { fileURLToPath } from 'node:url';
import { type StatementId, statements } from '../../contract/statements.ts';
import {
  type Demands,
  featureOf,
  isGeneral,
  type Part,
  core,
  featureNames,
  type Feature,
} from '../../schemas/features/features.ts';
import type { CaseResult, RequirementResult, Verdict } from '../../schemas/records/result.ts';
import { readJsonFile } from '../../harness/output/files.ts';
import { dayMs } from '../files.ts';
import { decisiveCase } from '../summary/requirements.ts';
import { dateOf, header, isSuccess, type Exchange } from '../../schemas/records/exchange.ts';
import type { RecordedRun } from '../../schemas/records/recorded-run.ts';
import { exchangesOf } from '../../schemas/records/texts.ts';

const casesFile = fileURLToPath(new URL('../../schemas/features/cases.json', import.meta.url));

/** Returns the cases that a certificate demands for a feature. */
export const demandsOf = (part: Part): Demands =>
  (readJsonFile(casesFile) as Readonly<Record<Part, Demands>>)[part];

/** Returns the parts of a certificate of these features. */
export const partsOf = (features: readonly Feature[]): readonly Part[] => [core, ...features];

/** Returns the requirements with cases that the features demand or may show. */
export function requirementsOf(features: readonly Feature[]): readonly string[] {
  const ids = partsOf(features).flatMap(part => {
    const { demanded, optional } = demandsOf(part);
    return [...Object.keys(demanded), ...Object.keys(optional)];
  });
  return [...new Set(ids)];
}

export interface Met {
  /** Cases that passed, as `requirement / case`. */
  readonly shown: readonly string[];
  /** Cases that warn, as `requirement / case`. */
  readonly warned: readonly string[];
  /** Optional cases that were not exercised, and cases that do not apply to this target. */
  readonly notShown: readonly string[];
  /** Reasons why no certificate can be issued. */
  readonly unmet: readonly string[];
}

export function met(requirements: readonly RequirementResult[], features: readonly Feature[]): Met {
  const parts = partsOf(features).map(part => ({ part, demanded: demandsOf(part).demanded }));
  const names = new Set(parts.map(({ part }) => part));
  const cases = requirements.flatMap(({ id, cases: all }) =>
    all
      .filter(one => names.has(partOf(id, one)))
      .map(one => ({ ...one, name: `${id} / ${one.id}` })),
  );
  const absent = parts.filter(each => isAbsent(each, requirements));
  const named = (verdict: Verdict) =>
    cases.filter(each => each.verdict === verdict).map(({ name }) => name);
  return {
    shown: named('passed'),
    warned: named('warning'),
    notShown: [...named('not-applicable'), ...named('not-exercised')],
    unmet: [
      ...named('failed').map(name => `${name} failed`),
      ...named('error').map(name => `${name} ended with an error`),
      ...absent.map(({ part }) => `no case of the feature ${part} was shown`),
      ...parts.filter(each => !absent.includes(each)).flatMap(each => missing(each, requirements)),
    ],
  };
}

interface Demanding extends Pick<Demands, 'demanded'> {
  readonly part: Part;
}

const partOf = (id: string, one: CaseResult): Part =>
  featureOf(id, one, statements[id as StatementId]?.feature);

const casesOf = (part: Part, requirements: readonly RequirementResult[], id: string) =>
  (requirements.find(each => each.id === id)?.cases ?? []).filter(one => partOf(id, one) === part);

/** Returns true if no case of a feature passed or warns. The target then lacks the feature, and the user should not name it. */
const isAbsent = (
  { part, demanded }: Demanding,
  requirements: readonly RequirementResult[],
): boolean =>
  part !== core &&
  !Object.keys(demanded).some(
    id =>
      !isGeneral(id) &&
      casesOf(part, requirements, id).some(({ verdict }) =>
        ['passed', 'warning'].includes(verdict),
      ),
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
  ['passed', 'warning', 'not-applicable'].includes(verdict);

/** Returns the reason of a case. The case may be missing because the check ended before it. */
const reasonIn = (cases: readonly CaseResult[], name: string): string =>
  (cases.find(one => one.id === name) ?? cases.find(one => one.id === 'all'))?.reason ?? noSuchCase;

export const noSuchCase = 'this run has no such case';

/** Returns the features that a certificate leaves out. */
export const leftOut = (features: readonly Feature[]): readonly Feature[] =>
  featureNames.filter(each => !features.includes(each));

/**
 * Limits the difference between a clock and the Date of a response. A clock that is wrong by a day contradicts the stated time of the run.
 * Confused time zones differ by less.
 */
const mostApartMs = dayMs;

/** Returns a sentence for each contradiction. A contradicted run gets no certificate, and its certificate is invalid. */
export function contradictions(run: RecordedRun): string[] {
  const exchanges = [...exchangesOf(run).values()];
  return [...findWrongDates(exchanges), ...findWrongTimes(run, exchanges)];
}

/** Returns true for a wrong Date. A cache repeats an old Date, and states its Age. */
const isMisdated = (exchange: Exchange): boolean => {
  const date = dateOf(exchange);
  const apart = date === undefined ? 0 : date - exchange.times.startedAt;
  const isCached = apart < 0 && header(exchange, 'age') !== undefined;
  return Math.abs(apart) > mostApartMs && !isCached;
};

function findWrongDates(exchanges: readonly Exchange[]): string[] {
  const found = exchanges.filter(isMisdated);
  const [first] = found;
  if (!first) return [];
  const [date, time] = [header(first, 'date'), new Date(first.times.startedAt).toISOString()];
  return [
    `the Date of ${found.length} responses is more than a day from the time of their exchange: ${first.id} has ${date}, and took place at ${time}`,
  ];
}

/** Tolerance for the clocks of the processes of a run, and for a clock that is set during the run. */
const toleranceMs = 60_000;
/** Tolerance for responses that arrive together, and for a clock that is set back. */
const outOfOrderMs = 30_000;

const endOf = ({ times }: Exchange): number => times.startedAt + times.durationMs;

/** Returns problems with times: exchanges after the end of the run, or responses out of order. */
function findWrongTimes(
  { startedAt, durationMs }: RecordedRun,
  exchanges: readonly Exchange[],
): string[] {
  const until = Date.parse(startedAt) + durationMs + toleranceMs;
  const late = exchanges.find(each => endOf(each) > until);
  return [
    ...(late ? [`${late.id} came after its run had ended`] : []),
    ...findOutOfOrder(exchanges),
  ];
}

/** Returns successes that are out of order. A success is numbered on arrival, and any other response after its last retry. */
function findOutOfOrder(exchanges: readonly Exchange[]): string[] {
  const numbered = exchanges
    .filter(each => isSuccess(each) && !each.response.ended)
    .toSorted((a, b) => numberOf(a) - numberOf(b));
  let latest: Exchange | undefined;
  for (const each of numbered) {
    if (latest && endOf(each) < endOf(latest) - outOfOrderMs)
      return [
        `${each.id} came before ${latest.id}, but has a later number, so it is from another time or another run`,
      ];
    if (!latest || endOf(each) > endOf(latest)) latest = each;
  }
  return [];
}

const numberOf = ({ id }: Exchange): number => Number(id.slice(1));
