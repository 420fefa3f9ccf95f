/** The message of a run whose result cannot be built: why, and what it bought and left behind. */
import { join } from 'node:path';
import { entriesIn } from '../../fixtures/output/exchange-log.ts';
import { harmlessLine } from '../../fixtures/output/sanitize.ts';
import { leftBehind, leftBehindLines } from '../../schemas/records/left-behind.ts';

/** @param out the folder of the run's files. */
export function whyUnbuilt(out: string, error: unknown): string {
  const cause = harmlessLine((error as Error).message);
  return [
    `The result of the run could not be built: ${cause}. What its checks exchanged is in ${join(out, 'exchanges.jsonl')}.`,
    ...leftLines(out),
  ].join('\n');
}

function leftLines(out: string): string[] {
  try {
    const left = leftBehindLines(leftBehind([...entriesIn(join(out, 'exchanges.jsonl'))]));
    return left.length === 0
      ? ['It bought nothing, and left nothing behind.']
      : ['It bought or left behind:', ...left.map(line => `  ${harmlessLine(line, 2000)}`)];
  } catch (error) {
    return [
      `What it bought or left behind is not known: its log cannot be read (${harmlessLine((error as Error).message)}).`,
    ];
  }
}
