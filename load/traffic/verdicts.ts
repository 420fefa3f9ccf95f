/** Verdicts on responses that were sampled under load, by the judgements of the contract half. */
import type { Exchange } from '../../schemas/records/exchange.ts';
import type { Outcome } from '../../schemas/records/result.ts';
import { statements, type StatementId } from '../../contract/statements.ts';
import type { Target } from '../../fixtures/config/target.ts';
import { judgeRecorded } from '../../fixtures/run/recorded.ts';

export const judgeSample = (
  exchanges: readonly Exchange[],
  { values }: Pick<Target, 'values'>,
): Promise<readonly Outcome[]> => judgeRecorded(exchanges, { ...values, composed: true });

/** Describes the failures, as the contract half reports them, and how much was judged. */
export function describeVerdicts(outcomes: readonly Outcome[], samples: number): string {
  const judged = outcomes.filter(({ cases }) =>
    cases.some(({ verdict }) => verdict !== 'not-exercised' && verdict !== 'not-applicable'),
  );
  const bad = judged.filter(({ verdict }) => verdict === 'failed' || verdict === 'error');
  return [
    ...bad.flatMap(({ id, verdict, cases }) => {
      const { anchor, text } = statements[id as StatementId];
      const wrong = cases.filter(each => each.verdict === verdict);
      const [first] = wrong;
      return [
        `${verdict} ${id} (${anchor}) ${text}`,
        `  in ${wrong.length} of ${cases.length} cases`,
        ...(first ? [`  case ${first.id}\n${indent(first.message ?? first.reason ?? '')}`] : []),
        '',
      ];
    }),
    `${samples} responses judged by ${judged.length} requirements: ${bad.length === 0 ? 'all kept' : `${bad.length} broken`}`,
  ].join('\n');
}

const indent = (text: string) => text.replace(/^/gm, '    ');
