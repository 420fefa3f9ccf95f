/** Common Test Report Format: a test a requirement. Only `passed` passes; `rawStatus` is our verdict. */
import type { CTRFReport, Test, TestStatus } from 'ctrf';
import type {
  ConformanceResult,
  RequirementResult,
  Verdict,
} from '../../schemas/records/result.ts';
import { areaOf } from '../../schemas/requirements/index.ts';
import { harmless, harmlessJson, harmlessLine } from '../../output/sanitize.ts';
import { waiverText } from '../summary/waivers.ts';
import { failureText, failureTitle } from './failure-text.ts';
import { wholeRun } from './whole-run.ts';

/** It might show in another run: pending. The target lacks what it is about: skipped. Not the contract failed, or the
 * failure is accepted: other. */
const statuses: Readonly<Record<Verdict, TestStatus>> = {
  passed: 'passed',
  failed: 'failed',
  'not-exercised': 'pending',
  'not-applicable': 'skipped',
  error: 'other',
};

export function ctrf(result: ConformanceResult): string {
  const { target, profile, seed, suite, verdict, startedAt, durationMs } = result;
  const requirements = [...result.requirements, ...wholeRun(result)];
  const tests = requirements.map(toTest);
  const having = (status: TestStatus) => tests.filter(each => each.status === status).length;
  const start = Date.parse(startedAt);
  const report: CTRFReport = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    timestamp: startedAt,
    generatedBy: 'gift-voucher-conformance',
    results: {
      tool: { name: 'gift-voucher-conformance', version: suite.version },
      summary: {
        tests: tests.length,
        passed: having('passed'),
        failed: having('failed'),
        pending: having('pending'),
        skipped: having('skipped'),
        other: having('other'),
        suites: new Set(requirements.map(({ id }) => areaOf(id))).size,
        start,
        stop: start + durationMs,
        duration: durationMs,
      },
      tests,
      environment: {
        appName: 'Gift Voucher Business API',
        appVersion: suite.spec,
        testEnvironment: harmlessLine(target.baseUrl),
        extra: { profile, seed, verdict, origin: target.origin },
      },
    },
  };
  return harmlessJson(report);
}

function toTest(requirement: RequirementResult): Test {
  const { id, anchor, text, implied, verdict, durationMs, cases, reason, waived } = requirement;
  const wrong = verdict === 'failed' || verdict === 'error';
  // A text of the target alone could be a formula where somebody makes a table of it.
  const message = wrong ? failureTitle(requirement) : reason && `${verdict}: ${reason}`;
  return {
    name: `${id} ${text}`,
    // An unknown verdict is no pass either.
    status: waived ? 'other' : (statuses[verdict] ?? 'other'),
    rawStatus: verdict,
    duration: durationMs,
    suite: [areaOf(id)],
    tags: [anchor],
    type: 'contract',
    filePath: `contract/${areaOf(id)}.ts`,
    ...(message === undefined ? {} : { message: harmless(message, 1000) }),
    ...(wrong ? { trace: harmless(failureText(requirement)) } : {}),
    extra: {
      id,
      anchor,
      ...(implied ? { implied: harmlessLine(implied) } : {}),
      cases: countsOf(cases),
      ...(waived ? { waived: harmlessLine(`waived ${waiverText(waived)}`) } : {}),
    },
  };
}

function countsOf(cases: RequirementResult['cases']): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { verdict } of cases) counts[verdict] = (counts[verdict] ?? 0) + 1;
  return counts;
}
