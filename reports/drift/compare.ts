/** Compares two results of a target, or of two targets that should behave alike. */
import {
  type CaseResult,
  type ConformanceResult,
  type RequirementResult,
  type Verdict,
} from '../../schemas/records/result.ts';
import { isJudged } from '../summary/judged.ts';
import { isSelected } from '../summary/requirements.ts';
import { type Change, nothing } from './change.ts';
import { statements, type StatementId } from '../../contract/statements.ts';
import { factsOf, type Fact, durations, quantile } from '../summary/statistics.ts';
import { asWords, measuredText } from '../summary/words.ts';
import type { LimiterResult, Measured } from '../../schemas/records/limiter.ts';
import { bodyOf, isObject } from '../../schemas/records/exchange.ts';
import { exchangesOf } from '../../schemas/records/texts.ts';
import { operationOf } from '../../schemas/operations.ts';
import { routeById } from '../../schemas/routes.ts';

/** Returns the changes by weight: verdicts that got worse come first. */
export function compare(before: ConformanceResult, after: ConformanceResult): Change[] {
  const verdicts = verdictChanges(before, after);
  return [
    ...verdicts.filter(({ worse }) => worse),
    ...verdicts.filter(({ worse }) => !worse),
    ...observationChanges(before, after),
    ...limiterChanges(before, after),
    ...latencyChanges(before, after),
    ...fieldChanges(before, after),
  ];
}

type Judged = Pick<RequirementResult | CaseResult, 'verdict' | 'waived'>;

/** Returns true for failures and errors, unless a waiver accepts them. */
const isBad = ({ verdict, waived }: Judged): boolean =>
  (verdict === 'failed' || verdict === 'error') && !waived;

/** Returns true if the second verdict is bad and the first was not, or if an error became a failure. A verdict that is not exercised never counts as worse. */
const isWorse = (before: Judged, after: Judged): boolean =>
  isBad(after) && (!isBad(before) || (before.verdict === 'error' && after.verdict === 'failed'));

/** Returns true for a warning that no waiver accepts. */
const isWarning = ({ verdict, waived }: Judged): boolean => verdict === 'warning' && !waived;

const said = ({ verdict, waived }: Judged): Verdict | 'waived' => (waived ? 'waived' : verdict);

/** Compares requirements that both runs selected. If the verdict of a requirement is unchanged, returns the cases that changed. */
function verdictChanges(before: ConformanceResult, after: ConformanceResult): Change[] {
  const then = new Map(before.requirements.map(each => [each.id, each]));
  return after.requirements.flatMap(now => {
    const old = then.get(now.id);
    if (!old || !isSelected(old) || !isSelected(now)) return [];
    const { id, anchor, text, implied } = now;
    const says = { anchor, text, ...(implied ? { implied } : {}) };
    const about = { kind: 'verdict', about: id, ...says } as const;
    if (said(old) !== said(now))
      return [
        {
          ...about,
          ...changed(old, now, now.doubt ?? now.reason),
          ...(isJudged(old) && now.verdict === 'not-exercised' && { lost: true as const }),
        },
      ];
    const cases = new Map(old.cases.map(each => [each.id, each]));
    return now.cases.flatMap(one => {
      // A failure in exchanges of other checks has a separate case.
      const unseen = one.anywhere ? ({ verdict: 'not-exercised' } as const) : undefined;
      const was = cases.get(one.id) ?? unseen;
      return was && (isBad(was) !== isBad(one) || isWarning(was) !== isWarning(one))
        ? [{ ...about, case: one.id, ...changed(was, one, one.doubt) }]
        : [];
    });
  });
}

const changed = (old: Judged, now: Judged, reason?: string) => ({
  before: said(old),
  after: reason === undefined ? said(now) : `${said(now)}: ${reason}`,
  verdict: said(now),
  ...(isWorse(old, now) && { worse: true as const }),
});

/** Compares facts that both runs observed, without values that follow from the data of the target. */
function observationChanges(before: ConformanceResult, after: ConformanceResult): Change[] {
  const then = factsOf(before);
  return factsOf(after).flatMap(({ id, anchor, text, values }) => {
    const old = then.find(each => each.id === id);
    // Another version of the suite may have other statements.
    const { varies } = statements[id as StatementId] ?? {};
    if (!old || varies === true) return [];
    const [was, is] = [old, { values }].map(each => shownIn(each, varies));
    const gone = was!.filter(each => !is!.includes(each));
    const fresh = is!.filter(each => !was!.includes(each));
    if (gone.length + fresh.length === 0) return [];
    const about = { kind: 'observation', about: id, anchor, text } as const;
    return [{ ...about, before: listed(gone), after: listed(fresh) }];
  });
}

/** Returns distinct values as text, without the members that vary. */
function shownIn({ values }: Pick<Fact, 'values'>, varying: readonly string[] = []): string[] {
  const withoutVarying = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value, (name, each: unknown) => (varying.includes(name) ? undefined : each)),
    );
  return [...new Set(values.map(({ value }) => asWords(withoutVarying(value))))].toSorted();
}

