/** A child process of the matrix: judges its share of the subjects and sends what did not pass. */
import type { Outcome } from '../../schemas/records/result.ts';
import { startWorlds } from '../../fixtures/reference/worlds.ts';
import { createTransport } from '../../fixtures/client/transport.ts';
import { inPool } from './pool.ts';
import { subjects } from './subjects.ts';
import { findRoutes, judgeContract, judgeLimits, loadChecks, type Subject } from './worlds.ts';

export interface Finding {
  readonly id: string;
  readonly verdict: 'failed' | 'error';
  /** The first case of that verdict, for a message. */
  readonly told: string;
}

export interface Share {
  readonly subject: string;
  readonly findings: readonly Finding[];
  /** How often the limiters were measured. */
  readonly measurements?: number;
}

/** What a process judges: the contract, or the limiters where a subject can matter to them. */
export interface Order {
  readonly ids: readonly string[];
  readonly half: 'contract' | 'limiters';
}

/** Worlds under way at once: those that mostly compute, and those that mostly wait for windows. */
const computing = { width: 8 };
/** Not all in step: what one computes would hold up the clocks of the others. */
const waiting = { width: 64, apartMs: 150 };
/** The most measurements of one fault. */
const attempts = 4;

function toFindings(outcomes: readonly Outcome[]): Finding[] {
  return outcomes.flatMap(({ id, verdict, cases }) => {
    if (verdict !== 'failed' && verdict !== 'error') return [];
    const first = cases.find(each => each.verdict === verdict);
    const why = first?.reason ?? first?.message?.split('\n').slice(0, 2).join(' ') ?? '';
    return [{ id, verdict, told: `${first?.id}: ${why}` }];
  });
}

/**
 * Whether a measurement says of itself that it does not know: stalls of a busy machine look like other clients. Neither
 * a fault that passed is measured again, nor what was accused.
 */
function cameToNothing({ breaks }: Subject, outcomes: readonly Outcome[]): boolean {
  const broken = outcomes.find(({ id }) => id === breaks);
  return (
    broken !== undefined &&
    broken.verdict !== 'failed' &&
    broken.cases.some(({ verdict }) => verdict === 'not-exercised')
  );
}

// Every expectation notes where it stands: nobody reads it here, and mapping it to the source takes a tenth of the time.
Error.stackTraceLimit = 0;
process.setSourceMapsEnabled(false);

// The parent may end first.
process.once('disconnect', () => process.exit());

process.once('message', (order: Order) => {
  void judge(order);
});

async function judge({ ids, half }: Order): Promise<void> {
  await loadChecks();
  const worlds = await startWorlds();
  const { send, close } = createTransport();
  const mine = subjects.filter(({ id }) => ids.includes(id));
  const report = (share: Share) => process.send?.(share);
  if (half === 'contract') {
    const routes = await findRoutes(worlds, send);
    await inPool(mine, computing, async each => {
      const outcomes = await judgeContract(worlds, send, each, routes);
      report({ subject: each.id, findings: toFindings(outcomes) });
    });
  } else {
    const limited = mine.filter(each => each.limiters);
    await inPool(limited, waiting, async each => {
      let outcomes: readonly Outcome[];
      let measurements = 0;
      do {
        outcomes = await judgeLimits(worlds, send, each);
        measurements++;
      } while (measurements < attempts && cameToNothing(each, outcomes));
      report({ subject: each.id, findings: toFindings(outcomes), measurements });
    });
  }
  close();
  await worlds.close();
  process.disconnect();
}
