/** Child process of the matrix. Judges the subjects that it receives, and sends the findings. */
import { problemIn } from '../../harness/output/files.ts';
import { type Outcome, outcomeSchema } from '../../schemas/records/result.ts';
import { areaOf, requirementIds, statements } from '../../contract/statements.ts';
import { inPool } from '../../harness/client/clock.ts';
import { readReds } from './reds.ts';
import { faultProblems, isSeen } from './run.ts';
import { type Host, judgeContract, judgeLimits, startHost, type Subject } from './host.ts';
import { randomSubjects, subjectNamed } from './subjects.ts';
import { idsIn, readSurvivors } from './survivors.ts';
import { startVirtualTime } from './virtual-time.ts';

export interface Finding {
  readonly id: string;
  readonly verdict: 'failed' | 'error' | 'warning';
  /** Cases with that verdict. Cases in exchanges of other checks are left out, because they depend on the checks that ran. */
  readonly cases: readonly string[];
  /** Message of the first case. */
  readonly message: string;
}

export interface Share {
  readonly subject: string;
  /** True if every check ran, and false if only some checks that can see the fault ran. */
  readonly byAll: boolean;
  readonly findings: readonly Finding[];
  /** Passed cases by requirement. */
  readonly passed: Readonly<Record<string, readonly string[]>>;
  /** Verdicts on the same exchanges, judged as a recording. */
  readonly recorded: readonly Finding[];
  /** Differences that a replay of the run finds. */
  readonly replayed: readonly string[];
  /** Failures that show the wrong exchange. */
  readonly misnamed: readonly string[];
}

/**
 * `detection`: a fault is judged by the checks that fail for it in the committed list, and by the neighbours of the check that
 * it breaks. If they differ from the list, all checks judge it, because a check may read an exchange of another check. Variants
 * are judged by all checks. `whole`: all checks judge every subject, and the run of a variant is replayed, too.
 */
export type Depth = 'detection' | 'whole';

export interface Batch {
  readonly ids: readonly string[];
  /** Seeds of the random subjects among them. */
  readonly seeds?: readonly number[] | undefined;
  readonly depth: Depth;
  /** Ids of the checks that judge. Absent: all. */
  readonly by?: readonly string[];
}

/** Worlds at a time. One world computes while another waits for the wire. */
const width = 4;

// Every expectation captures a stack. Nobody reads it here, and mapping it to the source takes a
// tenth of the time.
Error.stackTraceLimit = 0;
process.setSourceMapsEnabled(false);

// The parent may end first.
process.once('disconnect', () => process.exit());

const host = startHost(startVirtualTime());
process.on('message', (batch: Batch) => {
  void judgeAll(batch);
});

async function judgeAll({ ids, seeds = [], depth, by }: Batch): Promise<void> {
  const ready = await host;
  randomSubjects(seeds);
  await inPool(ids.map(subjectNamed), { width }, async each => {
    const subject = { ...each, replayed: depth === 'whole' && !by && each.fault === undefined };
    process.send?.(await judge(ready, subject, depth, by));
  });
  process.send?.('done');
}

async function judge(
  ready: Host,
  subject: Subject,
  depth: Depth,
  by?: readonly string[],
): Promise<Share> {
  if (by) return judgeBy(ready, subject, by);
  if (subject.fault === 'generated') return judgeGenerated(ready, subject);
  const some = depth === 'whole' ? undefined : checksOf(subject);
  const share = await judgeBy(ready, subject, some);
  return some &&
    faultProblems(share, subject, readReds()[subject.id], idsIn(readSurvivors())).length > 0
    ? judgeBy(ready, subject)
    : share;
}

/**
 * Judges a fault by the requirements whose checks use about as many routes as it changes, which is fast. If none of them sees
 * it, judges it by all requirements.
 */
async function judgeGenerated(ready: Host, subject: Subject): Promise<Share> {
  const { length } = subject.routes ?? [];
  const isQuick = (id: string) => {
    const { size } = ready.routesOf.get(id) ?? new Set();
    return size >= length && size <= length + 2;
  };
  const ofContract = requirementIds.filter(id => areaOf(id) !== 'limits');
  const share = await judgeBy(ready, subject, ofContract.filter(isQuick));
  return isSeen(share, subject) ? share : judgeBy(ready, subject, ofContract);
}

/**
 * Judges a subject.
 *
 * @param chosen ids of checks. Absent: all.
 */
async function judgeBy(ready: Host, subject: Subject, chosen?: readonly string[]): Promise<Share> {
  const ofContract = chosen === undefined || chosen.some(id => areaOf(id) !== 'limits');
  const ofLimits = chosen === undefined || chosen.some(id => areaOf(id) === 'limits');
  const isChosen = (id: string) => chosen?.includes(id) ?? true;
  const runs = [
    ...(ofContract ? [await judgeContract(ready, subject, isChosen)] : []),
    ...(subject.limiters && ofLimits ? [await judgeLimits(ready, subject, isChosen)] : []),
  ];
  const outcomes = runs.flatMap(run => run.outcomes);
  return {
    subject: subject.id,
    byAll: chosen === undefined,
    findings: toFindings(outcomes),
    passed: Object.fromEntries(outcomes.map(each => [each.id, casesOf(each, 'passed')])),
    recorded: toFindings(runs.flatMap(run => run.recorded)),
    replayed: runs.flatMap(run => run.replayed),
    misnamed: runs.flatMap(run => run.misnamed),
  };
}

const statementIds = Object.keys(statements);

/** Returns the checks that fail or warn for a fault, and the checks before and after the check of its requirement. Undefined means all. */
function checksOf({ id, breaks }: Subject): readonly string[] | undefined {
  const listed = readReds()[id];
  if (breaks === undefined || listed === undefined) return undefined;
  const at = statementIds.indexOf(breaks);
  const neighbours = [statementIds[at - 1], statementIds[at + 1]].filter(
    (other): other is string => other !== undefined && areaOf(other) === areaOf(breaks),
  );
  const { reds = {}, warns = {} } = listed;
  return [breaks, ...Object.keys({ ...reds, ...warns }), ...neighbours];
}

const casesOf = ({ cases }: Outcome, verdict: string): string[] =>
  cases.filter(each => each.verdict === verdict && !each.anywhere).map(({ id }) => id);

function toFindings(outcomes: readonly Outcome[]): Finding[] {
  return outcomes.flatMap(outcome => {
    const { id, verdict } = outcome;
    const damage = problemIn(JSON.parse(JSON.stringify(outcome)), outcomeSchema);
    if (damage !== undefined)
      return [{ id, verdict: 'error', cases: [], message: `its result cannot be read: ${damage}` }];
    return [
      ...(verdict === 'failed' || verdict === 'error' ? [toFinding(outcome, verdict)] : []),
      // A requirement that failed in some cases may warn in others.
      ...(casesOf(outcome, 'warning').length > 0 ? [toFinding(outcome, 'warning')] : []),
    ];
  });
}

function toFinding(outcome: Outcome, verdict: Finding['verdict']): Finding {
  const first = outcome.cases.find(each => each.verdict === verdict);
  const why = first?.reason ?? first?.message?.split('\n').slice(0, 2).join(' ') ?? '';
  const cases = casesOf(outcome, verdict);
  return { id: outcome.id, verdict, cases, message: `${first?.id}: ${why}` };
}
