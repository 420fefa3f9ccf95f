import { announcedSeconds, inPhase, isAdmitted, isRefusal } from '../probe/note.ts';
import type { Evidence } from './evidence.ts';

/** Something the spec leaves open that this limiter does one way; `marked` is worth a look. */
export interface Observation {
  id: 'retry-after-longer-than-needed' | 'retry-after-zero' | 'refusal-other-than-429';
  value: string;
  marked: boolean;
}

/** What the limiter does beyond its promises (§8): recorded, never judged. */
export function observe({ notes, own, refusals }: Evidence): Observation[] {
  const found: Observation[] = [];
  for (const phase of ['sooner', 'early', 'poll', 'poll-again'] as const) {
    const opened = inPhase(notes, phase).find(isAdmitted);
    const refused = opened && own.slice(0, own.indexOf(opened)).findLast(isRefusal);
    const asked = refused && announcedSeconds(refused);
    if (!opened || !refused || asked === undefined) continue;
    const waited = (opened.receivedAt - refused.sentAt) / 1000;
    if (asked - waited < 1) continue;
    const value = `retry-after ${asked} s, admitted after ${waited.toFixed(1)} s`;
    found.push({ id: 'retry-after-longer-than-needed', value, marked: true });
    break;
  }
  if (refusals.some(note => note.headers['retry-after'] === '0'))
    found.push({ id: 'retry-after-zero', value: '0', marked: false });
  const other = refusals.find(note => note.status !== 429);
  if (other)
    found.push({ id: 'refusal-other-than-429', value: String(other.status), marked: true });
  return found;
}
