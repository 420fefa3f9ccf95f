/** Judges whether a run under a fault said what an honest one may say. */
import { withVerdict, type Measured } from './measure.ts';

/** Of a run without a fault, on the same machine. */
export interface Plain extends Measured {
  /** Ratio of the time on this machine to that on the one that bounds are stated for. */
  readonly scale: number;
}

/** Two at a time take so many times longer than one. */
export const together = 1.5;
/** Peak memory may be so many times that of a plain run. */
const memoryRatio = 1.25;
/** Matches the traces of an uncaught exception in a terminal. */
const crash = /^\s+at .+:\d+:\d+\)?$|heap out of memory|Unhandled|Uncaught/m;

/** Returns each bound of time that a run did not keep. */
export function lateness(
  { fault: { expect }, code, seconds, secondsAfter = 0 }: Measured,
  plain: Plain,
): string[] {
  const { timesPlain = Infinity } = expect;
  const bound = Math.min(expect.seconds * plain.scale, timesPlain * plain.seconds * together);
  const after = expect.secondsAfter === undefined ? Infinity : expect.secondsAfter * plain.scale;
  const whole = `${seconds.toFixed(0)} s, bound ${bound.toFixed(0)} s`;
  const rest = `${secondsAfter.toFixed(0)} s after the fault, bound ${after.toFixed(0)} s`;
  if (code === undefined)
    return [secondsAfter > after ? `hangs: killed ${rest}` : `hangs: killed after ${whole}`];
  return [
    ...(seconds > bound ? [`took ${whole}`] : []),
    ...(secondsAfter > after ? [`ended ${rest}`] : []),
  ];
}

/** Returns each way in which the run is not what it should be. */
export function problemsOf(measured: Measured, plain: Plain): string[] {
  const { fault, code, output, result, peak, left } = measured;
  const { expect } = fault;
  const falsely = withVerdict(measured, 'failed').filter(id => !expect.fails?.test(id));
  const passed = withVerdict(measured, 'passed').length;
  const accused = falsely.length > 0 ? [`falsely failed: ${some(falsely)}`] : [];
  const late = lateness(measured, plain);
  if (code === undefined) return [...late, ...accused];
  const gaps = withVerdict(measured, 'not-exercised', 'error');
  const ratio = peak / plain.peak;
  return [
    ...(expect.exits.includes(code ?? -1)
      ? []
      : [`exit ${code}, not ${expect.exits.join(' or ')}`]),
    ...accused,
    ...(passed > (expect.passedAtMost ?? Infinity)
      ? [`${passed} passed on nothing: ${some(withVerdict(measured, 'passed'))}`]
      : []),
    ...(expect.whole && gaps.length > 0 ? [`left out: ${some(gaps)}`] : []),
    ...late,
    ...(ratio > memoryRatio ? [`${peak.toFixed(0)} MB, ${ratio.toFixed(2)} of a plain run`] : []),
    ...(result ? [] : ['no result']),
    ...(left.length > 0 ? [`${left.length} processes left`] : []),
    ...(crash.test(output) ? [`crash: ${crash.exec(output)?.[0].trim()}`] : []),
    ...(expect.says && !expect.says.test(output) ? [`does not say ${expect.says.source}`] : []),
    ...measured.traces,
    ...[expect.requests?.(measured.seen, plain.seen) ?? []].flat(),
  ];
}

const some = (ids: readonly string[]): string =>
  ids.length <= 4 ? ids.join(', ') : `${ids.slice(0, 3).join(', ')} and ${ids.length - 3} more`;
