/** Plans a run with what a few reads show. */
import type { Target } from '../../harness/config/target.ts';
import type { Context } from '../../harness/run/context.ts';
import type { Exchange } from '../../schemas/records/exchange.ts';
import type { Money } from '../../schemas/records/money.ts';
import type { Plan } from '../../schemas/records/plan.ts';
import { statements } from '../statements.ts';
import { latencyIn, limitsIn, readShopFacts, windowsIn, type Facts } from './facts.ts';
import { planOf, type Selection } from './plan.ts';

interface Known {
  /** Exchanges so far, which show the windows of limiters and the latency of the target. */
  readonly exchanges?: () => readonly Exchange[];
  /** Money that GV_MAX_SPEND leaves. */
  readonly room?: Money | undefined;
}

/** Plans a run without reading anything. */
export const planWithout = (selection: Selection, target: Target, known: Known = {}): Plan =>
  planOf(statements, selection, target, factsOf(known));

/** Plans a run. Reads the catalog and the wallets if the run would buy something. */
export async function planRun(
  selection: Selection,
  context: Context,
  known: Known = {},
): Promise<Plan> {
  const { target } = context;
  const bare = planWithout(selection, target, known);
  if (!bare.costs.isBound) return bare;
  return planOf(statements, selection, target, await readFacts(context, known));
}

/** Reads the catalog and the wallets, and returns what they and earlier exchanges show. */
export async function readFacts(context: Context, known: Known): Promise<Facts> {
  const shop = await readShopFacts(context);
  return { ...factsOf(known), ...shop };
}

const factsOf = ({ exchanges = () => [], room }: Known): Facts => ({
  windows: windowsIn(exchanges()),
  limits: limitsIn(exchanges()),
  ...latencyIn(exchanges()),
  ...(room ? { room } : {}),
});
