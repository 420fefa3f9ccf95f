/** A child process of the matrix: judges its share of the subjects and sends what did not pass. */
import type { Outcome } from '../../schemas/records/result.ts';
import { areaOf } from '../../schemas/requirements/index.ts';
import { startWorlds } from '../../fixtures/reference/worlds.ts';
import { createWire } from '../../fixtures/client/wire/wire.ts';
import { inPool } from '../../fixtures/engine/pool.ts';
import { subjects } from './subjects.ts';
import {
  findRoutes,
  judgeByOwnCheck,
  judgeContract,
  judgeLimits,
  loadChecks,
  type Judged,
  type Subject,
} from './worlds.ts';

export interface Finding {
  readonly id: string;
  readonly verdict: 'failed' | 'error';
  /** The first case of that verdict. */
  readonly message: string;
}

export interface Share {
  readonly subject: string;
  /** Statements whose checks ran. */
  readonly checks: readonly string[];
  readonly findings: readonly Finding[];
  /** Verdicts on the same exchanges when they are judged as a recording. */
  readonly recorded: readonly Finding[];
  /** What a replay of the run finds otherwise. */
  readonly replayed: readonly string[];
  /** How often the limiters were measured. */
  readonly measurements: number;
}

/**
 * Of faults: whether their requirement detects them, or everything that they turn red. Variants meet every check in any
 * case; with `whole`, their runs are replayed, too.
 */
export type Depth = 'detection' | 'whole';

/** What a process judges: the contract, or the limiters if a subject can affect them. */
export interface Order {
  readonly ids: readonly string[];
  readonly half: 'contract' | 'limiters';
  readonly depth: Depth;
}

/** Concurrent worlds: those that mostly compute, and those that mostly wait for windows. */
const computing = { width: 8 };
/** Not all in step: the computing of one would delay the clocks of the others. */
const waiting = { width: 32, intervalMs: 300 };
/** The most measurements of one fault. */
const attempts = 4;

function toFindings(outcomes: readonly Outcome[]): Finding[] {
  return outcomes.flatMap(({ id, verdict, cases }) => {
    if (verdict !== 'failed' && verdict !== 'error') return [];
    const first = cases.find(each => each.verdict === verdict);
    const why = first?.reason ?? first?.message?.split('\n').slice(0, 2).join(' ') ?? '';
    return [{ id, verdict, message: `${first?.id}: ${why}` }];
  });
}

/**
 * Whether the measurement of a fault was inconclusive: stalls of a busy machine look like other clients, and let a limiter
 * open before each of its routes was asked. It is measured again then, but not after it failed, or showed everything.
 */
function wasInconclusive({ breaks }: Subject, outcomes: readonly Outcome[]): boolean {
  const broken = outcomes.find(({ id }) => id === breaks);
  return (
    broken !== undefined &&
    broken.verdict !== 'failed' &&
    outcomes.some(({ cases }) => cases.some(({ verdict }) => verdict === 'not-exercised'))
  );
}

// Every expectation captures a stack: nobody reads it here, and mapping it to the source takes a tenth of the time.
Error.stackTraceLimit = 0;
process.setSourceMapsEnabled(false);

// The parent may end first.
process.once('disconnect', () => process.exit());

process.once('message', (order: Order) => {
  void judge(order);
});

/** Whether the requirement that a fault breaks is judged in a half; a variant can fail in both. */
const detectedIn = (half: Order['half'], { breaks }: Subject): boolean =>
  breaks === undefined || (areaOf(breaks) === 'limits') === (half === 'limiters');

async function judge({ ids, half, depth }: Order): Promise<void> {
  await loadChecks();
  const worlds = await startWorlds();
  const { send, close } = createWire();
  const mine = subjects
    .filter(({ id }) => ids.includes(id))
    .filter(each => depth === 'whole' || detectedIn(half, each))
    .map(each => ({ ...each, replayed: depth === 'whole' && each.breaks === undefined }));
  const report = (subject: Subject, { outcomes, recorded, replayed }: Judged, measurements = 1) => {
    const share: Share = {
      subject: subject.id,
      checks: outcomes.map(({ id }) => id),
      findings: toFindings(outcomes),
      recorded: toFindings(recorded),
      replayed,
      measurements,
    };
    process.send?.(share);
  };
  if (half === 'contract') {
    const routes = await findRoutes(worlds, send);
    await inPool(mine, computing, async each => {
      const judgeBy = depth === 'detection' ? judgeByOwnCheck : judgeContract;
      report(each, await judgeBy(worlds, send, each, routes));
    });
  } else {
    const limited = mine.filter(each => each.limiters);
    await inPool(limited, waiting, async each => {
      let judged: Judged;
      let measurements = 0;
      do {
        judged = await judgeLimits(worlds, send, each);
        measurements++;
      } while (measurements < attempts && wasInconclusive(each, judged.outcomes));
      report(each, judged, measurements);
    });
  }
  close();
  await worlds.close();
  process.disconnect();
}
