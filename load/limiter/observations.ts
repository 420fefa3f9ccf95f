import {
  announcedSeconds,
  inPhase,
  isAdmitted,
  isRejected,
  type LimiterObservation,
} from '../../schemas/records/limiter.ts';
import type { Evidence } from './evidence.ts';

/** Returns what the limiter does beyond its promises (§8): recorded, never a claim. */
export function observe({ notes, own, rejections }: Evidence): LimiterObservation[] {
  const found: LimiterObservation[] = [];
  for (const phase of ['sooner', 'early', 'poll', 'poll-again'] as const) {
    const opened = inPhase(notes, phase).find(isAdmitted);
    const rejected = opened && own.slice(0, own.indexOf(opened)).findLast(isRejected);
    const announced = rejected && announcedSeconds(rejected);
    if (!opened || !rejected || announced === undefined) continue;
    const waited = (opened.receivedAt - rejected.sentAt) / 1000;
    if (announced - waited < 1) continue;
    const value = `retry-after ${announced} s, admitted after ${waited.toFixed(1)} s`;
    found.push({ id: 'retry-after-longer-than-needed', value, marked: true });
    break;
  }
  if (rejections.some(note => note.headers['retry-after'] === '0'))
    found.push({ id: 'retry-after-zero', value: '0', marked: false });
  const other = rejections.find(note => note.status !== 429);
  if (other)
    found.push({ id: 'refusal-other-than-429', value: String(other.status), marked: true });
  return found;
}
