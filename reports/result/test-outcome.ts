/** What a test of the runner says about its check. */
import type { TestCase, TestResult } from '@playwright/test/reporter';
import type { Outcome } from '../../schemas/records/result.ts';
import { outcomeOfShard } from './shard-ids.ts';

/** The id of the check: titles begin with it. */
export const idOf = ({ title }: Pick<TestCase, 'title'>): string => title.split(' ')[0] ?? title;

/** What the host attached; a test without it broke off before its check had ended. */
export function outcomeOf(test: TestCase, result: TestResult): Outcome {
  const body = result.attachments.find(({ name }) => name === 'outcome')?.body;
  if (body) return JSON.parse(body.toString('utf8')) as Outcome;
  const reason = result.error?.message ?? `the test ended as ${result.status} without an outcome`;
  return {
    id: idOf(test),
    verdict: 'error',
    cases: [{ id: 'all', verdict: 'error', reason, evidence: [] }],
    observations: [],
    durationMs: result.duration,
  };
}

/** The outcome of a test that ran in one of the shards that are being merged. */
export function mergedOutcomeOf(test: TestCase, result: TestResult): Outcome {
  const shard = result.annotations.find(({ type }) => type === 'shard')?.description;
  const outcome = outcomeOf(test, result);
  return shard === undefined ? outcome : outcomeOfShard(outcome, shard);
}
