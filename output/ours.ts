/** Whether a folder is one for results of ours: what is in it is removed when a run begins. */
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OutputProblem } from './problem.ts';

/** Left in each folder that a run has written to. */
const markFile = '.conformance-results';
const markText =
  'Results of a conformance run. What a run left in this folder is removed when the next one begins.\n';

/** Made of `conformance.json` (reports/write-reports.ts). */
export const reportNames = [
  'index.html',
  'junit.xml',
  'evidence.har',
  'summary.md',
  'metrics.prom',
] as const;

/** What a run removes or replaces. */
const replaced: readonly string[] = [
  'conformance.json',
  'run.json',
  'exchanges.jsonl',
  'outcomes.jsonl',
  'transcript.jsonl',
  'limiters.json',
  'traffic.json',
  'traffic-verdicts.json',
  'blob',
  'html',
  'artifacts',
  'certificate',
  ...reportNames,
];

/**
 * Files that are removed before a run: all that could pass for its own. Playwright empties `html` and `artifacts`. A certificate has
 * its own result in it, and is kept until there is a new one.
 */
export const leftByRuns = replaced.filter(
  each => each !== 'certificate' && !each.startsWith('traffic'),
);

/** @throws OutputProblem where something in the folder would be removed that no run of ours left. */
export function expectOurs(out: string): void {
  const present = statSync(out, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(out) : [];
  const ours = present.includes(markFile) || isOfOlderVersion(out);
  const others = ours ? [] : present.filter(each => replaced.includes(each));
  if (others.length > 0)
    throw new OutputProblem(
      `GV_OUT: ${out} has ${others.join(', ')}, which a run would remove, and no run of this suite has written there before. Name an empty folder, or one that does not exist.`,
    );
}

/** A folder that was written to before there was the mark. */
const isOfOlderVersion = (out: string): boolean =>
  ['run.json', 'conformance.json'].some(name => {
    try {
      const { target, profile } = JSON.parse(readFileSync(join(out, name), 'utf8')) as Marks;
      return typeof target?.origin === 'string' && typeof profile === 'string';
    } catch {
      return false;
    }
  });

interface Marks {
  readonly target?: { readonly origin?: unknown };
  readonly profile?: unknown;
}

export const mark = (out: string): void => writeFileSync(join(out, markFile), markText);
