/** A child process of the matrix: judges the subjects that it is sent, and sends what did not pass. */
import { problemIn } from '../../harness/output/files.ts';
import { type Outcome, outcomeSchema } from '../../schemas/records/result.ts';
import { areaOf, requirementIds, statements } from '../../contract/statements.ts';
import { inPool } from '../../harness/client/clock.ts';
import { readReds } from './reds.ts';
import { faultProblems, isSeen } from './run.ts';
import { type Host, judgeContract, judgeLimits, startHost, type Subject } from './host.ts';
import { subjectNamed } from './subjects.ts';
import { idsIn, readSurvivors } from './survivors.ts';
import { startVirtualTime } from './virtual-time.ts';

export interface Finding {
  readonly id: string;
  readonly verdict: 'failed' | 'error' | 'warning';
  /** The cases of that verdict. */
  readonly cases: readonly string[];
  /** The first of them. */
  readonly message: string;
}

export interface Share {
  readonly subject: string;
  /** Every check ran: else some that can see a fault. */
  readonly byAll: boolean;
  readonly findings: readonly Finding[];
  /** Requirement -> its cases that passed. */
  readonly passed: Readonly<Record<string, readonly string[]>>;
  /** Verdicts on the same exchanges when they are judged as a recording. */
  readonly recorded: readonly Finding[];
  /** Differences that a replay of the run finds. */
  readonly replayed: readonly string[];
  /** Failures that show another exchange than the one that fails. */
  readonly misnamed: readonly string[];
  /** Of variants that were judged together, each alone, because something was found. */
  readonly alone?: readonly Share[];
}

/**
 * `detection`: a fault meets the checks that turn red for it by the committed list, and the neighbours of the one it breaks; all
 * checks where those show something else, since what a check reads may have been sent by another one.
 * Variants meet every check, a few of them together.
 * `whole`: it meets every check. A variant is alone, and its run is replayed, too.
 */
export type Depth = 'detection' | 'whole';

export interface Order {
  readonly ids: readonly string[];
  readonly depth: Depth;
  /** Only these checks judge. */
  readonly by?: readonly string[];
}

/** Worlds at a time: one computes while another one waits for the wire. */
const width = 4;

// Every expectation captures a stack: nobody reads it here, and mapping it to the source takes a tenth of the time.
Error.stackTraceLimit = 0;
process.setSourceMapsEnabled(false);

// The parent may end first.
process.once('disconnect', () => process.exit());

const host = startHost(startVirtualTime());
process.on('message', (order: Order) => {
  void judgeAll(order);
});

async function judgeAll({ ids, depth, by }: Order): Promise<void> {
  const ready = await host;
  await inPool(ids.map(subjectNamed), { width }, async each => {
    const subject = { ...each, replayed: depth === 'whole' && !by && each.fault === undefined };
    process.send?.(await judge(ready, subject, depth, by));
  });
  process.send?.('done');
}

/** As much of what the reference shows is shown by a pack: what starves a run may hide an accusation of another variant. */
const enough = 0.9;

async function judge(
  ready: Host,
  subject: Subject,
  depth: Depth,
  by?: readonly string[],
): Promise<Share> {
  const { pack } = subject;
  if (by) return judgeBy(ready, subject, by);
  if (pack) return judgePack(ready, subject, pack);
  if (subject.fault === 'generated') return judgeGenerated(ready, subject);
  const some = depth === 'whole' ? undefined : checksOf(subject);
  const share = await judgeBy(ready, subject, some);
  return some &&
    faultProblems(share, subject, readReds()[subject.id], idsIn(readSurvivors())).length > 0
    ? judgeBy(ready, subject)
    : share;
}

/**
 * Judges a fault by the requirements whose checks send to about as many routes as it changes, which are quick, and by all
 * of them only if none of these sees it.
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

/** Judges variants together, and each of them alone where they show too little together or one is accused. */
async function judgePack(ready: Host, together: Subject, pack: readonly Subject[]): Promise<Share> {
  const share = await judgeBy(ready, together);
  const shown = Object.values(share.passed).filter(cases => cases.length > 0).length;
  if (shown >= enough * ready.shows && share.findings.length + share.recorded.length === 0)
    return share;
  const alone: Share[] = [];
  for (const each of pack) alone.push(await judgeBy(ready, each));
  return { ...share, alone };
}

/** @param chosen absent: every check. */
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

/** The checks that fail or warn for a fault, and the ones before and after that of what it breaks; undefined: all. */
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
  cases.filter(each => each.verdict === verdict).map(({ id }) => id);

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
