/** Compares a result with the cases that its features demand, and its statements about the run with its exchanges. */
import { amountsText, type Money, sumInCents } from '../../schemas/records/money.ts';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
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
import type {
  CaseResult,
  RequirementResult,
  Verdict,
  ConformanceResult,
} from '../../schemas/records/result.ts';
import { readJsonFile } from '../../harness/output/files.ts';
import { dayMs } from '../files.ts';
import { decisiveCase } from '../summary/requirements.ts';
import {
  at,
  dateOf,
  header,
  isAccepted,
  isSuccess,
  sentBody,
  type Exchange,
} from '../../schemas/records/exchange.ts';
import { leftBehind } from '../../schemas/records/log-entry.ts';
import { route } from '../../schemas/routes.ts';
import { findSuspectSettings } from '../result/suspect-settings.ts';
import { exchangesOf } from '../../schemas/records/texts.ts';

const casesFile = fileURLToPath(new URL('../../schemas/features/cases.json', import.meta.url));

/** Returns the cases that a certificate demands for a feature. */
export const demandsOf = (part: Part): Demands =>
  (readJsonFile(casesFile) as Readonly<Record<Part, Demands>>)[part];

const partsOf = (features: readonly Feature[]): readonly Part[] => [core, ...features];

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

const noSuchCase = 'this run has no such case';

/** Returns the features that a certificate leaves out. */
export const leftOut = (features: readonly Feature[]): readonly Feature[] =>
  featureNames.filter(each => !features.includes(each));

/**
 * Limits the difference between a clock and the Date of a response. A clock that is wrong by a day contradicts the stated time of the run.
 * Confused time zones differ by less.
 */
const mostApartMs = dayMs;

/** Returns a sentence for each contradiction. A contradicted result gets no certificate, and its certificate is invalid. */
export function contradictions(result: ConformanceResult): string[] {
  const exchanges = [...exchangesOf(result).values()];
  return [
    ...findWrongDates(exchanges),
    ...findWrongTimes(result, exchanges),
    ...findWrongCounts(result, exchanges),
    ...findMisstatements(result, exchanges),
  ];
}

/** Compares the settings, the spending and the leftovers that a result states with its exchanges. */
function findMisstatements(
  { left = [], spend, doubts, replay }: ConformanceResult,
  exchanges: readonly Exchange[],
): string[] {
  const entries = exchanges.map(exchange => ({
    resource: 'once' as const,
    attempts: 1,
    limited: 0,
    exchange,
  }));
  const found = leftBehind(entries).flatMap(({ ids }) => ids);
  const stated = left.flatMap(({ ids }) => ids);
  const bought = exchanges.filter(each => costOfAccepted(each) > 0).map(({ id }) => id);
  const missing = [...found, ...bought].find(id => !stated.includes(id));
  const sum = sumInCents(left.map(({ money = {} }) => money));
  return [
    ...(missing === undefined ? [] : [`it does not list ${missing} as left behind`]),
    ...(isSameMoney(sum, spend)
      ? []
      : [
          `it states ${amountsText(spend) || 'nothing'} as spent, and ${amountsText(sum) || 'nothing'} as left behind`,
        ]),
    ...(replay === undefined ||
    isDeepStrictEqual(doubts, findSuspectSettings(exchanges, replay.settings))
      ? []
      : ['the settings that the result calls suspect differ from what its exchanges show']),
  ];
}

/** Returns true for equal amounts. Sums in another order may differ by a few hundredths because of rounding. */
const isSameMoney = (one: Money, other: Money): boolean =>
  Object.keys({ ...one, ...other }).every(
    currency => Math.abs((one[currency] ?? 0) - (other[currency] ?? 0)) < 0.1,
  );

/** Returns the value of an accepted voucher, or 0. */
const costOfAccepted = (exchange: Exchange): number =>
  exchange.route === route.sendVoucher.id && isAccepted(exchange)
    ? Number(at(sentBody(exchange), 'valuePurchased'))
    : 0;

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
  { startedAt, durationMs }: ConformanceResult,
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
    .filter(each => /^x\d+$/.test(each.id) && isSuccess(each) && !each.response.ended)
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

/** Returns problems with request counts. Retries and requests without a response are counted, but have no exchange. */
function findWrongCounts(
  { requests: { sent, byRoute } }: ConformanceResult,
  exchanges: readonly Exchange[],
): string[] {
  const stated = Object.entries(byRoute).flatMap(([route, byKey]) =>
    Object.entries(byKey).map(([key, count]) => ({ route, key, count })),
  );
  const sum = stated.reduce((total, { count }) => total + count, 0);
  if (sum !== sent) return [`it states ${sent} requests, and ${sum} by route and key`];
  const left = new Map(stated.map(({ route, key, count }) => [`${route}, key ${key}`, count]));
  return exchanges.flatMap(({ id, route, key }) => {
    const what = `${route}, key ${key}`;
    const count = (left.get(what) ?? 0) - 1;
    left.set(what, count);
    return count < 0 ? [`it has more requests of ${what} than it states (${id})`] : [];
  });
}
