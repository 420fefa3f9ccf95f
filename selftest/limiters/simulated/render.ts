/** Findings of simulated deployments, as Markdown. */
import type { Judged } from './judge.ts';

/** The least part of the intervals stated with high confidence that hold what is configured. */
const LEAST_HELD = 0.99;

export interface Totals {
  readonly deployments: number;
  readonly accused: number;
  readonly stated: number;
  readonly missed: number;
  readonly statedAtAll: number;
  readonly missedAtAll: number;
  readonly mostRequests: number;
}

/** Adds up what was found of all deployments. */
export function totals(judged: readonly Judged[]): Totals {
  const sum = (of: (each: Judged) => number) => judged.reduce((n, each) => n + of(each), 0);
  return {
    deployments: judged.length,
    accused: judged.filter(({ accused }) => accused.length > 0).length,
    stated: sum(each => each.stated),
    missed: sum(each => each.missed.length),
    statedAtAll: sum(each => each.statedAtAll),
    missedAtAll: sum(each => each.missedAtAll.length),
    mostRequests: Math.max(0, ...judged.map(({ requests }) => requests)),
  };
}

/** True if nobody is accused, and the intervals hold. */
export function isRight(judged: readonly Judged[]): boolean {
  const { accused, stated, missed } = totals(judged);
  return accused === 0 && stated > 0 && stated - missed >= LEAST_HELD * stated;
}

const HEAD = `## Simulated deployments

Random honest deployments on a virtual clock, each with three limiters of §8.1 and what stands beside them, probed by the code
that probes any deployment. Seeds are 1 to the number of deployments; the round trip is 1 to 80 ms, up to 20 ms more at random.
An interval is stated with high confidence if the algorithm is. It holds if the configured number lies in it; with nodes
that count alone any number from the limit of one to that of all, with several limiters in a row that of one of them.
`;

const COLUMNS = [
  'family',
  'deployments',
  'accused',
  'intervals, high confidence',
  'without the configured number',
  'all intervals',
  'without the configured number',
  'most requests of a probe',
];

export function renderSimulated(judged: readonly Judged[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const row = (name: string, of: readonly Judged[]) => {
    const { deployments, accused, stated, missed, statedAtAll, missedAtAll, mostRequests } =
      totals(of);
    const numbers = [deployments, accused, stated, missed, statedAtAll, missedAtAll, mostRequests];
    return line([name, ...numbers]);
  };
  const names = [...new Set(judged.map(({ family }) => family))].toSorted();
  const wrong = judged.flatMap(({ family, seed, text, accused, missed }) =>
    [...accused, ...missed].map(what => `- ${family}, seed ${seed} (${text}): ${what}`),
  );
  return [
    HEAD,
    line(COLUMNS),
    line(COLUMNS.map(() => '---')),
    ...names.map(name =>
      row(
        name,
        judged.filter(({ family }) => family === name),
      ),
    ),
    row('all', judged),
    ...(wrong.length === 0 ? [] : ['', ...wrong]),
  ].join('\n');
}
