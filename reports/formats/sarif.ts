/** SARIF 2.1.0, for code hosts: a rule a requirement, a result a group of equal failures, at the line of the check. */
import { createHash } from 'node:crypto';
import type { Log, Notification, ReportingDescriptor, Result } from 'sarif';
import type { ConformanceResult, RequirementResult } from '../../schemas/records/result.ts';
import { areaOf } from '../../schemas/requirements/index.ts';
import { harmless, harmlessJson, harmlessLine } from '../../output/sanitize.ts';
import { failuresOf, type Failure, type FailureGroup } from '../summary/failures.ts';
import { waivedIn, waiverText } from '../summary/waivers.ts';
import { whereChecked } from './where-checked.ts';

export function sarif(result: ConformanceResult): string {
  const { requirements, suite, target, profile, seed, verdict, startedAt, durationMs } = result;
  const ruleIndexes = new Map(requirements.map(({ id }, at) => [id, at]));
  const failures = failuresOf(result);
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'gift-voucher-conformance',
            version: suite.version,
            rules: requirements.map(toRule),
          },
        },
        invocations: [
          {
            // Errors are those of the suite or the network, and no findings.
            executionSuccessful: verdict !== 'error',
            startTimeUtc: startedAt,
            endTimeUtc: new Date(Date.parse(startedAt) + durationMs).toISOString(),
            toolExecutionNotifications: notifications(result, failures),
          },
        ],
        results: [
          ...failures
            .filter(({ requirement }) => requirement.verdict === 'failed')
            .flatMap(failure => failure.groups.map(group => toResult(failure, group))),
          ...waivedIn(result).map(accepted),
        ].map(each => ({ ...each, ruleIndex: ruleIndexes.get(each.ruleId ?? '') ?? -1 })),
        columnKind: 'utf16CodeUnits',
        properties: { target: harmlessLine(target.baseUrl), profile, seed, verdict },
      },
    ],
  };
  return harmlessJson(log);
}

const toRule = ({ id, anchor, text, implied }: RequirementResult): ReportingDescriptor => ({
  id,
  shortDescription: { text },
  fullDescription: { text: `${text} (${anchor})` },
  help: {
    text: `${anchor} of the specification: ${text}${implied ? `\nImplied by ${implied}` : ''}`,
  },
  defaultConfiguration: { level: 'error' },
  properties: { anchor, tags: [areaOf(id)] },
});

function toResult({ requirement, cause }: Failure, { cases }: FailureGroup): Result {
  const { id, text } = requirement;
  const [{ message = '', expected }] = cases;
  const names = cases.map(each => harmlessLine(each.id)).join('; ');
  const same = cause ? `\nthe same failure as ${cause.id}` : '';
  const where = cases.length === 1 ? `case ${names}` : `${cases.length} cases: ${names}`;
  const said = `${text}${same}\n${where}\n${harmless(message, 4000)}`;
  return finding(id, said, [expected, cases[0].id]);
}

/** A failure that a team accepts: hosts show it as closed. */
const accepted = ({ id, text, cases, waived }: Accepted): Result => ({
  ...finding(id, text, cases.find(each => each.waived)?.id),
  suppressions: [
    {
      kind: 'external',
      status: 'accepted',
      justification: harmless(`waived ${waiverText(waived)}`, 1000),
    },
  ],
});

type Accepted = ReturnType<typeof waivedIn>[number];

/** @param what makes it the same finding tomorrow, and another one than others of the same check. */
function finding(id: string, said: string, what: unknown): Result {
  const { file, line } = whereChecked(id);
  return {
    ruleId: id,
    level: 'error',
    message: { text: harmless(said) },
    locations: [
      { physicalLocation: { artifactLocation: { uri: file }, region: { startLine: line } } },
    ],
    partialFingerprints: { 'failure/v1': digest([id, what]) },
  };
}

const digest = (what: unknown): string =>
  createHash('sha256').update(JSON.stringify(what)).digest('hex').slice(0, 32);

function notifications(
  { reasons = [] }: ConformanceResult,
  failures: readonly Failure[],
): Notification[] {
  const errors = failures
    .filter(({ requirement }) => requirement.verdict === 'error')
    .flatMap(({ requirement: { id }, groups }) =>
      groups.map(({ cases: [{ reason = '' }] }) => `${id}: ${reason}`),
    );
  return [...new Set([...reasons, ...errors])].map(text => ({
    level: 'error',
    message: { text: harmless(text, 1000) },
  }));
}
