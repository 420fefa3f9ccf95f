/** A run that broke off, or demanded more than it exercised, in formats that know tests alone. */
import type { ConformanceResult, RequirementResult } from '../../schemas/records/result.ts';

/**
 * Readers of tests take a run without a failed one for a good one: what is wrong with the run as a whole is the failure of
 * one more test.
 */
export function wholeRun({ verdict, reasons = [], shard }: ConformanceResult): RequirementResult[] {
  // A shard is incomplete by nature.
  if (reasons.length === 0 || (shard && verdict === 'incomplete')) return [];
  const wrong = verdict === 'error' ? 'error' : 'failed';
  return [
    {
      id: 'run.whole',
      anchor: verdict,
      text: 'The run showed what it demands, and nothing failed beside the requirements',
      verdict: wrong,
      durationMs: 0,
      cases: reasons.map(reason => ({ id: 'the run', verdict: wrong, reason, evidence: [] })),
    },
  ];
}
