/** What GitHub Actions shows of a run: annotations on failures, and the summary of the step. */
import { appendFileSync } from 'node:fs';
import type { ConformanceResult } from '../schemas/records/result.ts';
import { annotations } from './formats/annotations.ts';
import { markdown } from './formats/markdown.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** @throws Error where the file of the summary cannot be written. */
export function reportToGitHub(
  result: ConformanceResult,
  variables: Variables,
  print: (line: string) => void,
): void {
  // The merge reports what its shards found.
  if (result.shard) return;
  if (variables['GITHUB_ACTIONS']) for (const line of annotations(result)) print(line);
  addToSummary(markdown(result), variables);
}

/**
 * Behind what the step wrote before.
 *
 * @throws Error where the file of the summary cannot be written.
 */
export function addToSummary(text: string, { GITHUB_STEP_SUMMARY }: Variables): void {
  if (GITHUB_STEP_SUMMARY) appendFileSync(GITHUB_STEP_SUMMARY, `${text}\n`);
}
