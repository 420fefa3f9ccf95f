/** A night for machines: what a webhook is sent, and nothing longer. */
import { longestNight, type NightOutcome, type NightRecord } from '../../schemas/records/night.ts';
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { harmlessLine } from '../../fixtures/output/sanitize.ts';
import { coverageLine } from '../summary/coverage.ts';
import { nameOf, type Change } from './change.ts';

export interface Night {
  readonly after: ConformanceResult;
  /** Absent on the first night. */
  readonly before?: ConformanceResult;
  readonly changes: readonly Change[];
  /** Paths. */
  readonly pages: readonly string[];
}

export const nightJson = (night: Night): string => fitted(nightRecord(night));

/**
 * @param printed what the run printed: its last lines are the reasons.
 * @param pages the path of all that it printed.
 */
export const noRunJson = (printed: string, at: Date, pages: readonly string[]): string =>
  fitted({
    schemaVersion: 1,
    outcome: 'not-run',
    text: 'Gift voucher API: the run could not start, and nothing was judged',
    at: at.toISOString(),
    failed: [],
    reasons: printed
      .split('\n')
      .filter(line => line.trim() !== '')
      .slice(-4),
    worse: [],
    counts: { failed: 0, worse: 0, changes: 0 },
    pages,
  });

function nightRecord({ after, before, changes, pages }: Night): NightRecord {
  const failed = after.requirements.filter(each => each.verdict === 'failed' && !each.waived);
  const worse = changes.filter(each => each.worse);
  const outcome = outcomeOf(after, changes);
  return {
    schemaVersion: 1,
    outcome,
    text: `Gift voucher API, ${after.target.baseUrl}: ${sentences[outcome](worse.length)} (${coverageLine(after)})`,
    at: after.startedAt,
    target: after.target.baseUrl,
    profile: after.profile,
    suite: after.suite.version,
    verdict: after.verdict,
    failed: failed.map(({ id }) => id),
    reasons: after.reasons ?? [],
    ...(before && { comparedWith: before.startedAt }),
    worse: worse.map(each => ({
      about: nameOf(each),
      ...(each.anchor !== undefined && { anchor: each.anchor }),
      before: each.before,
      after: each.after,
    })),
    counts: { failed: failed.length, worse: worse.length, changes: changes.length },
    pages,
  };
}

const sentences: Readonly<Record<NightOutcome, (worse: number) => string>> = {
  same: () => 'nothing changed',
  changed: () => 'something changed, nothing for the worse',
  worse: worse => `${worse} ${worse === 1 ? 'verdict' : 'verdicts'} got worse`,
  failing: () => 'it fails, and nothing got worse',
  incomplete: () => 'a demanded case was not exercised',
  error: () => 'the run could not judge everything; the contract was not shown to be broken',
  'not-run': () => 'the run could not start',
};

function outcomeOf({ verdict }: ConformanceResult, changes: readonly Change[]): NightOutcome {
  switch (verdict) {
    case 'conformant':
    case 'passed':
      return changes.length === 0 ? 'same' : 'changed';
    case 'non-conformant':
      return changes.some(({ worse, after }) => worse && after.startsWith('failed'))
        ? 'worse'
        : 'failing';
    default:
      return verdict;
  }
}

/** As much as fits: first texts are cut, then lists. */
function fitted(record: NightRecord): string {
  for (const entries of [8, 4, 2, 1, 0])
    for (const longest of [300, 120, 60]) {
      const json = `${JSON.stringify(shortened(record, entries, longest))}\n`;
      if (Buffer.byteLength(json) <= longestNight) return json;
    }
  return `${JSON.stringify(shortened({ ...record, pages: [] }, 0, 20))}\n`;
}

function shortened(record: NightRecord, entries: number, longest: number): NightRecord {
  const line = (text: string) => harmlessLine(text, longest);
  return {
    ...record,
    text: line(record.text),
    ...(record.target !== undefined && { target: line(record.target) }),
    ...(record.suite !== undefined && { suite: line(record.suite) }),
    failed: record.failed.slice(0, 2 * entries).map(line),
    reasons: record.reasons.slice(0, entries).map(line),
    worse: record.worse.slice(0, entries).map(({ anchor, ...each }) => ({
      about: line(each.about),
      ...(anchor !== undefined && { anchor: line(anchor) }),
      before: line(each.before),
      after: line(each.after),
    })),
  };
}
