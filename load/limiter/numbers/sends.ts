import { isAdmitted, isRejected, type Note } from '../../../schemas/records/limiter.ts';

/** Requests that were under way together; `from` and `to` in seconds since the first note. */
export interface Send {
  from: number;
  to: number;
  admitted: number;
  rejected: number;
  /** Admitted on other routes, which the limiter may count as well. */
  beside: number;
}

/**
 * The order in which the limiter saw requests that were under way together is not known, nor when it
 * saw them. Clocks show whole milliseconds, so a response may be one later than its time.
 */
export function bySend(notes: readonly Note[]): Send[] {
  const start = notes[0]?.sentAt ?? 0;
  const sends: Send[] = [];
  for (const note of notes) {
    const from = (note.sentAt - start) / 1000;
    const to = (note.receivedAt - start + 1) / 1000;
    let send = sends.at(-1);
    if (!send || from >= send.to - 0.001)
      sends.push((send = { from, to, admitted: 0, rejected: 0, beside: 0 }));
    send.to = Math.max(send.to, to);
    if (note.to !== undefined) send.beside += isAdmitted(note) ? 1 : 0;
    else if (isAdmitted(note)) send.admitted++;
    else if (isRejected(note)) send.rejected++;
  }
  return sends;
}
