/** Compares the plan of a run with the run, on the reference and on variants, in virtual time. */
import { hasCheck, isRequirement } from '../schemas/statement.ts';
import { planRun } from '../contract/setup/plan-run.ts';
import { areaOf, statements, type StatementId } from '../contract/statements.ts';
import type { Plan } from '../schemas/records/plan.ts';
import { judgeDeployment, type Given, type Host, type Subject } from './matrix/host.ts';

/** Numbers of the plan and of the run. */
export interface Compared {
  readonly requirements: readonly [planned: number, shown: number];
  readonly requests: readonly [planned: number, sent: number];
  /** Money that counts against GV_MAX_SPEND, by currency: planned, counted, and the most that the plan states. */
  readonly money: Readonly<
    Record<string, readonly [planned: number, counted: number, most: number]>
  >;
  /** Requirements that were planned and not shown, or shown and not planned. */
  readonly different: readonly string[];
}

const everything = Object.entries(statements).flatMap(([id, each]) =>
  hasCheck(each) && areaOf(id) !== 'limits' ? [id] : [],
);

const isOne = (id: string): boolean => isRequirement(statements[id as StatementId]);

/** Plans and runs all checks except checks of limiters. */
export async function comparePlan(
  host: Host,
  subject: Pick<Subject, 'id' | 'patches' | 'limits' | 'settings'>,
  given: Given,
): Promise<Compared> {
  let plan: Plan | undefined;
  const { judged, counted } = await judgeDeployment(host, subject, given, {
    onStart: async (context, ledger) => {
      plan = await planRun({ ids: everything }, context, { room: ledger.room() });
    },
  });
  const { runs = {}, costs } = plan ?? {};
  const planned = Object.keys(runs).filter(isOne);
  const settled = judged.outcomes
    .filter(({ id, verdict }) => isOne(id) && verdict !== 'not-exercised')
    .map(({ id }) => id);
  const currencies = Object.keys({ ...costs?.money, ...counted });
  return {
    requirements: [planned.length, settled.length],
    requests: [costs?.requests ?? 0, judged.sent],
    money: Object.fromEntries(
      currencies.map(each => [
        each,
        [costs?.money[each] ?? 0, counted[each] ?? 0, costs?.moneyAtPrices?.[each] ?? 0],
      ]),
    ),
    different: [
      ...planned.filter(id => !settled.includes(id)),
      ...settled.filter(id => !planned.includes(id)),
    ],
  };
}
