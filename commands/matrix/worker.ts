/** A child process of the matrix: judges its share of the subjects and sends what did not pass. */
import type { Outcome } from '../../schemas/result.ts';
import { startWorlds } from '../../fixtures/reference/worlds.ts';
import { createTransport } from '../../fixtures/transport.ts';
import { mapPool } from './pool.ts';
import { subjects } from './subjects.ts';
import { findLooks, judgeContract, judgeLimits, loadChecks, type Subject } from './worlds.ts';

export interface Finding {
  readonly id: string;
  readonly verdict: 'failed' | 'error';
  /** The first case of that verdict, for a message. */
  readonly told: string;
}

export interface Share {
  readonly subject: string;
  readonly findings: readonly Finding[];
}

/** What a process judges: the contract, or the limiters where a subject can matter to them. */
export interface Order {
  readonly ids: readonly string[];
  readonly half: 'contract' | 'limiters';
}

/** Worlds under way at once: those that mostly compute, and those that mostly wait for windows. */
const computing = 8;
const waiting = 64;

function toFindings(outcomes: readonly Outcome[]): Finding[] {
  return outcomes.flatMap(({ id, verdict, cases }) => {
    if (verdict !== 'failed' && verdict !== 'error') return [];
    const first = cases.find(each => each.verdict === verdict);
    const why = first?.reason ?? first?.message?.split('\n').slice(0, 2).join(' ') ?? '';
    return [{ id, verdict, told: `${first?.id}: ${why}` }];
  });
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
  const judged = async (subject: string, outcomes: Promise<readonly Outcome[]>) =>
    process.send?.({ subject, findings: toFindings(await outcomes) } satisfies Share);
  if (half === 'contract') {
    const looks = await findLooks(worlds, send);
    const check = (each: Subject) => judged(each.id, judgeContract(worlds, send, each, looks));
    await mapPool(mine, computing, check);
  } else {
    const limited = mine.filter(each => each.limiters);
    await mapPool(limited, waiting, each => judged(each.id, judgeLimits(worlds, send, each)));
  }
  close();
  await worlds.close();
  process.disconnect();
}
