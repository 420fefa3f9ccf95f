/** What a recording had in it, as lines above its summary. */
import type { RecordingResult } from '../../schemas/records/result.ts';
import { harmlessIn } from '../../fixtures/output/sanitize.ts';

const row = (name: string, value: string | number) => `  ${name.padEnd(18)}${value}`;

/** One row a name, the name in the first row only. */
const rows = (name: string, counts: Readonly<Record<string, number>>): string[] =>
  Object.entries(counts).map(([what, count], at) =>
    row(at === 0 ? name : '', `${String(count).padEnd(5)} ${what}`),
  );

/** Entries read, judged, left out by reason; bodies that were not recorded; keys by role. */
export function recordingLines(recording: RecordingResult): string[] {
  const { file, program, entries, judged, leftOut, unrecorded, keys } = harmlessIn(recording, 300);
  return [
    `${file}, written by ${program}`,
    row('entries', entries),
    row('judged', judged),
    ...rows('left out', leftOut),
    ...rows('not recorded', unrecorded),
    ...rows('keys', keys),
    '',
  ];
}
