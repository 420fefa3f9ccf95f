/** Defines `conformance.json`, the result from which all reports are made. */
import { isLeftOut, lacksSchema, type Lacks } from '../lacks.ts';
import { profiles } from '../profiles.ts';
import { featureNames } from '../features/features.ts';
import { specVersion } from '../statement.ts';
import {
  discoveredSchema,
  type Discovered,
  leftBehindSchema,
  type LeftBehind,
} from './log-entry.ts';
import { storedExchangeSchema, type StoredExchange } from './exchange.ts';
import { readBaselineSchema } from './baseline.ts';
import { limiterResultSchema } from './limiter.ts';
import {
  amount,
  anything,
  closed,
  constant,
  count,
  file,
  listOf,
  mapOf,
  oneOf,
  positive,
  text,
  texts,
  time,
  type TypeOf,
} from './schema.ts';
import { countedSchema } from './money.ts';
import { planSchema } from './plan.ts';
import { givenSchema } from './repeating.ts';
import { streaksSchema } from './streak.ts';
import { trafficSchema } from './traffic.ts';
import { replaySchema } from './transcript.ts';
import { waiverOf } from './waivers.ts';

export const verdicts = [
  'passed',
  'failed',
  'warning',
  'not-applicable',
  'not-exercised',
  'error',
] as const;
export type Verdict = (typeof verdicts)[number];
const verdict = oneOf(verdicts);

/** Properties of a case. Another version of the suite may not state them. */
const about = {
  /** Id of the route, `GET /products`. For a list, its route. */
  route: text,
  /** Role of the key, or `none`. */
  key: text,
  /** Name of the limiter, `catalog`. */
  limiter: text,
  /** Kind of the orders that the case needs. */
  kind: oneOf(['single', 'bulk']),
  /** Field of the request or the response, or another part that is judged alone. */
  field: text,
  /** Property that distinguishes the request: a value at or beyond a bound, a page, a mistake. */
  bound: text,
};
export const aboutCase = Object.keys(about) as readonly (keyof typeof about)[];
const caseAbout = closed({}, about);
export interface CaseAbout extends TypeOf<typeof caseAbout> {}

const waiver = waiverOf(text);

const caseResult = closed(
  {
    id: text,
    verdict,
    /** Ids of exchanges. */
    evidence: texts,
  },
  {
    ...about,
    /** Reason why the case was not judged, or an error. */
    reason: text,
    /** Names what the run lacked to judge this case. */
    lacks: lacksSchema,
    /** Requirement that reports the cause if this case could not be judged. */
    elsewhere: text,
    /** Set if no check exercised this case. A judgement found it in other exchanges of the run. */
    anywhere: constant(true),
    /** For a warning, an honest server that might differ. */
    doubt: text,
    /** For a failure or a warning, the value that was judged, in words. */
    judged: text,
    expected: anything,
    actual: anything,
    /** Failure for people: expected, actual, and the request as a curl command. */
    message: text,
    /** Id of the exchange that failed. If several failed, the first. */
    exchange: text,
    /** Ids of the exchanges that were compared, if several together show the failure. */
    compared: texts,
    /** Responses that are in no exchange, because a probe received them, and a command to see them again. Lines of the message. */
    recorded: texts,
    /** Reason why the failure or the warning is accepted. */
    waived: waiver,
  },
);
export interface CaseResult extends TypeOf<typeof caseResult> {}

const inPart = closed({ shown: positive, of: positive });
export interface InPart extends TypeOf<typeof inPart> {}

const requirement = closed(
  {
    id: text,
    anchor: text,
    text,
    verdict,
    durationMs: amount,
    cases: listOf<CaseResult>(caseResult),
  },
  {
    /** Clauses from which the statement follows, and how. Absent if a clause says it. */
    implied: text,
    /** For a warning, an honest server that might differ. */
    doubt: text,
    reason: text,
    /** Names what the run lacked, in the case that explains the verdict. */
    lacks: lacksSchema,
    /** Set if the requirement passed on some of its cases, and other cases were not exercised. */
    inPart,
    expected: anything,
    actual: anything,
    /** First waiver, if every failed case or every warning is waived. */
    waived: waiver,
  },
);
export interface RequirementResult extends TypeOf<typeof requirement> {}

const observation = closed(
  { id: text, anchor: text, value: anything, evidence: texts },
  {
    /** Worth a look. */
    marked: constant(true),
  },
);
export interface ObservationResult extends TypeOf<typeof observation> {}

/** Result of one check, as a host reports it. */
export const outcomeSchema = closed({
  id: text,
  verdict,
  cases: listOf<CaseResult>(caseResult),
  observations: listOf<ObservationResult>(observation),
  durationMs: amount,
});
export interface Outcome extends TypeOf<typeof outcomeSchema> {}

/**
 * `passed`: nothing failed except waived cases, and the run showed all that its profile demands, which is less than the contract
 * states, or has a warning that nobody accepted. `non-conformant`: something failed, or `GV_STRICT` or the
 * baseline of a gate makes a warning a failure. `wrong-waiver`: nothing failed, but a waiver expired or is no longer needed.
 * `conformant`: the run showed all that the contract states, or all that a certificate or a committed baseline demands.
 */
export const runVerdicts = [
  'conformant',
  'passed',
  'non-conformant',
  'wrong-waiver',
  'incomplete',
  'error',
] as const;
export type RunVerdict = (typeof runVerdicts)[number];

