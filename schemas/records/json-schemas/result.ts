/** JSON Schema (2020-12) of `conformance.json`. */
import { featureNames } from '../../features/names.ts';
import { requirementIds } from '../../requirements/index.ts';
import { probedLimiter } from './limiter.ts';
import { runVerdicts } from '../result.ts';
import { closed, count, head, ids, listOf, positive, storedText, text, verdict } from './parts.ts';
import { replay } from './transcript.ts';
import { waiverSchema as waiver } from '../waivers.ts';
import { specVersion } from '../../version.ts';

const caseResult = closed(
  { id: text, verdict, evidence: ids },
  {
    reason: text,
    reportedBy: { enum: requirementIds },
    judged: text,
    expected: {},
    actual: {},
    message: text,
    exchange: text,
    compared: ids,
    waived: waiver,
  },
);

const requirement = closed(
  {
    id: text,
    anchor: text,
    text,
    verdict,
    durationMs: { type: 'number', minimum: 0 },
    cases: listOf(caseResult),
  },
  {
    implied: text,
    reason: text,
    inPart: closed({ shown: positive, of: positive }),
    expected: {},
    actual: {},
    waived: waiver,
  },
);

const headers = {
  type: 'array',
  items: { type: 'array', items: text, minItems: 2, maxItems: 2 },
};

const counts = { type: 'object', additionalProperties: count } as const;

const exchange = closed(
  {
    route: text,
    key: text,
    request: closed(
      { method: text, url: text, headers: { type: 'object', additionalProperties: text } },
      { body: storedText },
    ),
    response: closed(
      { status: count, headers, body: storedText },
      { ended: closed({ after: count }, { of: count }) },
    ),
    times: closed(
      { startedAt: { type: 'number' }, durationMs: { type: 'number', minimum: 0 } },
      { waitedMs: { type: 'number', minimum: 0 } },
    ),
  },
  { unrecorded: ids, shortened: closed({ characters: count, sha256: text }) },
);

const recording = closed({
  file: text,
  program: text,
  entries: count,
  judged: count,
  leftOut: counts,
  unrecorded: counts,
  keys: counts,
});

const observation = closed(
  { id: text, anchor: text, value: {}, evidence: ids },
  { marked: { const: true } },
);

const outcome = closed({
  id: text,
  verdict,
  cases: listOf(caseResult),
  observations: listOf(observation),
  durationMs: { type: 'number', minimum: 0 },
});

/** Some of k6's own numbers; their types are in traffic.ts. */
const trafficSummary = {
  ...closed({
    schemaVersion: { const: 1 },
    profile: text,
    startedAt: { type: 'string', format: 'date-time' },
    durationMs: { type: 'number', minimum: 0 },
    requests: { type: 'object' },
    byRoute: { type: 'object' },
  }),
  additionalProperties: true,
};

export const resultSchema = {
  ...head('Result of a conformance run', 'result'),
  ...closed(
    {
      schemaVersion: { const: 1 },
      target: closed({
        baseUrl: text,
        origin: { enum: ['reference', 'configured', 'recording'] },
        keys: ids,
        allow: ids,
      }),
      profile: { enum: ['gate', 'certify', 'smoke'] },
      seed: count,
      suite: closed({ version: text, spec: { const: specVersion } }),
      startedAt: { type: 'string', format: 'date-time' },
      durationMs: count,
      verdict: { enum: [...runVerdicts] },
      requests: closed({
        sent: count,
        limited: count,
        generated: count,
        probes: count,
        byRoute: {
          type: 'object',
          additionalProperties: { type: 'object', additionalProperties: count },
        },
      }),
      spend: { type: 'object', additionalProperties: { type: 'number', minimum: 0 } },
      requirements: listOf(requirement),
      discovered: { type: 'array', items: closed({ name: text, how: text }, { value: {} }) },
      doubts: ids,
      observations: {
        type: 'array',
        items: observation,
      },
      limiters: {
        type: 'array',
        items: { anyOf: [closed({ name: text, skipped: text }), probedLimiter] },
      },
      exchanges: { type: 'object', additionalProperties: exchange },
      texts: { type: 'object', additionalProperties: text },
    },
    {
      reasons: ids,
      spentEarlier: { type: 'object', additionalProperties: { type: 'number', minimum: 0 } },
      left: {
        type: 'array',
        items: closed({ what: text, count, ids }, { money: { type: 'object' } }),
      },
      features: { type: 'array', items: { enum: featureNames } },
      replay,
      recording,
      load: closed({
        summary: trafficSummary,
        samples: count,
        outcomes: listOf(outcome),
      }),
      shard: closed({ current: positive, total: positive }),
      shards: positive,
    },
  ),
};
