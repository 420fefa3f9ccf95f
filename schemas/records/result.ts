/** The shape of `conformance.json`, the result that everything else is made from. */
import { isLeftOut, profiles } from '../profiles.ts';
import { featureNames } from '../features/features.ts';
import { requirementIds } from '../../contract/statements.ts';
import { specVersion } from '../statement.ts';
import {
  discoveredSchema,
  type Discovered,
  leftBehindSchema,
  type LeftBehind,
} from './log-entry.ts';
import { storedExchangeSchema, type StoredExchange } from './exchange.ts';
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
  type SchemaOf,
  text,
  texts,
  time,
  type TypeOf,
} from './schema.ts';
import { trafficSchema } from './traffic.ts';
import { replaySchema } from './transcript.ts';
import { waiverSchema } from './waivers.ts';

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

/** The fields of a case, as far as it is about one of each; another version of the suite may not state them. */
const about = {
  /** Id of the route, `GET /products`; of a list, its route. */
  route: text,
  /** Role of the key; `none` without one. */
  key: text,
  /** Kind of the orders that it needs. */
  kind: oneOf(['single', 'bulk']),
  /** Field of the request or the response, or another part that is judged alone. */
  field: text,
  /** Sets its request apart: a value on a bound or beyond it, a page, a mistake. */
  bound: text,
};
export const aboutCase = Object.keys(about) as readonly (keyof typeof about)[];
const caseAbout = closed({}, about);
export interface CaseAbout extends TypeOf<typeof caseAbout> {}

/** Begins the ids of cases that no check looked at itself: what its judgement found in other exchanges of the run. */
export const elsewhere = 'anywhere in the run';

const caseResult = closed(
  {
    id: text,
    verdict,
    /** Ids of exchanges. */
    evidence: texts,
  },
  {
    ...about,
    /** Why it was not judged, or what went wrong. */
    reason: text,
    /** The requirement that reports the cause, if this one could not be judged because of it. */
    reportedBy: oneOf(requirementIds),
    /** Of a warning: the honest server that might differ. */
    doubt: text,
    /** Of a failure or a warning: the value that was judged, in words. */
    judged: text,
    expected: anything,
    actual: anything,
    /** The failure as a person reads it: what was expected, what came, the request as a curl command. */
    message: text,
    /** Id of the exchange that the failure is about, one of the evidence; if it is about several, of the first. */
    exchange: text,
    /** Ids of the exchanges that were compared, if the failure shows in several together. */
    compared: texts,
    /** Why the failure or the warning is accepted. */
    waived: waiverSchema,
  },
);
export interface CaseResult extends TypeOf<typeof caseResult> {}

/** Cases that passed, of those that apply to the target. */
/** Runs are not shared out over more machines; each of them is looked for. */
const shards: SchemaOf<number> = { type: 'integer', minimum: 1, maximum: 1000 };

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
    /** Clauses that it follows from, and how; absent if a clause says it. */
    implied: text,
    /** Of a warning: the honest server that might differ. */
    doubt: text,
    reason: text,
    /** Set if it passed on a part of its cases, and the others were not exercised. */
    inPart,
    expected: anything,
    actual: anything,
    /** Set if every failed case is accepted, or every case that warns; of several waivers, the first. */
    waived: waiverSchema,
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

/** The result of one check, as a host reports it. */
export const outcomeSchema = closed({
  id: text,
  verdict,
  cases: listOf<CaseResult>(caseResult),
  observations: listOf<ObservationResult>(observation),
  durationMs: amount,
});
export interface Outcome extends TypeOf<typeof outcomeSchema> {}

/**
 * `passed`: nothing failed but what is waived, and the run showed what its profile demands; that is less than the
 * contract states. A warning changes neither this verdict nor `conformant`.
 * `non-conformant`: something failed; or something warns that `GV_STRICT` or the baseline of a gate makes a failure.
 * `wrong-waiver`: nothing failed but a waiver, which expired or is not needed any more.
 * `conformant`: it showed all that the contract states, or all that a certificate or a committed baseline demands.
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

/** A load run on the same target: what k6 measured, and the verdicts on a sample of its responses. */
const load = closed(
  {
    summary: trafficSchema,
    /** Responses that were judged. */
    samples: count,
    outcomes: listOf<Outcome>(outcomeSchema),
  },
  {
    /** The conclusion of the run without it. */
    before: closed({ verdict: oneOf(runVerdicts) }, { reasons: texts }),
  },
);
export interface LoadResult extends TypeOf<typeof load> {}