const listed = (values: readonly string[]): string =>
  values.length === 0 ? nothing.observation : values.join('; ');

type Probed = Extract<LimiterResult, { readonly limit: Measured }>;
const isProbed = (limiter: LimiterResult): limiter is Probed => !('skipped' in limiter);

function limiterChanges(before: ConformanceResult, after: ConformanceResult): Change[] {
  const then = before.limiters.filter(isProbed);
  return after.limiters.filter(isProbed).flatMap(now => {
    const old = then.find(({ name }) => name === now.name);
    return old ? changesOfLimiter(old, now) : [];
  });
}

function changesOfLimiter(old: Probed, now: Probed): Change[] {
  const change = (what: string, was: string, is: string): Change => ({
    kind: 'limiter',
    about: `${now.name}: ${what}`,
    anchor: '§8',
    before: was,
    after: is,
  });
  const confident = [old, now].every(({ algorithm }) => algorithm.confidence === 'high');
  /** Returns a change if the two intervals do not overlap. */
  const measured = (what: string, was: Measured, is: Measured): Change[] => {
    if ('inconclusive' in was || 'inconclusive' in is) return [];
    if (was.high >= is.low && is.high >= was.low) return [];
    return [change(what, measuredText(was), measuredText(is))];
  };
  return [
    ...measured('limit', old.limit, now.limit),
    ...measured('window in seconds', old.windowSeconds, now.windowSeconds),
    ...(confident && old.algorithm.name !== now.algorithm.name
      ? [change('algorithm', old.algorithm.name, now.algorithm.name)]
      : []),
  ];
}

/** Minimum of responses for a percentile. */
const fewest = 8;
/** Changes below these limits may come from the network or the machine. */
const factor = 2;
const leastMs = 100;

function latencyChanges(before: ConformanceResult, after: ConformanceResult): Change[] {
  const then = durations(before);
  return [...durations(after)].flatMap(([route, now]) => {
    const old = then.get(route) ?? [];
    if (old.length < fewest || now.length < fewest) return [];
    const p95 = (sorted: readonly number[]) => quantile(sorted, 0.95);
    const [slow, fast] = p95(old) < p95(now) ? [now, old] : [old, now];
    // A single slow response moves the 95th percentile, and a busy machine slows some seconds of requests. So three quarters of the
    // responses must be slower than nearly all responses of the other run.
    const beyondNoise = quantile(slow, 0.25) > p95(fast);
    if (p95(slow) < factor * p95(fast) || p95(slow) - p95(fast) < leastMs || !beyondNoise)
      return [];
    const show = (sorted: readonly number[]) => `p95 ${Math.round(p95(sorted))} ms`;
    const about = { kind: 'latency', about: route, ...routeAnchor(route) } as const;
    return [{ ...about, before: show(old), after: show(now) }];
  });
}

/** Compares the fields of routes and statuses that both runs received. */
function fieldChanges(before: ConformanceResult, after: ConformanceResult): Change[] {
  const then = fieldsOf(before);
  return [...fieldsOf(after)].flatMap(([answer, now]) => {
    const old = then.get(answer);
    if (!old) return [];
    const fresh = [...now].filter(each => !old.has(each));
    const gone = [...old].filter(each => !now.has(each));
    if (fresh.length + gone.length === 0) return [];
    const list = (fields: readonly string[]) =>
      fields.length === 0 ? nothing.field : fields.join(', ');
    const about = { kind: 'field', about: answer, ...routeAnchor(routeOf(answer)) } as const;
    return [{ ...about, before: list(gone), after: list(fresh) }];
  });
}

const routeOf = (answer: string): string => answer.replace(/ \d+$/, '');

type Fields = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns the field paths, like `[].balance`, by response, like `GET /wallet 200`. */
function fieldsOf(result: ConformanceResult): Fields {
  const found = new Map<string, Set<string>>();
  for (const exchange of exchangesOf(result).values()) {
    const { key, route, response } = exchange;
    // Responses to bad keys and to payloads around a limit are left out, because they depend on the request.
    if (key !== 'business' && key !== 'automation') continue;
    if (response.status < 200 || response.status >= 300) continue;
    const answer = `${route} ${response.status}`;
    const known = found.get(answer) ?? new Set();
    collect(bodyOf(exchange), '', known);
    found.set(answer, known);
  }
  return found;
}

function collect(value: unknown, path: string, into: Set<string>): void {
  if (Array.isArray(value)) for (const each of value) collect(each, `${path}[]`, into);
  else if (isObject(value))
    for (const [name, each] of Object.entries(value)) {
      const own = path === '' ? name : `${path}.${name}`;
      into.add(own);
      collect(each, own, into);
    }
}

/** Returns the clause of a route, or nothing if this version does not know the route. */
function routeAnchor(id: string): { readonly anchor?: string } {
  const route = routeById(id);
  return route ? { anchor: operationOf(route).anchor } : {};
}
