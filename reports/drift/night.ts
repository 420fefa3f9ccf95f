/** Renders a night as a short JSON record for a webhook. */
import { counted } from '../../schemas/counted.ts';
import { longestNight, type NightOutcome, type NightRecord } from '../../schemas/records/night.ts';
import { isSameTarget, type ConformanceResult } from '../../schemas/records/result.ts';
import { harmlessLine } from '../../harness/output/sanitize.ts';
import {
  coverageLine,
  failuresOf,
  warningsOf,
  type Alike,
  type Failure,
} from '../summary/requirements.ts';
import { judged, nameOf, type Change } from './change.ts';
import { worseOf } from './markdown.ts';
import { failingSince, type NightSummary } from './nights.ts';

export interface Night {
  readonly after: ConformanceResult;
  /** Undefined on the first night. */
  readonly before?: ConformanceResult;
  /** Nights of this target up to this one, in order. */
  readonly nights?: readonly NightSummary[];
  readonly changes: readonly Change[];
  /** Paths of the pages. */
  readonly pages: readonly string[];
}

export const nightJson = (night: Night): string => shrinkToFit(nightRecord(night));

/**
 * Renders a night without a result. The last printed lines are the reasons, after a file that could not be written.
 *
 * @param printed Output of the run.
 * @param pages Path of the file with the whole output.
 */
export function noRunJson(printed: string, at: Date, pages: readonly string[]): string {
  const lines = printed.split('\n').flatMap(line => line.trim() || []);
  const unwritten = lines.find(line => line.includes('could not be written'));
  const last = lines.length > 0 ? lines.slice(-4) : ['it printed nothing. Is the disk full?'];
  return shrinkToFit({
    schemaVersion: 1,
    outcome: 'not-run',
    text: `Gift voucher API: the run left no result: ${unwritten ?? last.at(-1)}`,
    at: at.toISOString(),
    failed: [],
    reasons: unwritten === undefined ? last : [...new Set([unwritten, ...last])],
    worse: [],
    counts: { failed: 0, worse: 0, changes: 0 },
    pages,
  });
}

function nightRecord({ after, before, nights, changes, pages }: Night): NightRecord {
  const failed = after.requirements.filter(each => each.verdict === 'failed' && !each.waived);
  const worse = changes.filter(each => each.worse);
  const [outcome, sentence] = outcomeOf(after, changes, nights);
  const comparedTo =
    before && !isSameTarget(before.target, after.target)
      ? `, compared with ${before.target.baseUrl}`
      : '';
  return {
    schemaVersion: 1,
    outcome,
    text: `Gift voucher API, ${after.target.baseUrl}${comparedTo}: ${sentence} (${coverageLine(after)})`,
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

/** Returns the outcome, and a sentence with the first failure or the first reason. */
function outcomeOf(
  after: ConformanceResult,
  changes: readonly Change[],
  nights: readonly NightSummary[] = [],
): readonly [NightOutcome, string] {
  const because = after.reasons?.[0] === undefined ? '' : `: ${after.reasons[0]}`;
  switch (after.verdict) {
    case 'conformant':
    case 'passed':
      if (changes.length === 0) return ['same', 'nothing changed'];
      return newWarning(after, changes) ?? ['changed', 'something changed, nothing for the worse'];
    case 'wrong-waiver':
      return ['failing', `a waiver is wrong; the contract was not shown to be broken${because}`];
    case 'non-conformant': {
      if (changes.some(hasFailed)) {
        const worse = changes.filter(each => each.worse).length;
        const found = worseOf(changes, after).find(each => hasFailed(each.changes[0]));
        const what = how(found?.changes[0].about, found?.groups);
        return ['worse', `${counted(worse, 'verdict')} got worse${what}`];
      }
      const [found] = failuresOf(after);
      const failed = found?.requirement.verdict === 'failed';
      const what = failed ? how(found.requirement.id, found.groups) : because;
      return ['failing', `it ${failingText(nights, found)}, and nothing got worse${what}`];
    }
    case 'incomplete':
      return ['incomplete', `a demanded case was not exercised${because}`];
    default:
      return [
        'error',
        judged(after)
          ? `the run could not judge everything; the contract was not shown to be broken${because}`
          : `not judged${because}`,
      ];
  }
}

/** Returns for how many nights a failure is known: `has failed for 3 nights`, or `fails` if this is the first night. */
function failingText(nights: readonly NightSummary[], found: Failure | undefined): string {
  const streak = found && failingSince(nights, found.requirement.id);
  return streak && streak.results > 1 ? `has failed for ${streak.results} nights` : 'fails';
}

/** Returns the outcome of a night with new warnings, and a sentence about the first warning. */
function newWarning(
  after: ConformanceResult,
  changes: readonly Change[],
): readonly [NightOutcome, string] | undefined {
  const fresh = changes.filter(({ verdict }) => verdict === 'warning');
  const [first] = fresh;
  if (!first) return undefined;
  const found = warningsOf(after).find(({ requirement }) => requirement.id === first.about);
  const count = counted(fresh.length, 'new warning');
  return ['warning', `${count}${how(first.about, found?.groups)}`];
}

/** Describes the first case of a requirement: what was expected and what came. */
function how(id = '', [cases]: readonly Alike[] = []): string {
  if (!cases) return `: ${id}`;
  const { judged: what, expected, actual, reason = '' } = cases[0];
  const shown = (value: unknown) =>
    harmlessLine(typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing'), 120);
  const subject = what === undefined ? '' : `${shown(what)}: `;
  const difference =
    expected === undefined ? reason : `expected ${shown(expected)}, actual ${shown(actual)}`;
  return `: ${id}: ${subject}${difference}`;
}

const hasFailed = ({ worse, verdict }: Change): boolean => worse === true && verdict === 'failed';

/** Shortens a record until it fits: first its texts, then its lists. */
function shrinkToFit(record: NightRecord): string {
  for (const entries of [8, 4, 2, 1, 0])
    for (const longest of [300, 120, 60]) {
      const json = shorten(record, entries, longest);
      if (Buffer.byteLength(json) <= longestNight) return json;
    }
  return shorten({ ...record, pages: [] }, 0, 60);
}

/** Shortens the texts and lists of a record, except the paths of pages, which must stay usable. */
function shorten({ pages, ...record }: NightRecord, entries: number, longest: number): string {
  const short = JSON.stringify(record, (name, value: unknown) => {
    if (typeof value === 'string')
      return harmlessLine(value, name === 'text' ? 2 * longest : longest);
    return Array.isArray(value) ? value.slice(0, name === 'failed' ? 2 * entries : entries) : value;
  });
  return `${JSON.stringify({ ...(JSON.parse(short) as object), pages })}\n`;
}
