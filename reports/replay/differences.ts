/** Compares a result with the findings of a replay of its run. */
import { inspect, isDeepStrictEqual } from 'node:util';
import type { Discovered } from '../../schemas/records/log-entry.ts';
import type { LimiterProbe, LimiterResult } from '../../schemas/records/limiter.ts';
import type { Money } from '../../schemas/records/money.ts';
import {
  aboutCase,
  inPartOf,
  verdictOf,
  type CaseResult,
  type ConformanceResult,
  type ObservationResult,
  type Outcome,
  type Verdict,
} from '../../schemas/records/result.ts';
import { decisiveCase } from '../summary/requirements.ts';
import { statements, type StatementId } from '../../contract/statements.ts';

/** Findings of a replay. */
export interface Found {
  readonly outcomes: readonly Outcome[];
  readonly discovered: readonly Discovered[];
  readonly limiters: readonly LimiterProbe[];
  /** Money that the exchanges show as spent. */
  readonly spent: Money;
}

/** Returns a sentence for each difference, or none if the replay confirms the result. */
export function differences(
  result: Pick<
    ConformanceResult,
    'requirements' | 'verdict' | 'strict' | 'observations' | 'discovered' | 'limiters' | 'spend'
  >,
  found: Found,
): string[] {
  const outcomes = new Map(found.outcomes.map(outcome => [outcome.id, outcome]));
  const observations = found.outcomes.flatMap(each => each.observations);
  return [
    ...result.requirements.flatMap(stated => ofRequirement(stated, outcomes.get(stated.id))),
    ...checkVerdict(result),
    ...findHiddenSpending(result.spend, found.spent),
    ...ofSets('observation', result.observations.map(observed), observations.map(observed)),
    ...ofSets('discovery', result.discovered.map(show), found.discovered.map(show)),
    ...ofSets('limiter', result.limiters.map(measured), found.limiters.map(measured)),
  ];
}

type Stated = ConformanceResult['requirements'][number];

function ofRequirement(stated: Stated, outcome: Outcome | undefined): string[] {
  const { id, anchor, text, implied, doubt, verdict, inPart, cases } = stated;
  const statement = statements[id as StatementId];
  const isThis = statement?.anchor === anchor && statement.text === text;
  if (!isThis || (statement.implied || undefined) !== implied)
    return [`${id} is another statement in this version of the suite`];
  if (!isDeepStrictEqual(inPart, inPartOf(cases)))
    return [`${id}: the recorded number of shown cases differs from its cases`];
  if (doubt !== decisiveCase(id, verdict, cases)?.doubt)
    return [`${id}: the recorded doubt differs from its cases`];
  if (!outcome) return cases.length > 0 ? [`${id} has cases that no check produces`] : [];
  return [
    ...(verdict === outcome.verdict
      ? []
      : [`${id}: recorded ${verdict}, replay gives ${outcome.verdict}`]),
    ...caseDifferences(id, cases, outcome.cases),
  ];
}

function caseDifferences(id: string, stated: readonly CaseResult[], found: readonly CaseResult[]) {
  const names = (cases: readonly CaseResult[]) => cases.map(each => each.id).join('\n');
  if (names(stated) !== names(found)) return [`${id}: replay gives other cases than recorded`];
  return stated.flatMap((one, at) =>
    compared
      .filter(field => !(one.compared && ofExchanges.includes(field)))
      .filter(field => !isDeepStrictEqual(one[field], plain(found[at]?.[field])))
      .map(field => {
        const [before, now] = aroundDifference(one[field], found[at]?.[field]);
        return `${id} (${one.id}): recorded ${field} ${before}, replay gives ${now}`;
      }),
  );
}

/** Fields of cases that are compared. `evidence` is left out, because it depends on which of two checks asked first. */
const compared = [
  ...aboutCase,
  'verdict',
  'reason',
  'lacks',
  'elsewhere',
  'doubt',
  'judged',
  'expected',
  'actual',
  'message',
  'exchange',
] as const satisfies readonly (keyof CaseResult)[];

/** Fields that may also differ for this reason if a failure names all compared exchanges. */
const ofExchanges: readonly string[] = ['message', 'exchange'];

/** Returns a sentence if the run is stated as passed although a requirement failed, ended in an error, or warns in a strict run. */
function checkVerdict({
  verdict,
  strict,
  requirements,
}: Pick<ConformanceResult, 'verdict' | 'strict' | 'requirements'>): string[] {
  const bad: Verdict[] = ['failed', 'error', ...(strict ? (['warning'] as const) : [])];
  const stated = verdict === 'passed' || verdict === 'conformant';
  const broken = requirements.filter(
    ({ cases, waived }) => !waived && bad.includes(verdictOf(cases)),
  );
  return stated && broken[0]
    ? [`the recorded verdict is ${verdict}, but ${broken[0].id} is ${broken[0].verdict}`]
    : [];
}

/** Tolerance for rounding, in cents. */
const toleranceOfMoney = 1;

/** Returns a sentence for each currency in which the exchanges show more spending than the result states. Requests without a response do not count. */
const findHiddenSpending = (stated: Money, shown: Money): string[] =>
  Object.entries(shown)
    .map(([currency, value]) => ({ currency, value, less: stated[currency] ?? 0 }))
    .filter(({ value, less }) => less < value - toleranceOfMoney)
    .map(
      ({ currency, value, less }) =>
        `the result states that ${less} ${currency} were spent, and its exchanges show ${value} ${currency}`,
    );

const observed = ({ id, value, marked }: ObservationResult): string =>
  `${id} ${show(value)}${marked ? ' (marked)' : ''}`;

function measured(limiter: LimiterResult | LimiterProbe): string {
  if ('skipped' in limiter) return show(limiter);
  const { name } = limiter;
  const { limit, windowSeconds, algorithm, claims, observations, requests, stopped } =
    'findings' in limiter ? limiter.findings : limiter;
  return show({ name, limit, windowSeconds, algorithm, claims, observations, requests, stopped });
}

const ofSets = (what: string, stated: readonly string[], found: readonly string[]): string[] => [
  ...stated.filter(each => !found.includes(each)).map(each => `the ${what} is not found: ${each}`),
  ...found.filter(each => !stated.includes(each)).map(each => `the ${what} is missing: ${each}`),
];

/** Returns a value as it would be read from a file. */
const plain = (value: unknown): unknown =>
  value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);

/** Formats a value with sorted keys, because k6 sorts the keys that it writes. */
const show = (value: unknown): string =>
  inspect(plain(value), { sorted: true, depth: Infinity, breakLength: Infinity });

/** Limits the length of a value in a message, and of the part before the first difference. */
const longest = 160;
const context = 40;

/** Returns two values as texts, of which long ones are cut around the first character that differs. */
function aroundDifference(...values: [unknown, unknown]): readonly string[] {
  const texts = values.map(value => (value === undefined ? 'nothing' : show(value)));
  const [one = '', other = ''] = texts;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  const from = Math.max(one.length, other.length) > longest ? Math.max(0, same - context) : 0;
  return texts.map(text => {
    const part = text.slice(from, from + longest);
    return `${from > 0 ? '…' : ''}${part}${from + longest < text.length ? '…' : ''}`;
  });
}