/** Load run on the same target: the measurements of k6, and the verdicts on a sample of its responses. */
const load = closed(
  {
    summary: trafficSchema,
    /** Number of responses that were judged. */
    samples: count,
    outcomes: listOf<Outcome>(outcomeSchema),
  },
  {
    /** Verdict of the run before the load run was added. */
    before: closed({ verdict: oneOf(runVerdicts) }, { reasons: texts }),
  },
);
export interface LoadResult extends TypeOf<typeof load> {}

/** Contents of a file of recorded traffic. */
const recording = closed({
  file: text,
  /** Program that wrote the file. */
  program: text,
  entries: count,
  judged: count,
  /** Number of entries left out, by reason. */
  leftOut: mapOf(count),
  /** Number of judged exchanges that lack a part, by part. */
  unrecorded: mapOf(count),
  /** Number of judged exchanges, by role of the key. */
  keys: mapOf(count),
});
export interface RecordingResult extends TypeOf<typeof recording> {}

/** Fields that are known when a run begins. */
export const described = {
  target: closed({
    baseUrl: text,
    origin: oneOf(['reference', 'configured', 'recording']),
    /** Roles of the configured keys. */
    keys: texts,
    allow: texts,
  }),
  profile: oneOf<string>(profiles),
  seed: count,
};

export const describedIfKnown = {
  /** Features of a run for a certificate. */
  features: listOf(oneOf(featureNames)),
  /** Set if a warning counts as a failure. */
  strict: constant(true),
  /** Money of the limit that other runs spent within the 24 hours before this run, by currency. */
  spentEarlier: mapOf(amount),
  /** Recorded traffic that was judged, if the suite sent nothing itself. */
  recording,
  /** Settings that came from options or the environment, and that a command needs to repeat the run. */
  given: givenSchema,
  /** Since when requirements fail or warn. Before a run, by the last result. It includes requirements that the run does not judge. */
  streaks: streaksSchema,
};

type Address = Pick<TypeOf<typeof described.target>, 'baseUrl' | 'origin'>;

/** Returns true if the targets of two results are one. The reference has another port in each run. */
export const isSameTarget = (one: Address, other: Address): boolean =>
  one.baseUrl === other.baseUrl || (one.origin === 'reference' && other.origin === 'reference');

export const resultSchema = file(
  'Result of a conformance run',
  closed(
    {
      schemaVersion: constant(2),
      ...described,
      suite: closed({ version: text, spec: constant(specVersion) }),
      startedAt: time,
      durationMs: count,
      verdict: oneOf(runVerdicts),
      requests: closed({
        sent: count,
        /** Requests that got a 429, which was waited out. */
        limited: count,
        /** Payloads at and around the bounds of request bodies. */
        generated: count,
        /** Requests by route and role of the key. */
        byRoute: mapOf(mapOf(count)),
      }),
      /** Money spent, by currency. */
      spend: mapOf(amount),
      requirements: listOf<RequirementResult>(requirement),
      /** Values that were discovered because their settings were not given, or reasons why nothing was discovered. */
      discovered: listOf<Discovered>(discoveredSchema),
      /** Settings that seem to hold wrong values, as responses show. */
      doubts: texts,
      observations: listOf<ObservationResult>(observation),
      /** Findings of the probe of each limiter, and the notes behind them. */
      limiters: listOf(limiterResultSchema),
      /** Exchanges by id. `exchangesOf` in texts.ts restores their bodies. */
      exchanges: mapOf<StoredExchange>(storedExchangeSchema),
      /** Pieces of long texts, by digest. */
      texts: mapOf(text),
    },
    {
      ...describedIfKnown,
      /** Reasons why the run could not start or finish, and demanded cases that were not exercised. */
      reasons: texts,
      /** Baseline of this gate. Absent without a baseline. */
      baseline: readBaselineSchema,
      /** States what the run was going to show and to send, as it was known before its first purchase. */
      plan: planSchema,
      /** Money of the run that counts against GV_MAX_SPEND. Absent if the run could not spend. */
      counted: countedSchema,
      /** Purchases, and webhooks that the run registered and could not remove. */
      left: listOf<LeftBehind>(leftBehindSchema),
      load,
      /** Absent if the result does not come from a single run. */
      replay: replaySchema,
    },
  ),
  'result',
);
export interface ConformanceResult extends TypeOf<typeof resultSchema> {}

/**
 * Returns the verdict of a requirement. It is `failed` if a case failed, else `error` if a case has an error, else `warning` if
 * a case warns. Else it is `passed` if a case passed. If no case was exercised, it is `not-exercised`, or `not-applicable` if no
 * case applies.
 */
export function verdictOf(cases: readonly { readonly verdict: Verdict }[]): Verdict {
  const has = (verdict: Verdict) => cases.some(each => each.verdict === verdict);
  if (has('failed')) return 'failed';
  if (has('error')) return 'error';
  if (has('warning')) return 'warning';
  if (has('passed')) return 'passed';
  return cases.length > 0 && !has('not-exercised') ? 'not-applicable' : 'not-exercised';
}

/** Counts the cases of a requirement that passed, if other cases of the profile were not exercised. If all were, returns undefined. */
export function inPartOf(
  cases: readonly { readonly verdict: Verdict; readonly lacks?: Lacks | undefined }[],
): InPart | undefined {
  const selected = cases.filter(({ lacks }) => !isLeftOut(lacks));
  const count = (verdict: Verdict) => selected.filter(each => each.verdict === verdict).length;
  const [shown, missing] = [count('passed'), count('not-exercised')];
  const isPart = verdictOf(cases) === 'passed' && missing > 0;
  return isPart ? { shown, of: shown + missing } : undefined;
}
