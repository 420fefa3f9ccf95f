/** A history in a terminal: the last nights, and what was left out. */
import { headlineOf, moment } from '../drift/facts.ts';
import { harmlessLine } from '../../output/sanitize.ts';
import { paint, upTo, type Style } from '../terminal/paint.ts';
import { verdictStyles } from '../terminal/summary.ts';
import type { ComparedNight, History } from './nights.ts';

const most = { nights: 10, leftOut: 10 };

export function historyLines({ nights, leftOut }: History): string[] {
  const shown = nights.slice(-most.nights);
  const before = nights.length - shown.length;
  const files = leftOut.map(({ file, reason }) => harmlessLine(`left out ${file}: ${reason}`));
  return [
    ...(before > 0 ? [`  ${before} ${before === 1 ? 'night' : 'nights'} before`] : []),
    ...shown.map(lineOf),
    ...upTo(most.leftOut, files).map(each => paint('yellow', each)),
  ];
}

function lineOf({ startedAt, verdict, coverage, changes }: ComparedNight): string {
  const style: Style = verdictStyles[verdict];
  const counts = changes ? headlineOf(changes).counts : 'the first night';
  return `  ${moment(harmlessLine(startedAt))}  ${paint(style, verdict.padEnd(14))}  ${coverage.shown} of ${coverage.of} shown, ${counts}`;
}
