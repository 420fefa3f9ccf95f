/** A child process of the matrix: judges the subjects that it is sent, and sends what did not pass. */
import type { Outcome } from '../../schemas/records/result.ts';
import { areaOf, statements } from '../../schemas/requirements/index.ts';
import { inPool } from '../../fixtures/engine/pool.ts';
import { judgeContract, judgeLimits, startHost, type Host, type Subject } from './host.ts';
import { readReds } from './reds.ts';
import { subjects } from './subjects.ts';
import { startVirtualTime } from './virtual-time.ts';

export interface Finding {
  readonly id: string;
  readonly verdict: 'failed' | 'error';
  /** The cases of that verdict. */
  readonly cases: readonly string[];
  /** The first of them. */
  readonly message: string;
}

export interface Share {
  readonly subject: string;
  /** Statements whose checks ran. */
  readonly checks: readonly string[];
  readonly findings: readonly Finding[];
  /** Requirement -> its cases that passed. */
  readonly passed: Readonly<Record<string, readonly string[]>>;
  /** Verdicts on the same exchanges when they are judged as a recording. */
  readonly recorded: readonly Finding[];
  /** What a replay of the run finds otherwise. */
  readonly replayed: readonly string[];
}

/**
 * `detection`: a fault meets the checks that turn red for it by the committed list, and their neighbours in the catalogue.
 * `whole`: it meets every check. A variant always meets every check; with `whole`, its run is replayed, too.
 */
export type Depth = 'detection' | 'whole';

export interface Order {
  readonly ids: readonly string[];
  readonly depth: Depth;
}

/** Worlds at a time: one computes while another one waits for the wire. */
const width = 8;

// Every expectation captures a stack: nobody reads it here, and mapping it to the source takes a tenth of the time.
Error.stackTraceLimit = 0;
process.setSourceMapsEnabled(false);

// The parent may end first.
process.once('disconnect', () => process.exit());

const host = startHost(startVirtualTime());
process.on('message', (order: Order) => {
  void judgeAll(order);
});

async function judgeAll({ ids, depth }: Order): Promise<void> {
  const ready = await host;
  const mine = subjects.filter(({ id }) => ids.includes(id));
  await inPool(mine, { width }, async each => {
    const subject = { ...each, replayed: depth === 'whole' && each.breaks === undefined };
    process.send?.(await judge(ready, subject, depth));
  });
  process.send?.('done');
}

async function judge(ready: Host, subject: Subject, depth: Depth): Promise<Share> {
  const chosen = depth === 'whole' ? undefined : checksOf(subject);
  const ofContract = chosen === undefined || chosen.some(id => areaOf(id) !== 'limits');
  const ofLimits = chosen === undefined || chosen.some(id => areaOf(id) === 'limits');
  const runs = [
    ...(ofContract
      ? [await judgeContract(ready, subject, id => chosen?.includes(id) ?? true)]
      : []),
    ...(subject.limiters && ofLimits ? [await judgeLimits(ready, subject)] : []),
  ];
  const outcomes = runs.flatMap(run => run.outcomes);
  return {
    subject: subject.id,
    checks: outcomes.map(({ id }) => id),
    findings: toFindings(outcomes),
    passed: Object.fromEntries(outcomes.map(each => [each.id, casesOf(each, 'passed')])),
    recorded: toFindings(runs.flatMap(run => run.recorded)),
    replayed: runs.flatMap(run => run.replayed),
  };
}

const statementIds = Object.keys(statements);

/** The checks that may turn red for a fault, and the one before and after each of them; undefined: all. */
function checksOf({ id, breaks }: Subject): readonly string[] | undefined {
  const red = breaks === undefined ? undefined : readReds()[id]?.reds;
  if (breaks === undefined || red === undefined) return undefined;
  return [...new Set([breaks, ...Object.keys(red)])].flatMap(each => {
    const at = statementIds.findIndex(other => other === each);
    const neighbours = [statementIds[at - 1], each, statementIds[at + 1]];
    return neighbours.filter(
      (other): other is string => other !== undefined && areaOf(other) === areaOf(each),
    );
  });
}

const casesOf = ({ cases }: Outcome, verdict: string): string[] =>
  cases.filter(each => each.verdict === verdict).map(({ id }) => id);

function toFindings(outcomes: readonly Outcome[]): Finding[] {
  return outcomes.flatMap(outcome => {
    const { id, verdict, cases } = outcome;
    if (verdict !== 'failed' && verdict !== 'error') return [];
    const first = cases.find(each => each.verdict === verdict);
    const why = first?.reason ?? first?.message?.split('\n').slice(0, 2).join(' ') ?? '';
    return [{ id, verdict, cases: casesOf(outcome, verdict), message: `${first?.id}: ${why}` }];
  });
}
