/** Verdicts on responses that were sampled under load, by the judgements of the contract half. */
import { type StatementId, statements } from '../../contract/statements.ts';
import type { Target } from '../../fixtures/config/target.ts';
import { judgeRecorded } from '../../fixtures/run/pipeline.ts';
import type { Exchange } from '../../schemas/records/exchange.ts';
import type { Outcome } from '../../schemas/records/result.ts';
import type { TrafficSummary } from '../../schemas/records/traffic.ts';
import { ofLoad, soundness } from './metrics.ts';
import { metrics } from './user/metric-names.ts';

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

/** Metrics of the run itself: if a threshold of one is crossed, the run is in trouble, not the target. */
const troubles: readonly string[] = [`http_reqs{${ofLoad}}`, metrics.exceptions, metrics.open];
const unanswered = `http_reqs{${ofLoad},status:200}`;

export function exitCodeOf(
  summary: TrafficSummary,
  outcomes: readonly Pick<Outcome, 'verdict'>[],
): number {
  const has = (verdict: Outcome['verdict']) => outcomes.some(each => each.verdict === verdict);
  const broken = summary.thresholds.filter(({ ok }) => !ok).map(({ metric }) => metric);
  const demanded = broken.filter(metric => !(metric in soundness) || metric.startsWith('checks'));
  if (has('failed') || demanded.length > 0) return 1;
  if (has('error') || broken.some(metric => troubles.includes(metric))) return 3;
  return has('passed') && !broken.includes(unanswered) ? 0 : 2;
}
