/** A night for machines: what a webhook is sent, and nothing longer. */
import { longestNight, type NightOutcome, type NightRecord } from '../../schemas/records/night.ts';
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { harmlessLine } from '../../fixtures/output/sanitize.ts';
import { coverageLine, failuresOf, type FailureGroup } from '../summary/requirements.ts';
import { judged, nameOf, type Change } from './change.ts';
import { worseOf } from './markdown.ts';

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
 * @param printed what the run printed: its last lines are the reasons, behind the file that could not be written if there is one.
 * @param pages the path of all that it printed.
 */
export function noRunJson(printed: string, at: Date, pages: readonly string[]): string {
  const lines = printed.split('\n').map(line => line.trim());
  const unwritten = lines.find(line => line.includes('could not be written'));
  const last = lines.filter(line => line !== '').slice(-4);
  const reasons = unwritten === undefined ? last : [...new Set([unwritten, ...last])];
  const cause = unwritten ?? last.at(-1);
  return fitted({
    schemaVersion: 1,
    outcome: 'not-run',
    text: `Gift voucher API: the run could not start, and nothing was judged${cause === undefined ? '' : `: ${cause}`}`,
    at: at.toISOString(),
    failed: [],
    reasons,
    worse: [],
    counts: { failed: 0, worse: 0, changes: 0 },
    pages,
  });
}

function nightRecord({ after, before, changes, pages }: Night): NightRecord {
  const failed = after.requirements.filter(each => each.verdict === 'failed' && !each.waived);
  const worse = changes.filter(each => each.worse);
  const outcome = outcomeOf(after, changes);
  return {
    schemaVersion: 1,
    outcome,
    text: `Gift voucher API, ${after.target.baseUrl}: ${sentenceOf(outcome, after, changes)} (${coverageLine(after)})`,
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

/** Returns what came out, with the first failure or the first reason. */
function sentenceOf(
  outcome: NightOutcome,
  after: ConformanceResult,
  changes: readonly Change[],
): string {
  const because = after.reasons?.[0] === undefined ? '' : `: ${after.reasons[0]}`;
  const worse = changes.filter(each => each.worse).length;
  switch (outcome) {
    case 'same':
      return 'nothing changed';
    case 'changed':
      return 'something changed, nothing for the worse';
    case 'worse': {
      const found = worseOf(changes, after).find(each => hasFailed(each.changes[0]));
      const verdicts = worse === 1 ? 'verdict' : 'verdicts';
      return `${worse} ${verdicts} got worse${how(found?.changes[0].about, found?.groups)}`;
    }
    case 'failing': {
      if (after.verdict === 'wrong-waiver')
        return `a waiver is wrong; the contract was not shown to be broken${because}`;
      const [found] = failuresOf(after);
      const failed = found?.requirement.verdict === 'failed';
      return `it fails, and nothing got worse${failed ? how(found.requirement.id, found.groups) : because}`;
    }
    case 'incomplete':
      return `a demanded case was not exercised${because}`;
    default:
      return judged(after)
        ? `the run could not judge everything; the contract was not shown to be broken${because}`
        : `not judged${because}`;
  }
}

/** Returns the requirement, with what was expected and what came of its first case. */
function how(id = '', [group]: readonly FailureGroup[] = []): string {
  if (!group) return `: ${id}`;
  const { judged: what, expected, actual, reason = '' } = group.cases[0];
  const shown = (value: unknown) =>
    harmlessLine(typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing'), 120);
  const subject = what === undefined ? '' : `${shown(what)}: `;
  const difference =
    expected === undefined ? reason : `expected ${shown(expected)}, actual ${shown(actual)}`;
  return `: ${id}: ${subject}${difference}`;
}

const hasFailed = ({ worse, after }: Change): boolean =>
  worse === true && after.startsWith('failed');

function outcomeOf({ verdict }: ConformanceResult, changes: readonly Change[]): NightOutcome {
  switch (verdict) {
    case 'conformant':
    case 'passed':
      return changes.length === 0 ? 'same' : 'changed';
    case 'wrong-waiver':
      return 'failing';
    case 'non-conformant':
      return changes.some(hasFailed) ? 'worse' : 'failing';
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
    text: harmlessLine(record.text, 2 * longest),
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