/** The contents of a file of recorded traffic. */
const recording = closed({
  file: text,
  /** The program that wrote it. */
  program: text,
  entries: count,
  judged: count,
  /** Reason -> entries. */
  leftOut: mapOf(count),
  /** Part of an exchange -> judged exchanges that lack it. */
  unrecorded: mapOf(count),
  /** Role of the key -> judged exchanges. */
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
  /** Of a run for a certificate: the features that it is about. */
  features: listOf(oneOf(featureNames)),
  /** A warning counts as a failure. */
  strict: constant(true),
  /** Money that other runs had spent of the cap within the 24 hours before this one, per currency. */
  spentEarlier: mapOf(amount),
  /** The part of a run that several machines share; `./gv merge` makes one result of all. */
  shard: closed({ current: positive, total: shards }),
  /** Number of shards that were combined. */
  shards: positive,
  /** The recorded traffic that was judged, if the suite sent nothing itself. */
  recording,
};

export const resultSchema = file(
  'Result of a conformance run',
  closed(
    {
      schemaVersion: constant(1),
      ...described,
      suite: closed({ version: text, spec: constant(specVersion) }),
      startedAt: time,
      durationMs: count,
      verdict: oneOf(runVerdicts),
      requests: closed({
        sent: count,
        /** Requests that got a 429, which was waited out. */
        limited: count,
        /** Payloads on and around the bounds of request bodies. */
        generated: count,
        /** Requests of the limiter checks; those of the measurements are not counted. */
        probes: count,
        /** Route -> role of the key -> requests. */
        byRoute: mapOf(mapOf(count)),
      }),
      /** Money spent, per currency. */
      spend: mapOf(amount),
      requirements: listOf<RequirementResult>(requirement),
      /** Facts that were found out because their settings are missing, or why they were not. */
      discovered: listOf<Discovered>(discoveredSchema),
      /** Settings that hold something else than they should, as far as responses show. */
      doubts: texts,
      observations: listOf<ObservationResult>(observation),
      /** Findings of the probe of each limiter, and the notes that show them. */
      limiters: listOf(limiterResultSchema),
      /** By their ids; `exchangesOf` in texts.ts makes them whole. */
      exchanges: mapOf<StoredExchange>(storedExchangeSchema),
      /** Digest -> piece of a long text. */
      texts: mapOf(text),
    },
    {
      ...describedIfKnown,
      /** Why the run could not start or finish, or what it demanded and did not exercise. */
      reasons: texts,
      /** Purchases, and webhooks that it registered and could not remove. */
      left: listOf<LeftBehind>(leftBehindSchema),
      load,
      /** Absent if the result is not that of one run of ours. */
      replay: replaySchema,
    },
  ),
  'result',
);
export interface ConformanceResult extends TypeOf<typeof resultSchema> {}

/**
 * Any case failed: `failed`. Else any error: `error`. Else any warning: `warning`. Else `passed` on the cases that were
 * exercised; none exercised: `not-exercised`, or `not-applicable` where that holds for every case.
 */
export function verdictOf(cases: readonly { readonly verdict: Verdict }[]): Verdict {
  const has = (verdict: Verdict) => cases.some(each => each.verdict === verdict);
  if (has('failed')) return 'failed';
  if (has('error')) return 'error';
  if (has('warning')) return 'warning';
  if (has('passed')) return 'passed';
  return cases.length > 0 && !has('not-exercised') ? 'not-applicable' : 'not-exercised';
}

/** Counts the cases of a requirement that passed, if others were not exercised that the profile has; else undefined. */
export function inPartOf(
  cases: readonly { readonly verdict: Verdict; readonly reason?: string | undefined }[],
): InPart | undefined {
  const selected = cases.filter(({ reason }) => !isLeftOut(reason));
  const count = (verdict: Verdict) => selected.filter(each => each.verdict === verdict).length;
  const [shown, missing] = [count('passed'), count('not-exercised')];
  const isPart = verdictOf(cases) === 'passed' && missing > 0;
  return isPart ? { shown, of: shown + missing } : undefined;
}
