/** What the size of an account costs a contract run, and what it keeps from being judged. */
import { bigAccount, scaledTo } from '../../fixtures/reference/seed/scale.ts';
import { verdicts, type ConformanceResult, type Verdict } from '../../schemas/records/result.ts';
import { contractRun, type RunCost } from './contract-run.ts';
import { table } from './table.ts';

const head = ['', 'seeded', 'big', 'ratio'];

/** @returns the lines of a table, and what is not the same. */
export async function benchScale(onRow: (name: string) => void): Promise<string[]> {
  onRow('the account as it is seeded');
  const small = await contractRun([]);
  const { orders, products, transactions } = bigAccount;
  onRow(`${orders} orders, ${products} products, ${transactions} transactions`);
  const big = await contractRun([scaledTo(bigAccount)]);
  const row = (name: string, of: (cost: RunCost) => number, digits = 0) => [
    name,
    of(small).toFixed(digits),
    of(big).toFixed(digits),
    of(small) === 0 ? '' : (of(big) / of(small)).toFixed(2),
  ];
  const rows = [
    row('requests', ({ requests }) => requests),
    ...verdicts.map(verdict => row(verdict, ({ requirements }) => requirements[verdict])),
    row('cases not exercised', ({ casesNotExercised }) => casesNotExercised),
    row('seconds', ({ seconds }) => seconds, 1),
    row('of them, processor time of the reference', ({ served }) => served, 1),
    row('peak memory of the suite, MB', ({ peak }) => peak),
  ];
  return [...table(head, rows), '', ...differences(small.result, big.result)];
}

interface Judged {
  readonly verdict: Verdict;
  readonly reason?: string;
}

/** Requirements, and their cases. */
function judged({ requirements }: ConformanceResult): ReadonlyMap<string, Judged> {
  const all = requirements.flatMap((each): [string, Judged][] => [
    [each.id, each],
    ...each.cases.map((one): [string, Judged] => [`${each.id}, ${one.id}`, one]),
  ]);
  return new Map(all);
}

function differences(small: ConformanceResult, big: ConformanceResult): string[] {
  const [before, after] = [judged(small), judged(big)];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const lines = names.flatMap(name => {
    const [one, other] = [before.get(name), after.get(name)];
    if (one?.verdict === other?.verdict) return [];
    const reason = other?.reason ?? one?.reason;
    const change = `${one?.verdict ?? 'no such case'} -> ${other?.verdict ?? 'no such case'}`;
    return [`  ${name}: ${change}${reason === undefined ? '' : ` (${reason})`}`];
  });
  return lines.length === 0 ? ['Every verdict is the same.'] : ['What differs:', ...lines];
}
