/** The committed list of what turns red for each fault: any difference is a change of what the suite detects. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { redCases } from './compare.ts';
import type { Subject } from './host.ts';
import type { Share } from './worker.ts';

export interface Red {
  /** Requirement -> its cases that fail; none where only exchanges of other checks show it. */
  readonly reds: Readonly<Record<string, readonly string[]>>;
  /** The requirement that is broken fails when the exchanges are judged as a recording, too. */
  readonly inRecording?: true;
}
export type Reds = Readonly<Record<string, Red>>;

export const redsFile = fileURLToPath(new URL('reds.json', import.meta.url));

let read: Reds | undefined;

/** Returns the committed list, by the id of the fault. */
export const readReds = (): Reds => (read ??= JSON.parse(readFileSync(redsFile, 'utf8')) as Reds);

/** Returns what the list has of a fault that was judged by every check. */
export const redOf = (share: Share, { breaks }: Subject): Red => ({
  reds: redCases(share),
  ...(share.recorded.some(({ id, verdict }) => id === breaks && verdict === 'failed')
    ? { inRecording: true }
    : {}),
});

/** Returns the file: a fault a line, so that a change of one shows as one. */
export function renderReds(reds: Reds): string {
  const lines = Object.keys(reds)
    .toSorted()
    .map(id => `${JSON.stringify(id)}: ${JSON.stringify(reds[id])}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}
