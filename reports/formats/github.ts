/** Reports a run to GitHub Actions: annotations on failures, and the summary of the step. */
import { appendFileSync } from 'node:fs';
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { markdown } from './markdown.ts';
import { harmless, harmlessLine } from '../../fixtures/output/sanitize.ts';
import { failuresOf, type Failure, wholeRun } from '../summary/failures.ts';

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

/** GitHub shows no more of one step. */
const most = 10;

export function annotations(result: ConformanceResult): string[] {
  const requirements = [...result.requirements, ...wholeRun(result)];
  const causes = failuresOf({ requirements }).filter(({ cause }) => !cause);
  const shown = causes.slice(0, causes.length > most ? most - 1 : most);
  const left = causes.length - shown.length;
  return [
    ...shown.map(annotation),
    ...(left > 0 ? [line(`${left} other requirements`, 'see the summary of this step')] : []),
  ];
}

function annotation({ requirement, groups }: Failure): string {
  const { id, anchor, text, implied, verdict } = requirement;
  const ways = groups.map(({ cases: [{ id: name, message, reason = '' }, ...others] }) => {
    const more = others.length > 0 ? ` and ${others.length} more` : '';
    return `case ${harmlessLine(name)}${more}\n${harmless(message ?? reason, 1000)}`;
  });
  const says = implied ? [text, `implied by ${implied}`] : [text];
  return line(`${verdict} ${id} (${anchor})`, [...says, ...ways.slice(0, 3)].join('\n'));
}

const line = (title: string, message: string): string =>
  `::error title=${inProperty(harmlessLine(title))}::${inMessage(harmless(message))}`;

const inMessage = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const inProperty = (text: string): string =>
  inMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
